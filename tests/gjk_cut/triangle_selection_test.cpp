// Triangles that may meet something, of every body.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "detect/gjk_cut/triangle_selection.hpp"
#include "shapes/meshes.hpp"

namespace pliant::gjk_cut {
namespace {

using Positions = std::vector<std::array<double, 3>>;

struct Selected {
    parallel::Workers workers{1};
    frame::Bodies bodies;
    Report report;
    BodyPairs pairs;
    TriangleSelection selection;

    void add(const Positions& positions, const std::vector<Triangle>& triangles) { bodies.add(positions, triangles); }
    void select() {
        bodies.update(workers);
        IntersectionOptions options;
        options.self = false;
        const IntersectionQuery query{bodies, options, workers, report};
        pairs.update(bodies);
        pairs.find(query);
        selection.select(query, pairs);
    }
};

/// So many that they are filtered in several chunks.
TEST(TriangleSelection, KeepsThoseThatReachIntoTheWantedRegion) {
    const shapes::Mesh left = shapes::icosphere(24);
    ASSERT_GT(left.triangles.size(), 8192u);
    Positions right(left.positions.begin(), left.positions.end());
    for (auto& p : right) p[0] += 1.5;
    Selected selected;
    selected.add(left.positions, left.triangles);
    selected.add(right, left.triangles);
    selected.select();
    const Box<double>& wanted = selected.pairs.bodies()[0].wanted;
    std::vector<std::uint32_t> expected;
    for (std::uint32_t t = 0; t < left.triangles.size(); ++t) {
        double most = -2;
        for (const std::uint32_t v : left.triangles[t]) most = std::max(most, left.positions[v][0]);
        if (most >= wanted.lo[0]) expected.push_back(t);
    }
    EXPECT_GT(expected.size(), 100u);
    EXPECT_LT(expected.size(), left.triangles.size() / 2);
    const auto kept = selected.selection.of(0);
    EXPECT_EQ(std::vector<std::uint32_t>(kept.begin(), kept.end()), expected);
    EXPECT_TRUE(selected.selection.unsound().empty());
    EXPECT_FALSE(selected.selection.of(1).empty());
}

TEST(TriangleSelection, SetsDegenerateTrianglesAside) {
    const Positions positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {2, 0, 0}}, other{{0, 0, 0}, {1, 1, 1}, {0, 1, 1}};
    Selected selected;
    selected.add(positions, {{0, 1, 2}, {0, 1, 3}, {1, 3, 2}});
    selected.add(other, {{0, 1, 2}});
    selected.select();
    EXPECT_EQ(selected.selection.unsound(), std::vector<std::uint32_t>{1});
    const auto kept = selected.selection.of(0);
    EXPECT_EQ(std::vector<std::uint32_t>(kept.begin(), kept.end()), (std::vector<std::uint32_t>{0, 2}));
}

TEST(TriangleSelection, IsEmptyForABodyThatMeetsNothing) {
    const Positions positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, other{{5, 0, 0}, {6, 1, 1}, {5, 1, 1}};
    Selected selected;
    selected.add(positions, {{0, 1, 2}});
    selected.add(other, {{0, 1, 2}});
    selected.select();
    EXPECT_TRUE(selected.selection.of(0).empty());
    EXPECT_TRUE(selected.selection.of(1).empty());
}

}  // namespace
}  // namespace pliant::gjk_cut
