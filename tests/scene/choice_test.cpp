// Which detector `automatic` takes: the box tree first, then what has been the faster one.
#include "scene/choice.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <vector>

#include "shapes/catalogue.hpp"

namespace pliant {
namespace {

using namespace std::chrono_literals;

/// Asks `count` questions of a choice that is told the given times.
std::vector<Method> asked(Choice& choice, int count, double box_tree, double regularity,
                          const IntersectionOptions& options = {}, std::uint64_t topology = 1) {
    std::vector<Method> methods;
    for (int i = 0; i < count; ++i) {
        methods.push_back(choice.next(options, topology));
        const bool built = methods.size() == 1 || methods.back() != methods[methods.size() - 2];
        choice.took(methods.back(), methods.back() == Method::box_tree ? box_tree : regularity, built);
    }
    return methods;
}

TEST(Choice, TriesBothAndKeepsTheFasterOne) {
    Choice choice;
    const auto quick_regularity = asked(choice, 8, 5, 1);
    EXPECT_EQ(quick_regularity[0], Method::box_tree);
    EXPECT_EQ(quick_regularity[1], Method::box_tree);
    for (int i = 2; i < 8; ++i) EXPECT_EQ(quick_regularity[i], Method::regularity) << i;

    Choice other;
    const auto quick_tree = asked(other, 8, 1, 5);
    EXPECT_EQ(quick_tree[2], Method::regularity);
    for (int i = 4; i < 8; ++i) EXPECT_EQ(quick_tree[i], Method::box_tree) << i;
}

TEST(Choice, TimesTheSlowerOneAgainNowAndThen) {
    Choice choice;
    asked(choice, 8, 1, 5);
    const auto later = asked(choice, 600, 9, 5);  // the tree has become slower
    EXPECT_EQ(later.back(), Method::regularity);
}

TEST(Choice, BeginsAnewWithOtherTrianglesOrAnotherQuestion) {
    Choice choice;
    asked(choice, 8, 5, 1);
    EXPECT_EQ(choice.next({}, 2), Method::box_tree);
    asked(choice, 8, 5, 1, {}, 2);
    IntersectionOptions without_neighbours;
    without_neighbours.neighbours = Neighbours::ignored;
    EXPECT_EQ(choice.next(without_neighbours, 2), Method::box_tree);
}

TEST(Choice, TriesNothingUnderADeadlineNorBetweenBodiesOnly) {
    IntersectionOptions deadline, between;
    deadline.budget.time = 1ms;
    between.self = false;
    for (const auto& options : {deadline, between}) {
        Choice choice;
        for (const Method method : asked(choice, 8, 5, 1, options)) EXPECT_EQ(method, Method::box_tree);
    }
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
    for (int i = 0; i < 6; ++i) {
        scene.move(body, points());
        const auto& answer = scene.intersections();
        methods.insert(answer.report.method);
        EXPECT_EQ(answer.items, expected) << i;
    }
    EXPECT_EQ(methods, (std::set{Method::box_tree, Method::regularity}));
}

}  // namespace
}  // namespace pliant
