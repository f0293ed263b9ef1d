// Answers that would not fit: memory follows the limit, every pair is counted, and those that matter most are kept.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

#include <pliant/scene.hpp>
#include <pliant/soup.hpp>

#include "mesh_samples.hpp"
#include "oracle/random.hpp"
#include "shapes/random.hpp"

namespace pliant::scene_test {
namespace {

/// Loose triangles of random directions with one point inside all of them: nearly every two cross.
struct Bundle {
    explicit Bundle(std::uint32_t count, std::uint64_t seed = 7) {
        shapes::Random random(seed);
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto number = [&] { return random.between(-1, 1); };
            const Position p{number(), number(), number()}, q{number(), number(), number()};
            positions.push_back(p);
            positions.push_back(q);
            positions.push_back({-p[0] - q[0], -p[1] - q[1], -p[2] - q[2]});
            triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
        }
    }

    std::vector<Position> positions;
    std::vector<Triangle> triangles;
};

std::uint64_t total(const Counters& counters) {
    return std::accumulate(counters.pairs.begin(), counters.pairs.end(), std::uint64_t{0});
}

constexpr IntersectionMethod detectors[] = {IntersectionMethod::automatic,  IntersectionMethod::tuned,
                                            IntersectionMethod::box_tree,   IntersectionMethod::regularity,
                                            IntersectionMethod::gjk_cut,    IntersectionMethod::spatial_hash,
                                            IntersectionMethod::brute_force};

class MemoryLimit : public testing::TestWithParam<IntersectionMethod> {};

TEST_P(MemoryLimit, CountsAllAndKeepsTheMostImportant) {
    const Bundle bundle(400);
    Scene scene(SceneOptions{2});
    scene.add(SurfaceView{bundle.positions, bundle.triangles});
    const Answer<TrianglePair> all = scene.intersections({.method = GetParam()});
    ASSERT_GT(all.size(), 40000u);
    EXPECT_EQ(total(all.report.counters), all.size());
    const Answer<TrianglePair> some = scene.intersections({.method = GetParam(), .budget = {.bytes = 500'000}});
    EXPECT_FALSE(some.report.complete);
    EXPECT_EQ(some.report.stopped_by, Limit::bytes);
    EXPECT_EQ(some.report.counters.pairs, all.report.counters.pairs);
    ASSERT_GT(some.size(), 1000u);
    ASSERT_LT(some.size(), 500'000 / 20u);
    // The first crossings of all, in order.
    std::vector<TrianglePair> first = all.items;
    std::stable_partition(first.begin(), first.end(), [](const auto& p) { return p.kind == PairKind::crossing; });
    first.resize(some.size());
    EXPECT_EQ(some.items, first);
}

/// A sheet of so many vertices that its lists of neighbours pass by, with some vertices pulled across others.
struct RuffledSheet {
    explicit RuffledSheet(std::uint32_t n) {
        shapes::Random random(3);
        for (std::uint32_t j = 0; j <= n; ++j) {
            for (std::uint32_t i = 0; i <= n; ++i) {
                const bool pulled = random.next() % 500 == 0;
                positions.push_back({i + (pulled ? 2.5 : 0.0), double(j), pulled ? 0.5 : random.uniform()});
            }
        }
        for (std::uint32_t j = 0; j < n; ++j) {
            for (std::uint32_t i = 0; i < n; ++i) {
                const std::uint32_t a = j * (n + 1) + i, b = a + n + 1;
                triangles.push_back({a, a + 1, b + 1});
                triangles.push_back({a, b + 1, b});
            }
        }
    }

    std::vector<Position> positions;
    std::vector<Triangle> triangles;
};

TEST(LargeSheet, MemoryLimitsKeepItsPairs) {
    const RuffledSheet sheet(728);
    const auto ask = [&](std::optional<std::uint64_t> bytes) {
        Scene scene(SceneOptions{2});
        scene.add(SurfaceView{sheet.positions, sheet.triangles});
        return Answer<TrianglePair>(
            scene.intersections({.method = IntersectionMethod::box_tree, .budget = {.bytes = bytes}}));
    };
    const Answer<TrianglePair> all = ask(std::nullopt), same = ask(1 << 30), some = ask(200'000);
    ASSERT_GT(all.size(), 5000u);
    EXPECT_EQ(same.items, all.items);
    EXPECT_TRUE(same.report.complete);
    EXPECT_EQ(some.report.stopped_by, Limit::bytes);
    EXPECT_EQ(some.report.counters.pairs, all.report.counters.pairs);
    EXPECT_TRUE(std::includes(all.begin(), all.end(), some.begin(), some.end()));
}

TEST_P(MemoryLimit, ThatIsNotReachedChangesNothing) {
    const Bundle bundle(100);
    Scene scene(SceneOptions{2});
    scene.add(SurfaceView{bundle.positions, bundle.triangles});
    const Answer<TrianglePair> all = scene.intersections({.method = GetParam()});
    const Answer<TrianglePair> same = scene.intersections({.method = GetParam(), .budget = {.bytes = 100'000'000}});
    EXPECT_TRUE(same.report.complete);
    EXPECT_EQ(same.items, all.items);
}

TEST_P(MemoryLimit, IsForgottenWithTheNextQuestion) {
    const Bundle bundle(300);
    Scene scene(SceneOptions{2});
    scene.add(SurfaceView{bundle.positions, bundle.triangles});
    const Answer<TrianglePair> all = scene.intersections({.method = IntersectionMethod::brute_force});
    scene.intersections({.method = GetParam(), .budget = {.bytes = 1000}});
    const auto& again = scene.intersections({.method = GetParam()});
    EXPECT_TRUE(again.report.complete);
    EXPECT_EQ(again.items, all.items);
}

INSTANTIATE_TEST_SUITE_P(By, MemoryLimit, testing::ValuesIn(detectors),
                         [](const auto& method) { return std::string(name(method.param)); });

/// Pairs that share a vertex by number are as many as any.
TEST(MemoryLimitOfNeighbours, HoldsForFoldsAroundOneVertex) {
    Bundle bundle(300);
    for (Triangle& t : bundle.triangles) t[0] = 0;
    Scene scene(SceneOptions{2});
    scene.add(SurfaceView{bundle.positions, bundle.triangles});
    const Answer<TrianglePair> all = scene.intersections({.method = IntersectionMethod::brute_force});
    ASSERT_GT(all.size(), 1000u);
    const auto& some = scene.intersections({.budget = {.bytes = 2000}});
    EXPECT_EQ(some.report.stopped_by, Limit::bytes);
    EXPECT_EQ(some.report.counters.pairs, all.report.counters.pairs);
}

TEST(MemoryLimit, GivesTheSameForAnyNumberOfThreads) {
    const Bundle bundle(400);
    std::vector<TrianglePair> first;
    for (const unsigned threads : {1u, 2u, 3u, 8u}) {
        Scene scene(SceneOptions{threads});
        scene.add(SurfaceView{bundle.positions, bundle.triangles});
        const auto& some = scene.intersections({.budget = {.bytes = 300'000}});
        if (threads == 1) first = some.items;
        EXPECT_FALSE(first.empty());
        EXPECT_EQ(some.items, first);
    }
}

TEST(MemoryLimit, OfZeroBytesStillCounts) {
    const Bundle bundle(100);
    Scene scene;
    scene.add(SurfaceView{bundle.positions, bundle.triangles});
    const std::uint64_t all = scene.intersections().size();
    const auto& none = scene.intersections({.budget = {.bytes = 0}});
    EXPECT_EQ(total(none.report.counters), all);
    EXPECT_LE(none.size(), 1u);
}

TEST(MemoryLimit, HoldsForBareArrays) {
    const Bundle bundle(300);
    const SurfaceView soup{bundle.positions, bundle.triangles};
    const Answer<TrianglePair> all = self_intersections(soup);
    const Answer<TrianglePair> some = self_intersections(soup, {.budget = {.bytes = 100'000}});
    EXPECT_EQ(some.report.stopped_by, Limit::bytes);
    EXPECT_EQ(some.report.counters.pairs, all.report.counters.pairs);
    EXPECT_LT(some.size(), 5000u);
}

class Watched : public testing::TestWithParam<IntersectionMethod> {};

TEST_P(Watched, IsToldOfProgressAndMayEndTheSearch) {
    std::vector<Bundle> bundles;
    for (std::uint64_t seed = 1; seed <= 6; ++seed) bundles.emplace_back(200, seed);
    Scene scene(SceneOptions{2});
    for (const Bundle& bundle : bundles) scene.add(SurfaceView{bundle.positions, bundle.triangles});
    double last = 0;
    std::uint64_t pairs = 0;
    int calls = 0;
    const Answer<TrianglePair> all = scene.intersections({.method = GetParam(), .watch = [&](const Progress& p) {
                                                              ++calls;
                                                              EXPECT_GE(p.done, last);
                                                              EXPECT_LE(p.done, 1);
                                                              EXPECT_GE(p.pairs, pairs);
                                                              last = p.done;
                                                              pairs = p.pairs;
                                                              return true;
                                                          }});
    EXPECT_TRUE(all.report.complete);
    EXPECT_GT(calls, 0);
    EXPECT_GT(pairs, 0u);
    const Answer<TrianglePair> some =
        scene.intersections({.method = GetParam(), .watch = [](const Progress&) { return false; }});
    EXPECT_FALSE(some.report.complete);
    EXPECT_EQ(some.report.stopped_by, Limit::caller);
    EXPECT_LT(some.size(), all.size());
}

INSTANTIATE_TEST_SUITE_P(By, Watched, testing::ValuesIn(detectors),
                         [](const auto& method) { return std::string(name(method.param)); });

}  // namespace
}  // namespace pliant::scene_test
