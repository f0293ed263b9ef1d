// The point of a triangle that is closest to a given one, in rounded arithmetic.
#pragma once

#include "geometry/triangle_pair.hpp"

namespace pliant::geometry {

/// By the region of the triangle's plane that holds the projection [Ericson2005, 5.1.5]. Works for triangles without
/// area, too.
Vec3 closest_point(const Vec3& p, const TriangleCorners& t);

}  // namespace pliant::geometry
