// The contour test that makes the rules a proof: a region that faces one direction everywhere, and whose contour
// projected along it is simple, cannot meet itself [Volino1994, 2.2].
#pragma once

#include "detect/regularity/region_bounds.hpp"
#include "detect/regularity/simple_contours.hpp"
#include "simd/vertices.hpp"

namespace pliant::regularity {

/// Bounds of two regions together.
RegionBounds united(const RegionBounds& a, const RegionBounds& b);

/// Whether a region with these bounds, whose directions are not empty, and this contour certainly does not meet itself.
bool cannot_meet_itself(const simd::Vertices& vertices, const RegionBounds& bounds, const ContourLoops& contour,
                        ProjectedContours& scratch);

}  // namespace pliant::regularity
