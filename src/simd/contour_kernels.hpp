// Contours projected onto a plane: are they simple closed curves that keep clear of one another?
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simd/vertices.hpp"

namespace pliant::simd {

/// A run of edges in a row: edge i goes from vertex from[i] to vertex to[i].
struct ContourEdges {
    std::span<const std::uint32_t> from, to;

    [[nodiscard]] std::size_t size() const { return from.size(); }
    [[nodiscard]] bool empty() const { return from.empty(); }
    [[nodiscard]] ContourEdges part(std::size_t begin, std::size_t end) const {
        return {from.subspan(begin, end - begin), to.subspan(begin, end - begin)};
    }
};

/// The edges of a closed loop behind which there is a leaf in [first_leaf, first_leaf + leaves).
struct FacingEdges {
    std::size_t runs = 0;            // runs of such edges, going round
    std::size_t begin = 0, end = 0;  // of the last run; end may be smaller, when it goes over the end of the array
};

/// `behind` may be read up to seven places beyond its end.
FacingEdges facing_edges(std::span<const std::uint32_t> behind, std::uint32_t first_leaf, std::uint32_t leaves);

/// A projection onto a plane: (u . (p - centre), v . (p - centre)). Whatever its numbers are, they are taken as exact.
struct Projection {
    std::array<float, 3> u, v, centre;
    float radius;  // no coordinate of p - centre is larger
};

/// Contours to be tested and scratch memory for it; reused, so that it allocates nothing once warm.
class ProjectedContours {
public:
    void clear() { count = 0; }
    void add(const ContourEdges& edges);

    // All arrays are padded, and only grow.
    std::size_t count = 0;                // edges
    std::vector<std::uint32_t> from, to;  // by edge: vertices at its ends
    // By edge: end points and bounding rectangles.
    std::vector<float> from_u, from_v, to_u, to_v, lo_u, hi_u, lo_v, hi_v;
    // By edge: bits of the eight compass directions along which it certainly advances; the same, or nothing where the
    // edge before it in the array does not lead to it; and how many of the edges that follow certainly keep clear of
    // it, because all up to there advance along one direction.
    std::vector<std::uint32_t> heading, continued, reach;
    // By block of eight edges: bounding rectangles.
    std::vector<float> block_lo_u, block_hi_u, block_lo_v, block_hi_v;
    float error = 0;  // no projected coordinate is off by more; rectangles are larger by that much on each side

private:
    void make_room(std::size_t edges);
};

/// Projects the edges, of which there is at least one.
void project(const Vertices& vertices, const Projection& projection, ProjectedContours& contours);

/// Whether the projected edges certainly meet only where one ends and the next begins, at a common vertex that no other
/// edge uses, and not even there fold back: they are simple closed curves, pairwise disjoint.
bool certainly_simple(ProjectedContours& contours);

/// Twice the area that edges [begin, end) enclose; positive where they certainly run counter-clockwise, negative
/// where clockwise, 0 where it is not certain.
double certain_area(const ProjectedContours& contours, std::size_t begin, std::size_t end);

}  // namespace pliant::simd
