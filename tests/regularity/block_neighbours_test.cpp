// Which triangles of two blocks share a vertex, against comparing all vertices.
#include "detect/regularity/block_neighbours.hpp"
#include "broad_phase/blocks.hpp"
#include "regularity/run_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <vector>

namespace pliant::regularity {
namespace {

using broad_phase::block_size;

struct Triangles {
    LeafBlocks blocks;
    std::vector<Triangle> triangles;
    std::size_t vertices;

    [[nodiscard]] bool share(std::uint32_t p, std::uint32_t q) const {
        return std::any_of(triangles[p].begin(), triangles[p].end(), [&](std::uint32_t v) {
            return std::count(triangles[q].begin(), triangles[q].end(), v) > 0;
        });
    }
};

/// `hubs` in a hundred triangles have vertex 0 as a corner. Leaves are of all sizes.
Triangles random_leaves(std::size_t leaves, std::size_t vertices, int hubs) {
    std::mt19937 random(7);
    std::uniform_int_distribution<std::uint32_t> any(0, static_cast<std::uint32_t>(vertices - 1));
    std::uniform_int_distribution<std::size_t> any_size(1, leaf_capacity);
    std::uniform_int_distribution<int> hundred(0, 99);
    Triangles out{{}, {}, vertices};
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
        const std::size_t first = out.triangles.size(), size = leaf == 0 ? leaf_capacity : any_size(random);
        std::vector<std::uint32_t> numbers(size);
        std::iota(numbers.begin(), numbers.end(), static_cast<std::uint32_t>(first));
        for (std::size_t i = 0; i < size; ++i) {
            out.triangles.push_back({any(random), hundred(random) < hubs ? 0 : any(random), any(random)});
        }
        out.blocks.add(std::span(out.triangles).subspan(first), numbers);
    }
    return out;
}

void expect_equal_to_comparing(const Triangles& all) {
    BlockNeighbours neighbours;
    run_plan([&](Loops& loops) { neighbours.plan(loops, all.blocks, all.vertices); });
    std::size_t hits = 0, tests = 0;
    for (std::uint32_t a = 0; a < all.blocks.leaves(); ++a) {
        for (std::uint32_t b = a; b < all.blocks.leaves(); ++b) {
            std::uint64_t wanted = 0;  // blocks that both have; of a leaf with itself, each pair once
            for (std::size_t i = 0; i < all.blocks.blocks(a); ++i) {
                for (std::size_t k = a == b ? i : 0; k < all.blocks.blocks(b); ++k) {
                    wanted |= std::uint64_t{1} << (block_size * i + k);
                }
            }
            BlockNeighbours::Room room;
            const SharedVertices shared = neighbours.shared(neighbours.between(a, b), all.blocks, {a, b}, wanted, room);
            const auto of_a = all.blocks.triangles(a), of_b = all.blocks.triangles(b);
            for (std::size_t p = 0; p < of_a.size(); ++p) {
                for (std::size_t q = 0; q < of_b.size(); ++q) {
                    const std::size_t blocks = p / block_size * block_size + q / block_size;
                    if ((wanted >> blocks & 1) == 0) continue;
                    const std::uint64_t bits = shared.words[shared.place[blocks]];
                    const bool found = (bits >> (p % block_size * block_size + q % block_size) & 1) != 0;
                    ASSERT_EQ(found, all.share(of_a[p], of_b[q])) << of_a[p] << " " << of_b[q];
                    hits += found ? 1 : 0;
                    ++tests;
                }
            }
        }
    }
    EXPECT_GT(hits, tests / 200);
    EXPECT_LT(hits, tests / 2);
}

TEST(BlockNeighbours, EqualComparingAllVertices) { expect_equal_to_comparing(random_leaves(12, 400, 0)); }

// Lists around such a vertex would grow with the square of the number of its triangles.
TEST(BlockNeighbours, AroundAVertexOfVeryManyTriangles) { expect_equal_to_comparing(random_leaves(12, 2000, 50)); }

}  // namespace
}  // namespace pliant::regularity
