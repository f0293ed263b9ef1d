#include "detect/regularity/contour_proof.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "detect/regularity/directions.hpp"

namespace pliant::regularity {

namespace {

/// Whether the loops, projected along the middle one of the directions, are certainly simple.
bool simple(const simd::Vertices& vertices, const RegionBounds& bounds, const ContourLoops& loops,
            ProjectedContours& projected) {
    // Beyond the largest float a box says nothing about what is in it.
    constexpr float largest = std::numeric_limits<float>::max();
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (bounds.lo[axis] <= -largest || bounds.hi[axis] >= largest) return false;
    }
    const Direction& along = direction(middle_of(bounds.directions));
    Projection projection{along.u, along.v, {}, 0};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        projection.centre[axis] = 0.5f * bounds.lo[axis] + 0.5f * bounds.hi[axis];
        const float reach =
            std::max(bounds.hi[axis] - projection.centre[axis], projection.centre[axis] - bounds.lo[axis]);
        projection.radius = std::max(projection.radius, reach * 1.0001f);
    }
    return certainly_simple(vertices, projection, loops, projected);
}

}  // namespace

RegionBounds united(const RegionBounds& a, const RegionBounds& b) {
    RegionBounds out;
    for (int axis = 0; axis < 4; ++axis) {
        out.lo[axis] = std::min(a.lo[axis], b.lo[axis]);
        out.hi[axis] = std::max(a.hi[axis], b.hi[axis]);
    }
    out.directions = a.directions & b.directions;
    return out;
}

bool cannot_meet_itself(const simd::Vertices& vertices, const RegionBounds& bounds, const ContourLoops& contour,
                        ProjectedContours& scratch) {
    if (!simple(vertices, bounds, contour, scratch)) return false;
    if (contour.ends.size() == 1) return true;
    // One outer loop and holes.
    std::size_t counter_clockwise = 0;
    for (const auto& loop : scratch.loops) {
        const double area = certain_area(scratch, loop);
        if (area == 0) return false;
        if (area > 0) ++counter_clockwise;
    }
    return counter_clockwise == 1;
}

}  // namespace pliant::regularity
