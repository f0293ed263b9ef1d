// Which detector `automatic` takes: a rule on what is known before the search, the same on every run.
#include "scene/automatic_choice.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <vector>

#include "shapes/catalogue.hpp"
#include "shapes/meshes.hpp"

namespace pliant {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t settled = AutomaticChoice::questions_before_building;

class Automatic : public testing::Test {
protected:
    Automatic() {
        const auto cloth = shapes::make_scene("waving_cloth", {.triangles = 400, .frames = std::nullopt, .seed = 1});
        mesh = cloth->body(0);
        scene.add(SurfaceView{mesh.positions, mesh.triangles});
        lift();
        scene.add(SurfaceView{lifted, mesh.triangles});
    }

    void lift() {
        lifted = mesh.positions;
        for (auto& p : lifted) p[2] += 10;
    }

    Detector ask(const IntersectionOptions& options = {}) { return scene.intersections(options).report.detector; }

    shapes::Mesh mesh;
    std::vector<shapes::Position> lifted;
    Scene scene;
};

const IntersectionOptions between_only = [] {
    IntersectionOptions options;
    options.self = false;
    return options;
}();

TEST_F(Automatic, TakesTheTreeFirstAndRegularityFromThe17thQuestionOn) {
    for (std::uint32_t i = 0; i < settled; ++i) EXPECT_EQ(ask(), Detector::box_tree) << i;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(), Detector::regularity);
}

TEST_F(Automatic, BuildsNothingBetweenBodiesAtFirst) {
    for (std::uint32_t i = 0; i < settled; ++i) EXPECT_EQ(ask(between_only), Detector::gjk_cut) << i;
    for (int i = 0; i < 3; ++i) EXPECT_EQ(ask(between_only), Detector::box_tree);
}

TEST_F(Automatic, CountsTheTwoKindsOfQuestionsApart) {
    for (std::uint32_t i = 0; i < settled; ++i) {
        EXPECT_EQ(ask(), Detector::box_tree);
        EXPECT_EQ(ask(between_only), Detector::gjk_cut);
    }
    EXPECT_EQ(ask(), Detector::regularity);
    EXPECT_EQ(ask(between_only), Detector::box_tree);
}

TEST_F(Automatic, BeginsAnewWithOtherTriangles) {
    for (std::uint32_t i = 0; i <= settled; ++i) (void)ask();
    EXPECT_EQ(ask(), Detector::regularity);
    const std::vector<std::uint32_t> gone{3};
    scene.remove_triangles(BodyId{0}, gone);
    EXPECT_EQ(ask(), Detector::box_tree);
}

TEST_F(Automatic, BuildsNothingUnderADeadline) {
    IntersectionOptions hurry;
    hurry.budget.time = 1h;
    for (std::uint32_t i = 0; i < settled + 5; ++i) EXPECT_EQ(ask(hurry), Detector::box_tree);
    EXPECT_EQ(ask(), Detector::regularity);
    EXPECT_EQ(ask(hurry), Detector::regularity);
}

TEST_F(Automatic, IsNotDisturbedByQuestionsThatAreRefused) {
    const std::vector<TriangleRef> nowhere{{BodyId{0}, 1000000}};
    IntersectionOptions refused;
    refused.only = nowhere;
    for (std::uint32_t i = 0; i <= settled; ++i) {
        EXPECT_THROW(static_cast<void>(ask(refused)), std::out_of_range);
        (void)ask();
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
    for (std::uint32_t i = 0; i < settled + 5; ++i) {
        EXPECT_EQ(scene.intersections().report.detector, Detector::box_tree);
    }
}

}  // namespace
}  // namespace pliant
