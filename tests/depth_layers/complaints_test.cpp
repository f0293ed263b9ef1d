// What users of other libraries complain about, where it concerns volumes, depths and containment.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "bodies.hpp"
#include "geometry/closest_point.hpp"

namespace pliant::depth_layers {
namespace {

double deepest(const Overlap& found) {
    double depth = 0;
    for (const VertexPenetration& p : found.penetrations) depth = std::max(depth, p.depth);
    return depth;
}

/// fcl#574, fcl#575, fcl#503, BerkeleyAutomation/python-fcl#48: depths of meshes are 0 or mean nothing.
TEST(Complaints, DepthOfASunkBoxIsHowFarItHasSunk) {
    for (const double depth : {0.001, 0.1, 0.3}) {
        Couple couple(box({-2, -2, -1}, {2, 2, 0}), box({-0.5, -0.4, -depth}, {0.5, 0.6, 1}));
        const Overlap& found = couple.overlap({.depths = true});
        EXPECT_NEAR(found.volume, depth, found.error);
        ASSERT_EQ(found.penetrations.size(), 4u);
        for (const VertexPenetration& p : found.penetrations) {
            EXPECT_EQ(p.body, couple.id_b);
            EXPECT_NEAR(p.depth, depth, 1e-12);
            EXPECT_NEAR(p.direction[2], 1, 1e-12);
        }
    }
}

/// fcl#106: contact points were always at vertices of triangles.
TEST(Complaints, ClosestPointLiesWithinAFace) {
    Couple couple(box({-2, -2, -1}, {2, 2, 0}), box({-0.5, -0.4, -0.1}, {0.5, 0.6, 1}));
    for (const VertexPenetration& p : couple.overlap({.depths = true}).penetrations) {
        const Position& vertex = couple.b.positions[p.vertex];
        const Position expected{vertex[0], vertex[1], 0};
        for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(p.closest[k], expected[k], 1e-12);
    }
}

/// coal-library/coal#357: a depth had a meaning only locally. Here no point of the surface is closer.
TEST(Complaints, DepthIsTheDistanceToTheWholeSurface) {
    Couple couple(sphere(6, {0, 0, 0}, 1), sphere(5, {0.6, 0.5, 0.4}, 0.9));
    const Overlap& found = couple.overlap({.depths = true});
    EXPECT_GT(found.penetrations.size(), 50u);
    for (const VertexPenetration& p : found.penetrations) {
        const bool of_a = p.body == couple.id_a;
        const Vec3 vertex((of_a ? couple.a : couple.b).positions[p.vertex]);
        const shapes::Mesh& other = of_a ? couple.b : couple.a;
        double nearest = std::numeric_limits<double>::infinity();
        for (const Triangle& t : other.triangles) {
            const Vec3 way = geometry::closest_point(vertex, {Vec3(other.positions[t[0]]), Vec3(other.positions[t[1]]),
                                                              Vec3(other.positions[t[2]])}) -
                             vertex;
            nearest = std::min(nearest, std::sqrt(dot(way, way)));
        }
        EXPECT_NEAR(p.depth, nearest, 1e-12);
    }
}

/// LTplus-AG/ifc-lite#1866: the gap between boxes was sold as a depth.
TEST(Complaints, BodiesWhoseBoxesOverlapNeedNot) {
    shapes::Mesh bar = box({-3, -0.1, -0.1}, {3, 0.1, 0.1});
    tumble(bar, 0.7, {0, 0, 0});
    shapes::Mesh other = bar;
    for (Position& p : other.positions) p[1] += 0.6;
    Couple apart(bar, other);
    const Overlap& found = apart.overlap({.depths = true});
    EXPECT_LE(found.volume, found.error);
    EXPECT_TRUE(found.penetrations.empty());
    for (Position& p : other.positions) p[1] -= 0.5;
    Couple sunk(bar, other);
    const double depth = deepest(sunk.overlap({.depths = true}));
    EXPECT_GT(depth, 0.001);
    EXPECT_LT(depth, 0.1);  // no more than half as thick as the bar
}

/// IfcOpenShell#2430: depths differed from one question to the next.
TEST(Complaints, DepthDependsOnTheShapesAlone) {
    const shapes::Mesh ground = box({-2, -2, -1}, {2, 2, 0}), ball = sphere(4, {0, 0, 0.8}, 1);
    const double expected = deepest(Couple(ground, ball).overlap({.depths = true}));
    EXPECT_GT(expected, 0.15);
    EXPECT_EQ(deepest(Couple(ball, ground).overlap({.depths = true})), expected);
    shapes::Mesh finer = shapes::box_surface({8, 8, 8});
    for (Position& p : finer.positions) p = {p[0] / 2 - 2, p[1] / 2 - 2, p[2] / 8 - 1};
    EXPECT_NEAR(deepest(Couple(finer, ball).overlap({.depths = true})), expected, 1e-12);
    Couple twice(ground, ball);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(deepest(twice.overlap({.resolution = 8u << i, .depths = true})), expected);
}

/// IfcOpenShell#4278: envelope, piercing, touching, clear of each other and duplicate, to be told apart.
TEST(Complaints, VolumesTellHowTwoBodiesLie) {
    const shapes::Mesh wall = box({0, 0, 0}, {4, 1, 3});
    const auto shared = [&](const shapes::Mesh& other) { return Couple(wall, other).overlap(); };
    const double whole = volume_of(wall);
    const Overlap within = shared(box({1, 0.25, 1}, {2, 0.75, 2}));
    EXPECT_NEAR(within.volume, 0.5, within.error);  // all of the smaller one
    const Overlap pierced = shared(box({1, -1, 1}, {2, 2, 2}));
    EXPECT_NEAR(pierced.volume, 1, pierced.error);  // part of both
    const Overlap touching = shared(box({0, 1, 0}, {4, 2, 3}));
    EXPECT_LE(touching.volume, touching.error);
    const Overlap clear = shared(box({0, 2, 0}, {4, 3, 3}));
    EXPECT_EQ(clear.volume, 0);
    EXPECT_EQ(clear.error, 0);
    const Overlap duplicate = shared(wall);
    EXPECT_NEAR(duplicate.volume, whole, duplicate.error);
    EXPECT_LE(duplicate.error, 0.01 * whole);
}

/// RobotLocomotion/drake#21317: depths from the shape at rest were wrong once it was strongly deformed.
TEST(Complaints, DepthIsThatOfTheDeformedShape) {
    const shapes::Mesh rest = box({-1, -1, -1}, {1, 1, 1});
    shapes::Mesh ground = box({-50, -50, -9}, {50, 50, 0});
    Couple couple(ground, rest);
    std::vector<Position> deformed;
    for (const double stretch : {1.0, 0.05, 8.0, 30.0}) {
        deformed = rest.positions;
        for (Position& p : deformed) p = {stretch * p[0] + 3 * p[2], p[1] / stretch, p[2] + 0.75};
        couple.scene.move(couple.id_b, deformed);
        const Overlap& found = couple.overlap({.depths = true});
        EXPECT_DOUBLE_EQ(deepest(found), 0.25) << stretch;
        EXPECT_NEAR(found.volume, 0.25 * 4, found.error + 1e-9) << stretch;
    }
}

/// RobotLocomotion/drake#17789: what cannot be meant gave garbage instead of an error.
TEST(Complaints, OptionsThatMakeNoSenseAreRefused) {
    Couple couple(sphere(3, {0, 0, 0}, 1), sphere(3, {0.5, 0, 0}, 1));
    EXPECT_THROW((void)couple.overlap({.resolution = 0, .depths = true}), std::invalid_argument);
    EXPECT_THROW((void)couple.overlap({.tolerance = -1, .depths = true}), std::invalid_argument);
    EXPECT_THROW((void)couple.scene.overlap(couple.id_a, BodyId{77}, {.depths = true}), std::out_of_range);
    EXPECT_GT(deepest(couple.overlap({.depths = true})), 0.3);
}

/// mikedh/trimesh#2120: no volume at all unless both meshes are perfect. A soup of triangles, some of them without
/// area, and vertices that no triangle uses.
TEST(Complaints, VolumeOfMeshesThatAreNotPerfect) {
    const shapes::Mesh ball = sphere(6, {0, 0, 0}, 1);
    shapes::Mesh soup = soup_of(ball);
    for (std::uint32_t v = 0; v < soup.positions.size(); v += 9) soup.triangles.push_back({v, v + 1, v + 1});
    soup.positions.push_back({7, 7, 7});
    const shapes::Mesh half = box({0, -2, -2}, {2, 2, 2});
    const Overlap expected = Couple(ball, half).overlap();
    const Overlap found = Couple(soup, half).overlap();
    EXPECT_NEAR(found.volume, expected.volume, found.error + expected.error);
    EXPECT_LE(found.error, 0.01 * found.volume);
    EXPECT_EQ(found.inconsistent_pixels, 0u);
}

}  // namespace
}  // namespace pliant::depth_layers
