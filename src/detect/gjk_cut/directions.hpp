// Directions to cut and to split along.
#pragma once

#include "detect/gjk_cut/triangle_list.hpp"
#include "numeric/box.hpp"

namespace pliant::gjk_cut {

/// Unit vector from the middle of one box to that of another; along x where they coincide.
Direction between_middles(const Box<float>& a, const Box<float>& b);

/// The next direction after `direction`, along which `support_a` lies farthest ahead in a and `support_b` farthest
/// behind in b: its mirror image in the plane across the line of the two. Where `direction` found them overlapping by
/// some length, the next one finds these two apart by it [Chung and Wang 1996, as cited by Hatab2006, 4.2 line 15].
/// `direction` itself where the two coincide.
Direction reflected(const Direction& direction, const Direction& support_a, const Direction& support_b);

/// Across `direction`, along the axis in which the box is widest then.
Direction widest_across(const Direction& direction, const Box<float>& box);
/// The axis in which the box is widest.
Direction widest_axis(const Box<float>& box);

}  // namespace pliant::gjk_cut
