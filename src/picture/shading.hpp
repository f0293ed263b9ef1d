// The colour of a point of a surface.
#pragma once

#include "picture/lights.hpp"

namespace pliant::picture {

/// Light as amounts, not as the numbers of a screen: those are taken to be square roots.
struct Radiance {
    double red = 0, green = 0, blue = 0;
};

Radiance radiance(const Colour& colour);
Colour colour(const Radiance& light);

/// What light does at one point: found once for samples that lie close together.
struct Visibility {
    double key = 1, sky = 1;
};

/// Smooth across flat edges, flat beside sharp ones; turned towards the viewer.
Vec3 shading_normal(const Surfaces& surfaces, const Triangle& triangle, const Barycentric& weights, const Vec3& eye);

Radiance lit(const Colour& surface, const Vec3& point, const Vec3& normal, const Vec3& eye, const KeyLight& key,
             const Visibility& visibility);

/// Factor by which a sample is darker for lying on an edge of its triangle; `pixel` is the width of one in samples.
double edge_shade(const std::array<ScreenPoint, 3>& corners, const Barycentric& weights, double pixel);

}  // namespace pliant::picture
