// Penalty forces [Mendoza2005, 4.3]: stiffness times depth along the contact normal, on the nearest vertex of the cage.
// Departures: triangles push by default, not spheres, which overlap before their surfaces touch; a push is shared by
// both bodies alike, where the paper takes a mean on either side.
#include <pliant/penalty.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "numeric/vec.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant {

namespace {

constexpr std::uint32_t no_vertex = 0xffffffffu;

std::uint32_t nearest_vertex(Points vertices, const Vec3& p) {
    std::uint32_t nearest = no_vertex;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        const Vec3 offset = Vec3(vertices[i]) - p;
        if (!(dot(offset, offset) < least)) continue;
        least = dot(offset, offset);
        nearest = static_cast<std::uint32_t>(i);
    }
    return nearest;
}

/// A contact that pushes, and the vertices that take it.
struct Taken {
    const Contact* contact;
    std::uint32_t a, b;
};

/// Kept: a warm frame allocates nothing.
struct Scratch {
    std::vector<Taken> taken;
    std::vector<std::uint32_t> at_a, at_b;  // contacts by vertex
};

void check(const PenaltyBody& body) {
    if (body.forces.size() != body.vertices.size())
        throw std::invalid_argument("pliant: a force for every vertex of a body");
    if (!body.velocities.empty() && body.velocities.size() != body.vertices.size())
        throw std::invalid_argument("pliant: a velocity for every vertex of a body, or none");
}

std::uint32_t contacts_at(std::span<const std::uint32_t> counts, std::uint32_t vertex) {
    return vertex == no_vertex ? 0 : counts[vertex];
}

Vec3 velocity(const PenaltyBody& body, std::uint32_t vertex) {
    return vertex == no_vertex || body.velocities.empty() ? Vec3{} : Vec3(body.velocities[vertex]);
}

void add(const PenaltyBody& body, std::uint32_t vertex, const Vec3& force) {
    if (vertex == no_vertex) return;
    for (std::size_t k = 0; k < 3; ++k) body.forces[vertex][k] += force[k];
}

/// On b; a takes the same the other way.
Vec3 force_of(const Contact& contact, const Vec3& slip, double share, const PenaltyOptions& options) {
    const Vec3 n = contact.normal;
    const double push = share * options.stiffness * contact.depth;
    const Vec3 across = slip - dot(n, slip) * n;
    const double speed = std::sqrt(dot(across, across));
    if (!(options.friction > 0) || !(speed > 0) || !std::isfinite(speed)) return push * n;
    const double brake = options.friction * push / std::max(speed, options.creeping_speed);
    return push * n - brake * across;
}

}  // namespace

void penalty_forces(const Contacts& contacts, const PenaltyBody& a, const PenaltyBody& b,
                    const PenaltyOptions& options) {
    const parallel::FloatingPointMode mode;
    check(a);
    check(b);
    for (const PenaltyBody* body : {&a, &b}) std::fill(body->forces.begin(), body->forces.end(), Point{});
    thread_local Scratch scratch;
    scratch.taken.clear();
    scratch.at_a.assign(a.vertices.size(), 0);
    scratch.at_b.assign(b.vertices.size(), 0);
    for (const Contact& contact : contacts) {
        if (!(contact.depth > 0) || (contact.kind != ContactKind::triangles && !options.spheres)) continue;
        const Taken taken{&contact, nearest_vertex(a.vertices, contact.position),
                          nearest_vertex(b.vertices, contact.position)};
        if (taken.a != no_vertex) ++scratch.at_a[taken.a];
        if (taken.b != no_vertex) ++scratch.at_b[taken.b];
        scratch.taken.push_back(taken);
    }
    for (const Taken& taken : scratch.taken) {
        const std::uint32_t sharing =
            std::max({1u, contacts_at(scratch.at_a, taken.a), contacts_at(scratch.at_b, taken.b)});
        const Vec3 slip = velocity(b, taken.b) - velocity(a, taken.a);
        const Vec3 force = force_of(*taken.contact, slip, 1.0 / sharing, options);
        add(b, taken.b, force);
        add(a, taken.a, -1.0 * force);
    }
}

}  // namespace pliant
