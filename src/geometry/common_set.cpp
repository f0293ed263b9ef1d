#include "geometry/common_set.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/orientation.hpp"

namespace pliant::geometry {

namespace {

constexpr std::array common_axes{Along::x, Along::y, Along::z};

/// An axis along which a triangle does not project to a line.
Along open_axis(const TriangleCorners& t) {
    for (const Along axis : common_axes) {
        if (orient2d(t[0], t[1], t[2], axis) != 0) return axis;
    }
    return Along::z;
}

bool holds(const TriangleCorners& t, const Vec3& p) {
    if (orient3d(t[0], t[1], t[2], p) != 0) return false;
    const Along axis = open_axis(t);
    const int facing = orient2d(t[0], t[1], t[2], axis);
    for (std::size_t k = 0; k < 3; ++k) {
        if (orient2d(t[k], t[(k + 1) % 3], p, axis) == -facing) return false;
    }
    return true;
}

void add(CommonSet& set, const Vec3& p) {
    for (std::size_t i = 0; i < set.count; ++i) {
        if (set.corners[i] == p) return;
    }
    if (set.count < set.corners.size()) set.corners[set.count++] = p;
}

/// Where two edges cross each other, each between its ends: they lie in one plane, and each has its ends on both sides
/// of the other.
void add_crossing(CommonSet& set, const Vec3& p, const Vec3& q, const Vec3& r, const Vec3& s) {
    if (orient3d(p, q, r, s) != 0) return;
    for (const Along axis : common_axes) {
        if (turn2d(p, q, r, s, axis) == 0) continue;
        if (orient2d(p, q, r, axis) * orient2d(p, q, s, axis) >= 0) return;
        if (orient2d(r, s, p, axis) * orient2d(r, s, q, axis) >= 0) return;
        const Vec3 u = q - p, w = s - r, across = cross(u, w);
        const double along = dot(cross(r - p, w), across) / dot(across, across);
        add(set, p + std::clamp(std::isfinite(along) ? along : 0.5, 0.0, 1.0) * u);
        return;
    }
}

Vec3 mean(const CommonSet& set) {
    Vec3 sum;
    for (std::size_t i = 0; i < set.count; ++i) sum = sum + 1 / double(set.count) * set.corners[i];
    return sum;
}

/// Corners of a convex polygon, counter-clockwise seen from the front of a.
void put_in_order(CommonSet& set, const TriangleCorners& a) {
    const Vec3 middle = mean(set), normal = cross(a[1] - a[0], a[2] - a[0]);
    const Vec3 u = a[1] - a[0], v = cross(normal, u);
    const double u_size = std::sqrt(dot(u, u)), v_size = std::sqrt(dot(v, v));
    const auto angle = [&](const Vec3& p) {
        return std::atan2(dot(p - middle, v) / v_size, dot(p - middle, u) / u_size);
    };
    std::sort(set.corners.begin(), set.corners.begin() + std::ptrdiff_t(set.count),
              [&](const Vec3& p, const Vec3& q) { return angle(p) < angle(q); });
    Vec3 twice;
    for (std::size_t i = 2; i < set.count; ++i) {
        twice = twice + cross(set.corners[i - 1] - set.corners[0], set.corners[i] - set.corners[0]);
    }
    set.area = 0.5 * std::sqrt(dot(twice, twice));
}

}  // namespace

CommonSet common_set(const TriangleCorners& a, const TriangleCorners& b) {
    CommonSet set;
    for (const Vec3& p : a) {
        if (holds(b, p)) add(set, p);
    }
    for (const Vec3& p : b) {
        if (holds(a, p)) add(set, p);
    }
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) add_crossing(set, a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]);
    }
    if (set.count > 2) put_in_order(set, a);
    return set;
}

}  // namespace pliant::geometry
