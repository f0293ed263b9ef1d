// Lines and markers of a subject over a picture of it.
#pragma once

#include <vector>

#include "picture/painting.hpp"

namespace pliant::picture {

/// Where they are, but for points that are not finite.
std::vector<Vec3> placed_marks(const Subject& subject, const Placement& placement);

/// `front` as of Overlay.
void mark(const Subject& subject, const Surfaces& surfaces, std::vector<float> front, Painting& painting);

}  // namespace pliant::picture
