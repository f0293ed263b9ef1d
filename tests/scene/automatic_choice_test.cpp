// Which detector `automatic` takes: a rule on what is known before the search, the same on every run.
#include "scene/automatic_choice.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

#include "scene/near_surfaces.hpp"
#include "shapes/catalogue.hpp"
#include "shapes/meshes.hpp"

namespace pliant {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t settled = AutomaticChoice::questions_before_building;
constexpr std::uint32_t before_parts = AutomaticChoice::questions_before_parts;
constexpr std::uint32_t many = 400;  // questions, more than regularity has parts

class Automatic : public testing::Test {
protected:
    Automatic() {
        const auto cloth = shapes::make_scene("waving_cloth", {.triangles = 400, .frames = std::nullopt, .seed = 1});
        mesh = cloth->body(0);
        lift();
        begin_anew({});
    }

    void begin_anew(const SceneOptions& options) {
        scene = Scene(options);
        scene.add(SurfaceView{mesh.positions, mesh.triangles});
        scene.add(SurfaceView{lifted, mesh.triangles});
    }

    void lift() {
        lifted = mesh.positions;
        for (auto& p : lifted) p[2] += 10;
    }

    Detector ask(const IntersectionOptions& options = {}) { return scene.intersections(options).report.detector; }

    /// Asks until regularity answers; how often the tree did.
    std::uint32_t questions_to_regularity(const IntersectionOptions& options = {}) {
        std::uint32_t questions = 0;
        while (questions < many && ask(options) == Detector::box_tree) ++questions;
        return questions;
    }

    shapes::Mesh mesh;
    std::vector<shapes::Position> lifted;
    Scene scene;
};

const IntersectionOptions between_only = [] {
    IntersectionOptions options;
    options.self = false;
    return options;
}();

TEST_F(Automatic, TakesTheTreeUntilRegularityIsBuiltInParts) {
    const std::uint32_t questions = questions_to_regularity();
    EXPECT_GT(questions, before_parts + 20);
    EXPECT_LT(questions, before_parts + 200);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(), Detector::regularity);
}

/// Parts are counted in work: on every run, and for any number of threads, the same question is the first.
TEST_F(Automatic, TakesRegularityAtTheSameQuestionOnEveryRun) {
    const std::uint32_t questions = questions_to_regularity();
    for (const unsigned threads : {1u, 3u}) {
        begin_anew({.threads = threads});
        EXPECT_EQ(questions_to_regularity(), questions);
    }
}

/// Positions that move between the parts, and vanish in between, change no answer.
TEST_F(Automatic, AnswersAlikeWhileRegularityIsBuilt) {
    const auto cloth = shapes::make_scene("folded_layers", {.triangles = 3000, .frames = std::nullopt, .seed = 1});
    scene = Scene();
    Scene other;
    std::vector<shapes::Position> positions = cloth->body(0).positions;
    const BodyId id = scene.add(SurfaceView{positions, cloth->body(0).triangles});
    ASSERT_EQ(other.add(SurfaceView{positions, cloth->body(0).triangles}), id);
    std::size_t by_regularity = 0, pairs = 0;
    for (std::size_t frame = 0; frame < 200; ++frame) {
        cloth->positions(frame % cloth->frames(), 0, positions);
        if (frame % 7 == 3) positions[frame][1] = std::numeric_limits<double>::quiet_NaN();
        if (frame % 20 == 19) std::fill(positions.begin(), positions.end(), shapes::Position{1e300, -1e300, 1e-300});
        scene.move(id, positions);
        other.move(id, positions);
        const auto& found = scene.intersections();
        const auto& expected = other.intersections({.method = IntersectionMethod::box_tree});
        ASSERT_EQ(found.items, expected.items) << frame;
        ASSERT_EQ(found.report.set_aside, expected.report.set_aside) << frame;
        by_regularity += found.report.detector == Detector::regularity;
        pairs += found.size();
    }
    EXPECT_GT(by_regularity, 20u);
    EXPECT_LT(by_regularity, 180u);
    EXPECT_GT(pairs, 1000u);
}

