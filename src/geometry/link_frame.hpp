// Orthonormal frame of three cage vertices, and vertices rigidly linked to it [Mendoza2005, equations 1 and 4 to 10].
#pragma once

#include <array>
#include <cmath>

#include <pliant/skin.hpp>

#include "numeric/vec.hpp"

namespace pliant::geometry {

/// Orthonormal axes: normal, along the first edge, across.
using LinkFrame = std::array<Vec3, 3>;

inline Vec3 unit(const Vec3& v) { return (1 / std::sqrt(dot(v, v))) * v; }

/// The frame of three points; the axes of the world where they are collinear.
inline LinkFrame link_frame(const Vec3& q0, const Vec3& q1, const Vec3& q2) {
    const Vec3 edge = q0 - q1, n = cross(q1 - q0, q2 - q0);
    // Gram-Schmidt: the rounded cross product of a needle is far from orthogonal to the edge.
    const Vec3 along = unit(edge), leaning = unit(n), upright = leaning - dot(leaning, along) * along;
    const Vec3 normal = unit(upright - dot(upright, along) * along), across = cross(normal, along);
    const double sum = dot(normal, normal) + dot(along, along) + dot(across, across);
    if (!(std::abs(sum - 3) < 1e-12)) return {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
    return {normal, along, across};
}

/// Where a linked vertex lies [Mendoza2005, equations 1, 9 and 10]. `at(k)` is the position of vertex k of the cage.
template <class At>
Vec3 linked_position(const RigidLink& link, const At& at) {
    const Vec3 q0 = at(link.cage[0]), q1 = at(link.cage[1]), q2 = at(link.cage[2]);
    const LinkFrame e = link_frame(q0, q1, q2);
    const Vec3 origin = link.weights[0] * q0 + link.weights[1] * q1 + link.weights[2] * q2;
    return origin + (link.along[0] * e[0] + link.along[1] * e[1] + link.along[2] * e[2]);
}

}  // namespace pliant::geometry
