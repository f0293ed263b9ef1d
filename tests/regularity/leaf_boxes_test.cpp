// Boxes are made for visited leaves alone, and overlap where the triangles' own boxes do.
#include "detect/regularity/leaf_boxes.hpp"
#include "regularity/run_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <random>
#include <span>
#include <vector>

namespace pliant::regularity {
namespace {

using broad_phase::block_size;

/// Triangles of random places in leaves of many sizes, each of which is a region of its own.
struct Scattered {
    std::vector<std::array<float, 3>> points;
    std::vector<Triangle> triangles;
    frame::Bodies bodies;
    parallel::Workers workers{1};
    Regions regions;
    Leaves leaves;
    LeafUpdate update;
    GroupedHierarchy grouped;

    explicit Scattered(float last_size) {
        std::mt19937 random(3);
        std::uniform_real_distribution<float> any(0, 1);
        const std::array<std::uint32_t, 5> sizes{64, 1, 9, 40, 17};
        for (std::size_t leaf = 0; leaf < sizes.size(); ++leaf) {
            const float size = leaf + 1 == sizes.size() ? last_size : 1;
            for (std::uint32_t k = 0; k < sizes[leaf]; ++k) {
                const auto first = static_cast<std::uint32_t>(points.size());
                const std::array<float, 3> at{size * any(random), size * any(random), size * any(random)};
                for (int corner = 0; corner < 3; ++corner) {
                    points.push_back({at[0] + size * 0.2f * any(random), at[1] + size * 0.2f * any(random),
                                      at[2] + size * 0.2f * any(random)});
                }
                triangles.push_back({first, first + 1, first + 2});
            }
        }
        bodies.add(points, triangles);
        bodies.update(workers);
        std::uint32_t next = 0;
        grouped.leaf_of_triangle.assign(triangles.size(), none);
        for (std::uint32_t leaf = 0; leaf < sizes.size(); ++leaf) {
            grouped.regions.push_back({leaf, leaf + 1, none, none, none, 0});
            grouped.roots.push_back(leaf);
            grouped.leaf_region.push_back(leaf);
            grouped.leaf_size.push_back(sizes[leaf]);
            grouped.triangles.resize((leaf + 1) * leaf_capacity, none);
            for (std::uint32_t k = 0; k < sizes[leaf]; ++k, ++next) {
                grouped.triangles[leaf * leaf_capacity + k] = next;
                grouped.leaf_of_triangle[next] = leaf;
            }
        }
        const EdgeGraph edges = edge_graph(bodies);
        regions.bounds.resize(grouped.regions.size());
        run_plan(
            [&](Loops& loops) {
                regions.contours.plan(loops, edges, grouped);
                leaves.blocks.plan(loops, grouped);
                update.plan(loops, edges, grouped, regions, leaves.blocks);
                leaves.neighbours.plan(loops, leaves.blocks, bodies.vertex_count());
                leaves.vertices.plan(loops, leaves.blocks);
            },
            bodies);
        regions.hierarchy = grouped;
        update.update(bodies, leaves.blocks, regions, workers);
    }

    [[nodiscard]] bool overlap(std::uint32_t a, std::uint32_t b) const {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto ends = [&](std::uint32_t t) {
                const auto [p, q, r] = triangles[t];
                return std::minmax({points[p][axis], points[q][axis], points[r][axis]});
            };
            if (ends(a).first > ends(b).second || ends(b).first > ends(a).second) return false;
        }
        return true;
    }
};

/// Every overlap of the triangles is found; few others are, of the grid's steps.
void expect_overlaps(Scattered& all) {
    LeafBoxes boxes;
    boxes.build(all.leaves.blocks.leaves());
    const std::vector<broad_phase::Pair> pairs{{0, 0}, {0, 1}, {0, 3}, {1, 4}, {3, 4}, {4, 4}};  // and none of leaf 2
    boxes.fit(all.bodies, all.regions, all.leaves, all.update, pairs, all.workers);
    std::array<std::uint64_t, LeafBoxes::most_pairs> blocks;
    boxes.overlapping_blocks(pairs, blocks.data());
    std::size_t overlaps = 0, more = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        std::array<TrianglesOfBlocks, 64> found;
        const FoundBlocks number =
            boxes.overlapping_triangles(pairs[i], blocks[i], BlockNeighbours::nothing_shared, found.data(), nullptr);
        const auto of_a = all.leaves.blocks.triangles(pairs[i].a), of_b = all.leaves.blocks.triangles(pairs[i].b);
        for (std::size_t p = 0; p < of_a.size(); ++p) {
            for (std::size_t q = pairs[i].a == pairs[i].b ? p + 1 : 0; q < of_b.size(); ++q) {
                const std::size_t place = p / block_size * block_size + q / block_size;
                const std::size_t bit = p % block_size * block_size + q % block_size;
                const bool is_found = std::any_of(found.begin(), found.begin() + number.unconnected, [&](auto& f) {
                    return f.place == place && (f.bits >> bit & 1) != 0;
                });
                const bool wanted = all.overlap(of_a[p], of_b[q]);
                EXPECT_LE(wanted, is_found) << of_a[p] << " " << of_b[q];
                overlaps += wanted ? 1 : 0;
                more += is_found && !wanted ? 1 : 0;
            }
        }
    }
    EXPECT_GT(overlaps, 30u);
    EXPECT_LT(more, overlaps / 20);
}

TEST(LeafBoxes, OverlapOnTheGridWhereTrianglesDo) {
    Scattered all(1);
    expect_overlaps(all);
}

// So large a leaf makes the grid too coarse for the others: they are compared in floats.
TEST(LeafBoxes, OverlapInFloatsWhereTheGridIsTooCoarse) {
    Scattered all(10000);
    expect_overlaps(all);
}

}  // namespace
}  // namespace pliant::regularity
