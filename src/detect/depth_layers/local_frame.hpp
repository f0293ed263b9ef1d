// Coordinates in which columns run along z.
#pragma once

#include <cmath>

#include <pliant/overlap.hpp>

#include "numeric/vec.hpp"

namespace pliant::depth_layers {

/// (p - origin) * scale with the coordinates turned so that `axis` comes last. The scale is a power of two that brings
/// the longest side of a box below 1, so that no product overflows and nothing but the subtraction rounds.
struct LocalFrame {
    Axis axis = Axis::z;
    Vec3 origin;
    double scale = 1;

    LocalFrame() = default;
    LocalFrame(Axis axis_, const Vec3& lo, const Vec3& hi) : axis(axis_), origin(lo) {
        const double side = std::max(std::max(hi.x - lo.x, hi.y - lo.y), hi.z - lo.z);
        if (side > 0 && std::isfinite(side)) scale = std::ldexp(1.0, -std::ilogb(side) - 1);
    }

    [[nodiscard]] Vec3 turned(const Vec3& v) const {
        if (axis == Axis::x) return {v.y, v.z, v.x};
        if (axis == Axis::y) return {v.z, v.x, v.y};
        return v;
    }
    [[nodiscard]] Vec3 turned_back(const Vec3& v) const {
        if (axis == Axis::x) return {v.z, v.x, v.y};
        if (axis == Axis::y) return {v.y, v.z, v.x};
        return v;
    }
    [[nodiscard]] Vec3 to_local(const Vec3& p) const { return scale * turned(p - origin); }
    [[nodiscard]] Vec3 to_world(const Vec3& p) const { return origin + (1 / scale) * turned_back(p); }
};

}  // namespace pliant::depth_layers
