// From many spheres to few that hold the same samples: neighbours are merged, or spheres burst and leave their samples
// to the others, whichever spoils the fit least [Bradshaw2004, 5].
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/sphere_tree/fit_error.hpp"
#include "numeric/vec.hpp"

namespace pliant::medial_axis {

struct MedialSphere {
    Vec3 centre;
    double radius = 0, depth = 0;        // of the centre: how far inside
    std::vector<std::uint32_t> samples;  // that it holds, ascending
    std::vector<std::uint32_t> neighbours;
    [[nodiscard]] double error() const { return radius - depth; }
};

/// At most `count` spheres that hold every sample that one of the given spheres holds.
std::vector<MedialSphere> reduce(std::vector<MedialSphere> spheres, std::span<const Vec3> samples, std::size_t count,
                                 const sphere_tree::Solid& solid);

}  // namespace pliant::medial_axis
