// Which detector `automatic` takes: what builds nothing first, then what has been the fastest.
#include "scene/choice.hpp"

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

    [[nodiscard]] double of(Method method) const {
        switch (method) {
            case Method::gjk_cut: return gjk_cut;
            case Method::box_tree: return box_tree;
            case Method::spatial_hash: return spatial_hash;
            default: return regularity;
        }
    }
};

/// Asks `count` questions of a choice that is told the given times; what keeps a structure builds it first.
std::vector<Method> asked(Choice& choice, std::uint32_t count, const Times& times,
                          const IntersectionOptions& options = {}, std::uint64_t topology = 1) {
    std::vector<Method> methods;
    std::set<Method> built{Method::gjk_cut};
    for (std::uint32_t i = 0; i < count; ++i) {
        methods.push_back(choice.next(options, topology));
        const bool builds = built.insert(methods.back()).second;
        choice.took(methods.back(), times.of(methods.back()) * (builds ? 100 : 1), builds);
    }
    return methods;
}

constexpr std::uint32_t turns = 4 * Choice::questions_per_turn;

TEST(Choice, TriesAllAndKeepsTheFastest) {
    for (const Times& times : {Times{1, 5, 5, 5}, Times{5, 1, 5, 5}, Times{5, 5, 1, 5}, Times{5, 5, 5, 1}}) {
        Choice choice;
        const auto methods = asked(choice, turns + 8, times);
        EXPECT_EQ(methods[0], Method::box_tree);
        EXPECT_EQ(std::set(methods.begin(), methods.begin() + turns).size(), 4u);
        for (std::uint32_t i = turns; i < turns + 8; ++i) EXPECT_EQ(times.of(methods[i]), 1) << i;
    }
}

TEST(Choice, WaitsForNoneThatTakesManyTimesAsLong) {
    Choice choice;
    EXPECT_EQ(choice.next({}, 1), Method::box_tree);
    EXPECT_FALSE(choice.patience(Method::box_tree, 1000));
    choice.took(Method::box_tree, 1, false);
    for (const Method slow : {Method::regularity, Method::gjk_cut, Method::spatial_hash}) {
        while (choice.next({}, 1) != slow) choice.took(Method::box_tree, 1, false);
        ASSERT_TRUE(choice.patience(slow, 1000));
        EXPECT_LT(*choice.patience(slow, 1000), 100);
        EXPECT_EQ(choice.gave_up(slow), Method::box_tree);
    }
    for (std::uint32_t i = turns; i < turns + 20; ++i) EXPECT_EQ(choice.next({}, 1), Method::box_tree);
    IntersectionOptions between;
    between.self = false;
    EXPECT_EQ(choice.next(between, 1), Method::gjk_cut);
    EXPECT_LT(*choice.patience(Method::gjk_cut, 1000), 100);
    EXPECT_EQ(choice.gave_up(Method::gjk_cut), Method::box_tree);
    EXPECT_EQ(choice.next(between, 1), Method::box_tree);
}

/// Cutting, tearing, remeshing: between bodies nothing is built for triangles that are gone at the next question.
/// Within a body even a tree that serves once is faster.
TEST(Choice, BuildsLittleWhileTrianglesChange) {
    Choice choice;
    IntersectionOptions between;
    between.self = false;
    for (std::uint64_t topology = 1; topology < 50; ++topology) {
        EXPECT_EQ(asked(choice, 1, {5, 1, 1, 1}, between, topology).front(), Method::gjk_cut);
        EXPECT_EQ(asked(choice, 1, {5, 1, 1, 1}, {}, topology).front(), Method::box_tree);
    }
}

/// A question about a triangle that is not there made it forget what it knew of the detectors, so that it never got
/// beyond the first one.
TEST(Choice, IsNotDisturbedByQuestionsThatAreRefused) {
    const auto cloth = shapes::make_scene("waving_cloth", {.triangles = 400, .frames = std::nullopt, .seed = 1});
    Scene scene;
    scene.add(SurfaceView{cloth->body(0).positions, cloth->body(0).triangles});
    const std::vector<TriangleRef> nowhere{{BodyId{0}, 1000000}};
    IntersectionOptions refused;
    refused.only = nowhere;
    std::set<Method> tried;
    for (std::uint32_t i = 0; i < turns + 8; ++i) {
        EXPECT_THROW(static_cast<void>(scene.intersections(refused)), std::out_of_range);
        tried.insert(scene.intersections().report.method);
    }
    EXPECT_GT(tried.size(), 1u);
}

TEST(Choice, TimesTheOthersAgainNowAndThen) {
    Choice choice;
    asked(choice, turns + 8, {5, 1, 5, 4});
    const auto later = asked(choice, 5 * Choice::questions_between_trials, {5, 9, 5, 3});  // the tree has become slower
    EXPECT_EQ(later.back(), Method::regularity);
}

TEST(Choice, BeginsAnewWithOtherTrianglesOrAnotherQuestion) {
    Choice choice;
    asked(choice, turns + 8, {5, 5, 5, 1});
    EXPECT_EQ(choice.next({}, 2), Method::box_tree);
    asked(choice, turns + 8, {5, 5, 5, 1}, {}, 2);
    IntersectionOptions without_neighbours;
    without_neighbours.neighbours = Neighbours::ignored;
    EXPECT_EQ(choice.next(without_neighbours, 2), Method::box_tree);
}

TEST(Choice, TriesNothingUnderADeadline) {
    IntersectionOptions deadline;
    deadline.budget.time = 1ms;
    Choice choice;
    for (const Method method : asked(choice, 8, {1, 5, 1, 1}, deadline)) EXPECT_EQ(method, Method::box_tree);
}

TEST(Choice, LeavesRegularityOutBetweenBodies) {
    IntersectionOptions between;
    between.self = false;
    Choice choice;
    for (const Method method : asked(choice, 40, {5, 5, 5, 1}, between)) EXPECT_NE(method, Method::regularity);
}

TEST(Choice, AnswersStayTheSameWhoeverGivesThem) {
    const auto film = shapes::make_scene("folded_layers", {.triangles = 2000, .frames = std::nullopt, .seed = 1});
    const shapes::Mesh& mesh = film->body(0);
    std::vector<shapes::Position> positions;
    film->positions(film->frames() / 2, 0, positions);
    const auto points = [&] { return Points(positions.data()->data(), positions.size()); };
    Scene scene;
    const BodyId body = scene.add(SurfaceView{points(), mesh.triangles});
    std::set<Method> methods;
    IntersectionOptions oracle;
    oracle.method = Method::brute_force;
    const auto expected = scene.intersections(oracle).items;
    ASSERT_FALSE(expected.empty());
    for (std::uint32_t i = 0; i < turns; ++i) {
        scene.move(body, points());
        const auto& answer = scene.intersections();
        methods.insert(answer.report.method);
        EXPECT_EQ(answer.items, expected) << i;
    }
    // Each has its turn, but for one that a busy machine has kept from ending in time.
    EXPECT_TRUE(methods.contains(Method::box_tree));
    EXPECT_GT(methods.size(), 1u);
}

}  // namespace
}  // namespace pliant
