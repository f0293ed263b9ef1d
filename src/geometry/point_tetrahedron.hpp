// Exact predicates: point in tetrahedron, segment through tetrahedron. And rounded barycentric coordinates.
#pragma once

#include <array>

#include "numeric/vec.hpp"

namespace pliant::geometry {

using TetrahedronCorners = std::array<Vec3, 4>;

enum class Side : unsigned char { outside, on_boundary, inside };

/// Where a point lies, exactly. Either orientation; a tetrahedron without volume has everything outside.
Side locate(const Vec3& point, const TetrahedronCorners& corners);

/// Barycentric coordinates, rounded; they sum to 1. A tetrahedron too thin for rounded arithmetic gives 1/4 each.
std::array<double, 4> barycentric(const Vec3& point, const TetrahedronCorners& corners);

/// Whether a segment passes through the open tetrahedron while both of its ends are strictly outside, exactly.
bool passes_through(const Vec3& p, const Vec3& q, const TetrahedronCorners& corners);

}  // namespace pliant::geometry
