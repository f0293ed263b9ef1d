// Penalty forces [Mendoza2005, 4.3]: stiffness times depth along the contact normal, on the nearest vertex of the cage.
#include <pliant/penalty.hpp>

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <vector>

#include "numeric/vec.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant {

namespace {

std::size_t nearest_vertex(Points cage, const Vec3& p) {
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < cage.size(); ++i) {
        const Vec3 offset = Vec3(cage[i]) - p;
        if (!(dot(offset, offset) < least)) continue;
        least = dot(offset, offset);
        nearest = i;
    }
    return nearest;
}

}  // namespace

void penalty_forces(const Contacts& contacts, Side side, Points cage, double stiffness,
                    std::span<std::array<double, 3>> out) {
    const parallel::FloatingPointMode mode;
    if (out.size() != cage.size() || out.empty())
        throw std::invalid_argument("pliant: a force for every vertex of the cage");
    std::fill(out.begin(), out.end(), std::array<double, 3>{});
    thread_local std::vector<double> pushes;  // contacts by vertex; kept: a warm frame allocates nothing
    pushes.assign(out.size(), 0);
    for (const Contact& contact : contacts) {
        if (contact.kind == ContactKind::triangles) continue;
        const std::size_t vertex = nearest_vertex(cage, contact.position);
        const double push = (side == Side::a ? -stiffness : stiffness) * contact.depth;
        for (std::size_t k = 0; k < 3; ++k) out[vertex][k] += push * contact.normal[k];
        pushes[vertex] += 1;
    }
    for (std::size_t i = 0; i < out.size(); ++i) {
        for (double& f : out[i]) f /= std::max(1.0, pushes[i]);
    }
}

}  // namespace pliant
