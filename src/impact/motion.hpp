// Four points that move on straight lines in the time [0, 1]: a vertex and a triangle, or two edges.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include <pliant/features.hpp>
#include <pliant/points.hpp>

#include "numeric/vec.hpp"
#include "simd/rounding.hpp"

namespace pliant::impact {

/// The vertex, then the triangle; or one edge, then the other.
using FourPoints = std::array<Point, 4>;

/// Both kinds are asked by three vectors that are linear in time:
///   vertex p, triangle a b c:  u = b - a, v = c - a, w = p - a;
///   edges a b and c d:         u = b - a, v = d - c, w = c - a.
/// The four points lie in one plane where det(u, v, w) = 0. There w = beta u + gamma v with n = u x v,
///   beta n = w x v and gamma n = u x w,
/// and they meet where beta, gamma >= 0, beta + gamma <= 1, or, for edges, 0 <= beta, -gamma <= 1.
struct VectorEnds {
    std::size_t to, from;
};
constexpr std::array<VectorEnds, 3> vectors_of(FeatureKind kind) {
    if (kind == FeatureKind::vertex_triangle) return {{{2, 1}, {3, 1}, {0, 1}}};
    return {{{1, 0}, {3, 2}, {2, 0}}};
}

inline constexpr double unit = simd::Rounding<double>::unit;  // of rounding

inline double greatest_component(const Vec3& p) { return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}); }

}  // namespace pliant::impact
