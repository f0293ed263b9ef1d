#include "detect/depth_layers/vertex_depths.hpp"

#include <algorithm>
#include <span>

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
    if (query.report.stopped_by == Limit::caller || inside_.inside.empty()) return;
    closest_.update(query.bodies, in, query.workers);
    points_.clear();
    for (const std::uint32_t v : inside_.inside) points_.push_back(Vec3(of.positions[v]));
    const std::size_t wave = query.watched() ? vertices_per_question : points_.size();
    for (std::size_t first = 0; first < points_.size(); first += wave) {
        if (!query.go_on(0, 0)) {
            query.report.stopped_by = Limit::caller;
            return;
        }
        measure(of, first, std::min(wave, points_.size() - first), query.workers, out);
    }
}

/// The shortest ways out of some of the vertices inside.
void VertexDepths::measure(const frame::Body& of, std::size_t first, std::size_t count, parallel::Workers& workers,
                           Overlap& out) {
    const auto found = closest_.find(std::span(points_).subspan(first, count), workers);
    for (std::size_t i = 0; i < found.size(); ++i) {
        const auto& [point, distance, triangle] = found[i];
        const Vec3 direction = distance > 0 ? 1 / distance * (point - points_[first + i]) : Vec3{};
        out.penetrations.push_back({of.id, inside_.inside[first + i], distance, surfaces::array_of(direction),
                                    surfaces::array_of(point), triangle});
    }
}

void VertexDepths::find(const surfaces::OverlapQuery& query, Overlap& out) {
    const frame::Body &a = query.sides[0].body(), &b = query.sides[1].body();
    find_in(query, a, b, out);
    if (query.report.stopped_by != Limit::caller) find_in(query, b, a, out);
}

}  // namespace pliant::depth_layers
