// Colours as amounts of light.
#pragma once

#include "picture/picture.hpp"

namespace pliant::picture {

/// Light as amounts, not as the numbers of a screen: those are taken to be square roots.
struct Radiance {
    double red = 0, green = 0, blue = 0;
};

Radiance radiance(const Colour& colour);
Colour colour(const Radiance& light);

}  // namespace pliant::picture
