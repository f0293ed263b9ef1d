#include "curves/curve_finder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>

#include "curves/edge_crossings.hpp"

namespace pliant::curves {

namespace {

constexpr std::uint32_t no_point = ~0u;
constexpr std::size_t points_at_once = 16 * crossings_at_once, sets_at_once = 256;

double distance(const Point& p, const Point& q) {
    const Vec3 way = Vec3(q) - Vec3(p);
    return std::sqrt(dot(way, way));
}

bool in_one_plane(PairKind kind) { return kind == PairKind::coplanar || kind == PairKind::fold; }

/// A vertex that both triangles of a pair have.
CurvePoint point_at_vertex(const frame::Bodies& bodies, std::uint32_t vertex, std::uint32_t triangle,
                           const TriangleRef& ref) {
    CurvePoint point;
    const Vec3 at = bodies.position(vertex);
    const frame::Body& body = bodies.all()[bodies.body_index(triangle)];
    point.position = {at.x, at.y, at.z};
    point.edge_body = ref.body;
    point.edge = {vertex - body.first_vertex, vertex - body.first_vertex};
    point.triangle = ref;
    const Triangle& corners = bodies.triangles()[triangle];
    for (std::size_t k = 0; k < 3; ++k) point.barycentric[k] = corners[k] == vertex ? 1 : 0;
    return point;
}

}  // namespace

void CurveFinder::find(const frame::Bodies& bodies, std::span<const TrianglePair> pairs, const CurveOptions& options,
                       parallel::Workers& workers, Curves& out) {
    if (pairs.size() > NodeTable::most_pairs) throw std::length_error("pliant: more than 2^30 pairs in curves");
    segments_.find(bodies, pairs, workers);
    nodes_.fill(segments_.ends(), segments_.triangles());
    chains_.find(pairs, segments_, nodes_);
    write_segments(pairs, out);
    write_points(bodies, pairs, workers, out);
    write_ends(bodies, out);
    write_touches(bodies, pairs, workers, out);
    out.enclosed.clear();
    out.depths.clear();
    if (!options.sides || out.items.empty()) return;
    around_.update(bodies);
    sides_.find({bodies, around_, fair_, options.depth}, out);
    if (options.depth) way_out_.find(bodies, sides_, workers, out);
}

std::uint32_t CurveFinder::number_point(std::uint32_t end) {
    const std::uint32_t node = nodes_.at(end);
    std::uint32_t& number = point_of_node_[node];
    if (number == no_point) {
        number = points_++;
    }
    return number;
}

void CurveFinder::write_segments(std::span<const TrianglePair> pairs, Curves& out) {
    out.items.clear();
    out.segments.clear();
    point_of_node_.assign(nodes_.nodes().size(), no_point);
    points_ = 0;
    for (const Chain& chain : chains_.all()) {
        Curve& curve = out.items.emplace_back();
        curve.a = chain.a;
        curve.b = chain.b;
        curve.closed = chain.closed;
        curve.first = static_cast<std::uint32_t>(out.segments.size());
        curve.count = chain.count;
        for (const Link& link : chains_.links(chain)) {
            const TrianglePair& pair = pairs[link.pair];
            const std::uint32_t from = number_point(Chains::start(link)), to = number_point(Chains::end(link));
            out.segments.push_back({link.swapped ? pair.b : pair.a, link.swapped ? pair.a : pair.b, {from, to}});
        }
    }
}

/// In the order of nodes, which is that of pairs, and so nearly that of memory; written in the order of curves.
void CurveFinder::write_points(const frame::Bodies& bodies, std::span<const TrianglePair> pairs,
                               parallel::Workers& workers, Curves& out) {
    const std::size_t count = nodes_.nodes().size();
    out.points.resize(count);
    fair_.resize(count);
    const parallel::Chunks chunks{count, points_at_once};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); i += crossings_at_once) {
            write_points(bodies, pairs, i, std::min(i + crossings_at_once, chunks.end(chunk)), out);
        }
    });
}

