// What the tests ask of a mesh.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "numeric/vec.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::shapes {

struct EdgeCounts {
    std::size_t repeated = 0;  // directed edges that occur more than once: not manifold, or not oriented
    std::size_t open = 0;      // directed edges without their opposite
};

inline EdgeCounts edge_counts(std::span<const Triangle> triangles) {
    std::vector<std::uint64_t> edges;
    for (const Triangle& t : triangles)
        for (std::size_t i = 0; i < 3; ++i) edges.push_back(std::uint64_t{t[i]} << 32 | t[(i + 1) % 3]);
    std::sort(edges.begin(), edges.end());
    EdgeCounts counts;
    for (std::size_t i = 0; i < edges.size(); ++i) {
        counts.repeated += i > 0 && edges[i] == edges[i - 1];
        counts.open += !std::binary_search(edges.begin(), edges.end(), edges[i] << 32 | edges[i] >> 32);
    }
    return counts;
}

inline bool closed(const Mesh& mesh) {
    const EdgeCounts counts = edge_counts(mesh.triangles);
    return counts.repeated == 0 && counts.open == 0;
}

inline double volume(std::span<const Position> positions, std::span<const Triangle> triangles) {
    double six_fold = 0;
    for (const Triangle& t : triangles)
        six_fold += dot(Vec3(positions[t[0]]), cross(Vec3(positions[t[1]]), Vec3(positions[t[2]])));
    return six_fold / 6;
}

inline double least_area(std::span<const Position> positions, std::span<const Triangle> triangles) {
    double least = 1e300;
    for (const Triangle& t : triangles) {
        const Vec3 a(positions[t[0]]), normal = cross(Vec3(positions[t[1]]) - a, Vec3(positions[t[2]]) - a);
        least = std::min(least, dot(normal, normal));
    }
    return std::sqrt(least) / 2;
}

}  // namespace pliant::shapes
