#include "detect/depth_layers/vertex_depths.hpp"

#include <algorithm>

namespace pliant::depth_layers {

namespace {

constexpr std::size_t vertices_per_question = 8192;  // to a watch

}  // namespace

/// Vertices that no triangle uses do not count.
void VertexDepths::find_inside(const surfaces::OverlapQuery& query, const frame::Body& of, const frame::Body& in) {
    used_.assign(of.vertices, 0);
    for (const Triangle& t : of.triangles) {
        for (const std::uint32_t v : t) {
            if (v < of.vertices) used_[v] = 1;
        }
    }
    const ContainsOptions exactly{.exact = true,
                                  .rule = query.options.rule,
                                  .budget = {.time = query.options.budget.time},
                                  .watch = query.options.watch};
    const ContainsQuery points{
        {query.bodies, exactly, query.workers, inside_.report, query.started}, in.id, of.positions};
    contains_.update(points);
    contains_.find(points, inside_);
    std::erase_if(inside_.inside, [&](std::uint32_t v) { return used_[v] == 0; });
}

void VertexDepths::find_in(const surfaces::OverlapQuery& query, const frame::Body& of, const frame::Body& in,
                           Overlap& out) {
    find_inside(query, of, in);
    if (inside_.report.stopped_by != Limit::none) query.report.stopped_by = inside_.report.stopped_by;
    if (query.report.stopped_by == Limit::caller) return;
    if (!inside_.inside.empty()) closest_.update(query.bodies, in, query.workers);
    const std::size_t there = out.penetrations.size(), more = inside_.inside.size();
    out.penetrations.resize(there + more);
    const auto measure = [&](std::size_t i) {
        const std::uint32_t v = inside_.inside[i];
        const Vec3 p = of.positions[v];
        const ClosestTriangle::Found out_at = closest_.find(p);
        const Vec3 direction = out_at.distance > 0 ? 1 / out_at.distance * (out_at.point - p) : Vec3{};
        out.penetrations[there + i] = {
            of.id,          v, out_at.distance, surfaces::array_of(direction), surfaces::array_of(out_at.point),
            out_at.triangle};
    };
    const std::size_t wave = query.watched() ? vertices_per_question : std::max<std::size_t>(1, more);
    for (std::size_t first = 0; first < more; first += wave) {
        if (!query.go_on(0, 0)) {
            out.penetrations.resize(there + first);
            query.report.stopped_by = Limit::caller;
            return;
        }
        query.workers.for_each(std::min(wave, more - first), [&](std::size_t i) { measure(first + i); });
    }
}

void VertexDepths::find(const surfaces::OverlapQuery& query, Overlap& out) {
    const frame::Body &a = query.sides[0].body(), &b = query.sides[1].body();
    find_in(query, a, b, out);
    if (query.report.stopped_by != Limit::caller) find_in(query, b, a, out);
}

}  // namespace pliant::depth_layers