TEST_F(Automatic, BuildsNothingBetweenBodiesAtFirst) {
    for (std::uint32_t i = 0; i < settled; ++i) EXPECT_EQ(ask(between_only), Detector::gjk_cut) << i;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(between_only), Detector::box_tree);
}

/// gjk_cut took 15 s for two sheets of 1.6 million triangles that box_tree answers within 1.1 s.
TEST_F(Automatic, TakesTheTreeAtOnceForSheetsThatLieOnEachOther) {
    for (auto& p : lifted) p[2] -= 10 - 1e-4;
    begin_anew({});
    for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(between_only), Detector::box_tree);
}

/// A deadline leaves no time to build, and of a few triangles all others would be built in vain.
TEST_F(Automatic, BuildsNothingForSheetsUnderADeadlineOrForSomeTriangles) {
    lifted = mesh.positions;
    IntersectionOptions hurry = between_only, some = between_only;
    hurry.budget.time = 1h;
    const std::vector<TriangleRef> few{{BodyId{0}, 0}, {BodyId{1}, 0}};
    some.only = few;
    for (const IntersectionOptions& options : {hurry, some}) {
        begin_anew({});
        EXPECT_EQ(ask(options), Detector::gjk_cut);
    }
}

/// Sampled by cells: the share is that of all vertices.
TEST(NearSurfaces, AreSharesOfTheVertices) {
    for (const std::uint32_t side : {60u, 300u}) {
        const shapes::Mesh sheet = shapes::cloth_grid({side, side}, 1, 1);
        for (const double apart : {0.0, 0.5, 1.0}) {
            std::vector<shapes::Position> other = sheet.positions;
            for (auto& p : other) p[0] += apart;
            frame::Bodies bodies;
            bodies.add(sheet.positions, sheet.triangles);
            bodies.add(other, sheet.triangles);
            EXPECT_NEAR(share_near_others(bodies), 1 - apart, 0.1) << side << ' ' << apart;
        }
    }
}

/// They share cells, but a plane separates them.
TEST(NearSurfaces, NeedBoxesThatOverlap) {
    const shapes::Mesh sheet = shapes::cloth_grid({20, 20}, 1, 1);
    std::vector<shapes::Position> above = sheet.positions;
    for (auto& p : above) p[2] += 1e-3;
    frame::Bodies bodies;
    bodies.add(sheet.positions, sheet.triangles);
    bodies.add(above, sheet.triangles);
    EXPECT_EQ(share_near_others(bodies), 0);
}

TEST_F(Automatic, CountsTheTwoKindsOfQuestionsApart) {
    for (std::uint32_t i = 0; i < settled; ++i) {
        EXPECT_EQ(ask(), Detector::box_tree);
        EXPECT_EQ(ask(between_only), Detector::gjk_cut);
    }
    EXPECT_EQ(ask(between_only), Detector::box_tree);
    EXPECT_LT(questions_to_regularity(), many);
    EXPECT_EQ(ask(between_only), Detector::box_tree);
}

TEST_F(Automatic, BeginsAnewWithOtherTriangles) {
    EXPECT_LT(questions_to_regularity(), many);
    const std::vector<std::uint32_t> gone{3};
    scene.remove_triangles(BodyId{0}, gone);
    EXPECT_GT(questions_to_regularity(), before_parts + 20);
}

