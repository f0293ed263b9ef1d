#include "respond/impact_repair.hpp"

#include <algorithm>

#include "numeric/vec.hpp"

namespace pliant::respond {

namespace {

constexpr double kept_apart = 0.1;  // of their distance at the start, or of their thickness

double height(const Push& push, std::span<const Point> positions, double time) {
    Vec3 sum = Vec3(push.anchor) - (1 - time) * Vec3(push.anchor_motion);
    for (std::uint32_t k = 0; k < push.count; ++k) sum = sum + push.weights[k] * Vec3(positions[push.vertices[k]]);
    return dot(Vec3(push.normal), sum);
}

}  // namespace

void ImpactRepair::begin(std::size_t vertices) {
    is_changed_.assign(vertices, 0);
    changed_ = 0;
}

void ImpactRepair::change(std::uint32_t vertex, const Point& to, const StepEnds& ends) {
    ends.end[vertex] = to;
    changed_ += is_changed_[vertex] == 0;
    is_changed_[vertex] = 1;
}

void ImpactRepair::part(const Impacts& impacts, std::span<const SurfaceBody> bodies, const StepEnds& ends) {
    pushes_.clear();
    pushes_of(impacts, bodies, pushes_);
    for (const Push& push : pushes_) {
        const double apart = std::min(height(push, ends.start, 0), push.distance);
        const double missing = kept_apart * apart - height(push, ends.end, 1);
        double mobility = 0;
        for (std::uint32_t k = 0; k < push.count; ++k)
            mobility += push.weights[k] * push.weights[k] * ends.inverse_masses[push.vertices[k]];
        if (!(apart > 0) || !(missing > 0) || !(mobility > 0)) continue;
        for (std::uint32_t k = 0; k < push.count; ++k) {
            const std::uint32_t v = push.vertices[k];
            const double way = missing / mobility * ends.inverse_masses[v] * push.weights[k];
            if (way == 0) continue;
            const Vec3 to = Vec3(ends.end[v]) + way * Vec3(push.normal);
            change(v, {to.x, to.y, to.z}, ends);
        }
    }
}

void ImpactRepair::slow(const Impacts& impacts, std::span<const SurfaceBody> bodies, double share,
                        const StepEnds& ends) {
    is_slowed_.assign(ends.start.size(), 0);
    for (const FeatureImpact& i : impacts) {
        if (!concerns_cloth(i, bodies)) continue;
        for (std::size_t k = 0; k < 4; ++k) {
            const bool first = k < (i.kind == FeatureKind::vertex_triangle ? 1U : 2U);
            const SurfaceBody& body = bodies[std::size_t(first ? i.body_a : i.body_b)];
            if (body.obstacle()) continue;
            const std::uint32_t v = body.solver.first + i.vertices[k];
            if (is_slowed_[v] != 0 || ends.inverse_masses[v] == 0) continue;
            is_slowed_[v] = 1;
            const Vec3 from(ends.start[v]), to = from + share * (Vec3(ends.end[v]) - from);
            change(v, {to.x, to.y, to.z}, ends);
        }
    }
}

}  // namespace pliant::respond
