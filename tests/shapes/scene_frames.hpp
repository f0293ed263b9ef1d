// What the tests ask of a scene.
#pragma once

#include <cstddef>
#include <vector>

#include "shapes/catalogue.hpp"

namespace pliant::shapes {

using Frame = std::vector<std::vector<Position>>;  // by body

inline Frame frame_of(const AnimatedScene& scene, std::size_t frame) {
    Frame all(scene.bodies());
    for (std::size_t body = 0; body < scene.bodies(); ++body) scene.positions(frame, body, all[body]);
    return all;
}

inline std::size_t triangles_of(const AnimatedScene& scene) {
    std::size_t sum = 0;
    for (std::size_t body = 0; body < scene.bodies(); ++body) sum += scene.body(body).triangles.size();
    return sum;
}

}  // namespace pliant::shapes
