#include "detect/brute_force/penetrations.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "numeric/orientation.hpp"

namespace pliant::brute_force {

using frame::Bodies;
using frame::PenetrationQuery;
using frame::Tetrahedra;

namespace {

bool is_corner(const Tetrahedron& t, std::uint32_t v) { return std::find(t.begin(), t.end(), v) != t.end(); }

/// Barycentric coordinates by scalar code, whatever the kernel of the writer found.
void weigh(const PenetrationQuery& query, std::vector<Penetration>& items) {
    const Bodies& bodies = query.bodies;
    const Tetrahedra& tetrahedra = query.tetrahedra;
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

void BruteForcePenetrations::find(const PenetrationQuery& query, Penetrations& answer) {
    sort_out(query);
    find_vertices(query);
    edges_.clear();
    if (query.options.edges && query.report.stopped_by == Limit::none) find_edges(query);
    frame::collect_volume_flaws(query.bodies, query.tetrahedra, flat_, query.report.set_aside);
    writer_.write(query, found_, answer);
    weigh(query, answer.items);
    narrow_phase::write_edges(query, edges_, answer);
}

void BruteForcePenetrations::sort_out(const PenetrationQuery& query) {
    const Bodies& bodies = query.bodies;
    const Tetrahedra& tetrahedra = query.tetrahedra;
    sound_.clear();
    flat_.clear();
    vertices_.clear();
    query.report.noted.clear();
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
            query.report.noted.push_back({id, FlawKind::inverted_tetrahedron, element});
        }
    }
}

void BruteForcePenetrations::find_vertices(const PenetrationQuery& query) {
    Counters& counters = query.report.counters;
    found_.clear();
    for (const std::uint32_t t : sound_) {
        query.report.stopped_by = query.limit_reached(0, 0);
        if (query.report.stopped_by != Limit::none) return;
        const auto corners = query.tetrahedra.corners(query.bodies, t);
        for (const std::uint32_t v : vertices_) {
            if (is_corner(query.tetrahedra.all()[t], v) || !query.wants(v, t)) continue;
            ++counters.box_tests;
            const Vec3 p = query.bodies.position(v);
            if (!narrow_phase::in_box(p, corners)) continue;
            ++counters.candidates;
            ++counters.exact_tests;
            const geometry::Side side = geometry::locate(p, corners);
            if (side == geometry::Side::outside) continue;
            const bool inside = side == geometry::Side::inside;
            found_.push_back({v, t, inside ? PenetrationKind::inside : PenetrationKind::on_boundary});
        }
    }
}

void BruteForcePenetrations::find_edges(const PenetrationQuery& query) {
    Counters& counters = query.report.counters;
    for (const auto& [a, b] : surface_edges(query.bodies)) {
        query.report.stopped_by = query.limit_reached(0, 0);
        if (query.report.stopped_by != Limit::none) return;
        const Vec3 p = query.bodies.position(a), q = query.bodies.position(b);
        for (const std::uint32_t t : sound_) {
            const Tetrahedron& tetrahedron = query.tetrahedra.all()[t];
            if (is_corner(tetrahedron, a) || is_corner(tetrahedron, b) || !query.wants(a, t)) continue;
            ++counters.box_tests;
            const auto corners = query.tetrahedra.corners(query.bodies, t);
            if (!narrow_phase::boxes_overlap(p, q, corners)) continue;
            ++counters.candidates;
            ++counters.exact_tests;
            if (geometry::passes_through(p, q, corners)) edges_.push_back({a, b, t});
        }
    }
}

}  // namespace pliant::brute_force
