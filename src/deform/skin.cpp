// Rigid links between a dense surface and its cage [Mendoza2005, 3].
#include <pliant/skin.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "deform/require_finite.hpp"
#include "geometry/link_frame.hpp"
#include "mesh/boundary.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant {

using deform::require_finite;

namespace {

// Nearly collinear vertices have an unstable frame: least sine of the angle at the first.
constexpr double least_sine = 0.1;

struct Near {
    double squared_distance;
    std::uint32_t vertex;
    auto operator<=>(const Near&) const = default;
};

std::vector<std::uint32_t> boundary_vertices(const VolumeView& cage) {
    const mesh::CheckedTetrahedra checked = mesh::check(cage.tetrahedra, cage.positions.size());
    std::vector<std::uint32_t> vertices;
    for (const Triangle& t : mesh::boundary(checked.sound)) vertices.insert(vertices.end(), t.begin(), t.end());
    std::sort(vertices.begin(), vertices.end());
    vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
    return vertices;
}

bool span_a_plane(const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 u = b - a, v = c - a, n = cross(u, v);
    return dot(n, n) > least_sine * least_sine * dot(u, u) * dot(v, v);
}

class Linker {
public:
    Linker(std::vector<Vec3> cage, std::vector<std::uint32_t> boundary)
        : cage_(std::move(cage)), boundary_(std::move(boundary)), near_(boundary_.size()) {}

    RigidLink link(const Vec3& p) {
        for (std::size_t i = 0; i < near_.size(); ++i) {
            const Vec3 offset = cage_[boundary_[i]] - p;
            near_[i] = {dot(offset, offset), boundary_[i]};
        }
        RigidLink link;
        link.cage = three_nearest();
        const Vec3 q0 = cage_[link.cage[0]], q1 = cage_[link.cage[1]], q2 = cage_[link.cage[2]];
        link.weights = weights(length(q0 - p), length(q1 - p), length(q2 - p));
        const geometry::LinkFrame frame = geometry::link_frame(q0, q1, q2);
        const Vec3 rest = p - (link.weights[0] * q0 + link.weights[1] * q1 + link.weights[2] * q2);
        link.along = {dot(rest, frame[0]), dot(rest, frame[1]), dot(rest, frame[2])};
        return link;
    }

private:
    static double length(const Vec3& v) { return std::sqrt(dot(v, v)); }

    /// Equation 3. Departure: halved. The printed weights add up to 2; the surface moves with its cage only if they add
    /// up to 1.
    static std::array<double, 3> weights(double d0, double d1, double d2) {
        const double sum = 2 * (d0 + d1 + d2);
        return {(d1 + d2) / sum, (d0 + d2) / sum, (d0 + d1) / sum};
    }

    /// Departure: the third is the nearest that spans a plane with the two nearest.
    std::array<std::uint32_t, 3> three_nearest() {
        const std::size_t some = std::min<std::size_t>(16, near_.size());
        std::partial_sort(near_.begin(), near_.begin() + static_cast<std::ptrdiff_t>(some), near_.end());
        for (std::size_t i = 2; i < near_.size(); ++i) {
            if (i == some) std::sort(near_.begin(), near_.end());
            const std::uint32_t a = near_[0].vertex, b = near_[1].vertex, c = near_[i].vertex;
            if (span_a_plane(cage_[a], cage_[b], cage_[c])) return {a, b, c};
        }
        throw std::invalid_argument("pliant: the cage has no three boundary vertices that span a plane");
    }

    std::vector<Vec3> cage_;
    std::vector<std::uint32_t> boundary_;
    std::vector<Near> near_;
};

}  // namespace

Skin make_skin(Points surface, const VolumeView& cage) {
    const parallel::FloatingPointMode mode;
    require_finite(surface);
    require_finite(cage.positions);
    Skin skin;
    std::vector<Vec3> positions;
    for (std::size_t i = 0; i < cage.positions.size(); ++i) {
        skin.cage.push_back(cage.positions[i]);
        positions.emplace_back(cage.positions[i]);
    }
    Linker linker(std::move(positions), boundary_vertices(cage));
    skin.links.reserve(surface.size());
    for (std::size_t i = 0; i < surface.size(); ++i) {
        skin.surface.push_back(surface[i]);
        skin.links.push_back(linker.link(surface[i]));
    }
    return skin;
}

void steer(const Skin& skin, Points cage, std::span<std::array<double, 3>> out) {
    const parallel::FloatingPointMode mode;
    if (cage.size() != skin.cage.size() || out.size() != skin.links.size()) {
        throw std::invalid_argument("pliant: the skin has another number of vertices");
    }
    const auto at = [&](std::uint32_t k) { return Vec3(cage[k]); };
    for (std::size_t i = 0; i < out.size(); ++i) {
        const Vec3 p = geometry::linked_position(skin.links[i], at);
        out[i] = {p.x, p.y, p.z};
    }
}

}  // namespace pliant