/// A body that comes or goes again does not cost the others what is built of them.
TEST_F(Automatic, KeepsRegularityOfTheOthersWhereASmallBodyComes) {
    EXPECT_LT(questions_to_regularity(), many);
    shapes::Mesh ball = shapes::octasphere(3);
    const std::vector<shapes::Position> rest = ball.positions;
    const BodyId id = scene.add(SurfaceView{ball.positions, ball.triangles});
    std::size_t pairs = 0;
    for (std::uint32_t i = 0; i < 2 * many; ++i) {
        for (std::size_t v = 0; v < rest.size(); ++v) {
            ball.positions[v] = {0.3 * rest[v][0], 0.3 * rest[v][1], 0.3 * rest[v][2] + 0.01 * (i % 50)};
        }
        scene.move(id, ball.positions);
        if (i % 3 == 0) scene.move(BodyId{1}, lifted);
        const auto& found = scene.intersections();
        ASSERT_EQ(found.report.detector, Detector::regularity) << i;
        ASSERT_FALSE(found.report.rebuilt) << i;
        if (i > 60) continue;
        Scene anew;
        anew.add(SurfaceView{mesh.positions, mesh.triangles});
        anew.add(SurfaceView{lifted, mesh.triangles});
        anew.add(SurfaceView{ball.positions, ball.triangles});
        const auto& expected = anew.intersections({.method = IntersectionMethod::box_tree});
        ASSERT_EQ(found.items, expected.items) << i;
        ASSERT_EQ(found.report.counters.pairs, expected.report.counters.pairs) << i;
        pairs += expected.size();
    }
    EXPECT_GT(pairs, 500u);
}

TEST_F(Automatic, KeepsRegularityWhereTheLastBodyGoesAgain) {
    EXPECT_LT(questions_to_regularity(), many);
    const shapes::Mesh ball = shapes::octasphere(3);
    const BodyId id = scene.add(SurfaceView{ball.positions, ball.triangles});
    EXPECT_EQ(ask(), Detector::regularity);
    scene.remove(id);
    const auto& found = scene.intersections();
    EXPECT_EQ(found.report.detector, Detector::regularity);
    EXPECT_TRUE(found.items.empty());
}

TEST_F(Automatic, TakesTheTreeAgainWhereALargeBodyComes) {
    EXPECT_LT(questions_to_regularity(), many);
    const shapes::Mesh ball = shapes::octasphere(30);
    scene.add(SurfaceView{ball.positions, ball.triangles});
    EXPECT_EQ(ask(), Detector::box_tree);
}

TEST_F(Automatic, BuildsNothingUnderADeadline) {
    IntersectionOptions hurry;
    hurry.budget.time = 1h;
    EXPECT_EQ(questions_to_regularity(hurry), many);
    EXPECT_LT(questions_to_regularity(), many);
    EXPECT_EQ(ask(hurry), Detector::regularity);
}

TEST_F(Automatic, IsNotDisturbedByQuestionsThatAreRefused) {
    const std::vector<TriangleRef> nowhere{{BodyId{0}, 1000000}};
    IntersectionOptions refused;
    refused.only = nowhere;
    const std::uint32_t questions = questions_to_regularity();
    begin_anew({});
    for (std::uint32_t i = 0; i < questions; ++i) {
        EXPECT_THROW(static_cast<void>(ask(refused)), std::out_of_range);
        EXPECT_EQ(ask(), Detector::box_tree);
    }
    EXPECT_EQ(ask(), Detector::regularity);
}

/// Triangles that share no vertices have no regions: the tree stays.
TEST(AutomaticChoice, KeepsTheTreeForASoup) {
    const auto cloth = shapes::make_scene("waving_cloth", {.triangles = 400, .frames = std::nullopt, .seed = 1});
    std::vector<shapes::Position> corners;
    std::vector<Triangle> triangles;
    for (const Triangle& t : cloth->body(0).triangles) {
        const auto first = static_cast<std::uint32_t>(corners.size());
        for (const std::uint32_t v : t) corners.push_back(cloth->body(0).positions[v]);
        triangles.push_back({first, first + 1, first + 2});
    }
    Scene scene;
    scene.add(SurfaceView{corners, triangles});
    for (std::uint32_t i = 0; i < many; ++i) {
        EXPECT_EQ(scene.intersections().report.detector, Detector::box_tree);
    }
}

}  // namespace
}  // namespace pliant
