// Local coordinates of a volume of interest: turned so that columns run along z, shifted, and scaled by a power of two.
#pragma once

#include <algorithm>
#include <cmath>

#include "surfaces/turned.hpp"

namespace pliant::surfaces {

/// (p - origin) * scale with `axis` last. The scale is a power of two that brings the longest side of a box below 1, so
/// that no product overflows and only the subtraction rounds.
struct LocalFrame {
    Axis axis = Axis::z;
    Vec3 origin;
    double scale = 1;

    LocalFrame() = default;
    LocalFrame(Axis axis_, const Box<double>& box) : axis(axis_), origin(box.lo) {
        const Vec3 sides = side_of(box);
        const double side = std::max(std::max(sides.x, sides.y), sides.z);
        if (side > 0 && std::isfinite(side)) scale = std::ldexp(1.0, -std::ilogb(side) - 1);
    }

    [[nodiscard]] Vec3 to_local(const Vec3& p) const { return scale * axis_last(p - origin, axis); }
    [[nodiscard]] Vec3 to_world(const Vec3& p) const { return origin + (1 / scale) * axis_restored(p, axis); }
};

}  // namespace pliant::surfaces
