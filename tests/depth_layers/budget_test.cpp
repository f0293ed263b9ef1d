// Limits of the questions about volumes and points: kept, and said.
#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>

#include "bodies.hpp"

namespace pliant::depth_layers {
namespace {

using std::chrono::milliseconds;

constexpr double shared_by_boxes = 0.5 * 0.7 * 0.8;

class BudgetOfOverlap : public testing::Test {
protected:
    Couple boxes_{box({0, 0, 0}, {1, 1, 1}), box({0.5, 0.3, 0.2}, {1.5, 1.3, 1.2})};
    Couple balls_{sphere(40, {0, 0, 0}, 1), sphere(40, {0.7, 0.3, 0.2}, 1)};
    double shared_by_balls_ = balls_.overlap().volume;
};

void expect_holds(const Overlap& found, double truth) { EXPECT_LE(std::abs(found.volume - truth), found.error + 1e-9); }

TEST_F(BudgetOfOverlap, ColumnsAreKeptToWhereAResolutionIsAskedFor) {
    for (const std::uint64_t columns : {0u, 1u, 2u, 10u, 100u, 999u, 1000u, 5000u}) {
        for (const std::uint32_t resolution : {1u, 8u, 64u, 512u}) {
            const OverlapOptions options{.resolution = resolution, .budget = {.columns = columns}};
            const Overlap found = balls_.overlap(options);
            EXPECT_LE(found.columns, columns);
            EXPECT_LE(found.resolution, resolution);
            expect_holds(found, shared_by_balls_);
            EXPECT_EQ(found.report.stopped_by, found.resolution < resolution ? Limit::columns : Limit::none);
            EXPECT_EQ(found.report.complete, found.report.stopped_by == Limit::none);
            EXPECT_LE(balls_.scene.self_overlap(balls_.id_a, options).columns, columns);
        }
    }
    const Overlap& enough = balls_.overlap({.resolution = 16, .budget = {.columns = 100000}});
    EXPECT_TRUE(enough.report.complete);
    EXPECT_EQ(enough.resolution, 16u);
}

TEST_F(BudgetOfOverlap, ColumnsAreKeptToWhereAToleranceIsAskedFor) {
    for (const std::uint64_t columns : {0u, 3u, 10u, 500u, 3000u, 40000u}) {
        const Overlap found = balls_.overlap({.tolerance = 1e-4, .budget = {.columns = columns}});
        EXPECT_LE(found.columns, columns);
        expect_holds(found, shared_by_balls_);
        EXPECT_EQ(found.report.stopped_by, found.error <= 1e-4 * found.volume ? Limit::none : Limit::columns);
        EXPECT_TRUE(columns > 3000 || !found.report.complete);
    }
}

TEST_F(BudgetOfOverlap, AllAxesTogetherKeepToTheColumns) {
    for (const std::uint64_t columns : {0u, 10u, 3000u, 30000u}) {
        const Overlap by_tolerance =
            balls_.overlap({.tolerance = 1e-4, .all_axes = true, .budget = {.columns = columns}});
        EXPECT_LE(by_tolerance.columns, columns);
        EXPECT_EQ(by_tolerance.report.complete, by_tolerance.error <= 1e-4 * by_tolerance.volume);
        expect_holds(by_tolerance, shared_by_balls_);
        const Overlap by_resolution =
            balls_.overlap({.resolution = 256, .all_axes = true, .budget = {.columns = columns}});
        EXPECT_LE(by_resolution.columns, columns);
        EXPECT_EQ(by_resolution.report.stopped_by, Limit::columns);
        expect_holds(by_resolution, shared_by_balls_);
    }
}

TEST_F(BudgetOfOverlap, TimeIsKeptToWhereAResolutionIsAskedFor) {
    const auto asked = milliseconds(5);
    const auto started = std::chrono::steady_clock::now();
    const Overlap found = balls_.overlap({.resolution = 1024, .budget = {.time = asked}});
    // Seconds without a limit; other programs may take turns with this one.
    EXPECT_LT(std::chrono::steady_clock::now() - started, 60 * asked);
    EXPECT_EQ(found.report.stopped_by, Limit::time);
    EXPECT_FALSE(found.report.complete);
    expect_holds(found, shared_by_balls_);
}

TEST_F(BudgetOfOverlap, NoTimeAtAllStillHolds) {
    for (const bool all_axes : {false, true}) {
        const Overlap found = boxes_.overlap(
            {.resolution = 64, .all_axes = all_axes, .gradient = true, .budget = {.time = milliseconds(0)}});
        EXPECT_EQ(found.report.stopped_by, Limit::time);
        expect_holds(found, shared_by_boxes);
        EXPECT_GT(found.gradient_error, 0.1);
        EXPECT_EQ(found.gradient_a.size(), 8u);
    }
    const Overlap by_tolerance = boxes_.overlap({.budget = {.time = milliseconds(0)}});
    EXPECT_EQ(by_tolerance.report.stopped_by, Limit::time);
    expect_holds(by_tolerance, shared_by_boxes);
}

TEST(BudgetOfContainment, TimeIsKeptToWhereAResolutionIsAskedFor) {
    const shapes::Mesh mesh = sphere(20, {0, 0, 0}, 1);
    Scene scene;
    const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
    const std::vector<Position> points{{0, 0, 0}, {0.99, 0, 0}, {2, 0, 0}};
    const auto asked = milliseconds(2);
    const auto started = std::chrono::steady_clock::now();
    const Containment& found = scene.contains(body, points, {.resolution = 4096, .budget = {.time = asked}});
    EXPECT_LT(std::chrono::steady_clock::now() - started, 60 * asked);
    EXPECT_LT(found.resolution, 4096u);
    EXPECT_EQ(found.report.stopped_by, Limit::time);
    EXPECT_FALSE(found.report.complete);
    const Containment& again = scene.contains(body, points, {.resolution = 128});
    EXPECT_EQ(again.resolution, 128u);
    EXPECT_TRUE(again.report.complete);
}

TEST_F(BudgetOfOverlap, AResolutionOfNothingIsRefused) {
    Scene& scene = balls_.scene;
    const std::vector<Position> points{{0, 0, 0}};
    for (const std::uint32_t bad : {0u, 32769u, 65536u, 0xffffffffu}) {
        EXPECT_THROW((void)balls_.overlap({.resolution = bad}), std::invalid_argument);
        EXPECT_THROW((void)scene.self_overlap(balls_.id_a, {.resolution = bad}), std::invalid_argument);
        EXPECT_THROW((void)scene.contains(balls_.id_a, points, {.resolution = bad}), std::invalid_argument);
        EXPECT_THROW((void)scene.layers(balls_.id_a, {.resolution = bad}), std::invalid_argument);
    }
    try {
        (void)balls_.overlap({.resolution = 0});
    } catch (const std::invalid_argument& reason) {
        EXPECT_NE(std::string(reason.what()).find("resolution"), std::string::npos);
    }
    for (const double bad : {-0.01, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_THROW((void)balls_.overlap({.tolerance = bad}), std::invalid_argument);
    }
    expect_holds(balls_.overlap(), shared_by_balls_);  // and nothing is the worse for it
}

}  // namespace
}  // namespace pliant::depth_layers
