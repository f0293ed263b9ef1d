// Curves of shapes whose answers are known in closed form.
#include "bodies.hpp"

namespace pliant::curves_test {
namespace {

using std::numbers::pi;

TEST(CurvesOfTwoSpheres, AreACircleAroundALens) {
    // Unit spheres 1 apart: a circle of radius sqrt(3)/2; caps of height 1/2; a lens of 5 pi / 12.
    World world({turned(shapes::icosphere(40), 0.3, 0.2), moved(turned(shapes::icosphere(40), 0.7, 0.9), 1, 0, 0)});
    const Curves& found = sound_curves(world);
    ASSERT_EQ(found.size(), 1u);
    const Curve& circle = found[0];
    EXPECT_TRUE(circle.closed);
    EXPECT_NEAR(circle.length, pi * std::sqrt(3.0), 0.005);
    for (const CurveSide& side : circle.sides) {
        EXPECT_TRUE(side.bounded);
        EXPECT_NEAR(side.area, pi, 0.005);
        EXPECT_GT(side.count, 6000u);
    }
    ASSERT_TRUE(circle.volume);
    EXPECT_NEAR(*circle.volume, 5 * pi / 12, 0.005);
    const Overlap& overlap = world.scene.overlap(world.ids[0], world.ids[1]);
    EXPECT_NEAR(*circle.volume, overlap.volume, 1e-6 + overlap.error);
}

TEST(CurvesOfTwoSpheres, HaveTheirDeepestVerticesAtThePolesOfTheLens) {
    World world({turned(shapes::icosphere(30), 0.3, 0.2), moved(turned(shapes::icosphere(30), 0.7, 0.9), 1.6, 0, 0)});
    const Curves& found = sound_curves(world, {.depth = true});
    ASSERT_EQ(found.depths.size(), 2u);
    for (const CurveDepth& depth : found.depths) {
        EXPECT_EQ(depth.curve, 0u);
        EXPECT_NE(depth.body, depth.vertex.body);
        EXPECT_NEAR(depth.depth, 0.4, 0.01);
        EXPECT_NEAR(depth.direction[0], depth.vertex.body == world.ids[0] ? -1 : 1, 0.01);
        const Position& vertex = world.meshes[std::size_t(depth.vertex.body)].positions[depth.vertex.vertex];
        EXPECT_NEAR(vertex[0], depth.vertex.body == world.ids[0] ? 1 : 0.6, 0.01);
    }
    EXPECT_TRUE(world.scene.curves().depths.empty());
}

TEST(CurvesOfTwoSpheres, EncloseTheLargerPieceWhereItIsInside) {
    // The centre of the small sphere is inside the large one: more than half of it is.
    World world({shapes::icosphere(20), moved(turned(scaled(shapes::icosphere(10), 0.5), 0.4, 0.3), 0.7, 0.01, 0.02)});
    const Curves& found = sound_curves(world);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_GT(found[0].sides[1].area, 0.55 * pi);
    EXPECT_LT(found[0].sides[0].area, 1.0);
    const Overlap& overlap = world.scene.overlap(world.ids[0], world.ids[1]);
    EXPECT_NEAR(found[0].volume.value(), overlap.volume, 1e-6 + overlap.error);
}

TEST(CurvesOfTwoSpheres, DoNotCareWhichWayTheBodiesFace) {
    World straight({shapes::icosphere(9), moved(turned(shapes::icosphere(8), 0.4, 0.3), 1.1, 0.1, 0.2)});
    const Curve expected = straight.scene.curves().items.at(0);
    for (const unsigned inverted : {1u, 2u, 3u}) {
        std::vector<Mesh> meshes = straight.meshes;
        for (std::size_t b = 0; b < 2; ++b) {
            if ((inverted >> b & 1) == 0) continue;
            for (Triangle& t : meshes[b].triangles) std::swap(t[1], t[2]);
        }
        World turned_world(meshes);
        const Curves& found = sound_curves(turned_world);
        ASSERT_EQ(found.size(), 1u);
        EXPECT_NEAR(found[0].length, expected.length, 1e-12);
        for (std::size_t s = 0; s < 2; ++s) {
            EXPECT_EQ(found[0].sides[s].count, expected.sides[s].count);
            EXPECT_NEAR(found[0].sides[s].area, expected.sides[s].area, 1e-12);
        }
        EXPECT_NEAR(found[0].volume.value(), expected.volume.value(), 1e-12);
    }
}

TEST(CurvesOfATorusThroughAPlane, AreTwoCirclesThatBoundARing) {
    const Mesh torus = turned(shapes::torus({160, 80}, 1, 0.4), 0.0, 0.013);
    World world({torus, moved(shapes::cloth_grid({30, 30}, 4, 4), 0.01, 0.02, 0.003)});
    const Curves& found = sound_curves(world);
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(closed_curves(found), 2u);
    EXPECT_NEAR(found[0].length + found[1].length, 2 * pi * (0.6 + 1.4), 0.02);
    // Inside the torus is the ring between the circles, for both of them.
    const double ring = pi * (1.4 * 1.4 - 0.6 * 0.6);
    for (const Curve& curve : found) {
        EXPECT_NEAR(curve.sides[1].area, ring, 0.02);
        EXPECT_EQ(curve.sides[1].first, found[0].sides[1].first);
        EXPECT_TRUE(curve.sides[0].bounded);  // both together cut the torus in halves
        EXPECT_NEAR(curve.sides[0].area, 2 * pi * pi * 0.4, 0.05);
        EXPECT_FALSE(curve.volume);  // the plane is not closed
    }
}

TEST(CurvesOfATorusThroughAPlane, MayBeSmallCirclesOfItsTube) {
    // Upright: the plane cuts the tube twice. Each circle alone does not divide the torus, both together do.
    const Mesh torus = turned(shapes::torus({160, 80}, 1, 0.4), pi / 2 + 0.01, 0.013);
    World world({torus, moved(shapes::cloth_grid({30, 30}, 4, 4), 0.01, 0.02, 0.003)});
    const Curves& found = sound_curves(world);
    ASSERT_EQ(closed_curves(found), 2u);
    for (const Curve& curve : found) {
        EXPECT_NEAR(curve.length, 2 * pi * 0.4, 0.01);
        EXPECT_NEAR(curve.sides[1].area, pi * 0.16, 0.01);
    }
}

TEST(CurvesOfASelfIntersectingBody, AreThoseOfItsParts) {
    Mesh both = turned(shapes::icosphere(12), 0.3, 0.2);
    World apart({both, moved(turned(shapes::icosphere(12), 0.7, 0.9), 1, 0, 0)});
    shapes::append(both, apart.meshes[1]);
    World world({both});
    const Curve expected = sound_curves(apart).items.at(0);
    const Curves& found = sound_curves(world);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_TRUE(found[0].closed);
    EXPECT_EQ(found[0].a, found[0].b);
    EXPECT_NEAR(found[0].length, expected.length, 1e-9);
    for (std::size_t s = 0; s < 2; ++s) {
        EXPECT_EQ(found[0].sides[s].count, expected.sides[s].count);
        EXPECT_NEAR(found[0].sides[s].area, expected.sides[s].area, 1e-9);
    }
    EXPECT_NEAR(found[0].volume.value(), expected.volume.value(), 1e-9);
}

TEST(CurvesOfOpenCloth, EndAtBorders) {
    // Two strips that cross: a straight line from border to border of the narrow one.
    const Mesh wide = shapes::cloth_grid({9, 9}, 4, 4);
    const Mesh narrow = turned(shapes::cloth_grid({7, 7}, 1, 2), pi / 2, 0.1);
    World world({wide, moved(narrow, 0.1, 0.2, 0.3)});
    const Curves& found = sound_curves(world);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_FALSE(found[0].closed);
    EXPECT_EQ(found[0].ends, (std::array{CurveEnd::border, CurveEnd::border}));
    EXPECT_NEAR(found[0].length, 1, 1e-9);
    // It cuts the narrow strip in two, and leaves the wide one whole.
    EXPECT_TRUE(found[0].sides[1].bounded);
    EXPECT_NEAR(found[0].sides[1].area, 0.7, 1e-9);  // what hangs below
    EXPECT_FALSE(found[0].sides[0].bounded);
    EXPECT_EQ(found[0].sides[0].count, 0u);
}

TEST(CurvesOfOpenCloth, EndWhereSurfacesGrowTogether) {
    // A fan around a vertex whose link crosses itself once: a curve from the vertex to the border.
    Mesh mesh;
    mesh.positions = {{0, 0, 0},      {1, 0, 0.5},      {1, 1, 0.4},     {-0.2, 1, -0.5},
                      {-1, 0.3, 0.6}, {0.1, -1.2, 0.3}, {1.3, 0.9, -0.3}};
    for (std::uint32_t i = 1; i < 6; ++i) mesh.triangles.push_back({0, i, i + 1});
    World world({mesh});
    const Curves& found = sound_curves(world);
    for (const Curve& curve : found) {
        EXPECT_FALSE(curve.closed);
        EXPECT_TRUE(curve.ends[0] == CurveEnd::vertex || curve.ends[1] == CurveEnd::vertex);
    }
}

TEST(CurvesOfAFloor, AreFoundWithinOneTriangle) {
    // Four legs through one large triangle: loops that meet none of its edges.
    Mesh floor;
    floor.positions = {{-20, -20, 0}, {20, -20, 0}, {0, 30, 0}};
    floor.triangles = {{0, 1, 2}};
    Mesh legs;
    for (const auto& [x, y] : {std::pair{-2.0, -2.0}, {2.0, -2.0}, {-2.0, 2.0}, {2.0, 2.0}}) {
        shapes::append(legs, moved(scaled(turned(shapes::icosphere(4), 0.3, x * y + x), 0.5), x, y, 0.1));
    }
    World world({floor, legs});
    const Curves& found = sound_curves(world);
    ASSERT_EQ(found.size(), 4u);
    for (const Curve& curve : found) {
        EXPECT_TRUE(curve.closed);
        EXPECT_TRUE(curve.sides[0].bounded);
        EXPECT_NEAR(curve.sides[0].area, pi * 0.24, 0.05);
        EXPECT_TRUE(curve.sides[1].bounded);
        EXPECT_NEAR(curve.sides[1].area, 2 * pi * 0.5 * 0.4, 0.12);  // the caps below
    }
}

TEST(CurvesOfABeam, BoundOneVolumeTogether) {
    // A long box through a cube: two curves, one volume.
    const Mesh cube = moved(scaled(shapes::box_surface({4, 4, 4}), 0.25), -0.5, -0.5, -0.5);
    Mesh beam = shapes::box_surface({2, 2, 12});
    for (auto& [x, y, z] : beam.positions) x = 0.2 * x - 0.19, y = 0.2 * y - 0.18, z = 0.25 * z - 1.53;
    World world({cube, beam});
    const Curves& found = sound_curves(world);
    ASSERT_EQ(found.size(), 2u);
    for (const Curve& curve : found) {
        EXPECT_TRUE(curve.closed);
        EXPECT_NEAR(curve.length, 1.6, 1e-9);
        EXPECT_NEAR(curve.sides[0].area, 0.16, 1e-9);
        EXPECT_NEAR(curve.sides[1].area, 1.6, 1e-9);
        EXPECT_NEAR(curve.volume.value(), 0.16, 1e-9);
    }
}

}  // namespace
}  // namespace pliant::curves_test
