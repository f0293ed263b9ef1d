// Balls of tetrahedra.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "shapes/meshes.hpp"

namespace pliant::spatial_hash_test {

/// A cube of cells, each moved along its ray so that the cube becomes a ball.
inline shapes::Mesh ball(std::uint32_t cells, double radius, const Vec3& centre) {
    shapes::Mesh mesh = shapes::tetra_box({cells, cells, cells});
    for (shapes::Position& p : mesh.positions) {
        Vec3 q{2 * p[0] / cells - 1, 2 * p[1] / cells - 1, 2 * p[2] / cells - 1};
        const double side = std::max({std::abs(q.x), std::abs(q.y), std::abs(q.z)}), length = std::sqrt(dot(q, q));
        if (length > 0) q = (radius * side / length) * q;
        p = {q.x + centre.x, q.y + centre.y, q.z + centre.z};
    }
    return mesh;
}

}  // namespace pliant::spatial_hash_test
