// Axis-parallel line against triangle: does it cross, and where does a point on it lie? Exact for finite coordinates.
#pragma once

#include "geometry/triangle_pair.hpp"
#include "numeric/orientation.hpp"

namespace pliant::geometry {

/// +1 where the line through p along an axis crosses the triangle and the triangle's front looks along the axis, -1
/// where its back does, 0 where the line misses it.
///
/// Simulation of simplicity: a line through an edge or a corner is decided as if it were moved by an infinitesimal e
/// along the first of the two other axes, and by e^2 along the second. So a line crosses a closed surface inwards as
/// often as outwards.
int crossed_by_line(const Vec3& p, const TriangleCorners& t, Along axis);

enum class PlaceOnLine : unsigned char { missed, below, above, on };

/// Where p lies seen from the triangle: on it, below or above it on the line along an axis, or on a line that misses
/// it.
struct LineCrossing {
    PlaceOnLine place;
    int turns;  // as crossed_by_line; 0 where p lies on the triangle
};
LineCrossing cross(const Vec3& p, const TriangleCorners& t, Along axis);

}  // namespace pliant::geometry
