// Triangles and a cube around the origin.
#pragma once

#include <array>
#include <vector>

#include "numeric/vec.hpp"

namespace pliant::picture {

using Polygon = std::vector<Vec3>;

enum class Cut { inside, outside, across };

/// Conservative: `outside` may be false though the triangle only passes an edge or a corner of the cube. Overflow
/// counts as outside.
Cut side_of_cube(const std::array<Vec3, 3>& triangle, double half_side);

/// The convex part within the cube [Sutherland1974]; empty where there is none.
Polygon clipped_to_cube(const std::array<Vec3, 3>& triangle, double half_side);

}  // namespace pliant::picture
