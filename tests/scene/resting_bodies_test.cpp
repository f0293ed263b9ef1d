// Bodies that did not move are not searched again, and the answers stay those of a scene made anew.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "agreement/detectors.hpp"
#include "agreement/same_answer.hpp"
#include "shapes/catalogue.hpp"

namespace pliant {
namespace {

using agreement::same_list;

class RestingBodies : public testing::TestWithParam<IntersectionMethod> {
protected:
    RestingBodies() {
        for (std::size_t b = 0; b < animation->bodies(); ++b) {
            animation->positions(0, b, positions.emplace_back());
            add(scene, b);
        }
    }

    void add(Scene& to, std::size_t body) const {
        to.add(SurfaceView{positions[body], animation->body(body).triangles});
    }

    void move(std::size_t body, std::size_t frame) {
        animation->positions(frame, body, positions[body]);
        scene.move(BodyId(body), positions[body]);
    }

    const Answer<TrianglePair>& ask(const IntersectionOptions& options = {}) {
        IntersectionOptions by_method = options;
        by_method.method = GetParam();
        return scene.intersections(by_method);
    }

    /// In a scene that has seen nothing else.
    Answer<TrianglePair> anew(const IntersectionOptions& options = {}) {
        Scene fresh({.threads = 1});
        for (std::size_t b = 0; b < positions.size(); ++b) add(fresh, b);
        IntersectionOptions by_method = options;
        by_method.method = GetParam();
        return fresh.intersections(by_method);
    }

    void expect_same(const IntersectionOptions& options = {}) {
        const Answer<TrianglePair> expected = anew(options);
        const auto& found = ask(options);
        EXPECT_TRUE(same_list(found.items, expected.items));
        EXPECT_EQ(found.report.counters.pairs, expected.report.counters.pairs);
        EXPECT_TRUE(same_list(found.report.set_aside, expected.report.set_aside));
    }

    std::unique_ptr<shapes::AnimatedScene> animation =
        shapes::make_scene("swarm", {.triangles = 6000, .frames = std::nullopt, .seed = 1});
    std::vector<std::vector<shapes::Position>> positions;
    Scene scene{{.threads = 2}};
};

TEST_P(RestingBodies, AskedAgainNothingIsSearched) {
    const std::size_t pairs = ask().size();
    ASSERT_GT(pairs, 100u);
    const auto& again = ask();
    EXPECT_EQ(again.size(), pairs);
    EXPECT_EQ(again.report.counters.candidates, 0u);
    EXPECT_TRUE(again.report.complete);
    expect_same();
}

TEST_P(RestingBodies, OnlyWhatMovedIsSearched) {
    const std::uint64_t of_all = (ask(), ask({.neighbours = Neighbours::ignored})).report.counters.candidates;
    ASSERT_GT(of_all, 0u);
    for (std::size_t frame = 1; frame < 6; ++frame) {
        move(frame % positions.size(), frame);
        const auto& found = ask({.neighbours = Neighbours::ignored});
        EXPECT_LT(found.report.counters.candidates, of_all / 4);
        expect_same({.neighbours = Neighbours::ignored});
    }
}

TEST_P(RestingBodies, EveryMixOfMovesGivesTheAnswerOfANewScene) {
    for (std::size_t frame = 1; frame < 8; ++frame) {
        for (std::size_t b = 0; b < positions.size(); ++b) {
            if ((b * 7 + frame * 3) % 5 < frame % 5) move(b, frame);
        }
        expect_same();
    }
}

TEST_P(RestingBodies, AnotherQuestionIsSearchedAnew) {
    ask();
    expect_same({.between = false});
    expect_same({.self = false});
    expect_same({.neighbours = Neighbours::ignored});
    expect_same();
}

TEST_P(RestingBodies, WhatALimitEndedIsNoAnswerToKeep) {
    ask();
    IntersectionOptions limited;
    limited.budget.pairs = 10;
    EXPECT_LE(ask(limited).size(), 10u);
    expect_same();
    limited.budget = {};
    limited.watch = [](const Progress&) { return false; };
    ask(limited);
    expect_same();
}

TEST_P(RestingBodies, SomeTrianglesOnlyIsNoAnswerToKeep) {
    const std::vector<TriangleRef> some{{BodyId(0), 0}, {BodyId(1), 0}};
    ask();
    IntersectionOptions few;
    few.only = some;
    ask(few);
    expect_same();
}

TEST_P(RestingBodies, FollowBodiesThatComeAndGo) {
    ask();
    scene.remove(BodyId(1));
    const std::size_t without = ask().size();
    const auto& again = ask();
    EXPECT_EQ(again.size(), without);
    for (const TrianglePair& pair : again) {
        EXPECT_NE(pair.a.body, BodyId(1));
        EXPECT_NE(pair.b.body, BodyId(1));
    }
    const BodyId twin = scene.add(SurfaceView{positions[0], animation->body(0).triangles});
    std::size_t coplanar = 0;
    for (const TrianglePair& pair : ask()) coplanar += pair.a.body == BodyId(0) && pair.b.body == twin;
    EXPECT_GE(coplanar, animation->body(0).triangles.size());
}

TEST_P(RestingBodies, FollowTrianglesThatComeAndGo) {
    ask();
    const std::vector<std::uint32_t> gone{0, 1, 2, 3};
    scene.remove_triangles(BodyId(0), gone);
    for (const TrianglePair& pair : ask()) EXPECT_FALSE(pair.a.body == BodyId(0) && pair.a.triangle < 4);
    scene.insert_triangles(BodyId(0), std::span(animation->body(0).triangles).first(4));
    expect_same();
}

INSTANTIATE_TEST_SUITE_P(Detectors, RestingBodies,
                         testing::Values(IntersectionMethod::box_tree, IntersectionMethod::regularity,
                                         IntersectionMethod::gjk_cut, IntersectionMethod::automatic),
                         [](const auto& method) { return std::string(name(method.param)); });

}  // namespace
}  // namespace pliant
