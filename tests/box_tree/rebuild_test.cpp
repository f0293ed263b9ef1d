// Rebuilding is decided inside, said in the report, and changes no answer.
#include <gtest/gtest.h>

#include <vector>

#include "agreement/same_answer.hpp"
#include "oracle/random.hpp"
#include "scene/mesh_samples.hpp"

namespace pliant::scene_test {
namespace {

TEST(Rebuild, IsSaidInTheReportAndTheAnswerStaysRight) {
    const Sample rest = cloth(22, 2);
    Sample sheet = rest;
    Scene scene({.threads = 2});
    const BodyId body = scene.add(sheet.view());
    EXPECT_TRUE(scene.intersections({.method = IntersectionMethod::box_tree}).report.rebuilt);
    oracle::Random random(oracle::first_seed(263));
    int rebuilt = 0;
    std::size_t pairs = 0;
    for (int frame = 0; frame < 12; ++frame) {
        // From a plane sheet to a crumpled heap and back.
        const double crumpled = frame < 6 ? frame / 5.0 : (11 - frame) / 5.0;
        for (std::size_t i = 0; i < sheet.positions.size(); ++i) {
            for (std::size_t k = 0; k < 3; ++k) {
                sheet.positions[i][k] = rest.positions[i][k] + 0.5 * crumpled * random.uniform(-1, 1);
            }
        }
        scene.move(body, sheet.positions);
        const Answer<TrianglePair> found = scene.intersections({.method = IntersectionMethod::box_tree});
        rebuilt += found.report.rebuilt ? 1 : 0;
        pairs += found.size();
        EXPECT_GT(found.report.rebuilt ? found.report.milliseconds.build : found.report.milliseconds.update, 0);
        EXPECT_TRUE(agreement::same_answer(found, scene.intersections({.method = IntersectionMethod::brute_force})));
    }
    EXPECT_GE(rebuilt, 1);
    EXPECT_LE(rebuilt, 8);
    EXPECT_GT(pairs, 1000u);
}

/// What has been refitted through many frames costs little more than what was built for the last one.
TEST(Rebuild, KeepsTheCostNearThatOfAFreshTree) {
    Sample ball = sphere(oracle::sanitized ? 15 : 30);
    Scene scene({.threads = 1});
    const BodyId body = scene.add(ball.view());
    (void)scene.intersections({.method = IntersectionMethod::box_tree});
    for (int frame = 0; frame < 30; ++frame) {
        // Twisted about z, so that what was close together is drawn out.
        for (Position& p : ball.positions) p = {p[0] - 0.2 * p[2] * p[1], p[1] + 0.2 * p[2] * p[0], p[2]};
        scene.move(body, ball.positions);
        (void)scene.intersections({.method = IntersectionMethod::box_tree});
    }
    scene.move(body, ball.positions);  // a body at rest would not be searched at all
    const Counters followed = scene.intersections({.method = IntersectionMethod::box_tree}).report.counters;
    Scene fresh({.threads = 1});
    fresh.add(ball.view());
    const Counters built = fresh.intersections({.method = IntersectionMethod::box_tree}).report.counters;
    EXPECT_LT(followed.box_tests, 3 * built.box_tests);
    // Boxes of triangles are the same; oriented ones around the drawn-out blocks tell a few more apart.
    EXPECT_LE(followed.candidates, built.candidates);
    EXPECT_GT(followed.candidates, built.candidates * 9 / 10);
}

TEST(Rebuild, HappensWhenBodiesComeAndGo) {
    const Sample a = sphere(4), b = shifted(a, 0.5, 0, 0);
    Scene scene({.threads = 1});
    scene.add(a.view());
    EXPECT_TRUE(scene.intersections({.method = IntersectionMethod::box_tree}).report.rebuilt);
    EXPECT_FALSE(scene.intersections({.method = IntersectionMethod::box_tree}).report.rebuilt);
    const BodyId second = scene.add(b.view());
    EXPECT_TRUE(scene.intersections({.method = IntersectionMethod::box_tree}).report.rebuilt);
    scene.remove(second);
    EXPECT_TRUE(scene.intersections({.method = IntersectionMethod::box_tree}).report.rebuilt);
}

TEST(Method, AutomaticSaysWhatItChose) {
    Scene scene({.threads = 1});
    EXPECT_NE(scene.intersections().report.detector, Detector::none);
    EXPECT_EQ(scene.intersections({.method = IntersectionMethod::box_tree}).report.detector, Detector::box_tree);
    EXPECT_EQ(scene.intersections({.method = IntersectionMethod::brute_force}).report.detector, Detector::brute_force);
}

}  // namespace
}  // namespace pliant::scene_test
