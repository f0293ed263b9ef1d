// Quality of tetrahedra: mean ratio and dihedral angles.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <pliant/meshing.hpp>

#include "geometry/mean_ratio.hpp"
#include "numeric/vec.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant::meshing {

namespace {

using Corners = std::array<Vec3, 4>;

double six_volumes(const Corners& p) { return dot(p[1] - p[0], cross(p[2] - p[0], p[3] - p[0])); }

/// 0 for an inverted one.
double mean_ratio(const Corners& p) { return six_volumes(p) <= 0 ? 0 : geometry::mean_ratio(p); }

/// The smallest dihedral angle, in degrees.
double least_dihedral(const Corners& p) {
    std::array<Vec3, 4> normals;
    for (std::size_t i = 0; i < 4; ++i) {
        const Vec3 n = cross(p[(i + 2) % 4] - p[(i + 1) % 4], p[(i + 3) % 4] - p[(i + 1) % 4]);
        const double side = dot(n, p[i] - p[(i + 1) % 4]) > 0 ? -1 : 1;
        normals[i] = (side / std::sqrt(dot(n, n))) * n;
    }
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 4; ++i) {
        for (std::size_t k = i + 1; k < 4; ++k) {
            const double angle = std::acos(std::clamp(-dot(normals[i], normals[k]), -1.0, 1.0));
            least = std::min(least, angle * 180 / std::numbers::pi);
        }
    }
    return least;
}

}  // namespace

Quality quality(const VolumeView& mesh) {
    const parallel::FloatingPointMode mode;
    Quality result;
    const auto there = [&](const Tetrahedron& t) {
        return *std::max_element(t.begin(), t.end()) < mesh.positions.size();
    };
    const auto count = std::count_if(mesh.tetrahedra.begin(), mesh.tetrahedra.end(), there);
    if (count == 0) return result;
    result.least_mean_ratio = result.least_dihedral = std::numeric_limits<double>::infinity();
    for (const Tetrahedron& t : mesh.tetrahedra) {
        if (!there(t)) continue;
        const Corners p{mesh.positions[t[0]], mesh.positions[t[1]], mesh.positions[t[2]], mesh.positions[t[3]]};
        const double ratio = mean_ratio(p);
        result.least_dihedral = std::min(result.least_dihedral, least_dihedral(p));
        result.least_mean_ratio = std::min(result.least_mean_ratio, ratio);
        result.mean_ratio += ratio / static_cast<double>(count);
        result.volume += six_volumes(p) / 6;
    }
    return result;
}

}  // namespace pliant::meshing
