// Bodies come, move and go; nothing that a question uses can be out of date.
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "agreement/detectors.hpp"
#include "agreement/same_answer.hpp"
#include "mesh_samples.hpp"

namespace pliant::scene_test {
namespace {

class ComeAndGo : public testing::TestWithParam<IntersectionMethod> {
protected:
    Scene scene{SceneOptions{.threads = 2}};

    std::size_t pairs() { return scene.intersections({.method = GetParam()}).size(); }
};

TEST_P(ComeAndGo, AnEmptySceneHasNoPairs) {
    EXPECT_EQ(pairs(), 0u);
    EXPECT_TRUE(scene.intersections({.method = GetParam()}).report.complete);
}

TEST_P(ComeAndGo, BodiesAreNumberedInTheOrderTheyCameAndNumbersAreNotUsedAgain) {
    const Sample a = lying(), b = standing();
    EXPECT_EQ(scene.add(a.view()), BodyId{0});
    EXPECT_EQ(scene.add(b.view()), BodyId{1});
    scene.remove(BodyId{1});
    EXPECT_EQ(scene.add(b.view()), BodyId{2});
    const auto& answer = scene.intersections({.method = GetParam()});
    ASSERT_EQ(answer.size(), 1u);
    EXPECT_EQ(answer[0].b.body, BodyId{2});
}

TEST_P(ComeAndGo, ABodyThatIsNotThereIsOutOfRange) {
    const Sample a = lying();
    EXPECT_THROW(scene.move(BodyId{0}, a.positions), std::out_of_range);
    const BodyId body = scene.add(a.view());
    EXPECT_THROW(scene.remove(BodyId{7}), std::out_of_range);
    EXPECT_THROW((void)scene.triangles(BodyId{7}), std::out_of_range);
    scene.remove(body);
    EXPECT_THROW(scene.move(body, a.positions), std::out_of_range);
    EXPECT_THROW(scene.remove(body), std::out_of_range);
    EXPECT_THROW((void)scene.triangles(body), std::out_of_range);
    try {
        scene.remove(BodyId{41});
    } catch (const std::out_of_range& error) {
        EXPECT_NE(std::string(error.what()).find("41"), std::string::npos) << error.what();
    }
    EXPECT_EQ(pairs(), 0u);
}

/// fcl#577: after new geometry three kinds of boxes were out of date until each was updated by hand.
TEST_P(ComeAndGo, AMoveIsAllThatIsNeeded) {
    const Sample a = sphere(6), near = shifted(a, 0.5, 0, 0), far = shifted(a, 50, 0, 0);
    scene.add(a.view());
    const BodyId b = scene.add(far.view());
    EXPECT_EQ(pairs(), 0u);
    scene.move(b, near.positions);
    EXPECT_GT(pairs(), 50u);
    scene.move(b, far.positions);
    EXPECT_EQ(pairs(), 0u);
}

/// newton#3828: self-contact was looked for in boxes that were fitted to the rest pose.
TEST_P(ComeAndGo, SelfIntersectionsAreThoseOfThePresentPose) {
    Sample sheet = cloth(20);
    const BodyId body = scene.add(sheet.view());
    EXPECT_EQ(pairs(), 0u);
    const std::vector<Position> rest = sheet.positions;
    for (Position& p : sheet.positions) {
        if (p[0] > 0) p = {-p[0] + 0.01, p[1], 0.3 * (p[0] - 0.5)};  // folded over, and through the other half
    }
    scene.move(body, sheet.positions);
    EXPECT_GT(pairs(), 10u);
    scene.move(body, rest);
    EXPECT_EQ(pairs(), 0u);
}

TEST_P(ComeAndGo, PositionsChangedInPlaceCountOnceMoved) {
    const Sample a = lying();
    Sample b = standing(5);
    scene.add(a.view());
    const BodyId body = scene.add(b.view());
    EXPECT_EQ(pairs(), 0u);
    b = standing();
    scene.move(body, b.positions);
    EXPECT_EQ(pairs(), 1u);
}

TEST_P(ComeAndGo, TheLastOfSeveralMovesCounts) {
    const Sample a = lying(), near = standing(), far = standing(5);
    scene.add(a.view());
    const BodyId body = scene.add(far.view());
    scene.move(body, near.positions);
    scene.move(body, far.positions);
    EXPECT_EQ(pairs(), 0u);
    scene.move(body, far.positions);
    scene.move(body, near.positions);
    EXPECT_EQ(pairs(), 1u);
}

TEST_P(ComeAndGo, BodiesThatAreRemovedMeetNothing) {
    const Sample a = sphere(5), b = shifted(a, 0.5, 0, 0), c = shifted(a, 0, 0.5, 0);
    scene.add(a.view());
    const BodyId second = scene.add(b.view());
    scene.add(c.view());
    const std::size_t all = pairs();
    scene.remove(second);
    const auto& left = scene.intersections({.method = GetParam()});
    EXPECT_LT(left.size(), all);
    EXPECT_GT(left.size(), 0u);
    for (const TrianglePair& pair : left) {
        EXPECT_EQ(pair.a.body, BodyId{0});
        EXPECT_EQ(pair.b.body, BodyId{2});
    }
    scene.remove(BodyId{0});
    scene.remove(BodyId{2});
    EXPECT_EQ(pairs(), 0u);
}

TEST_P(ComeAndGo, FewerVerticesLeaveTheirTrianglesOutAndMoreBringThemBack) {
    const Sample a = joined(lying(), standing());
    const BodyId body = scene.add(a.view());
    EXPECT_EQ(pairs(), 1u);
    scene.move(body, Points(a.positions[0].data(), 5));
    const auto& fewer = scene.intersections({.method = GetParam()});
    EXPECT_EQ(fewer.size(), 0u);
    EXPECT_EQ(fewer.report.set_aside, (std::vector<Flaw>{{body, FlawKind::index_out_of_range, 1}}));
    scene.move(body, a.positions);
    const auto& back = scene.intersections({.method = GetParam()});
    EXPECT_EQ(back.size(), 1u);
    EXPECT_TRUE(back.report.complete);
}

TEST_P(ComeAndGo, ABodyMayChangeFromFloatsToDoublesAndBack) {
    const Sample a = lying(), b = standing();
    std::vector<std::array<float, 3>> floats;
    for (const Position& p : b.positions) floats.push_back({float(p[0]), float(p[1]), float(p[2])});
    std::vector<std::array<float, 3>> lying_floats;
    for (const Position& p : a.positions) lying_floats.push_back({float(p[0]), float(p[1]), float(p[2])});
    const BodyId first = scene.add(SurfaceView{lying_floats, a.triangles});
    const BodyId second = scene.add(SurfaceView{floats, b.triangles});
    EXPECT_EQ(pairs(), 1u);
    scene.move(second, b.positions);
    EXPECT_EQ(pairs(), 1u);
    scene.move(first, a.positions);
    EXPECT_EQ(pairs(), 1u);
    scene.move(second, floats);
    scene.move(first, lying_floats);
    EXPECT_EQ(pairs(), 1u);
}

TEST_P(ComeAndGo, ASceneCanBeMoved) {
    const Sample a = lying(), b = standing();
    scene.add(a.view());
    Scene other = std::move(scene);
    other.add(b.view());
    EXPECT_EQ(other.intersections({.method = GetParam()}).size(), 1u);
    scene = std::move(other);
    EXPECT_EQ(pairs(), 1u);
}

TEST_P(ComeAndGo, ACopiedAnswerOutlivesTheNextQuestion) {
    const Sample a = lying(), b = standing(), far = standing(5);
    scene.add(a.view());
    const BodyId body = scene.add(b.view());
    const auto kept = scene.intersections({.method = GetParam()});
    scene.move(body, far.positions);
    EXPECT_EQ(pairs(), 0u);
    ASSERT_EQ(kept.size(), 1u);
    EXPECT_EQ(kept[0].kind, PairKind::crossing);
}

TEST_P(ComeAndGo, AVolumeIsAskedThroughItsBoundary) {
    const shapes::Mesh box = shapes::tetra_box({2, 2, 2});
    const BodyId body = scene.add(VolumeView{box.positions, box.tetrahedra});
    EXPECT_EQ(pairs(), 0u);
    const std::span<const Triangle> triangles = scene.triangles(body);
    EXPECT_TRUE(std::equal(triangles.begin(), triangles.end(), box.triangles.begin(), box.triangles.end()));
    const Sample through = shifted(standing(), 1.1, 1.3, 2);
    scene.add(through.view());
    EXPECT_GT(pairs(), 0u);
    const Sample inside = shifted({{{0, 0, 0}, {0.1, 0, 0}, {0, 0.1, 0}}, {{0, 1, 2}}}, 1, 1, 1.05);
    scene.remove(BodyId{1});
    scene.add(inside.view());
    EXPECT_EQ(pairs(), 0u);  // in contact with faces inside the volume alone
}

/// The triangles are the scene's own after `add`.
TEST_P(ComeAndGo, TrianglesAreCopied) {
    const Sample a = lying();
    Sample b = standing();
    scene.add(a.view());
    const BodyId body = scene.add(b.view());
    b.triangles[0] = {0, 0, 0};
    EXPECT_EQ(pairs(), 1u);
    EXPECT_EQ(scene.triangles(body)[0], (Triangle{0, 1, 2}));
}

TEST_P(ComeAndGo, DetectorsMayTakeTurns) {
    const Sample a = sphere(5);
    Sample b = shifted(a, 0.7, 0.1, 0);
    scene.add(a.view());
    const BodyId body = scene.add(b.view());
    for (int frame = 0; frame < 6; ++frame) {
        b = shifted(b, -0.1, 0, 0.01);
        scene.move(body, b.positions);
        if (frame % 3 == 0) (void)scene.intersections({.method = IntersectionMethod::brute_force});
        const Answer<TrianglePair> found = scene.intersections({.method = GetParam()});
        EXPECT_TRUE(agreement::same_answer(found, scene.intersections({.method = IntersectionMethod::brute_force})));
        EXPECT_GT(found.size(), 0u);
    }
}

INSTANTIATE_TEST_SUITE_P(Detectors, ComeAndGo, testing::ValuesIn(agreement::detectors),
                         [](const auto& detector) { return std::string(name(detector.param)); });

}  // namespace
}  // namespace pliant::scene_test
