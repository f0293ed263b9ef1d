// Waves: every piece is joined once and in order, and a budget stops at the same piece for any number of threads.
#include "narrow_phase/waves.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <vector>

#include <pliant/scene.hpp>

namespace pliant::narrow_phase {
namespace {

using Query = frame::Query<IntersectionOptions>;

constexpr std::size_t pieces = 100;

class WavesTest : public testing::TestWithParam<unsigned> {
protected:
    /// A search in which piece i tests i candidates and finds one crossing.
    std::vector<FoundPair> search(std::size_t wave = pieces_per_wave) {
        report = {};
        std::vector<Findings> findings(pieces);
        FoundPairs found;
        find_in_waves(
            Query{bodies, options, workers, report}, pieces, found,
            [&](std::size_t i) {
                ++done;
                findings[i].counters.candidates = i;
                const auto number = static_cast<std::uint32_t>(i);
                findings[i].add(number + 1, number, PairKind::crossing);
            },
            [&](std::size_t i) -> const Findings& { return findings[i]; }, wave);
        return found.all;
    }

    std::atomic<std::size_t> done = 0;
    parallel::Workers workers{GetParam()};
    frame::Bodies bodies;
    IntersectionOptions options;
    Report report;
};

void expect_first(const std::vector<FoundPair>& found, std::size_t count) {
    ASSERT_EQ(found.size(), count);
    for (std::uint32_t i = 0; i < count; ++i) {
        EXPECT_EQ(found[i].a, i);
        EXPECT_EQ(found[i].b, i + 1);
    }
}

TEST_P(WavesTest, WithoutABudgetEveryPieceIsJoinedInOrder) {
    expect_first(search(), pieces);
    EXPECT_EQ(done, pieces);
    EXPECT_EQ(report.stopped_by, Limit::none);
    EXPECT_EQ(report.counters.candidates, pieces * (pieces - 1) / 2);
}

TEST_P(WavesTest, ABudgetOfCandidatesStopsAtTheSameWave) {
    options.budget.candidates = 121;  // 0 + 1 + ... + 15 = 120: the first wave does not reach it
    expect_first(search(), 2 * pieces_per_wave);
    EXPECT_EQ(done, 2 * pieces_per_wave);
    EXPECT_EQ(report.stopped_by, Limit::candidates);
    options.budget.candidates = 120;
    expect_first(search(), pieces_per_wave);
}

TEST_P(WavesTest, ABudgetOfPairsStopsOnceItIsFullOfCrossings) {
    options.budget.pairs = 20;
    expect_first(search(), 2 * pieces_per_wave);
    EXPECT_EQ(report.stopped_by, Limit::pairs);
    expect_first(search(7), 21);
}

TEST_P(WavesTest, ABudgetOfNoTimeStillDoesOneWave) {
    options.budget.time = std::chrono::nanoseconds(0);
    expect_first(search(3), 3);
    EXPECT_EQ(report.stopped_by, Limit::time);
}

TEST_P(WavesTest, ABudgetThatTheLastWaveUsesUpStopsNothing) {
    options.budget.candidates = pieces * (pieces - 1) / 2;
    expect_first(search(pieces / 4), pieces);
    EXPECT_EQ(report.stopped_by, Limit::none);
}

INSTANTIATE_TEST_SUITE_P(Threads, WavesTest, testing::Values(1u, 2u, 3u, 8u));

}  // namespace
}  // namespace pliant::narrow_phase
