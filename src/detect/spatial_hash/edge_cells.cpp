#include "detect/spatial_hash/edge_cells.hpp"

#include <algorithm>

namespace pliant::spatial_hash {

using frame::Bodies;
using frame::Tetrahedra;

namespace {

bool is_corner(const Tetrahedron& t, std::uint32_t v) { return std::find(t.begin(), t.end(), v) != t.end(); }

}  // namespace

void EdgeCells::build(const Bodies& bodies) {
    edges_.clear();
    for (std::uint32_t t = 0; t < bodies.triangles().size(); ++t) {
        if (!bodies.usable(t)) continue;
        const Triangle& corners = bodies.triangles()[t];
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t a = corners[i], b = corners[(i + 1) % 3];
            if (a != b) edges_.push_back({std::min(a, b), std::max(a, b)});
        }
    }
    std::sort(edges_.begin(), edges_.end());
    edges_.erase(std::unique(edges_.begin(), edges_.end()), edges_.end());
}

void EdgeCells::update(const Bodies& bodies, const simd::FloatVertex* vertices) {
    vertices_ = vertices;
    boxes_.clear();
    for (const Edge& edge : edges_) {
        const bool takes_part = !bodies.all()[frame::body_of_vertex(bodies, edge[0])].set_aside;
        boxes_.push_back(takes_part ? box_of(vertices, edge) : nowhere());
    }
    grid_.build(boxes_);
}

void EdgeCells::find(const frame::PenetrationQuery& query, std::uint32_t first, std::uint32_t last, Piece& out) const {
    const Bodies& bodies = query.bodies;
    const Tetrahedra& tetrahedra = query.tetrahedra;
    for (std::uint32_t t = first; t < last; ++t) {
        if (!tetrahedra.usable(t)) continue;
        const Tetrahedron& tetrahedron = tetrahedra.all()[t];
        const FloatBox box = box_of(vertices_, tetrahedron);
        if (!finite(box)) continue;
        const auto corners = tetrahedra.corners(bodies, t);
        out.counters.box_tests += grid_.each_overlapping(box, [&](std::uint32_t e) {
            const auto [a, b] = edges_[e];
            if (is_corner(tetrahedron, a) || is_corner(tetrahedron, b)) return;
            if (!query.wants(a, t)) return;
            const Vec3 p = bodies.position(a), q = bodies.position(b);
            if (!narrow_phase::boxes_overlap(p, q, corners)) return;
            ++out.counters.candidates;
            ++out.counters.exact_tests;
            if (geometry::passes_through(p, q, corners)) out.found.push_back({a, b, t});
        });
    }
}

}  // namespace pliant::spatial_hash
