// Contours projected onto a plane: are they simple closed curves that keep clear of one another?
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simd/headings.hpp"
#include "simd/vertices.hpp"

namespace pliant::simd {

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
/// Edges stand in slots, in blocks of eight. A loop begins with a block and takes one slot more than it has edges, so
/// that edge i always goes from point i to point i + 1.
struct ProjectedContours {
    struct Loop {
        std::size_t first, edges;  // in slots

        [[nodiscard]] std::size_t first_block() const { return first / 8; }
        [[nodiscard]] std::size_t last_block() const { return (first + edges - 1) / 8; }
    };
    struct alignas(32) Block {
        float least[compass];  // of its points along each direction
        Headings headings;
        // Bits of directions along which all of its points but the first lie certainly beyond the first, and all but
        // the last beyond the last.
        std::uint8_t beyond_start, beyond_end;
        std::uint8_t there;  // bits of its edges
    };
    std::vector<Loop> loops;
    std::size_t blocks = 0;
    // All arrays below are padded, and only grow.
    std::vector<float> u, v;  // points, by slot
    std::vector<Block> block;
    std::array<std::vector<float>, 4> block_sides;  // least along u, -u, v and -v, by block; infinite where none is
    std::array<std::vector<float>, 4> group_sides;  // the same of eight blocks
    float error = 0;                                // no projected coordinate is off by more
};

/// Projects the loops into `scratch`, and says whether their edges certainly meet only where one ends and the next
/// begins, and not even there fold back: they are simple closed curves, pairwise disjoint. Not all is projected where
/// they are not. Nothing is certain where the radius is near the ends of what a float can be.
bool certainly_simple(const Vertices& vertices, const Projection& projection, const ContourLoops& loops,
                      ProjectedContours& scratch);

/// Twice the area that a loop encloses; positive where it certainly runs counter-clockwise, negative where clockwise,
/// 0 where it is not certain.
double certain_area(const ProjectedContours& contours, const ProjectedContours::Loop& loop);

}  // namespace pliant::simd
