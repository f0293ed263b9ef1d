// Strips hold each triangle of their leaf once, the right way round, and nothing else.
#include "detect/regularity/strips.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "frame/bodies.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::regularity {
namespace {

/// Beginning with its least vertex.
Triangle turned(Triangle t) {
    std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
    return t;
}

/// All that do not repeat a vertex, in order.
std::vector<Triangle> triangles_of(const LeafStrips& strips) {
    std::vector<Triangle> out;
    for (std::size_t strip = 0; strip < strips_per_leaf; ++strip) {
        const auto at = [&](std::size_t i) { return i * strips_per_leaf + strip; };
        std::uint32_t a = strips.vertices[at(0)], b = strips.vertices[at(1)];
        for (std::size_t i = 2; i < strips.windows + 2; ++i) {
            const std::uint32_t c = strips.vertices[at(i)];
            if (a != b && b != c && c != a) out.push_back(turned({a, b, c}));
            ((strips.turns[i - 2] >> strip & 1) != 0 ? a : b) = c;
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

struct Totals {
    std::size_t triangles = 0, windows = 0;
};

Totals expect_each_triangle_once(const frame::Bodies& bodies) {
    const EdgeGraph edges = edge_graph(bodies);
    const GroupedHierarchy hierarchy = group(bodies, edges);
    StripMaker maker(edges, hierarchy);
    LeafStrips strips;
    Totals totals;
    for (std::uint32_t leaf = 0; leaf < hierarchy.leaf_size.size(); ++leaf) {
        std::vector<Triangle> expected;
        for (std::uint32_t k = 0; k < hierarchy.leaf_size[leaf]; ++k) {
            expected.push_back(turned(bodies.triangles()[hierarchy.triangles[std::size_t{leaf} * leaf_capacity + k]]));
        }
        std::sort(expected.begin(), expected.end());
        maker.make(bodies, leaf, strips);
        EXPECT_LE(strips.windows, most_windows);
        EXPECT_EQ(triangles_of(strips), expected) << "leaf " << leaf;
        totals.triangles += expected.size();
        totals.windows += strips_per_leaf * strips.windows;
    }
    return totals;
}

class StripsOf : public testing::TestWithParam<const char*> {};

TEST_P(StripsOf, HoldEachTriangleOnceAndAreShort) {
    const auto scene = shapes::make_scene(GetParam(), shapes::SceneSize{6000, {}, 1});
    frame::Bodies bodies;
    for (std::size_t b = 0; b < scene->bodies(); ++b) bodies.add(scene->body(b).positions, scene->body(b).triangles);
    parallel::Workers workers(1);
    bodies.update(workers);
    const Totals totals = expect_each_triangle_once(bodies);
    EXPECT_GT(totals.triangles, 4000u);
    EXPECT_LT(totals.windows, totals.triangles + totals.triangles / 5);
}

INSTANTIATE_TEST_SUITE_P(Scenes, StripsOf,
                         testing::Values("pulsating_sphere", "waving_cloth", "two_knots", "squeezed_blob"),
                         [](const auto& test) { return std::string(test.param); });

std::vector<std::array<double, 3>> points_around(std::size_t count) {
    std::vector<std::array<double, 3>> points;
    for (std::size_t i = 0; i < count; ++i) {
        const double t = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(count);
        points.push_back({std::cos(t), std::sin(t), 0.1 * static_cast<double>(i % 3)});
    }
    return points;
}

void expect_strips_of(const std::vector<std::array<double, 3>>& points, const std::vector<Triangle>& triangles) {
    frame::Bodies bodies;
    bodies.add(points, triangles);
    parallel::Workers workers(1);
    bodies.update(workers);
    EXPECT_EQ(expect_each_triangle_once(bodies).triangles, triangles.size());
}

TEST(Strips, OfOneTriangle) { expect_strips_of(points_around(3), {{0, 1, 2}}); }

// One vertex in all of them: every turn is the same one.
TEST(Strips, OfAFan) {
    std::vector<Triangle> fan;
    for (std::uint32_t i = 1; i <= 60; ++i) fan.push_back({0, i, i % 60 + 1});
    expect_strips_of(points_around(61), fan);
}

// A triangle with one on each edge, and one more on each edge of those, and so on: a walk has to jump at every tip.
TEST(Strips, OfATreeWithManyTips) {
    std::vector<Triangle> tree{{0, 1, 2}};
    std::uint32_t next = 3;
    std::vector<std::array<std::uint32_t, 2>> open{{1, 0}, {2, 1}, {0, 2}};
    while (tree.size() < 64) {
        const auto [a, b] = open.front();
        open.erase(open.begin());
        tree.push_back({a, b, next});
        open.push_back({next, b});
        open.push_back({a, next});
        ++next;
    }
    expect_strips_of(points_around(next), tree);
}

// Edges of three triangles, triangles that run against each other, twins, and triangles that repeat a vertex are no way
// from one to the next.
TEST(Strips, OfWhatIsNoSurface) {
    expect_strips_of(points_around(8),
                     {{0, 1, 2}, {0, 1, 3}, {1, 0, 4}, {4, 5, 6}, {4, 5, 6}, {6, 5, 4}, {5, 6, 7}, {6, 5, 3}});
}

}  // namespace
}  // namespace pliant::regularity
