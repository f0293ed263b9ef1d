// Every leaf is updated once, near ones in the order in which their last vertices are read.
#include "detect/regularity/leaf_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "detect/regularity/leaf_blocks.hpp"
#include "oracle/random.hpp"

namespace pliant::regularity {
namespace {

constexpr std::size_t vertices = 100000;

/// Leaves that reach from a vertex to another: every tenth one far.
LeafBlocks some_leaves(std::size_t count) {
    oracle::Random random(oracle::first_seed(43));
    LeafBlocks blocks;
    for (std::size_t leaf = 0; leaf < count; ++leaf) {
        const std::uint32_t reach = leaf % 10 == 0 ? 50000 : 500;
        const auto first = static_cast<std::uint32_t>(random.integer(0, static_cast<int>(vertices - reach - 1)));
        std::vector<Triangle> triangles(1 + leaf % leaf_capacity);
        for (Triangle& triangle : triangles) {
            for (std::uint32_t& v : triangle) v = first + static_cast<std::uint32_t>(random.integer(0, 400));
        }
        triangles.front()[0] = first;
        triangles.back()[2] = first + reach;
        blocks.add(triangles, std::vector<std::uint32_t>(triangles.size(), 0));
    }
    return blocks;
}

TEST(LeafOrder, HasEveryLeafOnceInRunsThatSayWhatTheyReach) {
    for (const std::size_t count : {0u, 1u, 64u, 1000u}) {
        const LeafBlocks blocks = some_leaves(count);
        const LeafOrder order = order_by_vertices(blocks, vertices);
        std::vector<std::uint32_t> sorted = order.leaves, all(count);
        std::sort(sorted.begin(), sorted.end());
        std::iota(all.begin(), all.end(), 0u);
        EXPECT_EQ(sorted, all);
        std::size_t begin = 0;
        for (const LeafRun& run : order.runs) {
            EXPECT_EQ(run.begin, begin);
            begin = run.end;
            for (std::size_t i = run.begin; i < run.end; ++i) {
                for (const auto& block : blocks.corners(order.leaves[i])) {
                    for (const auto& corner : block.vertex) {
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
