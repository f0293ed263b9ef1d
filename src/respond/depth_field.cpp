#include "respond/depth_field.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/closest_point.hpp"
#include "mesh/boundary.hpp"
#include "numeric/vec.hpp"

namespace pliant::respond {

namespace {

// Of a body that is stretched to twice its length. In the middle of a body, between its surfaces, distances of the
// corners differ by little or by rounding alone, and a depth by their slope would be any number.
constexpr double least_slope = 0.5, no_slope = 1e-6;

}  // namespace

DepthField::DepthField(const VolumeView& rest) : distance_(rest.positions.size()) {
    const std::vector<Triangle> boundary = mesh::boundary(mesh::check(rest.tetrahedra, rest.positions.size()).sound);
    std::vector<std::uint8_t> outside(distance_.size(), 0);
    for (const Triangle& t : boundary)
        for (const std::uint32_t v : t) outside[v] = 1;
    for (std::size_t i = 0; i < distance_.size(); ++i) {
        if (outside[i] != 0) continue;
        const Vec3 p = rest.positions[i];
        double least = std::numeric_limits<double>::infinity();
        for (const Triangle& t : boundary) {
            const Vec3 off = p - geometry::closest_point(p, {Vec3(rest.positions[t[0]]), Vec3(rest.positions[t[1]]),
                                                             Vec3(rest.positions[t[2]])});
            least = std::min(least, dot(off, off));
        }
        distance_[i] = std::isfinite(least) ? std::sqrt(least) : 0;
    }
}

bool DepthField::measure(const Tetrahedron& t, std::span<const Point> positions, VertexContact& contact) const {
    const Vec3 a = positions[t[0]], b = Vec3(positions[t[1]]) - a, c = Vec3(positions[t[2]]) - a,
               d = Vec3(positions[t[3]]) - a;
    const double volume = dot(b, cross(c, d));
    if (volume == 0) return false;
    const double f0 = distance_[t[0]], fb = distance_[t[1]] - f0, fc = distance_[t[2]] - f0, fd = distance_[t[3]] - f0;
    const Vec3 gradient = (1 / volume) * (fb * cross(c, d) + fc * cross(d, b) + fd * cross(b, c));
    const double slope = std::sqrt(dot(gradient, gradient));
    if (!(slope > no_slope) || !std::isfinite(slope)) return false;
    double value = 0;
    for (std::size_t k = 0; k < 4; ++k) value += contact.weights[k] * distance_[t[k]];
    contact.depth = value / std::max(slope, least_slope);
    const Vec3 out = (-1 / slope) * gradient;
    contact.direction = {out.x, out.y, out.z};
    return contact.depth > 0;
}

}  // namespace pliant::respond
