// A point where two triangles meet, rounded: for display, never for a decision.
#pragma once

#include <array>

namespace pliant::geometry {

/// Mean of the points where edges of one pierce the other. Where rounding leaves none, as for coplanar triangles, the
/// centre of the intersection of their boxes.
std::array<double, 3> meeting_point(const std::array<std::array<double, 3>, 3>& a,
                                    const std::array<std::array<double, 3>, 3>& b);

}  // namespace pliant::geometry
