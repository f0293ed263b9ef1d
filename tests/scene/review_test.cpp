// Faults that were found in review, each as small as it can be.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include <pliant/pliant.hpp>

#include "agreement/detectors.hpp"

namespace pliant {
namespace {

using Position = std::array<double, 3>;

IntersectionOptions by(IntersectionMethod method) {
    IntersectionOptions options;
    options.method = method;
    return options;
}

class Review : public testing::TestWithParam<IntersectionMethod> {};

// Twenty contacts found early took the places of crossings found later.
TEST_P(Review, CrossingsAreKeptBeforeContactsWhereverTheyAre) {
    std::vector<Position> positions;
    std::vector<Triangle> triangles;
    const auto add = [&](Position a, Position b, Position c) {
        const auto first = static_cast<std::uint32_t>(positions.size());
        positions.insert(positions.end(), {a, b, c});
        triangles.push_back({first, first + 1, first + 2});
    };
    for (int i = 0; i < 400; ++i) {  // pairs that touch in a point
        const double x = 3.0 * i;
        add({x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0});
        add({x, 0, 0}, {x - 1, 0, 0}, {x, -1, 0.5});
    }
    for (int i = 0; i < 100; ++i) {  // pairs that cross
        const double x = 3.0 * (400 + i);
        add({x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0});
        add({x + 0.2, 0.2, -1}, {x + 0.2, 0.2, 1}, {x + 0.9, 0.9, 1});
    }
    Scene scene;
    scene.add(SurfaceView{positions, triangles});
    IntersectionOptions options = by(GetParam());
    options.budget.pairs = 20;
    const auto& answer = scene.intersections(options);
    ASSERT_EQ(answer.size(), 20u);
    for (const TrianglePair& pair : answer) EXPECT_EQ(pair.kind, PairKind::crossing);
    EXPECT_EQ(answer.report.stopped_by, Limit::pairs);
}

// A tetrahedron with a bad index took a face of its good neighbour away.
TEST_P(Review, ABadTetrahedronDoesNotHideACollisionOfItsNeighbour) {
    const std::vector<Position> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<Position> needle{{0.2, 0.2, -0.5}, {0.25, 0.2, -0.5}, {0.2, 0.2, 0.1}};
    const std::vector<Triangle> one{{0, 1, 2}};
    for (const Tetrahedron& bad : {Tetrahedron{0, 2, 1, 99}, Tetrahedron{0, 0, 1, 2}, Tetrahedron{1, 0, 2, 3}}) {
        const std::vector<Tetrahedron> tetrahedra{{0, 1, 2, 3}, bad};
        Scene scene;
        const BodyId volume = scene.add(VolumeView{corners, tetrahedra});
        scene.add(SurfaceView{needle, one});
        const auto& answer = scene.intersections(by(GetParam()));
        EXPECT_EQ(answer.size(), 1u);
        ASSERT_EQ(answer.report.set_aside.size(), 1u);
        EXPECT_EQ(answer.report.set_aside[0].body, volume);
        EXPECT_EQ(answer.report.set_aside[0].element, 1u);
    }
}

// NaN is not equal to itself, so that a body with one was never a duplicate.
TEST_P(Review, ADuplicateBodyWithNanIsADuplicate) {
    const std::vector<Position> positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {std::nan(""), 0, 0}};
    const std::vector<Triangle> triangles{{0, 1, 2}};
    Scene scene({.set_duplicates_aside = true});
    scene.add(SurfaceView{positions, triangles});
    scene.add(SurfaceView{positions, triangles});
    const auto& answer = scene.intersections(by(GetParam()));
    EXPECT_TRUE(answer.empty());
    ASSERT_EQ(answer.report.set_aside.size(), 3u);
    EXPECT_EQ(answer.report.set_aside.back().kind, FlawKind::duplicate_body);
}

// A clean hub with many triangles was looked at pair by pair.
TEST_P(Review, AFlatHubIsClearedAtOnce) {
    constexpr std::uint32_t spokes = 2000;
    std::vector<Position> positions{{0, 0, 0}};
    std::vector<Triangle> triangles;
    for (std::uint32_t i = 0; i < spokes; ++i) {
        const double angle = 2 * std::numbers::pi * i / spokes;
        positions.push_back({std::cos(angle), std::sin(angle), 0});
        triangles.push_back({0, 1 + i, 1 + (i + 1) % spokes});
    }
    Scene scene;
    scene.add(SurfaceView{positions, triangles});
    IntersectionOptions options = by(GetParam());
    EXPECT_TRUE(scene.intersections(options).empty());
    if (GetParam() == IntersectionMethod::box_tree) {
        EXPECT_LT(scene.intersections(options).report.counters.candidates, 1000u);
    }
}

INSTANTIATE_TEST_SUITE_P(Detectors, Review, testing::ValuesIn(agreement::detectors),
                         [](const auto& test) { return std::string(name(test.param)); });

// Growing evenly is no loss of quality; a body that shrinks and is stirred has lost all of it.
TEST(BoxTreeRebuild, FollowsTheOrderAndNotTheSize) {
    std::vector<Position> positions;
    std::vector<Triangle> triangles;
    std::uint64_t state = 1;
    const auto random = [&] {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return double(state >> 40) / double(1 << 24);
    };
    for (std::uint32_t i = 0; i < 2000; ++i) {
        const Position p{random(), random(), random()};
        positions.insert(positions.end(), {p, {p[0] + 0.01, p[1], p[2]}, {p[0], p[1] + 0.01, p[2] + 0.002}});
        triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    Scene scene;
    const BodyId body = scene.add(SurfaceView{positions, triangles});
    const IntersectionOptions options = by(IntersectionMethod::box_tree);
    (void)scene.intersections(options);
    for (int frame = 0; frame < 6; ++frame) {
        for (Position& p : positions) {
            for (double& c : p) c *= 1.5;
        }
        scene.move(body, positions);
        EXPECT_FALSE(scene.intersections(options).report.rebuilt);
    }
    for (std::uint32_t i = 0; i < 2000; ++i) {  // much smaller, and every triangle elsewhere
        const Position p{0.1 * random(), 0.1 * random(), 0.1 * random()};
        positions[3 * i] = p;
        positions[3 * i + 1] = {p[0] + 0.001, p[1], p[2]};
        positions[3 * i + 2] = {p[0], p[1] + 0.001, p[2] + 0.0002};
    }
    scene.move(body, positions);
    EXPECT_TRUE(scene.intersections(options).report.rebuilt);
}

struct Textured {
    float u, v, x, y, z;
};

// Members before the position were read as the position.
TEST(PointsOfStructs, TakeXyzWhereverTheyStand) {
    const std::vector<Textured> vertices{{9, 9, 1, 2, 3}, {8, 8, 4, 5, 6}};
    const Points points(vertices);
    EXPECT_EQ(points[1], (std::array<double, 3>{4, 5, 6}));
}

static_assert(!std::is_constructible_v<Points, std::vector<std::vector<float>>&>, "rows are not points");
static_assert(!std::is_constructible_v<Points, std::vector<Position>>, "a temporary takes its points with it");
static_assert(std::is_constructible_v<Points, const std::vector<Position>&>);
static_assert(std::is_constructible_v<Points, std::span<const Position>>);

}  // namespace
}  // namespace pliant
