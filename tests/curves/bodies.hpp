// Meshes in a scene, and what must hold of any answer about their curves.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <set>
#include <utility>
#include <vector>

#include <pliant/scene.hpp>

#include "shapes/meshes.hpp"

namespace pliant::curves_test {

using shapes::Mesh;
using shapes::Position;

inline Mesh moved(Mesh mesh, double x, double y, double z) {
    for (Position& p : mesh.positions) p = {p[0] + x, p[1] + y, p[2] + z};
    return mesh;
}

/// About the x axis, then about the z axis.
inline Mesh turned(Mesh mesh, double about_x, double about_z) {
    for (auto& [x, y, z] : mesh.positions) {
        const double y1 = std::cos(about_x) * y - std::sin(about_x) * z,
                     z1 = std::sin(about_x) * y + std::cos(about_x) * z;
        const double x2 = std::cos(about_z) * x - std::sin(about_z) * y1,
                     y2 = std::sin(about_z) * x + std::cos(about_z) * y1;
        x = x2;
        y = y2;
        z = z1;
    }
    return mesh;
}

inline Mesh scaled(Mesh mesh, double factor) {
    for (Position& p : mesh.positions) p = {factor * p[0], factor * p[1], factor * p[2]};
    return mesh;
}

/// Bodies that live as long as the scene.
class World {
public:
    explicit World(std::vector<Mesh> given, unsigned threads = 1)
        : meshes(std::move(given)), scene({.threads = threads}) {
        for (const Mesh& mesh : meshes) ids.push_back(scene.add(SurfaceView{mesh.positions, mesh.triangles}));
    }
    [[nodiscard]] Triangle corners(const TriangleRef& t) const { return scene.triangles(t.body)[t.triangle]; }

    std::vector<Mesh> meshes;
    Scene scene;
    std::vector<BodyId> ids;
};

/// Every pair is a segment of exactly one curve, or touches; curves are connected, and say why they end.
inline void expect_sound(const Scene& scene, const Curves& found, const std::vector<TrianglePair>& pairs) {
    std::map<std::pair<TriangleRef, TriangleRef>, int> segments, touches;
    for (const CurveSegment& s : found.segments) ++segments[std::minmax(s.a, s.b)];
    for (const CurveTouch& t : found.touches) ++touches[{t.a, t.b}];
    std::size_t in_curves = 0;
    for (const auto& [a, b, kind] : pairs) {
        const int as_segment = segments[{a, b}], as_touch = touches[{a, b}];
        in_curves += std::size_t(as_segment);
        ASSERT_LE(as_segment, 1);
        ASSERT_LE(as_touch, 1);
        ASSERT_GE(as_segment + as_touch, 1);
        if (kind == PairKind::crossing) {
            ASSERT_EQ(as_touch, 0);
        }
        if (kind == PairKind::coplanar || kind == PairKind::fold) {
            ASSERT_EQ(as_touch, 1);
        }
    }
    ASSERT_EQ(found.segments.size(), in_curves);  // and none of other pairs
    std::size_t next = 0;
    std::vector<int> degree(found.points.size(), 0);
    for (const Curve& curve : found.items) {
        ASSERT_EQ(curve.first, next);
        ASSERT_GT(curve.count, 0u);
        next += curve.count;
        double length = 0;
        for (std::uint32_t i = 0; i < curve.count; ++i) {
            const CurveSegment& s = found.segments[curve.first + i];
            ASSERT_EQ(std::min(s.a.body, s.b.body), curve.a);
            ASSERT_EQ(std::max(s.a.body, s.b.body), curve.b);
            const CurveSegment& after = found.segments[curve.first + (i + 1) % curve.count];
            if (i + 1 < curve.count || curve.closed) {
                ASSERT_EQ(s.points[1], after.points[0]);
            }
            double square = 0;
            for (std::size_t k = 0; k < 3; ++k) {
                const double way = found.points[s.points[1]].position[k] - found.points[s.points[0]].position[k];
                square += way * way;
            }
            length += std::sqrt(square);
            for (const std::uint32_t p : s.points) {
                ++degree[p];
                const CurvePoint& point = found.points[p];
                ASSERT_TRUE(point.triangle == s.a || point.triangle == s.b || point.edge[0] == point.edge[1]);
            }
        }
        ASSERT_NEAR(curve.length, length, 1e-12 * length);
        if (curve.closed) {
            ASSERT_EQ(curve.ends, (std::array{CurveEnd::none, CurveEnd::none}));
            ASSERT_GE(curve.count, 3u);
        } else {
            ASSERT_NE(curve.ends[0], CurveEnd::none);
            ASSERT_NE(curve.ends[1], CurveEnd::none);
        }
    }
    ASSERT_EQ(next, found.segments.size());
    for (std::size_t p = 0; p < degree.size(); ++p) {
        const CurvePoint& point = found.points[p];
        if (point.edge[0] == point.edge[1]) continue;
        const auto triangles = scene.triangles(point.edge_body);
        const auto at_edge = std::count_if(triangles.begin(), triangles.end(), [&](const Triangle& t) {
            return std::count(t.begin(), t.end(), point.edge[0]) + std::count(t.begin(), t.end(), point.edge[1]) == 2;
        });
        // In general position a segment for each triangle at the edge.
        ASSERT_EQ(degree[p], at_edge);
    }
}

inline const Curves& sound_curves(World& world, const CurveOptions& options = {}) {
    const std::vector<TrianglePair> pairs =
        world.scene.intersections({.self = options.self, .between = options.between}).items;
    const Curves& found = world.scene.curves(options);
    expect_sound(world.scene, found, pairs);
    return found;
}

inline std::size_t closed_curves(const Curves& found) {
    return std::size_t(std::count_if(found.begin(), found.end(), [](const Curve& c) { return c.closed; }));
}

}  // namespace pliant::curves_test
