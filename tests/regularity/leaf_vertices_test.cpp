// Vertices of leaves, against the corners that they were made from.
#include "detect/regularity/leaf_vertices.hpp"
#include "broad_phase/blocks.hpp"
#include "regularity/run_plan.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <random>
#include <vector>

namespace pliant::regularity {
namespace {

using broad_phase::block_size;

/// Leaves with corners among so many vertices each.
LeafBlocks leaves_of(std::initializer_list<std::uint32_t> numbers_of_vertices, std::size_t size = leaf_capacity) {
    std::mt19937 random(11);
    LeafBlocks blocks;
    for (const std::uint32_t number : numbers_of_vertices) {
        std::uniform_int_distribution<std::uint32_t> any(0, number - 1);
        std::vector<Triangle> triangles(size);
        for (Triangle& triangle : triangles) {
            for (std::uint32_t& vertex : triangle) vertex = 1000 + 7 * any(random);
        }
        blocks.add(triangles, std::vector<std::uint32_t>(size, 0));
    }
    return blocks;
}

TEST(LeafVertices, AreWhereTheCornersAre) {
    for (const std::size_t size : {9u, 33u, 64u}) {
        const LeafBlocks blocks = leaves_of({1, 16, 20, 21, 30}, size);
        LeafVertices all;
        run_plan([&](Loops& loops) { all.plan(loops, blocks); });
        for (std::size_t leaf = 0; leaf < blocks.leaves(); ++leaf) {
            const OwnVertices own = all.of(leaf);
            ASSERT_GT(own.count, 0u);
            ASSERT_LE(own.count, OwnVertices::most);
            ASSERT_EQ(own.count % OwnVertices::at_once, 0u);
            for (std::size_t slot = 0; slot < blocks.blocks(leaf) * block_size; ++slot) {
                for (std::size_t corner = 0; corner < 3; ++corner) {
                    const std::size_t place = own.corners->place[corner][slot];
                    ASSERT_LT(place, own.count);
                    EXPECT_EQ(own.vertices[place],
                              blocks.corners(leaf)[slot / block_size].vertex[corner][slot % block_size]);
                }
            }
        }
    }
}

TEST(LeafVertices, AreNotListedWhereThereAreTooManyOrOneBlockAlone) {
    LeafVertices all;
    const LeafBlocks too_many = leaves_of({1000, 12});
    run_plan([&](Loops& loops) { all.plan(loops, too_many); });
    EXPECT_EQ(all.of(0).count, 0u);
    EXPECT_EQ(all.of(1).count, 16u);
    const LeafBlocks one_block = leaves_of({12}, 8);
    run_plan([&](Loops& loops) { all.plan(loops, one_block); });
    EXPECT_EQ(all.of(0).count, 0u);
}

}  // namespace
}  // namespace pliant::regularity
