// What users of other tools complain about, one test each.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "agreement/detectors.hpp"
#include "agreement/same_answer.hpp"
#include "mesh_samples.hpp"

namespace pliant::scene_test {
namespace {

class Complaints : public testing::TestWithParam<IntersectionMethod> {
protected:
    Scene scene{SceneOptions{.threads = 1}};

    Answer<TrianglePair> answer(Neighbours neighbours = Neighbours::beyond_shared) {
        Answer<TrianglePair> found = scene.intersections({.method = GetParam(), .neighbours = neighbours});
        const auto& expected =
            scene.intersections({.method = IntersectionMethod::brute_force, .neighbours = neighbours});
        EXPECT_TRUE(agreement::same_answer(found, expected));
        return found;
    }
};

/// A cloth rolled up by `turns`, its layers `pitch` apart; with noise they meet.
Sample rolled_cloth(double pitch, double wave) {
    Sample sheet = cloth(40, 2);
    for (Position& p : sheet.positions) {
        const double along = p[0] + 1, radius = 0.2 + pitch * along, angle = along / 0.25;
        p = {radius * std::cos(angle) + wave * std::sin(9 * p[1]), p[1], radius * std::sin(angle)};
    }
    return sheet;
}

/// fcl#333, fcl#523: can it find the self-collision of a cloth?
TEST_P(Complaints, Fcl333ClothSelfCollisionIsFound) {
    const Sample clean = rolled_cloth(0.1, 0);
    scene.add(clean.view());
    EXPECT_TRUE(answer().empty());
    Sample meeting = clean;
    for (Position& p : meeting.positions) p[0] *= p[1] > 0 ? 1.0 : 0.0;
    scene.move(BodyId{0}, meeting.positions);
    EXPECT_GT(answer().size(), 20u);
}

/// torch-mesh-isect#12: self or two meshes, never both in one query.
TEST_P(Complaints, TorchMeshIsect12SelfAndMutualInOneQuery) {
    const Sample knot = joined(lying(), standing()), other = shifted(standing(-0.5), 0.3, -0.2, 0);
    scene.add(knot.view());
    scene.add(other.view());
    const auto found = answer();
    const auto self = std::count_if(found.begin(), found.end(), [](const auto& p) { return p.a.body == p.b.body; });
    EXPECT_EQ(self, 1);
    EXPECT_EQ(found.size(), 2u);
}

/// libigl#2381: false pairs on a subdivided triangle, from a test in doubles.
TEST_P(Complaints, Libigl2381SubdividedTriangleHasNoPairs) {
    Sample fan{{{0.1, 0.7, 0.3}, {1.3, 0.2, 0.9}, {0.4, 1.9, 1.1}}, {{0, 1, 2}}};
    for (int round = 0; round < 4; ++round) {
        std::vector<Triangle> next;
        for (const auto& [a, b, c] : fan.triangles) {
            const auto middle = [&](std::uint32_t i, std::uint32_t j) {
                Position m{};
                for (std::size_t k = 0; k < 3; ++k) m[k] = (fan.positions[i][k] + fan.positions[j][k]) / 2;
                const auto known = std::find(fan.positions.begin(), fan.positions.end(), m);
                if (known == fan.positions.end()) fan.positions.push_back(m);
                return static_cast<std::uint32_t>(std::find(fan.positions.begin(), fan.positions.end(), m) -
                                                  fan.positions.begin());
            };
            const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
            next.insert(next.end(), {{a, ab, ca}, {ab, b, bc}, {ca, bc, c}, {ab, bc, ca}});
        }
        fan.triangles = next;
    }
    scene.add(fan.view());
    EXPECT_TRUE(answer().empty());
}

/// three-mesh-bvh#736, Open3D#1185: a flat cloth floods the caller with neighbours that merely touch.
TEST_P(Complaints, ThreeMeshBvh736FlatClothHasNoPairs) {
    const Sample sheet = cloth(25);
    scene.add(sheet.view());
    EXPECT_TRUE(answer().empty());
}

/// fcpw#2: leaving out every pair that shares a vertex hides real crossings.
TEST_P(Complaints, Fcpw2CrossingBesideASharedVertexIsFound) {
    const Sample pair{{{0, 0, 0}, {2, -1, 0}, {2, 1, 0}, {2, 0, -1}, {2, 0, 1}}, {{0, 1, 2}, {0, 3, 4}}};
    scene.add(pair.view());
    const auto found = answer();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, PairKind::crossing);
    EXPECT_TRUE(answer(Neighbours::ignored).empty());
}

/// A fold-over on a shared edge, and two triangles on the same three vertices.
TEST_P(Complaints, FoldsOnASharedEdgeAreFound) {
    const Sample folded{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {{0, 1, 2}, {1, 0, 3}, {2, 0, 1}}};
    scene.add(folded.view());
    const auto found = answer();
    ASSERT_EQ(found.size(), 3u);
    for (const TrianglePair& pair : found) EXPECT_EQ(pair.kind, PairKind::fold);
}

/// IfcOpenShell#4594: two walls that overlap in perfect alignment did not clash until one was nudged.
TEST_P(Complaints, IfcOpenShell4594AlignedWallsClash) {
    const shapes::Mesh wall = shapes::box_surface({4, 1, 2});
    const Sample a{wall.positions, wall.triangles}, b = shifted(a, 2, 0, 0);
    scene.add(a.view());
    scene.add(b.view());
    const auto found = answer();
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const auto& p) { return p.kind == PairKind::coplanar; }));
    EXPECT_TRUE(std::any_of(found.begin(), found.end(), [](const auto& p) {
        return p.kind == PairKind::crossing || p.kind == PairKind::touching;
    }));
}

