// Where two triangles meet, as a point to show or to fly to: rounded, for people, never for a decision.
#pragma once

#include <array>

namespace pliant::geometry {

/// The mean of the points in which the edges of each pierce the other; the middle of what their boxes have in common
/// where rounding leaves none, as of coplanar triangles.
std::array<double, 3> meeting_point(const std::array<std::array<double, 3>, 3>& a,
                                    const std::array<std::array<double, 3>, 3>& b);

}  // namespace pliant::geometry
