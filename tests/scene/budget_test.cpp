// Budgets: what runs out is said, and where it runs out does not depend on the threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "agreement/detectors.hpp"
#include "agreement/same_answer.hpp"
#include "determinism/played_scene.hpp"
#include "mesh_samples.hpp"

namespace pliant::scene_test {
namespace {

using determinism::PlayedScene;

class Budgets : public testing::TestWithParam<IntersectionMethod> {
protected:
    static constexpr std::size_t triangles = 12000;

    static Answer<TrianglePair> ask(unsigned threads, const IntersectionBudget& budget) {
        PlayedScene played("draped_cloth", triangles, threads);
        return played.scene.intersections({.method = GetParam(), .budget = budget});
    }

    static IntersectionBudget of_pairs(std::uint64_t pairs) { return {.pairs = pairs}; }
    static IntersectionBudget of_candidates(std::uint64_t candidates) { return {.candidates = candidates}; }
    static IntersectionBudget of_time(std::chrono::nanoseconds time) { return {.time = time}; }
};

/// Pairs of an answer that are all in another, in order.
bool part_of(const Answer<TrianglePair>& part, const Answer<TrianglePair>& whole) {
    return std::is_sorted(part.begin(), part.end()) &&
           std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

TEST_P(Budgets, NoneMeansComplete) {
    const auto all = ask(2, {});
    EXPECT_GT(all.size(), 200u);
    EXPECT_TRUE(all.report.complete);
    EXPECT_EQ(all.report.stopped_by, Limit::none);
}

/// mujoco_warp#1583: contacts beyond a fixed number were dropped in silence.
TEST_P(Budgets, PairsThatDoNotFitAreSaidToBeMissing) {
    const auto all = ask(1, {});
    for (const std::uint64_t pairs : {0u, 1u, 10u, 100u}) {
        const auto some = ask(1, of_pairs(pairs));
        EXPECT_EQ(some.size(), pairs);
        EXPECT_FALSE(some.report.complete);
        EXPECT_EQ(some.report.stopped_by, Limit::pairs);
        EXPECT_TRUE(part_of(some, all));
    }
    const auto exactly = ask(1, of_pairs(all.size()));
    EXPECT_TRUE(exactly.report.complete);
    EXPECT_TRUE(agreement::same_answer(exactly, all));
}

TEST_P(Budgets, CandidatesThatRunOutAreSaidToHaveRunOut) {
    const auto all = ask(1, {});
    const auto some = ask(1, of_candidates(all.report.counters.candidates / 10));
    EXPECT_FALSE(some.report.complete);
    EXPECT_EQ(some.report.stopped_by, Limit::candidates);
    EXPECT_LT(some.report.counters.candidates, all.report.counters.candidates);
    EXPECT_TRUE(part_of(some, all));
    const auto plenty = ask(1, of_candidates(2 * all.report.counters.candidates));
    EXPECT_TRUE(plenty.report.complete);
    EXPECT_TRUE(agreement::same_answer(plenty, all));
}

TEST_P(Budgets, StopAtTheSamePlaceForAnyNumberOfThreads) {
    for (const IntersectionBudget& budget : {of_pairs(20), of_candidates(500), of_candidates(5000), of_candidates(0)}) {
        const auto one = ask(1, budget);
        for (const unsigned threads : {2u, 3u, 8u}) {
            const auto several = ask(threads, budget);
            EXPECT_TRUE(agreement::same_answer(several, one)) << threads << " threads";
            EXPECT_EQ(several.report.stopped_by, one.report.stopped_by);
            EXPECT_EQ(several.report.counters, one.report.counters);
        }
    }
}

TEST_P(Budgets, NoTimeAtAllStopsAndSaysSo) {
    const auto all = ask(1, {});
    const auto some = ask(2, of_time(std::chrono::nanoseconds(0)));
    EXPECT_FALSE(some.report.complete);
    EXPECT_EQ(some.report.stopped_by, Limit::time);
    EXPECT_TRUE(part_of(some, all));
    EXPECT_LT(some.size(), all.size());
    const auto plenty = ask(2, of_time(std::chrono::hours(1)));
    EXPECT_TRUE(agreement::same_answer(plenty, all));
}

TEST_P(Budgets, TheNextQuestionIsNotHeldBack) {
    PlayedScene played("draped_cloth", triangles, 2);
    const auto first = played.scene.intersections({.method = GetParam(), .budget = of_candidates(0)});
    EXPECT_FALSE(first.report.complete);
    const auto& next = played.scene.intersections({.method = GetParam()});
    EXPECT_TRUE(next.report.complete);
    EXPECT_TRUE(agreement::same_answer(next, ask(1, {})));
}

/// Crossings come before mere contacts, and the answer is in its order all the same.
TEST_P(Budgets, CrossingsAreKeptBeforeContacts) {
    const Sample floor = lying();
    const Sample touching{{{0.2, 0, 0}, {0.3, 0, 1}, {0.2, 0.1, 1}}, {{0, 1, 2}}}, crossing = standing();
    Scene scene({.threads = 1});
    for (const Sample* sample : {&floor, &touching, &crossing}) scene.add(sample->view());
    const auto all = scene.intersections({.method = GetParam(), .self = false});
    ASSERT_EQ(all.size(), 2u);
    ASSERT_EQ(all[0].kind, PairKind::touching);
    const auto& one = scene.intersections({.method = GetParam(), .self = false, .budget = of_pairs(1)});
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(one[0], all[1]);
    EXPECT_EQ(one[0].kind, PairKind::crossing);
}

INSTANTIATE_TEST_SUITE_P(Detectors, Budgets, testing::ValuesIn(agreement::detectors),
                         [](const auto& detector) { return std::string(name(detector.param)); });

}  // namespace
}  // namespace pliant::scene_test
