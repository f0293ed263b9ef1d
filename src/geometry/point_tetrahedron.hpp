// Exact questions about a point, or a segment, and a tetrahedron.
#pragma once

#include <array>

#include "numeric/vec.hpp"

namespace pliant::geometry {

using TetrahedronCorners = std::array<Vec3, 4>;

enum class Side : unsigned char { outside, on_boundary, inside };

/// Where a point lies, exactly. Either orientation; a tetrahedron without volume has everything outside.
Side locate(const Vec3& point, const TetrahedronCorners& corners);

/// Weights of the corners, rounded; they sum up to 1. The tetrahedron has a volume.
std::array<double, 4> barycentric(const Vec3& point, const TetrahedronCorners& corners);

/// Whether a segment passes through the open tetrahedron while both of its ends are strictly outside, exactly.
bool passes_through(const Vec3& p, const Vec3& q, const TetrahedronCorners& corners);

}  // namespace pliant::geometry
