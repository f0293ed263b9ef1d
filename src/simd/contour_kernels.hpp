// Contours projected onto a plane: are they simple closed curves that keep clear of one another?
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simd/vertices.hpp"

namespace pliant::simd {

/// Closed loops, one after the other: an edge goes from each vertex to the next, and from a loop's last one to its
/// first. No vertex occurs twice.
struct ContourLoops {
    std::span<const std::uint32_t> vertices;  // may be read up to seven places beyond its end
    std::span<const std::uint32_t> ends;      // where each loop ends in `vertices`
};

/// A projection onto a plane: (u . (p - centre), v . (p - centre)). Whatever its numbers are, they are taken as exact.
struct Projection {
    std::array<float, 3> u, v, centre;
    float radius;  // no coordinate of p - centre is larger
};

/// Contours under test; reused, so that it allocates nothing once warm.
///
/// Edges stand in slots, in blocks of eight. A loop begins with a block and takes one slot more than it has edges, so
/// that edge i always goes from point i to point i + 1.
struct ProjectedContours {
    struct Loop {
        std::size_t first, edges;  // in slots
    };
    std::vector<Loop> loops;
    std::size_t blocks = 0;
    // All arrays below are padded, and only grow. By slot: points, and rectangles around edges, empty where none is.
    std::vector<float> u, v, lo_u, hi_u, lo_v, hi_v;
    // By block: a rectangle; and bit i of byte d where edge i certainly advances along the compass direction d, or is
    // none.
    std::vector<float> block_lo_u, block_hi_u, block_lo_v, block_hi_v;
    std::vector<std::uint64_t> headings;
    std::vector<float> group_lo_u, group_hi_u, group_lo_v, group_hi_v;  // rectangles around eight blocks
    float error = 0;  // no projected coordinate is off by more; rectangles are larger by that much on each side
};

/// Projects the loops into `scratch`, and says whether their edges certainly meet only where one ends and the next
/// begins, and not even there fold back: they are simple closed curves, pairwise disjoint. Not all is projected where
/// they are not.
bool certainly_simple(const Vertices& vertices, const Projection& projection, const ContourLoops& loops,
                      ProjectedContours& scratch);

/// Twice the area that a loop encloses; positive where it certainly runs counter-clockwise, negative where clockwise,
/// 0 where it is not certain.
double certain_area(const ProjectedContours& contours, const ProjectedContours::Loop& loop);

}  // namespace pliant::simd
