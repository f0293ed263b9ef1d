// Loops on several threads.
#include "parallel/parallel.hpp"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace pliant::parallel {
namespace {

class WorkersOf : public testing::TestWithParam<unsigned> {
protected:
    Workers workers{GetParam()};
};

TEST_P(WorkersOf, VisitEveryItemOnce) {
    for (const std::size_t count : {0u, 1u, 2u, 7u, 1000u}) {
        std::vector<int> visits(count, 0);
        workers.for_each(count, [&](std::size_t i) { ++visits[i]; });
        EXPECT_EQ(visits, std::vector<int>(count, 1));
    }
}

/// What one loop writes, the next one reads.
TEST_P(WorkersOf, RunLoopsOneAfterTheOther) {
    std::vector<std::size_t> values(257);
    std::iota(values.begin(), values.end(), 0);
    std::vector<std::size_t> other(values.size());
    for (int round = 0; round < 200; ++round) {
        workers.for_each(values.size(), [&](std::size_t i) { other[values.size() - 1 - i] = values[i] + 1; });
        values.swap(other);
    }
    const std::size_t sum = std::accumulate(values.begin(), values.end(), std::size_t{0});
    EXPECT_EQ(sum, 257u * 256u / 2 + 200u * 257u);
}

TEST_P(WorkersOf, CanBeMoved) {
    Workers moved = std::move(workers);
    std::atomic<int> visits = 0;
    moved.for_each(100, [&](std::size_t) { ++visits; });
    EXPECT_EQ(visits, 100);
}

TEST_P(WorkersOf, KeepTheirNumber) {
    EXPECT_GE(workers.threads(), 1u);
    if (GetParam() != 0) {
        EXPECT_LE(workers.threads(), GetParam());
    }
}

/// Whichever thread it happens on; the workers can be used again.
TEST_P(WorkersOf, CarryExceptionsToTheCaller) {
    for (std::size_t bad = 0; bad < 200; bad += 20) {
        std::string what;
        try {
            workers.for_each(200, [&](std::size_t i) {
                if (i == bad) throw std::runtime_error("item " + std::to_string(i));
            });
        } catch (const std::runtime_error& error) {
            what = error.what();
        }
        EXPECT_EQ(what, "item " + std::to_string(bad));
        std::vector<int> visits(100, 0);
        workers.for_each(visits.size(), [&](std::size_t i) { ++visits[i]; });
        EXPECT_EQ(visits, std::vector<int>(100, 1));
    }
    EXPECT_THROW(workers.for_each(100, [](std::size_t) { throw std::bad_alloc(); }), std::bad_alloc);
}

INSTANTIATE_TEST_SUITE_P(Threads, WorkersOf, testing::Values(0u, 1u, 2u, 3u, 8u));

TEST(Workers, OfTwoThreadsOfTheCallerDoNotDisturbEachOther) {
    std::vector<std::thread> callers;
    std::array<std::size_t, 3> sums{};
    for (std::size_t c = 0; c < sums.size(); ++c) {
        callers.emplace_back([&sums, c] {
            Workers workers(2);
            std::vector<std::size_t> squares(500);
            for (int round = 0; round < 20; ++round) {
                workers.for_each(squares.size(), [&](std::size_t i) { squares[i] = i * i; });
            }
            sums[c] = std::accumulate(squares.begin(), squares.end(), std::size_t{0});
        });
    }
    for (std::thread& caller : callers) caller.join();
    for (const std::size_t sum : sums) EXPECT_EQ(sum, 41541750u);
}

TEST(Chunks, CoverEverythingOnceInOrder) {
    for (const std::size_t count : {0u, 1u, 7u, 8u, 9u, 64u, 65u}) {
        const Chunks chunks{count, 8};
        std::size_t next = 0;
        for (std::size_t c = 0; c < chunks.number(); ++c) {
            EXPECT_EQ(chunks.begin(c), next);
            EXPECT_GT(chunks.end(c), chunks.begin(c));
            EXPECT_LE(chunks.end(c) - chunks.begin(c), 8u);
            next = chunks.end(c);
        }
        EXPECT_EQ(next, count);
    }
}

}  // namespace
}  // namespace pliant::parallel
