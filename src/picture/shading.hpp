// The colour of a point of a surface.
#pragma once

#include "picture/lights.hpp"
#include "picture/radiance.hpp"

namespace pliant::picture {

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
