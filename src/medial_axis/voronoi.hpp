// Voronoi vertices of points in space, by Qhull.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "numeric/vec.hpp"

namespace pliant::medial_axis {

/// As far from four of the points, and no other is nearer.
struct VoronoiVertex {
    Vec3 centre;
    double radius = 0;
    std::array<std::uint32_t, 4> points{};
    std::array<std::uint32_t, 4> neighbours{};  // numbers of vertices that share three of the points; `none`
    static constexpr std::uint32_t none = ~0u;
};

/// None where the points lie in a plane, or are too few. The same for the same points.
std::vector<VoronoiVertex> voronoi_vertices(std::span<const Vec3> points);

}  // namespace pliant::medial_axis
