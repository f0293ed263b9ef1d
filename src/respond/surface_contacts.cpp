#include "respond/surface_contacts.hpp"

#include <algorithm>
#include <cmath>

#include "numeric/vec.hpp"
#include "respond/push_parts.hpp"

namespace pliant::respond {

namespace {

const SurfaceBody& of(BodyId body, std::span<const SurfaceBody> bodies) { return bodies[std::size_t(body)]; }

std::size_t corners_of_a(const FeaturePair& pair) { return pair.kind == FeatureKind::vertex_triangle ? 1 : 2; }

double apart_at_rest(const FeaturePair& pair, const std::array<double, 4>& weights, std::span<const Point> rest) {
    Vec3 sum;
    for (std::size_t k = 0; k < 4; ++k)
        sum = sum + (k < corners_of_a(pair) ? weights[k] : -weights[k]) * Vec3(rest[pair.vertices[k]]);
    return std::sqrt(dot(sum, sum));
}

/// Whether the vertex starts behind the triangle, and so inside the body.
bool inside(const Proximity& p, const SurfaceBody& body, std::span<const Point> positions) {
    if (body.outside.empty() || p.kind != FeatureKind::vertex_triangle) return false;
    const Vec3 a = positions[p.vertices[1]];
    const Vec3 normal = cross(Vec3(positions[p.vertices[2]]) - a, Vec3(positions[p.vertices[3]]) - a);
    const bool on_face = p.near.weights[1] > 0 && p.near.weights[2] > 0 && p.near.weights[3] > 0;
    return on_face && dot(normal, Vec3(p.near.normal)) < 0;
}

/// Edges that are nearest at an end of one of them: the end is as near to triangles of the other edge.
bool at_an_end(const Proximity& p) {
    const auto& w = p.near.weights;
    return p.kind == FeatureKind::edge_edge && (w[0] == 0 || w[1] == 0 || w[2] == 0 || w[3] == 0);
}

/// A vertex is as near to all triangles around an edge or a corner where it is nearest.
bool same_corners(const Proximity& p, const Proximity& q) {
    if (p.kind != FeatureKind::vertex_triangle || q.kind != p.kind || p.vertices[0] != q.vertices[0] ||
        p.body_a != q.body_a || p.body_b != q.body_b)
        return false;
    const auto among = [](const Proximity& one, const Proximity& other) {
        for (std::size_t k = 1; k < 4; ++k) {
            bool found = one.near.weights[k] == 0;
            for (std::size_t j = 1; j < 4; ++j)
                found |= other.near.weights[j] != 0 && one.vertices[k] == other.vertices[j];
            if (!found) return false;
        }
        return true;
    };
    return among(p, q) && among(q, p);
}

}  // namespace

bool concerns_cloth(const FeaturePair& pair, std::span<const SurfaceBody> bodies) {
    const SurfaceBody &a = of(pair.body_a, bodies), &b = of(pair.body_b, bodies);
    if (!a.cloth && !b.cloth) return false;
    for (std::size_t k = 0; k < 4; ++k) {
        const SurfaceBody& body = k < corners_of_a(pair) ? a : b;
        if (!body.tangled.empty() && body.tangled[pair.vertices[k]] != 0) return false;
    }
    return true;
}

Push push_between(const FeaturePair& pair, const std::array<double, 4>& weights, const Point& normal,
                  std::span<const SurfaceBody> bodies) {
    const SurfaceBody &a = of(pair.body_a, bodies), &b = of(pair.body_b, bodies);
    Push push;
    push.normal = normal;
    push.distance = a.reach + b.reach;
    if (pair.body_a == pair.body_b)
        push.distance = std::min(push.distance, share_of_rest * apart_at_rest(pair, weights, a.rest));
    push.friction = std::min(a.friction, b.friction);
    for (std::size_t k = 0; k < 4; ++k) {
        const bool first = k < corners_of_a(pair);
        if (weights[k] != 0) take(push, first ? a : b, pair.vertices[k], first ? weights[k] : -weights[k]);
    }
    return push;
}

void pushes_of(const Proximities& near, std::span<const SurfaceBody> bodies, std::vector<Push>& out) {
    std::size_t of_vertex = 0;  // where pairs with the vertex at hand begin
    for (std::size_t i = 0; i < near.items.size(); ++i) {
        const Proximity& p = near.items[i];
        if (near.items[of_vertex].vertices[0] != p.vertices[0]) of_vertex = i;
        if (!concerns_cloth(p, bodies) || p.near.normal == Point{} || at_an_end(p)) continue;
        bool known = false;
        for (std::size_t k = of_vertex; k < i && !known; ++k) known = same_corners(near.items[k], p);
        if (known) continue;
        Point normal = p.near.normal;
        const SurfaceBody& b = of(p.body_b, bodies);
        if (b.obstacle() && inside(p, b, b.before))
            for (double& n : normal) n = -n;
        out.push_back(push_between(p, p.near.weights, normal, bodies));
    }
}

void pushes_of(const Impacts& impacts, std::span<const SurfaceBody> bodies, std::vector<Push>& out) {
    for (const FeatureImpact& i : impacts) {
        if (!concerns_cloth(i, bodies) || i.impact.normal == Point{}) continue;
        out.push_back(push_between(i, i.impact.weights, i.impact.normal, bodies));
    }
}

}  // namespace pliant::respond
