// Which detector `tuned` takes: what builds nothing first, then what has been the fastest.
#include "scene/tuned_choice.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <stdexcept>
#include <vector>

#include "shapes/catalogue.hpp"

namespace pliant {
namespace {

using namespace std::chrono_literals;

struct Times {
    double gjk_cut, box_tree, spatial_hash, regularity;

    [[nodiscard]] double of(IntersectionMethod method) const {
        switch (method) {
            case IntersectionMethod::gjk_cut: return gjk_cut;
            case IntersectionMethod::box_tree: return box_tree;
            case IntersectionMethod::spatial_hash: return spatial_hash;
            default: return regularity;
        }
    }
};

/// Asks `count` questions of a choice that is told the given times; what keeps a structure builds it first.
std::vector<IntersectionMethod> asked(TunedChoice& choice, std::uint32_t count, const Times& times,
                                      const IntersectionOptions& options = {}, std::uint64_t topology = 1) {
    std::vector<IntersectionMethod> methods;
    std::set<IntersectionMethod> built{IntersectionMethod::gjk_cut};
    for (std::uint32_t i = 0; i < count; ++i) {
        methods.push_back(choice.next(options, topology));
        const bool builds = built.insert(methods.back()).second;
        choice.took(methods.back(), times.of(methods.back()) * (builds ? 100 : 1), builds);
    }
    return methods;
}

constexpr std::uint32_t turns = 4 * TunedChoice::questions_per_turn;

TEST(TunedChoice, TriesAllAndKeepsTheFastest) {
    for (const Times& times : {Times{1, 5, 5, 5}, Times{5, 1, 5, 5}, Times{5, 5, 1, 5}, Times{5, 5, 5, 1}}) {
        TunedChoice choice;
        const auto methods = asked(choice, turns + 8, times);
        EXPECT_EQ(methods[0], IntersectionMethod::box_tree);
        EXPECT_EQ(std::set(methods.begin(), methods.begin() + turns).size(), 4u);
        for (std::uint32_t i = turns; i < turns + 8; ++i) EXPECT_EQ(times.of(methods[i]), 1) << i;
    }
}

TEST(TunedChoice, WaitsForNoneThatTakesManyTimesAsLong) {
    TunedChoice choice;
    EXPECT_EQ(choice.next({}, 1), IntersectionMethod::box_tree);
    EXPECT_FALSE(choice.patience(IntersectionMethod::box_tree, 1000));
    choice.took(IntersectionMethod::box_tree, 1, false);
    for (const IntersectionMethod slow :
         {IntersectionMethod::regularity, IntersectionMethod::gjk_cut, IntersectionMethod::spatial_hash}) {
        while (choice.next({}, 1) != slow) choice.took(IntersectionMethod::box_tree, 1, false);
        ASSERT_TRUE(choice.patience(slow, 1000));
        EXPECT_LT(*choice.patience(slow, 1000), 100);
        EXPECT_EQ(choice.gave_up(slow), IntersectionMethod::box_tree);
    }
    for (std::uint32_t i = turns; i < turns + 20; ++i) EXPECT_EQ(choice.next({}, 1), IntersectionMethod::box_tree);
    IntersectionOptions between;
    between.self = false;
    EXPECT_EQ(choice.next(between, 1), IntersectionMethod::gjk_cut);
    EXPECT_LT(*choice.patience(IntersectionMethod::gjk_cut, 1000), 100);
    EXPECT_EQ(choice.gave_up(IntersectionMethod::gjk_cut), IntersectionMethod::box_tree);
    EXPECT_EQ(choice.next(between, 1), IntersectionMethod::box_tree);
}

/// Cutting, tearing, remeshing: between bodies nothing is built for triangles that are gone at the next question.
/// Within a body even a tree that serves once is faster.
TEST(TunedChoice, BuildsLittleWhileTrianglesChange) {
    TunedChoice choice;
    IntersectionOptions between;
    between.self = false;
    for (std::uint64_t topology = 1; topology < 50; ++topology) {
        EXPECT_EQ(asked(choice, 1, {5, 1, 1, 1}, between, topology).front(), IntersectionMethod::gjk_cut);
        EXPECT_EQ(asked(choice, 1, {5, 1, 1, 1}, {}, topology).front(), IntersectionMethod::box_tree);
    }
}

/// A question about a triangle that is not there made it forget what it knew of the detectors, so that it never got
/// beyond the first one.
TEST(TunedChoice, IsNotDisturbedByQuestionsThatAreRefused) {
    const auto cloth = shapes::make_scene("waving_cloth", {.triangles = 400, .frames = std::nullopt, .seed = 1});
    Scene scene;
    scene.add(SurfaceView{cloth->body(0).positions, cloth->body(0).triangles});
    const std::vector<TriangleRef> nowhere{{BodyId{0}, 1000000}};
    IntersectionOptions refused;
    refused.only = nowhere;
    std::set<Detector> tried;
    for (std::uint32_t i = 0; i < turns + 8; ++i) {
        EXPECT_THROW(static_cast<void>(scene.intersections(refused)), std::out_of_range);
        tried.insert(scene.intersections({.method = IntersectionMethod::tuned}).report.detector);
    }
    EXPECT_GT(tried.size(), 1u);
}

TEST(TunedChoice, TimesTheOthersAgainNowAndThen) {
    TunedChoice choice;
    asked(choice, turns + 8, {5, 2, 5, 3});
    const auto later =
        asked(choice, 20 * TunedChoice::questions_between_near_trials, {5, 9, 5, 3});  // the tree has become slower
    EXPECT_EQ(later.back(), IntersectionMethod::regularity);
}

TEST(TunedChoice, BeginsAnewWithOtherTrianglesOrAnotherQuestion) {
    TunedChoice choice;
    asked(choice, turns + 8, {5, 5, 5, 1});
    EXPECT_EQ(choice.next({}, 2), IntersectionMethod::box_tree);
    asked(choice, turns + 8, {5, 5, 5, 1}, {}, 2);
    IntersectionOptions without_neighbours;
    without_neighbours.neighbours = Neighbours::ignored;
    EXPECT_EQ(choice.next(without_neighbours, 2), IntersectionMethod::box_tree);
}

TEST(TunedChoice, TriesNothingUnderADeadline) {
    IntersectionOptions deadline;
    deadline.budget.time = 1ms;
    TunedChoice choice;
    for (const IntersectionMethod method : asked(choice, 8, {1, 5, 1, 1}, deadline))
        EXPECT_EQ(method, IntersectionMethod::box_tree);
}

TEST(TunedChoice, LeavesRegularityOutBetweenBodies) {
    IntersectionOptions between;
    between.self = false;
    TunedChoice choice;
    for (const IntersectionMethod method : asked(choice, 40, {5, 5, 5, 1}, between))
        EXPECT_NE(method, IntersectionMethod::regularity);
}

TEST(TunedChoice, AnswersStayTheSameWhoeverGivesThem) {
    const auto film = shapes::make_scene("folded_layers", {.triangles = 2000, .frames = std::nullopt, .seed = 1});
    const shapes::Mesh& mesh = film->body(0);
    std::vector<shapes::Position> positions;
    film->positions(film->frames() / 2, 0, positions);
    const auto points = [&] { return Points(positions.data()->data(), positions.size()); };
    Scene scene;
    const BodyId body = scene.add(SurfaceView{points(), mesh.triangles});
    std::set<Detector> methods;
    IntersectionOptions oracle;
    oracle.method = IntersectionMethod::brute_force;
    const auto expected = scene.intersections(oracle).items;
    ASSERT_FALSE(expected.empty());
    for (std::uint32_t i = 0; i < turns; ++i) {
        scene.move(body, points());
        const auto& answer = scene.intersections({.method = IntersectionMethod::tuned});
        methods.insert(answer.report.detector);
        EXPECT_EQ(answer.items, expected) << i;
    }
    // Each has its turn, but for one that a busy machine has kept from ending in time.
    EXPECT_TRUE(methods.contains(Detector::box_tree));
    EXPECT_GT(methods.size(), 1u);
}

}  // namespace
}  // namespace pliant
