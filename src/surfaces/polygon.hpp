// Convex polygons in turned coordinates: clipped by axis planes [Sutherland1974], and integrated.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "numeric/vec.hpp"

namespace pliant::surfaces {

using Corners = std::array<Vec3, 3>;

inline double least(double a, double b, double c) { return std::min(std::min(a, b), c); }
inline double greatest(double a, double b, double c) { return std::max(std::max(a, b), c); }

/// Bounding rectangle of a triangle across the columns.
struct Extent {
    double x0, x1, y0, y1;
};

inline Extent extent_of(const Corners& t) {
    return {least(t[0].x, t[1].x, t[2].x), greatest(t[0].x, t[1].x, t[2].x), least(t[0].y, t[1].y, t[2].y),
            greatest(t[0].y, t[1].y, t[2].y)};
}

/// A convex polygon: three corners, and at most one more for each cut.
struct Polygon {
    std::array<Vec3, 10> corner;
    int size = 0;

    void push(const Vec3& p) { corner[static_cast<std::size_t>(size++)] = p; }
    [[nodiscard]] const Vec3& operator[](int i) const { return corner[static_cast<std::size_t>(i)]; }
};

/// Where an edge crosses a plane of constant x, y or z. Bitwise equal for both triangles at an edge: the end with the
/// smaller coordinate always comes first.
template <std::size_t axis>
Vec3 crossing(const Vec3& p, const Vec3& q, double at) {
    const double from = p[axis], to = q[axis];
    if (from > to) return crossing<axis>(q, p, at);
    const Vec3 cut = p + ((at - from) / (to - from)) * (q - p);
    if constexpr (axis == 0) return {at, cut.y, cut.z};
    if constexpr (axis == 1) return {cut.x, at, cut.z};
    return {cut.x, cut.y, at};
}

/// Clips to the half-space sign * coordinate >= sign * at [Sutherland1974].
template <std::size_t axis>
void cut(const Polygon& in, double at, double sign, Polygon& out) {
    out.size = 0;
    if (in.size == 0) return;
    const Vec3* last = &in[in.size - 1];
    double before = sign * ((*last)[axis] - at);
    for (int i = 0; i < in.size; ++i) {
        const Vec3& p = in[i];
        const double here = sign * (p[axis] - at);
        if ((before < 0 && here > 0) || (before > 0 && here < 0)) out.push(crossing<axis>(*last, p, at));
        if (here >= 0) out.push(p);
        before = here;
        last = &p;
    }
}

inline Extent extent_of(const Polygon& polygon) {
    Extent extent{polygon[0].x, polygon[0].x, polygon[0].y, polygon[0].y};
    for (int i = 1; i < polygon.size; ++i) {
        extent.x0 = std::min(extent.x0, polygon[i].x);
        extent.x1 = std::max(extent.x1, polygon[i].x);
        extent.y0 = std::min(extent.y0, polygon[i].y);
        extent.y1 = std::max(extent.y1, polygon[i].y);
    }
    return extent;
}

/// Integrals over the projection of a polygon; positive where a line going up enters the body.
struct Moments {
    double area = 0, x = 0, y = 0, z = 0, xz = 0, yz = 0, zz = 0;

    Moments& operator+=(const Moments& o) {
        area += o.area, x += o.x, y += o.y, z += o.z, xz += o.xz, yz += o.yz, zz += o.zz;
        return *this;
    }
};

inline void add_scaled(double factor, const Moments& m, Moments& sum) {
    sum += {factor * m.area, factor * m.x, factor * m.y, factor * m.z, factor * m.xz, factor * m.yz, factor * m.zz};
}

inline Moments moments_of_triangle(const Vec3& p, const Vec3& q, const Vec3& r) {
    const double twice = (q.y - p.y) * (r.x - p.x) - (q.x - p.x) * (r.y - p.y);
    const double a = twice / 2;
    const Vec3 sum = p + q + r;
    const double twelfth = a / 12;
    return {a,
            a * sum.x / 3,
            a * sum.y / 3,
            a * sum.z / 3,
            twelfth * (p.x * p.z + q.x * q.z + r.x * r.z + sum.x * sum.z),
            twelfth * (p.y * p.z + q.y * q.z + r.y * r.z + sum.y * sum.z),
            twelfth * (p.z * p.z + q.z * q.z + r.z * r.z + sum.z * sum.z)};
}

}  // namespace pliant::surfaces
