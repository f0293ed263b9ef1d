// Vertices of leaves, against the corners that they were made from.
#include "detect/regularity/leaf_vertices.hpp"
#include "broad_phase/blocks.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

namespace pliant::regularity {
namespace {

using broad_phase::block_size;
using broad_phase::CornerBlock;

/// Leaves with corners among so many vertices each.
std::vector<CornerBlock> leaves_of(std::initializer_list<std::uint32_t> numbers_of_vertices) {
    std::mt19937 random(11);
    std::vector<CornerBlock> blocks;
    for (const std::uint32_t number : numbers_of_vertices) {
        std::uniform_int_distribution<std::uint32_t> any(0, number - 1);
        for (std::size_t i = 0; i < block_size; ++i) {
            CornerBlock& block = blocks.emplace_back();
            for (auto& corners : block.vertex) {
                for (std::uint32_t& vertex : corners) vertex = 1000 + 7 * any(random);
            }
        }
    }
    return blocks;
}

TEST(LeafVertices, AreWhereTheCornersAre) {
    const std::vector<CornerBlock> blocks = leaves_of({1, 16, 20, 64, 30});
    LeafVertices all;
    all.build(blocks);
    for (std::size_t slot = 0; slot < blocks.size() * block_size; ++slot) {
        const OwnVertices own = all.of(slot / 64);
        ASSERT_GT(own.count, 0u);
        ASSERT_LE(own.count, OwnVertices::most);
        ASSERT_EQ(own.count % OwnVertices::at_once, 0u);
        for (std::size_t corner = 0; corner < 3; ++corner) {
            const std::size_t place = own.corners->place[corner][slot % 64];
            ASSERT_LT(place, own.count);
            EXPECT_EQ(own.vertices[place], blocks[slot / block_size].vertex[corner][slot % block_size]);
        }
    }
}

TEST(LeafVertices, AreNotListedWhereThereAreTooMany) {
    LeafVertices all;
    all.build(leaves_of({1000, 12}));
    EXPECT_EQ(all.of(0).count, 0u);
    EXPECT_EQ(all.of(1).count, 16u);
}

}  // namespace
}  // namespace pliant::regularity
