// What can be drawn of the caller's meshes, gathered in one list and brought to a common size.
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

struct Surfaces {
    std::vector<Vec3> positions;  // moved and scaled into the cube from -1 to 1
    std::vector<Vec3> normals;    // per vertex; zero where the triangles around it disagree
    std::vector<Triangle> opaque, translucent;
    std::vector<std::uint32_t> opaque_source, translucent_source;  // drawable of each triangle
    std::vector<Colour> opaque_colours, translucent_colours;
    Vec3 centre;       // what became 0, and
    double scale = 1;  // what became 1

    [[nodiscard]] Vec3 placed(const Position& p) const {
        return {(p[0] - centre.x) / scale, (p[1] - centre.y) / scale, (p[2] - centre.z) / scale};
    }
    [[nodiscard]] bool empty() const { return opaque.empty() && translucent.empty(); }
};

Surfaces gather(std::span<const Drawable> drawables);

}  // namespace pliant::picture
