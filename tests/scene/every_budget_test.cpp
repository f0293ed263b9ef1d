// Every question of a Scene within a budget that is too small: it stops, says so, and what it reports is true.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include <pliant/scene.hpp>
#include <pliant/soup.hpp>

#include "oracle/random.hpp"
#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"

namespace pliant::scene_test {
namespace {

constexpr std::chrono::nanoseconds no_time{0};

/// A budget, and the limit that it must stop by.
template <class Budget>
using Stops = std::pair<Budget, Limit>;

/// Two dense balls that overlap.
class EveryQuestion : public testing::Test {
protected:
    EveryQuestion() {
        for (auto& p : right_.positions) p[0] += 1.2;
        a_ = scene_.add(SurfaceView{left_.positions, left_.triangles});
        b_ = scene_.add(SurfaceView{right_.positions, right_.triangles});
    }

    static void expect_stopped(const Report& report, Limit limit) {
        EXPECT_FALSE(report.complete);
        EXPECT_EQ(report.stopped_by, limit);
    }

    shapes::Mesh left_ = shapes::icosphere(oracle::sanitized ? 25 : 40), right_ = left_;
    Scene scene_{SceneOptions{2}};
    BodyId a_{}, b_{};
};

TEST(Limits, HaveTheNamesOfTheBudgetsMembers) {
    EXPECT_EQ(name(Limit::none), "none");
    EXPECT_EQ(name(Limit::time), "time");
    EXPECT_EQ(name(Limit::candidates), "candidates");
    EXPECT_EQ(name(Limit::pairs), "pairs");
    EXPECT_EQ(name(Limit::penetrations), "penetrations");
    EXPECT_EQ(name(Limit::columns), "columns");
    EXPECT_EQ(name(Limit::points), "points");
    EXPECT_EQ(name(Limit::triangles), "triangles");
    EXPECT_EQ(name(Limit::tests), "tests");
    EXPECT_EQ(name(Limit::resolution), "resolution");
}

/// Of every detector: budget_test.cpp.
TEST_F(EveryQuestion, Intersections) {
    const Answer<TrianglePair> all = scene_.intersections();
    ASSERT_GT(all.size(), 100u);
    for (const auto& [budget, limit] : {Stops<IntersectionBudget>{{.time = no_time}, Limit::time},
                                        {{.candidates = 1}, Limit::candidates},
                                        {{.pairs = 3}, Limit::pairs}}) {
        const auto& some = scene_.intersections({.method = IntersectionMethod::box_tree, .budget = budget});
        expect_stopped(some.report, limit);
        EXPECT_TRUE(std::includes(all.begin(), all.end(), some.begin(), some.end()));
    }
}

TEST_F(EveryQuestion, IntersectionsOfBareArrays) {
    const SurfaceView left{left_.positions, left_.triangles}, right{right_.positions, right_.triangles};
    expect_stopped(intersections(left, right, {.budget = {.time = no_time}}).report, Limit::time);
    expect_stopped(intersections(left, right, {.budget = {.pairs = 3}}).report, Limit::pairs);
}

TEST_F(EveryQuestion, Penetrations) {
    for (const PenetrationMethod method : {PenetrationMethod::spatial_hash, PenetrationMethod::brute_force}) {
        const unsigned cells =
            method == PenetrationMethod::brute_force ? 4 : 20;  // the hash looks at its budget now and then
        const shapes::Mesh block = shapes::tetra_box({cells, cells, cells});
        shapes::Mesh other = block;
        for (auto& p : other.positions) p = {p[0] + 0.37, p[1] + 0.41, p[2] + 0.43};
        Scene blocks(SceneOptions{2});
        blocks.add(VolumeView{block.positions, block.tetrahedra});
        blocks.add(VolumeView{other.positions, other.tetrahedra});
        const Penetrations all = blocks.penetrations({.method = method, .edges = true});
        ASSERT_TRUE(all.report.complete);
        for (const auto& [budget, limit] : {Stops<PenetrationBudget>{{.time = no_time}, Limit::time},
                                            {{.candidates = 1}, Limit::candidates},
                                            {{.penetrations = 1}, Limit::penetrations}}) {
            const Penetrations& some = blocks.penetrations({.method = method, .edges = true, .budget = budget});
            expect_stopped(some.report, limit);
            EXPECT_LT(some.size(), all.size());
            for (std::size_t i = 0; i < some.size(); i += 97) {
                EXPECT_NE(std::find(all.begin(), all.end(), some[i]), all.end());
            }
            EXPECT_TRUE(std::includes(all.edges.begin(), all.edges.end(), some.edges.begin(), some.edges.end()));
        }
    }
}

TEST_F(EveryQuestion, OverlapKeepsItsError) {
    const double volume = scene_.overlap(a_, b_, {.tolerance = 1e-3}).volume;
    for (const auto& [budget, limit] :
         {Stops<OverlapBudget>{{.columns = 1}, Limit::columns}, {{.time = no_time}, Limit::time}}) {
        const Overlap& some = scene_.overlap(a_, b_, {.tolerance = 1e-6, .budget = budget});
        expect_stopped(some.report, limit);
        EXPECT_LE(std::abs(some.volume - volume), some.error * 1.01 + 1e-3 * volume);
    }
}

TEST_F(EveryQuestion, OverlapWithDepthsAndSpans) {
    const Overlap all = scene_.overlap(a_, b_, {.spans = true, .depths = true});
    ASSERT_GT(all.penetrations.size(), 100u);
    const Overlap& some = scene_.overlap(a_, b_, {.spans = true, .depths = true, .budget = {.time = no_time}});
    expect_stopped(some.report, Limit::time);
    EXPECT_TRUE(some.penetrations.empty());
    EXPECT_TRUE(some.spans.empty());
}

TEST_F(EveryQuestion, SelfOverlap) {
    shapes::Mesh twice = left_;
    twice.positions.insert(twice.positions.end(), right_.positions.begin(), right_.positions.end());
    const auto more = static_cast<std::uint32_t>(left_.positions.size());
    for (const Triangle& t : right_.triangles) twice.triangles.push_back({t[0] + more, t[1] + more, t[2] + more});
    Scene scene;
    const BodyId body = scene.add(SurfaceView{twice.positions, twice.triangles});
    const double volume = scene.self_overlap(body, {.tolerance = 1e-3}).volume;
    ASSERT_GT(volume, 0.1);
    for (const auto& [budget, limit] :
         {Stops<OverlapBudget>{{.columns = 1}, Limit::columns}, {{.time = no_time}, Limit::time}}) {
        const Overlap& some = scene.self_overlap(body, {.tolerance = 1e-6, .budget = budget});
        expect_stopped(some.report, limit);
        EXPECT_LE(std::abs(some.volume - volume), some.error * 1.01 + 1e-3 * volume);
    }
}

TEST_F(EveryQuestion, ContainsLeavesTheRestUncertain) {
    const Containment all = scene_.contains(a_, right_.positions, {.exact = true});
    ASSERT_GT(all.inside.size(), 100u);
    for (const auto& [budget, limit] :
         {Stops<ContainsBudget>{{.points = 3000}, Limit::points}, {{.time = no_time}, Limit::time}}) {
        const Containment& some = scene_.contains(a_, right_.positions, {.exact = true, .budget = budget});
        expect_stopped(some.report, limit);
        EXPECT_TRUE(std::includes(all.inside.begin(), all.inside.end(), some.inside.begin(), some.inside.end()));
        // What is not listed is outside, as ever.
        for (const std::uint32_t i : all.inside) {
            EXPECT_TRUE(std::binary_search(some.inside.begin(), some.inside.end(), i) ||
                        std::binary_search(some.uncertain.begin(), some.uncertain.end(), i));
        }
        EXPECT_GE(some.uncertain.size(),
                  limit == Limit::points ? right_.positions.size() - 3000 : right_.positions.size());
    }
    EXPECT_TRUE(scene_.contains(a_, right_.positions, {.budget = {.points = 1u << 30}}).report.complete);
}

TEST_F(EveryQuestion, LayersAreSomeOfAll) {
    const Layers all = scene_.layers(a_);
    for (const auto& [budget, limit] :
         {Stops<LayersBudget>{{.triangles = 5000}, Limit::triangles}, {{.time = no_time}, Limit::time}}) {
        const Layers& some = scene_.layers(a_, {.budget = budget});
        expect_stopped(some.report, limit);
        EXPECT_LT(some.points.size(), all.points.size());
        EXPECT_EQ(some.points.empty(), limit == Limit::time);
        for (std::size_t pixel = 0; pixel + 1 < all.first.size(); ++pixel) {
            for (const LayerPoint& p : some.at(pixel)) {
                const auto whole = all.at(pixel);
                EXPECT_TRUE(std::any_of(whole.begin(), whole.end(), [&](const LayerPoint& q) {
                    return p.depth == q.depth && p.triangle == q.triangle && p.turn == q.turn;
                }));
            }
        }
    }
}

TEST_F(EveryQuestion, ContactsByBruteForce) {
    const shapes::Mesh ball = shapes::icosphere(8);
    shapes::Mesh next = ball;
    for (auto& p : next.positions) p = {p[0] + 1.23, p[1] + 0.01, p[2]};
    Scene scene;
    const BodyId a = scene.add(SurfaceView{ball.positions, ball.triangles});
    const BodyId b = scene.add(SurfaceView{next.positions, next.triangles});
    const Contacts all = scene.contacts_within(a, b, {.method = ContactMethod::brute_force});
    ASSERT_TRUE(all.report.complete);
    const std::uint64_t half = all.report.counters.candidates / 2;
    for (const auto& [budget, limit] : {Stops<ContactBudget>{{.tests = half}, Limit::tests},
                                        {{.time = no_time}, Limit::time},
                                        {{.pairs = 3}, Limit::pairs}}) {
        const Contacts& some =
            scene.contacts_within(a, b, {.method = ContactMethod::brute_force, .budget = budget, .resume = false});
        expect_stopped(some.report, limit);
        EXPECT_TRUE(std::includes(all.pairs.begin(), all.pairs.end(), some.pairs.begin(), some.pairs.end()));
        EXPECT_EQ(some.items.back().kind, ContactKind::untested);  // the roots stand for the rest
        EXPECT_LE(some.pairs.size(), all.pairs.size());
    }
}

TEST_F(EveryQuestion, ContactsBySpheres) {
    const Contacts all = scene_.contacts_within(a_, b_);
    for (const auto& [budget, limit] : {Stops<ContactBudget>{{.tests = 20}, Limit::tests},
                                        {{.time = no_time}, Limit::time},
                                        {{.pairs = 3}, Limit::pairs}}) {
        const Contacts& some = scene_.contacts_within(a_, b_, {.budget = budget, .resume = false});
        expect_stopped(some.report, limit);
        EXPECT_TRUE(std::includes(all.pairs.begin(), all.pairs.end(), some.pairs.begin(), some.pairs.end()));
        EXPECT_GT(some.error, 0);
    }
}

}  // namespace
}  // namespace pliant::scene_test
