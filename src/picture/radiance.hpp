// Colours as amounts of light.
#pragma once

#include "picture/picture.hpp"

namespace pliant::picture {

/// Linear light. The values of a screen are taken to be its square roots (gamma 2).
struct Radiance {
    double red = 0, green = 0, blue = 0;
};

Radiance radiance(const Colour& colour);
Colour colour(const Radiance& light);

}  // namespace pliant::picture
