// Whether triangles meet does not depend on which way they face, and neither does what it costs to find out.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include <pliant/scene.hpp>

#include "detect/regularity/edge_graph.hpp"
#include "shapes/catalogue.hpp"
#include "shapes/portable_math.hpp"

namespace pliant::regularity {
namespace {

std::vector<Triangle> every_third_turned(std::vector<Triangle> triangles) {
    for (std::size_t t = 0; t < triangles.size(); t += 3) std::swap(triangles[t][1], triangles[t][2]);
    return triangles;
}

/// A strip with a half turn: it has one side only. `columns` around, `rows` across.
shapes::Mesh moebius_strip(std::uint32_t columns, std::uint32_t rows) {
    shapes::Mesh mesh;
    for (std::uint32_t i = 0; i < columns; ++i) {
        for (std::uint32_t j = 0; j <= rows; ++j) {
            const shapes::SinCos around = shapes::sincos_turns(double(i) / columns),
                                 turn = shapes::sincos_turns(0.5 * i / columns);
            const double across = 0.4 * (double(j) / rows - 0.5), radius = 1 + across * turn.cos;
            mesh.positions.push_back({radius * around.cos, radius * around.sin, across * turn.sin});
        }
    }
    const auto vertex = [&](std::uint32_t i, std::uint32_t j) {
        return i < columns ? i * (rows + 1) + j : rows - j;  // joined upside down
    };
    for (std::uint32_t i = 0; i < columns; ++i) {
        for (std::uint32_t j = 0; j < rows; ++j) {
            mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)});
            mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
        }
    }
    return mesh;
}

frame::Bodies laid(const shapes::Mesh& mesh, std::vector<Triangle> triangles) {
    frame::Bodies bodies;
    bodies.add(mesh.positions, std::move(triangles));
    bodies.lay();
    return bodies;
}

class MixedOrientation : public testing::TestWithParam<const char*> {};

TEST_P(MixedOrientation, GivesTheSamePairsForTheSameWork) {
    const auto scene = shapes::make_scene(GetParam(), {.triangles = 4000, .frames = {}, .seed = 1});
    const shapes::Mesh& mesh = scene->body(0);
    const std::vector<Triangle> turned = every_third_turned(mesh.triangles);
    for (const IntersectionMethod method : {IntersectionMethod::box_tree, IntersectionMethod::regularity}) {
        Scene plain({.threads = 1}), mixed({.threads = 1});
        plain.add(SurfaceView{mesh.positions, mesh.triangles});
        mixed.add(SurfaceView{mesh.positions, turned});
        const auto& expected = plain.intersections({.method = method});
        const auto& found = mixed.intersections({.method = method});
        EXPECT_EQ(found.items, expected.items) << name(method);
        const Counters &ours = found.report.counters, &theirs = expected.report.counters;
        EXPECT_LE(ours.candidates, theirs.candidates + theirs.candidates / 20) << name(method);
        EXPECT_LE(ours.regions, theirs.regions + theirs.regions / 5) << name(method);
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, MixedOrientation,
                         testing::Values("draped_cloth", "pulsating_sphere", "folded_layers", "waving_cloth",
                                         "steep_cloth"),
                         [](const auto& scene) { return std::string(scene.param); });

TEST(EdgeGraph, TurnsTrianglesUntilNeighboursRunAgainstOneAnother) {
    const auto scene = shapes::make_scene("waving_cloth", {.triangles = 1000, .frames = {}, .seed = 1});
    const frame::Bodies bodies = laid(scene->body(0), every_third_turned(scene->body(0).triangles));
    const EdgeGraph graph = edge_graph(bodies);
    std::size_t joined = 0;
    for (std::uint32_t t = 0; t < bodies.triangles().size(); ++t) {
        EXPECT_EQ(graph.irregular[t], 0);
        const Triangle c = graph.corners(bodies, t);
        for (std::uint32_t i = 0; i < 3; ++i) {
            const std::uint32_t other = graph.across[3 * t + i];
            if (other == none) continue;
            ++joined;
            const Triangle d = graph.corners(bodies, other);
            bool against = false;
            for (std::uint32_t k = 0; k < 3; ++k) {
                against |= d[k] == c[(i + 1) % 3] && d[(k + 1) % 3] == c[i] && graph.across[3 * other + k] == t;
            }
            EXPECT_TRUE(against) << t << ' ' << other;
        }
    }
    EXPECT_GT(joined, 2 * bodies.triangles().size());
}

TEST(EdgeGraph, CutsAStripWithOneSideSomewhere) {
    const shapes::Mesh strip = moebius_strip(60, 4);
    const frame::Bodies bodies = laid(strip, strip.triangles);
    const EdgeGraph graph = edge_graph(bodies);
    std::size_t irregular = 0;
    for (const std::uint8_t is_irregular : graph.irregular) irregular += is_irregular;
    EXPECT_GT(irregular, 0u);
    EXPECT_LT(irregular, strip.triangles.size() / 2);
}

TEST(MixedOrientationInAll, AStripWithOneSideIsAnsweredExactly) {
    shapes::Mesh strip = moebius_strip(60, 4);
    for (const double squeeze : {1.0, 0.2, 0.02}) {
        for (auto& p : strip.positions) p[1] *= squeeze;
        for (const auto& triangles : {strip.triangles, every_third_turned(strip.triangles)}) {
            Scene scene({.threads = 1});
            scene.add(SurfaceView{strip.positions, triangles});
            const auto expected = scene.intersections({.method = IntersectionMethod::brute_force}).items;
            EXPECT_EQ(scene.intersections({.method = IntersectionMethod::regularity}).items, expected) << squeeze;
            EXPECT_EQ(scene.intersections({.method = IntersectionMethod::box_tree}).items, expected) << squeeze;
        }
    }
}

}  // namespace
}  // namespace pliant::regularity
