// Contours projected onto a plane: are they simple closed curves that keep clear of one another?
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simd/vertices.hpp"

namespace pliant::regularity {

/// Closed loops, one after the other: an edge goes from each vertex to the next, and from a loop's last one to its
/// first. No vertex occurs twice.
struct ContourLoops {
    std::span<const std::uint32_t> vertices;  // may be read up to seven places beyond its end
    std::span<const std::uint32_t> ends;      // where each loop ends in `vertices`
};

/// A projection onto a plane: (u . (p - centre), v . (p - centre)), with u and v about unit vectors. Whatever its
/// numbers are, they are taken as exact.
struct Projection {
    std::array<float, 3> u, v, centre;
    float radius;  // no coordinate of p - centre is larger
};

/// Contours under test; reused, so that it allocates nothing once warm.
///
/// A loop is cut into chains of about as many edges each, and each lane of a vector follows one of them: what is known
/// of eight chains is found without moving a number from lane to lane. A loop of less than eight edges has chains of
/// one edge; all others have a multiple of eight chains.
struct ProjectedContours {
    static constexpr std::size_t together = 8;    // chains side by side: a group
    static constexpr std::size_t most_edges = 8;  // of a chain

    struct Loop {
        std::size_t chains, edges;
        std::size_t shortest, longer;  // all chains have so many edges, and so many of the first ones one more
        std::size_t group;             // its first one
        std::size_t points;            // where its points begin, in `u` and `v`

        [[nodiscard]] std::size_t first() const { return group * together; }
        [[nodiscard]] std::size_t groups() const { return (chains + together - 1) / together; }
        [[nodiscard]] std::size_t edges_of(std::size_t chain) const { return shortest + (chain < longer ? 1 : 0); }
        /// Where the chain begins in the loop.
        [[nodiscard]] std::size_t start_of(std::size_t chain) const {
            return chain * shortest + (chain < longer ? chain : longer);
        }
        /// Points of the chains of a group, in rows of one point of each; shorter chains have their last one twice.
        [[nodiscard]] std::size_t rows_of(std::size_t in_loop) const {
            return points + in_loop * (shortest + 2) * together;
        }
        [[nodiscard]] std::size_t point(std::size_t chain, std::size_t i) const {
            return rows_of(chain / together) + i * together + chain % together;
        }
    };
    /// Bits of eight chains; in the words, a byte for each compass direction.
    struct Group {
        std::uint64_t beyond_start;  // all points but the first lie certainly beyond the first
        std::uint64_t before_end;    // all points but the last lie certainly before the last
        std::uint8_t turning;        // no direction is known along which all edges advance
    };
    static constexpr std::size_t compass = 8;  // u, v, u + v, u - v, and the same less them

    std::vector<Loop> loops;
    std::size_t group_count = 0, points = 0;
    // All arrays below are padded, and only grow.
    std::vector<float> u, v;
    std::vector<float> start_u, start_v;            // by chain; one more, where the last one ends
    std::array<std::vector<float>, compass> sides;  // least along each direction, by chain
    std::array<std::vector<float>, 4> group_sides;  // least along u, v, -u and -v, by group
    std::vector<Group> groups;
    float error = 0;  // no projected coordinate is off by more
};

/// Projects the loops into `scratch`, and says whether their edges certainly meet only where one ends and the next
/// begins, and not even there fold back: they are simple closed curves, pairwise disjoint. Not all is projected where
/// they are not. Nothing is certain where the radius is near the ends of what a float can be.
bool certainly_simple(const simd::Vertices& vertices, const Projection& projection, const ContourLoops& loops,
                      ProjectedContours& scratch);

/// Twice the area that a loop encloses; positive where it certainly runs counter-clockwise, negative where clockwise,
/// 0 where it is not certain.
double certain_area(const ProjectedContours& contours, const ProjectedContours::Loop& loop);

}  // namespace pliant::regularity
