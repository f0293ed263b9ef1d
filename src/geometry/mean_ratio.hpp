// How far a tetrahedron is from flat.
#pragma once

#include <array>
#include <cmath>

#include "numeric/vec.hpp"

namespace pliant::geometry {

/// 12 (3 volume)^(2/3) over the sum of the squared edges: 1 for a regular tetrahedron, 0 for a flat one. Whatever the
/// orientation.
inline double mean_ratio(const std::array<Vec3, 4>& p) {
    const double six = std::abs(dot(p[1] - p[0], cross(p[2] - p[0], p[3] - p[0])));
    double squares = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = i + 1; k < 4; ++k) squares += dot(p[i] - p[k], p[i] - p[k]);
    }
    const double root = std::cbrt(six / 2);
    return squares > 0 ? 12 * root * root / squares : 0;
}

}  // namespace pliant::geometry
