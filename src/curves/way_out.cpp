#include "curves/way_out.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace pliant::curves {

namespace {

constexpr std::size_t vertices_at_once = 64;

}  // namespace

void WayOut::find(const frame::Bodies& bodies, const CurveSides& sides, parallel::Workers& workers, Curves& out) {
    for (std::uint32_t i = 0; i < out.items.size(); ++i) {
        if (!out.items[i].sides[0].bounded || !out.items[i].sides[1].bounded) continue;
        for (std::uint32_t side = 0; side < 2; ++side) find_one(bodies, sides, i, side, workers, out);
    }
}

/// What the curve encloses on one side, and what it runs through there.
void WayOut::list_triangles(const frame::Bodies& bodies, const Curves& curves, const Curve& curve, std::uint32_t side) {
    const std::uint32_t first = bodies.at(curve.sides[side].body).first_triangle;
    triangles_.clear();
    for (const TriangleRef& t : std::span(curves.enclosed).subspan(curve.sides[side].first, curve.sides[side].count)) {
        triangles_.push_back(first + t.triangle);
    }
    for (const CurveSegment& s : std::span(curves.segments).subspan(curve.first, curve.count)) {
        triangles_.push_back(first + (side == 0 ? s.a : s.b).triangle);
    }
    std::sort(triangles_.begin(), triangles_.end());
    triangles_.erase(std::unique(triangles_.begin(), triangles_.end()), triangles_.end());
}

void WayOut::find_one(const frame::Bodies& bodies, const CurveSides& sides, std::uint32_t curve, std::uint32_t side,
                      parallel::Workers& workers, Curves& out) {
    const auto vertices = sides.vertices(curve, side);
    if (vertices.empty()) return;
    const Curve& item = out.items[curve];
    list_triangles(bodies, out, item, 1 - side);
    nearest_.start();
    for (const std::uint32_t t : triangles_) nearest_.add(bodies.corners(t));
    nearest_.build();
    found_.resize(vertices.size());
    const parallel::Chunks chunks{vertices.size(), vertices_at_once};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            found_[i] = nearest_.find(bodies.position(vertices[i]));
        }
    });
    const auto deepest = std::max_element(found_.begin(), found_.end(),
                                          [](const auto& p, const auto& q) { return p.square < q.square; });
    const std::uint32_t vertex = vertices[std::size_t(deepest - found_.begin())];
    CurveDepth depth;
    const frame::Body& body = bodies.at(item.sides[side].body);
    depth.vertex = {body.id, vertex - body.first_vertex};
    depth.body = item.sides[1 - side].body;
    depth.depth = std::sqrt(deepest->square);
    depth.curve = curve;
    if (depth.depth > 0) {
        const Vec3 way = 1 / depth.depth * (deepest->point - bodies.position(vertex));
        depth.direction = {way.x, way.y, way.z};
    }
    out.depths.push_back(depth);
}

}  // namespace pliant::curves
