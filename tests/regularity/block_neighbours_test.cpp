// Which triangles of two blocks share a vertex, against comparing all vertices.
#include "detect/regularity/block_neighbours.hpp"
#include "broad_phase/blocks.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <random>
#include <vector>

namespace pliant::regularity {
namespace {

using broad_phase::block_size;
using broad_phase::CornerBlock;

struct Blocks {
    std::vector<CornerBlock> corners;
    std::vector<std::uint8_t> slots;
    std::size_t vertices;

    [[nodiscard]] bool share(std::size_t p, std::size_t q) const {
        for (const auto& a : corners[p / block_size].vertex) {
            for (const auto& b : corners[q / block_size].vertex) {
                if (a[p % block_size] == b[q % block_size]) return true;
            }
        }
        return false;
    }
    [[nodiscard]] bool holds(std::size_t slot) const {
        return (slots[slot / block_size] >> (slot % block_size) & 1) != 0;
    }
};

/// `hubs` in a hundred triangles have vertex 0 as a corner. The last block is half full; the rest repeats its first.
Blocks random_blocks(std::size_t number, std::size_t vertices, int hubs) {
    std::mt19937 random(7);
    std::uniform_int_distribution<std::uint32_t> any(0, static_cast<std::uint32_t>(vertices - 1));
    std::uniform_int_distribution<int> hundred(0, 99);
    Blocks out{std::vector<CornerBlock>(number), std::vector<std::uint8_t>(number, 255), vertices};
    for (CornerBlock& block : out.corners) {
        for (auto& corner : block.vertex) {
            for (std::uint32_t& vertex : corner) vertex = any(random);
        }
        for (std::uint32_t& vertex : block.vertex[1]) vertex = hundred(random) < hubs ? 0 : vertex;
    }
    out.slots.back() = 15;
    for (auto& corner : out.corners.back().vertex) {
        for (std::size_t lane = 4; lane < block_size; ++lane) corner[lane] = corner[3];
    }
    return out;
}

void expect_equal_to_comparing(const Blocks& blocks) {
    BlockNeighbours neighbours;
    neighbours.build(blocks.corners, blocks.slots, blocks.vertices);
    std::size_t hits = 0, tests = 0;
    for (std::uint32_t a = 0; a < blocks.corners.size(); ++a) {
        for (std::uint32_t b = a; b < blocks.corners.size(); ++b) {
            const auto* leaves = neighbours.between(a / 8, b / 8);
            const std::uint64_t bits = neighbours.shared(leaves, blocks.corners, a, b);
            for (std::size_t bit = 0; bit < 64; ++bit) {
                const std::size_t p = a * block_size + bit / block_size, q = b * block_size + bit % block_size;
                if (!blocks.holds(p) || !blocks.holds(q)) continue;
                ASSERT_EQ((bits >> bit & 1) != 0, blocks.share(p, q)) << p << " " << q;
                hits += blocks.share(p, q) ? 1 : 0;
                ++tests;
            }
        }
    }
    EXPECT_GT(hits, tests / 200);
    EXPECT_LT(hits, tests / 2);
}

/// What is known of two leaves at once is what is known of their blocks.
void expect_same_for_leaves(const Blocks& blocks) {
    BlockNeighbours neighbours;
    neighbours.build(blocks.corners, blocks.slots, blocks.vertices);
    const auto leaves = static_cast<std::uint32_t>(blocks.corners.size() / block_size);
    for (std::uint32_t a = 0; a < leaves; ++a) {
        for (std::uint32_t b = a; b < leaves; ++b) {
            const auto* known = neighbours.between(a, b);
            BlockNeighbours::Room room;
            const std::uint64_t wanted = a == b ? 0x80c0e0f0f8fcfeff : 0x0f0f3355aa00ff81;
            const SharedVertices shared = neighbours.shared(known, blocks.corners, {a, b}, wanted, room);
            for (std::uint32_t place = 0; place < 64; ++place) {
                if ((wanted >> place & 1) == 0) continue;
                ASSERT_EQ(shared.words[shared.place[place]],
                          neighbours.shared(known, blocks.corners, 8 * a + place / 8, 8 * b + place % 8));
            }
        }
    }
}

TEST(BlockNeighbours, OfLeavesAreThoseOfTheirBlocks) {
    expect_same_for_leaves(random_blocks(32, 4000, 0));
    expect_same_for_leaves(random_blocks(40, 2000, 50));
}

TEST(BlockNeighbours, EqualComparingAllVertices) { expect_equal_to_comparing(random_blocks(30, 400, 0)); }

// Lists around such a vertex would grow with the square of the number of its triangles.
TEST(BlockNeighbours, AroundAVertexOfVeryManyTriangles) { expect_equal_to_comparing(random_blocks(40, 2000, 50)); }

}  // namespace
}  // namespace pliant::regularity
