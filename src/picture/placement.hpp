// From the coordinates of meshes to those of the renderer: upright, and of a common size.
#pragma once

#include <cmath>

#include "numeric/vec.hpp"
#include "picture/picture.hpp"

namespace pliant::picture {

/// The vector of length 1, or zero where there is no direction.
inline Vec3 direction_of(const Vec3& v) {
    const double length = std::sqrt(dot(v, v));
    return length > 0 ? (1 / length) * v : Vec3{};
}

/// A rotation: z is up afterwards.
inline Vec3 turned(const Vec3& p, Up up) {
    switch (up) {
        case Up::x: return {p.y, p.z, p.x};
        case Up::y: return {p.x, -p.z, p.y};
        case Up::z: return p;
        case Up::minus_x: return {p.z, p.y, -p.x};
        case Up::minus_y: return {p.x, p.z, -p.y};
        case Up::minus_z: return {p.x, -p.y, -p.z};
    }
    return p;
}

struct Placement {
    Vec3 centre;       // of the meshes: what becomes 0, and
    double scale = 1;  // what becomes 1
    Up up = Up::z;

    [[nodiscard]] Vec3 placed(const Position& p) const {
        return turned({(p[0] - centre.x) / scale, (p[1] - centre.y) / scale, (p[2] - centre.z) / scale}, up);
    }
};

}  // namespace pliant::picture
