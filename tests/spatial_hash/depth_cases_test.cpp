// Depth and direction where they are hard to tell: on surfaces, at extreme scales, in bodies that overlap themselves or
// are turned inside out, with budgets.
#include <gtest/gtest.h>

#include <ctime>
#include <map>
#include <random>
#include <tuple>
#include <vector>

#include <pliant/pliant.hpp>

#include "balls.hpp"

namespace pliant::spatial_hash_test::depth_cases {
namespace {

using Positions = std::vector<shapes::Position>;

const Positions corner_positions{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const std::vector<Tetrahedron> single_tetrahedron{{0, 1, 2, 3}};
const std::vector<Triangle> single_triangle{{0, 1, 2}};

void expect_direction(const Penetration& p, const Vec3& wanted, double tolerance) {
    const Vec3 off = Vec3(p.direction) - wanted;
    EXPECT_LE(std::sqrt(dot(off, off)), tolerance) << p.direction[0] << " " << p.direction[1] << " " << p.direction[2];
}

Positions scaled(Positions positions, double by) {
    for (auto& p : positions) p = {by * p[0], by * p[1], by * p[2]};
    return positions;
}

Penetrations of_tip(const Positions& volume, const Positions& tip) {
    Scene scene;
    scene.add(VolumeView{volume, single_tetrahedron});
    scene.add(SurfaceView{tip, single_triangle});
    return scene.penetrations({.self = false, .depth = true});
}

TEST(PenetrationDepth, OnOrNextToAFlatFaceIsItsNormal) {
    for (const double z : {0.0, 1e-300, 1e-200, 1e-155, 1e-120, 1e-80, 1e-60, 1e-30, 1e-10, 1e-3, 0.1, 0.2}) {
        SCOPED_TRACE(z);
        const Penetrations found = of_tip(corner_positions, {{.25, .25, z}, {.25, .3, -1}, {.3, .25, -1}});
        ASSERT_EQ(found.size(), 1u);
        EXPECT_EQ(found[0].depth_source, DepthSource::crossed);
        EXPECT_NEAR(found[0].depth, z, 1e-15 * z);
        EXPECT_FALSE(std::signbit(found[0].depth));
        expect_direction(found[0], {0, 0, -1}, 1e-15);
    }
}

TEST(PenetrationDepth, IsTheSameAtEveryScale) {
    for (const double scale : {1e-300, 1e-100, 1e-80, 1e-40, 1.0, 1e40, 1e80, 1e100, 1e150, 1e300}) {
        SCOPED_TRACE(scale);
        const Positions tip{{.25, .25, .1}, {.25, .3, -1}, {.3, .25, -1}};
        const Penetrations found = of_tip(scaled(corner_positions, scale), scaled(tip, scale));
        ASSERT_EQ(found.size(), 1u);
        EXPECT_EQ(found[0].depth_source, DepthSource::crossed);
        EXPECT_NEAR(found[0].depth / scale, 0.1, 1e-14);
        expect_direction(found[0], {0, 0, -1}, 1e-15);
    }
}

/// Wholly within, so that the nearest point counts.
TEST(PenetrationDepth, OfTheNearestPointIsTheSameAtEveryScale) {
    for (const double scale : {1e-300, 1e-100, 1e-40, 1.0, 1e40, 1e100, 1e300}) {
        SCOPED_TRACE(scale);
        const Positions inner{{.25, .25, .01}, {.25, .3, .02}, {.3, .25, .03}};
        const Penetrations found = of_tip(scaled(corner_positions, scale), scaled(inner, scale));
        ASSERT_EQ(found.size(), 3u);
        EXPECT_EQ(found[0].depth_source, DepthSource::nearest);
        EXPECT_NEAR(found[0].depth / scale, 0.01, 1e-14);
        expect_direction(found[0], {0, 0, -1}, 1e-12);
    }
}

shapes::Mesh cube(std::uint32_t cells, double half, const Vec3& centre) {
    shapes::Mesh mesh = shapes::tetra_box({cells, cells, cells});
    for (auto& p : mesh.positions) {
        for (std::size_t axis = 0; axis < 3; ++axis) p[axis] = half * (2 * p[axis] / cells - 1) + centre[axis];
    }
    return mesh;
}

TEST(PenetrationDepth, OfABoxThatRestsOnAnotherPointsUp) {
    const shapes::Mesh below = cube(4, 1, {0, 0, 0}), above = cube(4, 0.25, {0, 0, 1.25});
    Scene scene;
    scene.add(VolumeView{below.positions, below.tetrahedra});
    const BodyId upper = scene.add(VolumeView{above.positions, above.tetrahedra});
    std::size_t seen = 0;
    for (const Penetration& p : scene.penetrations({.self = false, .depth = true})) {
        EXPECT_NEAR(dot(Vec3(p.direction), Vec3(p.direction)), 1, 1e-12);
        EXPECT_EQ(p.depth, 0);
        if (p.vertex.body == upper) expect_direction(p, {0, 0, 1}, 1e-15), ++seen;
    }
    EXPECT_GE(seen, 25u);
}

TEST(PenetrationDepth, OfABoxThatSinksIntoAnotherIsExact) {
    for (const double sunk : {1e-9, 0.1, 0.3, 0.45}) {
        const shapes::Mesh below = cube(8, 1, {0, 0, 0}), above = cube(4, 0.25, {0.05, 0.03, 1.25 - sunk});
        Scene scene;
        scene.add(VolumeView{below.positions, below.tetrahedra});
        const BodyId upper = scene.add(VolumeView{above.positions, above.tetrahedra});
        std::size_t seen = 0;
        for (const Penetration& p : scene.penetrations({.self = false, .depth = true})) {
            if (p.vertex.body != upper) continue;
            expect_direction(p, {0, 0, 1}, 1e-12);
            EXPECT_NEAR(p.depth, 1 - above.positions[p.vertex.vertex][2], 1e-12);
            ++seen;
        }
        EXPECT_GE(seen, 25u);
    }
}

TEST(PenetrationDepth, IsNotSpoiltByAVertexThatFlewAway) {
    shapes::Mesh below = cube(8, 1, {0, 0, 0});
    const shapes::Mesh above = cube(4, 0.25, {0.05, 0.03, 1.15});
    below.positions[0] = {1e300, -1e308, 0};  // at the bottom
    Scene scene;
    scene.add(VolumeView{below.positions, below.tetrahedra});
    const BodyId upper = scene.add(VolumeView{above.positions, above.tetrahedra});
    std::size_t seen = 0;
    for (const Penetration& p : scene.penetrations({.self = false, .once_per_body = true, .depth = true})) {
        if (p.vertex.body != upper) continue;
        expect_direction(p, {0, 0, 1}, 1e-12);
        EXPECT_NEAR(p.depth, 0.1, 1e-12);
        ++seen;
    }
    EXPECT_EQ(seen, 25u);
}

TEST(PenetrationDepth, OfOverlappingPartsOfABodyIsEachPartsOwn) {
    const Positions volume{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {.1, .1, .1}, {5, 0, 0}, {0, 5, 0}, {0, 0, 5}};
    const std::vector<Tetrahedron> tetrahedra{{0, 1, 2, 3}, {4, 5, 6, 7}};
    const Positions tip{{.25, .25, .25}, {9, 9, 9}, {9, 9, 8}};
    Scene scene;
    scene.add(VolumeView{volume, tetrahedra});
    scene.add(SurfaceView{tip, single_triangle});
    const Penetrations& found = scene.penetrations({.self = false, .depth = true});
    ASSERT_EQ(found.size(), 2u);
    EXPECT_NEAR(found[0].depth, .25 / std::sqrt(3), 1e-12);
    EXPECT_NEAR(found[1].depth, 4.25 / std::sqrt(3), 1e-12);
    for (const Penetration& p : found)
        expect_direction(p, Vec3(1, 1, 1) - (1 - 1 / std::sqrt(3)) * Vec3(1, 1, 1), 1e-12);
}

/// A strip that is folded back through itself: its lower layer ends at 1, its upper one at 1.4.
TEST(PenetrationDepth, OfABodyFoldedThroughItselfIsEachLayersOwn) {
    shapes::Mesh strip = shapes::tetra_box({12, 1, 1});
    for (auto& p : strip.positions) {
        if (p[0] >= 8) {
            p = {12 - p[0], p[1], 1.4 - p[2]};
        } else if (p[0] > 4) {
            p = {4 + p[0], p[1], p[2] + 3};
        }
    }
    const Positions spike{{1.15, .45, .7}, {1, .4, 5}, {1.3, .42, 5}, {1.1, .6, 5}};
    Scene scene;
    scene.add(VolumeView{strip.positions, strip.tetrahedra});
    const BodyId of_spike = scene.add(VolumeView{spike, single_tetrahedron});
    std::vector<double> depths;
    for (const Penetration& p : scene.penetrations({.self = false, .depth = true})) {
        if (p.vertex.body != of_spike) continue;
        expect_direction(p, {0, 0, 1}, 1e-12);
        depths.push_back(p.depth);
    }
    std::sort(depths.begin(), depths.end());
    ASSERT_EQ(depths.size(), 2u);
    EXPECT_NEAR(depths[0], .3, 1e-12);
    EXPECT_NEAR(depths[1], .7, 1e-12);
}

using Key = std::tuple<VertexRef, TetrahedronRef>;

std::map<Key, Penetration> by_key(const Penetrations& found) {
    std::map<Key, Penetration> map;
    for (const Penetration& p : found) map[{p.vertex, p.tetrahedron}] = p;
    return map;
}

struct OverlappingBalls {
    shapes::Mesh left = ball(7, 1, {0, 0, 0}), right = ball(6, 1, {1.1, 0.0123, 0.0071});
    Scene scene{{.threads = 2}};
    OverlappingBalls() {
        scene.add(VolumeView{left.positions, left.tetrahedra});
        scene.add(VolumeView{right.positions, right.tetrahedra});
    }
};

TEST(PenetrationDepth, DoesNotDependOnHowManyPairsAreKept) {
    OverlappingBalls balls;
    const Penetrations all = balls.scene.penetrations({.depth = true});
    const auto of = by_key(all);
    ASSERT_GT(all.size(), 100u);
    for (const PenetrationMethod method : {PenetrationMethod::spatial_hash, PenetrationMethod::brute_force}) {
        for (const std::size_t kept : {std::size_t{0}, std::size_t{1}, all.size() / 2, all.size() - 1}) {
            const Penetrations& some =
                balls.scene.penetrations({.method = method, .depth = true, .budget = {.penetrations = kept}});
            EXPECT_EQ(some.size(), kept);
            EXPECT_FALSE(some.report.complete);
            EXPECT_EQ(some.report.stopped_by, Limit::penetrations);
            for (const Penetration& p : some) EXPECT_EQ(p, of.at({p.vertex, p.tetrahedron}));
        }
    }
    const Penetrations& enough = balls.scene.penetrations({.depth = true, .budget = {.penetrations = all.size()}});
    EXPECT_EQ(enough.items, all.items);
    EXPECT_TRUE(enough.report.complete);
}

TEST(PenetrationDepth, OfOnePenetrationPerBodyIsThatOfAll) {
    OverlappingBalls balls;
    const auto of = by_key(balls.scene.penetrations({.depth = true}));
    Penetrations once = balls.scene.penetrations({.once_per_body = true});
    const Penetrations& with_depth = balls.scene.penetrations({.once_per_body = true, .depth = true});
    ASSERT_EQ(with_depth.size(), once.size());
    for (std::size_t i = 0; i < once.size(); ++i) {
        EXPECT_EQ(with_depth[i].tetrahedron, once[i].tetrahedron);
        EXPECT_EQ(with_depth[i], of.at({with_depth[i].vertex, with_depth[i].tetrahedron}));
    }
}

TEST(PenetrationDepth, StopsWhenTimeIsUpAndSaysSo) {
    OverlappingBalls balls;
    const auto of = by_key(balls.scene.penetrations({.depth = true}));
    const Penetrations& none =
        balls.scene.penetrations({.depth = true, .budget = {.time = std::chrono::nanoseconds(1)}});
    EXPECT_FALSE(none.report.complete);
    EXPECT_EQ(none.report.stopped_by, Limit::time);
    for (const Penetration& p : none) {
        EXPECT_EQ(p.depth_source, DepthSource::none);
        EXPECT_EQ(p.depth, 0);
    }
    // Whatever is reached in more time is what it would have been without a limit.
    for (const int microseconds : {100, 1000, 2000, 5000, 10000}) {
        const Penetrations& some =
            balls.scene.penetrations({.depth = true, .budget = {.time = std::chrono::microseconds(microseconds)}});
        EXPECT_TRUE(!some.report.complete || some.size() == of.size());
        for (const Penetration& p : some) {
            if (some.size() == of.size() && p.depth_source != DepthSource::none) {
                EXPECT_EQ(p, of.at({p.vertex, p.tetrahedron}));
            } else {
                EXPECT_FALSE(some.report.complete);
            }
        }
    }
}

struct Tangled {
    shapes::Mesh mesh = shapes::tetra_box({12, 12, 12});
    Tangled() {
        std::mt19937 random(1);
        std::uniform_real_distribution<double> off(-1.0, 1.0);
        for (auto& p : mesh.positions) p = {p[0] + off(random), p[1] + off(random), p[2] + off(random)};
    }
};

TEST(PenetrationDepth, IsTheSameForAnyNumberOfThreads) {
    const Tangled tangled;
    std::vector<Penetration> first;
    for (const unsigned threads : {1u, 2u, 3u, 8u}) {
        Scene scene{{.threads = threads}};
        scene.add(VolumeView{tangled.mesh.positions, tangled.mesh.tetrahedra});
        const Penetrations& found = scene.penetrations({.depth = true});
        if (threads == 1) first = found.items;
        EXPECT_EQ(found.items, first) << threads;
    }
    std::size_t sources = 0;
    for (const Penetration& p : first) {
        sources += p.depth_source != DepthSource::none ? 1 : 0;
        EXPECT_NEAR(dot(Vec3(p.direction), Vec3(p.direction)), 1, 1e-12);
    }
    EXPECT_EQ(sources, first.size());
}

/// It used to take hundreds of milliseconds with a budget of one.
TEST(PenetrationDepth, OfATangleKeepsToItsTime) {
    const Tangled tangled;
    Scene scene{{.threads = 1}};
    scene.add(VolumeView{tangled.mesh.positions, tangled.mesh.tetrahedra});
    const Penetrations all = scene.penetrations({.depth = true});
    ASSERT_GT(all.size(), 1000u);
    ASSERT_GT(all.report.noted.size(), 100u);
    double least = 1e9;
    for (int round = 0; round < 3; ++round) {
        const std::clock_t started = std::clock();
        const Penetrations& some =
            scene.penetrations({.depth = true, .budget = {.time = std::chrono::microseconds(500)}});
        least = std::min(least, 1000.0 * static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC);
        EXPECT_FALSE(some.report.complete);
        EXPECT_EQ(some.report.stopped_by, Limit::time);
    }
    EXPECT_LT(least, 150);  // milliseconds of the processor's time, in a build with sanitizers as well
}

double milliseconds_of_depth(double displaced) {
    shapes::Mesh left = cube(12, 1, {0, 0, 0});
    const shapes::Mesh right = cube(12, 1, {1.03, 0.011, 0.017});
    std::mt19937 random(5);
    std::uniform_real_distribution<double> off(-.3, .3), chance(0, 1);
    for (auto& p : left.positions) {
        if (chance(random) < displaced) p = {p[0] + off(random), p[1] + off(random), p[2] + off(random)};
    }
    Scene scene{{.threads = 1}};
    scene.add(VolumeView{left.positions, left.tetrahedra});
    scene.add(VolumeView{right.positions, right.tetrahedra});
    double least = 1e9;
    for (int round = 0; round < 4; ++round) {
        const std::clock_t started = std::clock();
        (void)scene.penetrations({.depth = true});
        least = std::min(least, static_cast<double>(std::clock() - started) * 1000 / CLOCKS_PER_SEC);
    }
    return least;
}

/// A walk through inverted tetrahedra may run in circles.
TEST(PenetrationDepth, OfInvertedTetrahedraIsNotSlow) {
    EXPECT_LT(milliseconds_of_depth(0.02), 4 * milliseconds_of_depth(0));
}

/// fcl#234: a deformed mesh; all penetrated points, their normals and the greatest depth are asked for.
TEST(PenetrationDepth, GivesAllPointsNormalsAndTheGreatestDepthOfADeformedMesh) {
    shapes::Mesh cushion = cube(8, 1, {0, 0, 0});
    const shapes::Mesh probe = cube(4, 0.25, {0.05, 0.03, 1.0});
    Scene scene;
    const BodyId soft = scene.add(VolumeView{cushion.positions, cushion.tetrahedra});
    const BodyId hard = scene.add(VolumeView{probe.positions, probe.tetrahedra});
    for (const double squeezed : {1.0, 0.9, 0.8}) {
        Positions moved = cushion.positions;
        for (auto& p : moved) p[2] *= squeezed;
        scene.move(soft, moved);
        std::size_t inside = 0;
        for (const auto& p : probe.positions) inside += p[2] <= squeezed ? 1 : 0;
        std::size_t found = 0;
        double deepest = 0;
        for (const Penetration& p : scene.penetrations({.self = false, .once_per_body = true, .depth = true})) {
            if (p.vertex.body != hard) continue;
            ++found;
            expect_direction(p, {0, 0, 1}, 1e-12);
            deepest = std::max(deepest, p.depth);
        }
        EXPECT_EQ(found, inside);
        EXPECT_NEAR(deepest, squeezed - 0.75, 1e-12);
    }
}

/// drake#15080: contact of a deforming volume took every tetrahedron with every triangle, since trees were for meshes
/// that never change.
TEST(PenetrationsOfADeformingVolume, LookAtFewOfAllPairs) {
    const shapes::Mesh still = cube(8, 1, {0, 0, 0}), rest = cube(8, 1, {1.7, 0.011, 0.017});
    Scene scene;
    scene.add(VolumeView{still.positions, still.tetrahedra});
    Positions moved = rest.positions;
    const BodyId body = scene.add(VolumeView{moved, rest.tetrahedra});
    for (int frame = 0; frame < 4; ++frame) {
        for (std::size_t i = 0; i < moved.size(); ++i) {
            moved[i] = rest.positions[i];
            moved[i][0] -= 0.1 * frame * (1 + 0.3 * std::sin(3 * moved[i][1]));
        }
        scene.move(body, moved);
        const Penetrations found = scene.penetrations({.self = false});
        EXPECT_EQ(found.items, scene.penetrations({.method = PenetrationMethod::brute_force, .self = false}).items);
        EXPECT_GT(found.size(), 0u);
        const auto tetrahedra = 2.0 * static_cast<double>(still.tetrahedra.size());
        const auto vertices = 2.0 * static_cast<double>(moved.size());
        EXPECT_LT(static_cast<double>(found.report.counters.box_tests), 0.04 * tetrahedra * vertices);
        EXPECT_EQ(found.report.rebuilt, frame == 0);
    }
}

}  // namespace
}  // namespace pliant::spatial_hash_test::depth_cases
