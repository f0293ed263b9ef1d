// Contours projected onto a plane: are they simple closed curves that keep clear of one another?
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "simd/vertices.hpp"

namespace pliant::simd {

struct ContourEdge {
    std::uint32_t from, to;  // vertices
};

/// A projection onto a plane: (u . (p - centre), v . (p - centre)). Whatever its numbers are, they are taken as exact.
struct Projection {
    std::array<float, 3> u, v, centre;
    float radius;  // no coordinate of p - centre is larger
};

/// Contours to be tested and scratch memory for it; reused, so that it allocates nothing once warm.
struct ProjectedContours {
    // By edge, filled by the caller: vertices at its ends. Padded to whole blocks of eight by `project`.
    std::vector<std::uint32_t> from, to;
    std::size_t count = 0;  // edges
    // By edge: end points and bounding rectangles.
    std::vector<float> from_u, from_v, to_u, to_v, lo_u, hi_u, lo_v, hi_v;
    // By block: bounding rectangles, padded to whole blocks.
    std::vector<float> block_lo_u, block_hi_u, block_lo_v, block_hi_v;
    float error = 0;  // no projected coordinate is off by more; rectangles are larger by that much on each side

    void clear() {
        from.clear();
        to.clear();
    }
    void add(ContourEdge edge) {
        from.push_back(edge.from);
        to.push_back(edge.to);
    }
};

/// Projects the edges.
void project(const Vertices& vertices, const Projection& projection, ProjectedContours& contours);

/// Whether the projected edges certainly meet only where one ends and the next begins, at a common vertex that no other
/// edge uses, and not even there fold back: they are simple closed curves, pairwise disjoint.
bool certainly_simple(const ProjectedContours& contours);

/// Twice the area that edges [begin, end) enclose; positive where they certainly run counter-clockwise, negative
/// where clockwise, 0 where it is not certain.
double certain_area(const ProjectedContours& contours, std::size_t begin, std::size_t end);

}  // namespace pliant::simd
