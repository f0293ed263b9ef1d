// Narrow phase for peers that have none, as a careful user would write it: reject neighbours, then test exactly.
#pragma once

#include "contestant.hpp"
#include "geometry/triangle_pair.hpp"

namespace pliant::bench {

inline bool share_vertex(const Triangle& a, const Triangle& b) {
    const auto uses = [&b](std::uint32_t v) { return (v == b[0]) | (v == b[1]) | (v == b[2]); };
    return uses(a[0]) | uses(a[1]) | uses(a[2]);
}

inline Vec3 vertex(const float* positions, std::uint32_t v) {
    const float* p = positions + 3 * std::size_t{v};
    return {double(p[0]), double(p[1]), double(p[2])};
}

inline geometry::TriangleCorners corners(const float* positions, const Triangle& t) {
    return {vertex(positions, t[0]), vertex(positions, t[1]), vertex(positions, t[2])};
}

/// A box of floats; exact, since the coordinates are floats.
struct Box {
    float lo[3], hi[3];
};

inline Box box_of(const float* positions, const Triangle& t) {
    Box box;
    const float *p = positions + 3 * std::size_t{t[0]}, *q = positions + 3 * std::size_t{t[1]},
                *r = positions + 3 * std::size_t{t[2]};
    for (int k = 0; k < 3; ++k) {
        const float low = p[k] < q[k] ? p[k] : q[k], high = p[k] < q[k] ? q[k] : p[k];
        box.lo[k] = low < r[k] ? low : r[k];
        box.hi[k] = high > r[k] ? high : r[k];
    }
    return box;
}

inline bool overlap(const Box& a, const Box& b) {
    return (a.lo[0] <= b.hi[0]) & (b.lo[0] <= a.hi[0]) & (a.lo[1] <= b.hi[1]) & (b.lo[1] <= a.hi[1]) &
           (a.lo[2] <= b.hi[2]) & (b.lo[2] <= a.hi[2]);
}

inline bool meet(const float* positions, const Triangle& a, const Triangle& b) {
    return geometry::meet(corners(positions, a), corners(positions, b)).has_value();
}

/// Pairs found so far; its memory survives the frame.
struct Collected {
    std::vector<IndexPair> pairs;
    std::uint64_t tested = 0;

    void clear() {
        pairs.clear();
        tested = 0;
    }

    void add(std::uint32_t a, std::uint32_t b) { pairs.push_back(a < b ? IndexPair{a, b} : IndexPair{b, a}); }

    void test(const Film& film, const float* positions, std::uint32_t a, std::uint32_t b) {
        const Triangle &ta = film.triangles[a], &tb = film.triangles[b];
        if (share_vertex(ta, tb)) return;
        ++tested;
        if (meet(positions, ta, tb)) add(a, b);
    }

    /// For candidates whose own boxes may not overlap.
    void test_boxes_first(const Film& film, const float* positions, std::uint32_t a, std::uint32_t b) {
        const Triangle &ta = film.triangles[a], &tb = film.triangles[b];
        if (share_vertex(ta, tb) || !overlap(box_of(positions, ta), box_of(positions, tb))) return;
        ++tested;
        if (meet(positions, ta, tb)) add(a, b);
    }
};

}  // namespace pliant::bench
