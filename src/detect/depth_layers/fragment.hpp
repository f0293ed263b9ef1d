// The part of a triangle within a column, and what the measures of volumes need to know of it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "surfaces/polygon.hpp"

namespace pliant::depth_layers {

using surfaces::Corners;
using surfaces::cut;
using surfaces::Extent;
using surfaces::extent_of;
using surfaces::greatest;
using surfaces::least;
using surfaces::Moments;
using surfaces::moments_of_triangle;
using surfaces::Polygon;

/// Cross-section of a column.
struct Rectangle {
    double x0, x1, y0, y1;

    [[nodiscard]] double area() const { return (x1 - x0) * (y1 - y0); }
};

/// The part of a triangle within a column, in one of two polygons that take turns while it is cut.
inline const Polygon& clip(const Corners& t, const Extent& extent, const Rectangle& r, std::array<Polygon, 2>& memory) {
    Polygon *polygon = &memory[0], *spare = &memory[1];
    polygon->size = 0;
    for (const Vec3& p : t) polygon->push(p);
    const auto keep = [&](auto cut_off, double at, double sign) {
        cut_off(*polygon, at, sign, *spare);
        std::swap(polygon, spare);
    };
    if (extent.x0 < r.x0) keep(cut<0>, r.x0, 1);
    if (extent.x1 > r.x1) keep(cut<0>, r.x1, -1);
    if (extent.y0 < r.y0) keep(cut<1>, r.y0, 1);
    if (extent.y1 > r.y1) keep(cut<1>, r.y1, -1);
    return *polygon;
}

/// Whether a polygon within the closed rectangle has points in its interior, or lies on its border alone.
inline bool reaches_interior(const Polygon& polygon, const Rectangle& r) {
    bool above_x0 = false, below_x1 = false, above_y0 = false, below_y1 = false;
    for (int i = 0; i < polygon.size; ++i) {
        above_x0 |= polygon[i].x > r.x0;
        below_x1 |= polygon[i].x < r.x1;
        above_y0 |= polygon[i].y > r.y0;
        below_y1 |= polygon[i].y < r.y1;
    }
    return above_x0 && below_x1 && above_y0 && below_y1;
}

inline Moments moments_of(const Polygon& polygon) {
    Moments sum;
    for (int i = 2; i < polygon.size; ++i) sum += moments_of_triangle(polygon[0], polygon[i - 1], polygon[i]);
    return sum;
}

/// Lowest and highest z, widened by more than clipping may have rounded.
struct DepthRange {
    double lo, hi;
};

inline DepthRange depth_range(const Polygon& polygon, const Corners& t) {
    DepthRange range{polygon[0].z, polygon[0].z};
    for (int i = 1; i < polygon.size; ++i) {
        range.lo = std::min(range.lo, polygon[i].z);
        range.hi = std::max(range.hi, polygon[i].z);
    }
    const double largest = std::max({std::abs(t[0].z), std::abs(t[1].z), std::abs(t[2].z)});
    const double slack = 0x1p-49 * largest;
    return {range.lo - slack, range.hi + slack};
}

}  // namespace pliant::depth_layers
