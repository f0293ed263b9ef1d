// What two closed triangles share where neither passes through the other: a point, a segment, or, of triangles in one
// plane, a convex polygon. Which corners it has is decided exactly; where they are is rounded.
#pragma once

#include <array>
#include <cstddef>

#include "geometry/triangle_pair.hpp"

namespace pliant::geometry {

struct CommonSet {
    std::array<Vec3, 9> corners{};  ///< in order around it
    std::size_t count = 0;          ///< 1: a point, 2: a segment, more: a polygon; 0: they are apart
    double area = 0;
};

/// Of triangles that touch, are coplanar or folded onto one another.
CommonSet common_set(const TriangleCorners& a, const TriangleCorners& b);

}  // namespace pliant::geometry
