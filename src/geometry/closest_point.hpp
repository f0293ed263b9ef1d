// Closest point of a triangle to a given point, in rounded arithmetic [Ericson2005, 5.1.5].
#pragma once

#include "geometry/triangle_pair.hpp"

namespace pliant::geometry {

/// Finds the Voronoi region (corner, edge or face) of the projected point. Degenerate triangles are fine.
Vec3 closest_point(const Vec3& p, const TriangleCorners& t);

}  // namespace pliant::geometry