/// IfcOpenShell#1357: touching is told apart from crossing.
TEST_P(Complaints, IfcOpenShell1357TouchingIsNoCrossing) {
    const shapes::Mesh box = shapes::box_surface({1, 1, 1});
    const Sample a{box.positions, box.triangles}, b = shifted(a, 1, 0.25, 0.25);
    scene.add(a.view());
    scene.add(b.view());
    const auto found = answer();
    EXPECT_FALSE(found.empty());
    for (const TrianglePair& pair : found) EXPECT_NE(pair.kind, PairKind::crossing) << pair;
}

/// cgal#7136: with duplicated vertices, neighbours share no vertex number; pairs that touch are reported as touching.
TEST_P(Complaints, Cgal7136SoupsTouchWhereMeshesAreJoined) {
    const Sample joined_mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, {{0, 1, 2}, {2, 1, 3}}};
    const Sample soup{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}}, {{0, 1, 2}, {3, 4, 5}}};
    const BodyId first = scene.add(joined_mesh.view());
    EXPECT_TRUE(answer().empty());
    scene.remove(first);
    scene.add(soup.view());
    const auto found = answer();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, PairKind::touching);
}

/// sofa#3202, PhysX#530: bodies that come and go every frame.
TEST_P(Complaints, Sofa3202BodiesComeAndGoEveryFrame) {
    const Sample ball = sphere(3);
    std::vector<Sample> balls;
    for (int i = 0; i < 12; ++i) balls.push_back(shifted(ball, 0.7 * i, 0, 0));
    std::vector<BodyId> ids;
    for (std::size_t frame = 0; frame < balls.size(); ++frame) {
        ids.push_back(scene.add(balls[frame].view()));
        if (frame % 3 == 2) {
            scene.remove(ids[frame / 2]);
            ids[frame / 2] = ids.back();
        }
        (void)answer();
    }
    EXPECT_GT(answer().size(), 10u);
}

/// A triangle fan of many wedges around one vertex, as on the pole of a globe; more than a fan's worth.
TEST_P(Complaints, PolesOfManyTrianglesAreRight) {
    for (const std::uint32_t columns : {3u, 8u, 63u, 64u, 65u, 200u}) {
        const shapes::Mesh globe = shapes::globe({columns, 3});
        Sample ball{globe.positions, globe.triangles};
        scene = Scene({.threads = 1});
        scene.add(ball.view());
        EXPECT_TRUE(answer().empty()) << columns;
        // A pole pushed out through the other: the cap turns inside out and cuts the far side.
        for (Position& p : ball.positions) {
            if (p[2] > 0.999) p[2] = -3;
        }
        scene.move(BodyId{0}, ball.positions);
        EXPECT_GT(answer().size(), 0u) << columns;
    }
}

INSTANTIATE_TEST_SUITE_P(Detectors, Complaints, testing::ValuesIn(agreement::detectors),
                         [](const auto& detector) { return std::string(name(detector.param)); });

}  // namespace
}  // namespace pliant::scene_test
