// Contour test [Volino1994, 2.3.5]: are contours, projected onto a plane, simple closed curves, pairwise disjoint?
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simd/vertices.hpp"

namespace pliant::regularity {

/// Closed loops, one after the other: edges go from each vertex to the next, and from the last vertex of a loop to its
/// first. No vertex occurs twice.
struct ContourLoops {
    std::span<const std::uint32_t> vertices;  // padded: readable up to seven places beyond its end
    std::span<const std::uint32_t> ends;      // where each loop ends in `vertices`
};

/// Projection onto a plane: (u . (p - centre), v . (p - centre)), with u and v of about unit length. The numbers count
/// as exact, whatever they are.
struct Projection {
    std::array<float, 3> u, v, centre;
    float radius;  // upper bound of |coordinate of p - centre|
};

/// Scratch of the contour test; reused, so that it allocates nothing once warm.
///
/// A loop is cut into chains of nearly equal length, one chain per lane: eight chains are bounded without cross-lane
/// moves. A loop of less than eight edges has chains of one edge; all others have a multiple of eight chains.
struct ProjectedContours {
    static constexpr std::size_t together = 8;    // chains side by side: a group
    static constexpr std::size_t most_edges = 8;  // of a chain

    struct Loop {
        std::size_t chains, edges;
        std::size_t shortest, longer;  // edges per chain; how many of the first chains have one more
        std::size_t group;             // its first group
        std::size_t points;            // offset of its points in `u` and `v`

        [[nodiscard]] std::size_t first() const { return group * together; }
        [[nodiscard]] std::size_t groups() const { return (chains + together - 1) / together; }
        [[nodiscard]] std::size_t edges_of(std::size_t chain) const { return shortest + (chain < longer ? 1 : 0); }
        /// First edge of a chain in the loop.
        [[nodiscard]] std::size_t start_of(std::size_t chain) const {
            return chain * shortest + (chain < longer ? chain : longer);
        }
        /// Points of a group's chains, interleaved: a row has one point of each; shorter chains repeat their last.
        [[nodiscard]] std::size_t rows_of(std::size_t in_loop) const {
            return points + in_loop * (shortest + 2) * together;
        }
        [[nodiscard]] std::size_t point(std::size_t chain, std::size_t i) const {
            return rows_of(chain / together) + i * together + chain % together;
        }
    };
    /// Bits of eight chains; in 64-bit words, one byte per compass direction.
    struct Group {
        std::uint64_t beyond_start;  // all points but the first are certainly beyond the first
        std::uint64_t before_end;    // all points but the last are certainly before the last
        std::uint8_t turning;        // not monotone along any compass direction
    };
    static constexpr std::size_t compass = 8;  // u, v, u + v, u - v, and their negatives

    std::vector<Loop> loops;
    std::size_t group_count = 0, points = 0;
    // All arrays below are padded, and never shrink.
    std::vector<float> u, v;
    std::vector<float> start_u, start_v;            // by chain; one more for the end of the last
    std::array<std::vector<float>, compass> sides;  // minimum along each direction, by chain
    std::array<std::vector<float>, 4> group_sides;  // minimum along u, v, -u and -v, by group
    std::vector<Group> groups;
    float error = 0;  // error bound of projected coordinates
};

/// Projects the loops into `scratch`. True where they certainly are simple closed curves, pairwise disjoint: edges meet
/// only where one ends and the next begins, and do not fold back there. False as soon as that is not certain, with the
/// projection incomplete; always false where the radius is near the limits of float.
bool certainly_simple(const simd::Vertices& vertices, const Projection& projection, const ContourLoops& loops,
                      ProjectedContours& scratch);

/// Twice the signed area of a loop: positive where it certainly runs counter-clockwise, negative where clockwise, 0
/// where the sign is not certain.
double certain_area(const ProjectedContours& contours, const ProjectedContours::Loop& loop);

}  // namespace pliant::regularity
