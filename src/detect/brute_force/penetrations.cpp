#include "detect/brute_force/penetrations.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <set>
#include <utility>

#include "numeric/orientation.hpp"

namespace pliant::brute_force {

using frame::Bodies;
using frame::Tetrahedra;

namespace {

using Clock = std::chrono::steady_clock;

bool is_corner(const Tetrahedron& t, std::uint32_t v) { return std::find(t.begin(), t.end(), v) != t.end(); }

Limit limit_reached(const Budget& budget, std::uint64_t candidates, Clock::time_point started) {
    if (budget.tests && candidates >= *budget.tests) return Limit::tests;
    if (budget.time && Clock::now() - started >= *budget.time) return Limit::time;
    return Limit::none;
}

/// One by one, whatever the writer did several at a time.
void weigh(const Bodies& bodies, const Tetrahedra& tetrahedra, std::vector<Penetration>& items) {
    for (Penetration& p : items) {
        const auto index = static_cast<std::size_t>(&bodies.at(p.tetrahedron.body) - bodies.all().data());
        const std::uint32_t tetrahedron = tetrahedra.first(index) + p.tetrahedron.tetrahedron;
        const std::uint32_t vertex = bodies.at(p.vertex.body).first_vertex + p.vertex.vertex;
        p.barycentric = geometry::barycentric(bodies.position(vertex), tetrahedra.corners(bodies, tetrahedron));
    }
}

/// Edges of the triangles of all bodies, each once, smaller number first.
std::set<std::array<std::uint32_t, 2>> surface_edges(const Bodies& bodies) {
    std::set<std::array<std::uint32_t, 2>> edges;
    for (std::uint32_t t = 0; t < bodies.triangles().size(); ++t) {
        if (!bodies.usable(t) || bodies.all()[bodies.body_index(t)].set_aside) continue;
        const Triangle& corners = bodies.triangles()[t];
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t a = corners[i], b = corners[(i + 1) % 3];
            if (a != b && finite(bodies.position(a)) && finite(bodies.position(b))) {
                edges.insert({std::min(a, b), std::max(a, b)});
            }
        }
    }
    return edges;
}

}  // namespace

void BruteForcePenetrations::find(const Bodies& bodies, const Tetrahedra& tetrahedra, const PenetrationOptions& options,
                                  parallel::Workers& workers, Penetrations& answer) {
    sort_out(bodies, tetrahedra, answer.report);
    find_vertices(bodies, tetrahedra, options, answer.report);
    edges_.clear();
    if (options.edges && answer.report.stopped_by == Limit::none) {
        find_edges(bodies, tetrahedra, options, answer.report);
    }
    frame::collect_volume_flaws(bodies, tetrahedra, flat_, answer.report.set_aside);
    writer_.write(bodies, tetrahedra, found_, options, workers, answer);
    weigh(bodies, tetrahedra, answer.items);
    narrow_phase::write_edges(bodies, tetrahedra, edges_, options.budget, answer);
}

void BruteForcePenetrations::sort_out(const Bodies& bodies, const Tetrahedra& tetrahedra, Report& report) {
    sound_.clear();
    flat_.clear();
    vertices_.clear();
    report.noted.clear();
    for (std::uint32_t v : tetrahedra.used_vertices()) {
        if (finite(bodies.position(v)) && !bodies.all()[frame::body_of_vertex(bodies, v)].set_aside) {
            vertices_.push_back(v);
        }
    }
    for (std::size_t body = 0; body < bodies.all().size(); ++body) {
        std::vector<std::uint32_t> of_sign[2];
        for (std::uint32_t t = tetrahedra.first(body); t < tetrahedra.first(body + 1); ++t) {
            if (!tetrahedra.usable(t) || bodies.all()[body].set_aside) continue;
            const auto c = tetrahedra.corners(bodies, t);
            if (!std::all_of(c.begin(), c.end(), finite)) continue;
            const int sign = orient3d(c[0], c[1], c[2], c[3]);
            (sign == 0 ? flat_ : sound_).push_back(t);
            if (sign != 0) of_sign[sign > 0].push_back(t);
        }
        for (const std::uint32_t t : of_sign[of_sign[0].size() > of_sign[1].size()]) {
            const auto [id, element] = tetrahedra.reference(t);
            report.noted.push_back({id, FlawKind::inverted_tetrahedron, element});
        }
    }
}

void BruteForcePenetrations::find_vertices(const Bodies& bodies, const Tetrahedra& tetrahedra,
                                           const PenetrationOptions& options, Report& report) {
    const auto started = Clock::now();
    found_.clear();
    for (const std::uint32_t t : sound_) {
        report.stopped_by = limit_reached(options.budget, report.counters.candidates, started);
        if (report.stopped_by != Limit::none) return;
        const auto corners = tetrahedra.corners(bodies, t);
        for (const std::uint32_t v : vertices_) {
            if (is_corner(tetrahedra.all()[t], v) || !narrow_phase::wanted(bodies, tetrahedra, v, t, options)) continue;
            ++report.counters.box_tests;
            const Vec3 p = bodies.position(v);
            if (!narrow_phase::in_box(p, corners)) continue;
            ++report.counters.candidates;
            ++report.counters.exact_tests;
            const geometry::Side side = geometry::locate(p, corners);
            if (side == geometry::Side::outside) continue;
            const bool inside = side == geometry::Side::inside;
            found_.push_back({v, t, inside ? PenetrationKind::inside : PenetrationKind::on_boundary});
        }
    }
}

void BruteForcePenetrations::find_edges(const Bodies& bodies, const Tetrahedra& tetrahedra,
                                        const PenetrationOptions& options, Report& report) {
    const auto started = Clock::now();
    for (const auto& [a, b] : surface_edges(bodies)) {
        if (report.stopped_by == Limit::none) {
            report.stopped_by = limit_reached(options.budget, report.counters.candidates, started);
        }
        if (report.stopped_by != Limit::none) return;
        const Vec3 p = bodies.position(a), q = bodies.position(b);
        for (const std::uint32_t t : sound_) {
            const Tetrahedron& tetrahedron = tetrahedra.all()[t];
            if (is_corner(tetrahedron, a) || is_corner(tetrahedron, b)) continue;
            if (!narrow_phase::wanted(bodies, tetrahedra, a, t, options)) continue;
            ++report.counters.box_tests;
            const auto corners = tetrahedra.corners(bodies, t);
            if (!narrow_phase::boxes_overlap(p, q, corners)) continue;
            ++report.counters.candidates;
            ++report.counters.exact_tests;
            if (geometry::passes_through(p, q, corners)) edges_.push_back({a, b, t});
        }
    }
}

}  // namespace pliant::brute_force
