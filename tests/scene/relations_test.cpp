// Which bodies lie inside others, and which coincide.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include <pliant/pliant.hpp>

#include "shapes/meshes.hpp"

namespace pliant {
namespace {

using Position = std::array<double, 3>;

struct Ball {
    std::vector<Position> positions;
    std::vector<Triangle> triangles;

    [[nodiscard]] SurfaceView view() const { return {positions, triangles}; }
};

Ball ball(double radius, Position centre = {}) {
    const shapes::Mesh mesh = shapes::icosphere(4);
    Ball result{mesh.positions, mesh.triangles};
    for (Position& p : result.positions) {
        for (std::size_t k = 0; k < 3; ++k) p[k] = radius * p[k] + centre[k];
    }
    return result;
}

Ball joined(Ball a, const Ball& b) {
    const auto first = static_cast<std::uint32_t>(a.positions.size());
    a.positions.insert(a.positions.end(), b.positions.begin(), b.positions.end());
    for (const Triangle& t : b.triangles) a.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    return a;
}

std::vector<BodyRelation> relations(const std::vector<Ball>& bodies) {
    Scene scene;
    for (const Ball& body : bodies) scene.add(body.view());
    return scene.relations().items;
}

BodyRelation inside(unsigned a, unsigned b, unsigned pieces = 1, unsigned in_all = 1) {
    return {BodyId(a), BodyId(b), RelationKind::inside, pieces, in_all};
}

TEST(Relations, BallWithinBallIsInside) {
    EXPECT_EQ(relations({ball(1), ball(0.5)}), std::vector{inside(1, 0)});
    EXPECT_EQ(relations({ball(0.5), ball(1)}), std::vector{inside(0, 1)});
}

TEST(Relations, NestsAreAllNamed) {
    EXPECT_EQ(relations({ball(1), ball(0.5), ball(0.25)}), (std::vector{inside(1, 0), inside(2, 0), inside(2, 1)}));
}

TEST(Relations, BallsApartOrAcrossOneAnotherHaveNone) {
    EXPECT_TRUE(relations({ball(1), ball(1, {3, 0, 0})}).empty());
    EXPECT_TRUE(relations({ball(1), ball(1, {0.5, 0, 0})}).empty());
    EXPECT_TRUE(relations({ball(1), ball(0.2, {0.7, 0.7, 0.7})}).empty());  // in the box, outside the ball
}

TEST(Relations, PiecesInsideAreCounted) {
    const Ball eyes = joined(joined(ball(0.2, {0.3, 0, 0}), ball(0.2, {-0.3, 0, 0})), ball(0.2, {5, 0, 0}));
    EXPECT_EQ(relations({ball(1), eyes}), std::vector{inside(1, 0, 2, 3)});
}

TEST(Relations, PieceThatCrossesIsNotInsideThoughItsFirstVertexIs) {
    const Ball pieces = joined(ball(0.2), ball(0.5, {0.9, 0, 0}));
    EXPECT_EQ(relations({ball(1), pieces}), std::vector{inside(1, 0, 1, 2)});
}

TEST(Relations, OpenSurfaceHasNoInside) {
    Ball open = ball(1);
    open.triangles.pop_back();
    EXPECT_TRUE(relations({open, ball(0.5)}).empty());
    EXPECT_EQ(relations({ball(2), open}), std::vector{inside(1, 0)});  // but may be inside itself
}

TEST(Relations, ShellHoldsWhatIsInItsWallOnly) {
    Ball cavity = ball(0.5);
    for (Triangle& t : cavity.triangles) std::swap(t[1], t[2]);
    const Ball shell = joined(ball(1), cavity);
    EXPECT_TRUE(relations({shell, ball(0.2)}).empty());
    EXPECT_EQ(relations({shell, ball(0.1, {0.75, 0, 0})}), std::vector{inside(1, 0)});
}

TEST(Relations, EqualBodiesCoincideWhateverTheirNumbering) {
    Ball other = ball(1);
    std::reverse(other.triangles.begin(), other.triangles.end());
    for (Triangle& t : other.triangles) std::rotate(t.begin(), t.begin() + 1, t.end());
    EXPECT_EQ(relations({ball(1), other}),
              (std::vector{BodyRelation{BodyId(0), BodyId(1), RelationKind::coincident, 1, 1}}));
}

TEST(Relations, BodyWithATriangleMoreDoesNotCoincide) {
    Ball less = ball(1);
    less.triangles.pop_back();
    EXPECT_TRUE(relations({ball(1), less}).empty());
}

TEST(Relations, FollowMovesAndKnownPairsGiveTheSame) {
    Ball small = ball(0.5, {3, 0, 0});
    const Ball large = ball(1);
    Scene scene;
    scene.add(large.view());
    const BodyId moving = scene.add(small.view());
    EXPECT_TRUE(scene.relations().empty());
    small = ball(0.5);
    scene.move(moving, small.positions);
    const auto pairs = scene.intersections();
    RelationOptions known;
    known.pairs = pairs.items;
    EXPECT_EQ(scene.relations(known).items, std::vector{inside(1, 0)});
    scene.remove(moving);
    EXPECT_TRUE(scene.relations().empty());
}

TEST(Relations, VertexThatIsNotFiniteHidesNoOtherBody) {
    Ball broken = ball(0.5);
    broken.positions.back()[0] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(relations({ball(1), ball(0.1), broken})[0], inside(1, 0));
}

// Where triangles are turned no winding tells the inside; crossings still do.
TEST(Relations, InsideASurfaceThatDoesNotFaceOneWay) {
    Ball turned = ball(1);
    for (std::size_t t = 0; t < turned.triangles.size(); t += 7)
        std::swap(turned.triangles[t][0], turned.triangles[t][1]);
    EXPECT_EQ(relations({turned, ball(0.5), ball(0.25, {5, 0, 0}), ball(0.1, {0.95, 0.95, 0.95})}),
              std::vector{inside(1, 0)});
    EXPECT_EQ(relations({turned, joined(ball(0.5), ball(0.5, {5, 0, 0}))}), std::vector{inside(1, 0, 1, 2)});
    const Ball hollow = joined(turned, ball(0.5));  // the inside of the inner one is outside
    EXPECT_EQ(relations({hollow, ball(0.25), ball(0.1, {0.75, 0, 0})}), std::vector{inside(2, 0)});
}

TEST(Relations, InsideASurfaceWithEdgesOfThreeTrianglesIsUndecided) {
    Ball walled = ball(1);
    const Triangle t = walled.triangles[0];
    const auto centre = static_cast<std::uint32_t>(walled.positions.size());
    walled.positions.push_back({});
    // A tetrahedron below one triangle: three walls more, so that the edges of that triangle have three.
    for (std::size_t k = 0; k < 3; ++k) walled.triangles.push_back({t[k], t[(k + 1) % 3], centre});
    const BodyRelation undecided{BodyId(1), BodyId(0), RelationKind::undecided, 1, 1};
    EXPECT_EQ(relations({walled, ball(0.1, {0, 0, -0.5})}), std::vector{undecided});
    Ball open = ball(1);
    open.triangles.pop_back();
    EXPECT_EQ(relations({open, ball(0.5)}), std::vector<BodyRelation>());
}

}  // namespace
}  // namespace pliant