void CurveFinder::write_points(const frame::Bodies& bodies, std::span<const TrianglePair> pairs, std::size_t begin,
                               std::size_t end, Curves& out) {
    std::array<EdgeAndTriangle, crossings_at_once> asked;
    std::array<geometry::EdgeCrossing, crossings_at_once> found;
    for (std::size_t i = begin; i < end; ++i) {
        const NodeKey& key = nodes_.nodes()[i].key;
        // At a vertex nothing is asked, and the answer not looked at.
        const std::uint32_t triangle =
            key.at_vertex() ? segments_.triangles()[nodes_.nodes()[i].end / 2].a : key.triangle;
        const Triangle& corners = bodies.triangles()[triangle];
        asked[i - begin] = {key.low, key.high, {corners[0], corners[1], corners[2]}};
    }
    find_edge_crossings(bodies.vertices(), asked.data(), end - begin, found.data());
    const frame::Body* body = nullptr;
    for (std::size_t i = begin; i < end; ++i) {
        const Node& node = nodes_.nodes()[i];
        const std::uint32_t number = point_of_node_[i], pair = node.end / 2;
        const broad_phase::Pair& triangles = segments_.triangles()[pair];
        fair_[number] = 1;
        if (node.key.at_vertex()) {
            out.points[number] = point_at_vertex(bodies, node.key.low, triangles.a, pairs[pair].a);
            continue;
        }
        geometry::EdgeCrossing crossing = found[i - begin];
        if (crossing.error < 0) {
            crossing = geometry::edge_crossing({bodies.position(node.key.low), bodies.position(node.key.high)},
                                               bodies.corners(node.key.triangle));
            fair_[number] = crossing.fair ? 1 : 0;
        }
        const bool meets_a = node.key.triangle == triangles.a;
        const BodyId id = meets_a ? pairs[pair].b.body : pairs[pair].a.body;
        if (body == nullptr || body->id != id) body = &bodies.at(id);
        const auto& [x, y, z] = crossing.position;
        out.points[number] = {{x, y, z},
                              crossing.error,
                              id,
                              {node.key.low - body->first_vertex, node.key.high - body->first_vertex},
                              crossing.along,
                              meets_a ? pairs[pair].a : pairs[pair].b,
                              crossing.barycentric};
    }
}

CurveEnd CurveFinder::end_at(const frame::Bodies& bodies, std::uint32_t end) {
    const Node& node = nodes_.nodes()[nodes_.at(end)];
    if (node.key.at_vertex()) return CurveEnd::vertex;
    if (node.ends > 2) return CurveEnd::branch;
    around_.update(bodies);
    const std::size_t triangles = around_.at_edge(bodies, node.key.low, node.key.high);
    return triangles == 1 ? CurveEnd::border : triangles == 2 ? CurveEnd::missing : CurveEnd::branch;
}

void CurveFinder::write_ends(const frame::Bodies& bodies, Curves& out) {
    for (std::size_t i = 0; i < out.items.size(); ++i) {
        Curve& curve = out.items[i];
        for (const CurveSegment& s : std::span(out.segments).subspan(curve.first, curve.count)) {
            curve.length += distance(out.points[s.points[0]].position, out.points[s.points[1]].position);
        }
        if (curve.closed) continue;
        const auto links = chains_.links(chains_.all()[i]);
        curve.ends = {end_at(bodies, Chains::start(links.front())), end_at(bodies, Chains::end(links.back()))};
    }
}

void CurveFinder::write_touches(const frame::Bodies& bodies, std::span<const TrianglePair> pairs,
                                parallel::Workers& workers, Curves& out) {
    touching_.clear();
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        if (!segments_.ends()[i].any || in_one_plane(pairs[i].kind)) touching_.push_back(i);
    }
    sets_.resize(touching_.size());
    const parallel::Chunks chunks{touching_.size(), sets_at_once};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) {
            const broad_phase::Pair& pair = segments_.triangles()[touching_[i]];
            sets_[i] = geometry::common_set(bodies.corners(pair.a), bodies.corners(pair.b));
        }
    });
    out.touches.clear();
    out.touch_points.clear();
    for (std::size_t i = 0; i < touching_.size(); ++i) {
        const auto& [a, b, kind] = pairs[touching_[i]];
        const geometry::CommonSet& set = sets_[i];
        out.touches.push_back({a, b, kind, static_cast<std::uint32_t>(out.touch_points.size()),
                               static_cast<std::uint32_t>(set.count), set.area});
        for (std::size_t k = 0; k < set.count; ++k) {
            out.touch_points.push_back({set.corners[k].x, set.corners[k].y, set.corners[k].z});
        }
    }
}

}  // namespace pliant::curves
