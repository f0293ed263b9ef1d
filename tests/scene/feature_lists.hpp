// All features of bodies as a caller sees them, and all pairs of features: the brute force of `proximities`.
#pragma once

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <pliant/features.hpp>
#include <pliant/scene.hpp>

#include "numeric/orientation.hpp"
#include "numeric/vec.hpp"

namespace pliant::scene_test {

/// A body as it was given.
struct BodyFeatureLists {
    BodyId id{};
    std::vector<Vec3> positions;
    std::vector<Triangle> triangles;

    std::vector<std::uint32_t> sound;                         // triangles
    std::set<std::uint32_t> vertices;                         // of sound triangles
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;  // ascending

    void list() {
        for (std::uint32_t t = 0; t < triangles.size(); ++t) {
            const auto [a, b, c] = triangles[t];
            if (std::max({a, b, c}) >= positions.size()) continue;
            const Vec3 &p = positions[a], &q = positions[b], &r = positions[c];
            if (!finite(p) || !finite(q) || !finite(r) || collinear(p, q, r)) continue;
            sound.push_back(t);
            for (const std::uint32_t v : {a, b, c}) vertices.insert(v);
            for (const auto& [v, w] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}}) {
                edges.insert({std::min(v, w), std::max(v, w)});
            }
        }
    }
};

/// visit(pair, points) for every pair of features that share no vertex, in the order of answers but for that of bodies.
template <class Visit>
void for_each_pair(std::span<const BodyFeatureLists> bodies, bool self, bool between, const Visit& visit) {
    for (const BodyFeatureLists& a : bodies) {
        for (const BodyFeatureLists& b : bodies) {
            if (a.id == b.id ? !self : !between) continue;
            for (const std::uint32_t v : a.vertices) {
                for (const std::uint32_t t : b.sound) {
                    const auto [p, q, r] = b.triangles[t];
                    if (a.id == b.id && (v == p || v == q || v == r)) continue;
                    visit(FeaturePair{FeatureKind::vertex_triangle, a.id, b.id, {v, p, q, r}, t},
                          std::array{a.positions[v], b.positions[p], b.positions[q], b.positions[r]});
                }
            }
            if (b.id < a.id) continue;
            for (const auto& [p, q] : a.edges) {
                for (const auto& [r, s] : b.edges) {
                    if (a.id == b.id && (std::pair(r, s) <= std::pair(p, q) || p == r || p == s || q == r || q == s)) {
                        continue;
                    }
                    visit(FeaturePair{FeatureKind::edge_edge, a.id, b.id, {p, q, r, s}, 0},
                          std::array{a.positions[p], a.positions[q], b.positions[r], b.positions[s]});
                }
            }
        }
    }
}

}  // namespace pliant::scene_test
