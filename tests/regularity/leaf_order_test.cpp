// Every leaf is updated once, near ones in the order in which their last vertices are read.
#include "detect/regularity/leaf_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/region_bounds.hpp"
#include "oracle/random.hpp"

namespace pliant::regularity {
namespace {

constexpr std::size_t vertices = 100000;

/// Leaves that reach from a vertex to another: every tenth one far.
std::vector<broad_phase::CornerBlock> some_leaves(std::size_t count) {
    oracle::Random random(oracle::first_seed(43));
    std::vector<broad_phase::CornerBlock> corners(count * blocks_per_leaf);
    for (std::size_t leaf = 0; leaf < count; ++leaf) {
        const std::uint32_t reach = leaf % 10 == 0 ? 50000 : 500;
        const auto first = static_cast<std::uint32_t>(random.integer(0, static_cast<int>(vertices - reach - 1)));
        for (std::size_t block = 0; block < blocks_per_leaf; ++block) {
            for (auto& corner : corners[leaf * blocks_per_leaf + block].vertex) {
                for (std::uint32_t& v : corner) v = first + static_cast<std::uint32_t>(random.integer(0, 400));
            }
        }
        corners[leaf * blocks_per_leaf].vertex[0][0] = first;
        corners[leaf * blocks_per_leaf + 5].vertex[2][3] = first + reach;
    }
    return corners;
}

TEST(LeafOrder, HasEveryLeafOnceInRunsThatSayWhatTheyReach) {
    for (const std::size_t count : {0u, 1u, 64u, 1000u}) {
        const std::vector<broad_phase::CornerBlock> corners = some_leaves(count);
        const LeafOrder order = order_by_vertices(corners, vertices);
        std::vector<std::uint32_t> sorted = order.leaves, all(count);
        std::sort(sorted.begin(), sorted.end());
        std::iota(all.begin(), all.end(), 0u);
        EXPECT_EQ(sorted, all);
        std::size_t begin = 0;
        for (const LeafRun& run : order.runs) {
            EXPECT_EQ(run.begin, begin);
            begin = run.end;
            for (std::size_t i = run.begin; i < run.end; ++i) {
                for (std::size_t block = 0; block < blocks_per_leaf; ++block) {
                    for (const auto& corner : corners[order.leaves[i] * blocks_per_leaf + block].vertex) {
                        for (const std::uint32_t v : corner) EXPECT_TRUE(run.first_vertex <= v && v <= run.last_vertex);
                    }
                }
            }
        }
        EXPECT_EQ(begin, count);
    }
}

TEST(LeafOrder, PutsNearLeavesFirstByTheirLastVertices) {
    const LeafOrder order = order_by_vertices(some_leaves(1000), vertices);
    ASSERT_EQ(order.near_runs, 15u);  // of 900 leaves
    ASSERT_EQ(order.runs.size(), 17u);
    for (std::size_t run = 0; run < order.near_runs; ++run) {
        const std::uint32_t before = run == 0 ? 0 : order.runs[run - 1].last_vertex;
        EXPECT_LE(before, order.runs[run].last_vertex);
        for (std::size_t i = order.runs[run].begin; i < order.runs[run].end; ++i) EXPECT_NE(order.leaves[i] % 10, 0u);
        EXPECT_LT(order.runs[run].last_vertex - order.runs[run].first_vertex, 20000u);
    }
}

}  // namespace
}  // namespace pliant::regularity
