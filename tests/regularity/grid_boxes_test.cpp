// Boxes on a grid, and pairs of leaves, against plain loops, on every vector target.
#include "detect/regularity/grid_boxes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "each_target.hpp"
#include "oracle/random.hpp"
#include "test_vertices.hpp"

namespace pliant::regularity {

using namespace simd;
namespace {

using broad_phase::block_size;
using broad_phase::BoxBlock;
using broad_phase::CornerBlock;
using broad_phase::Pair;
using oracle::Random;

constexpr std::size_t slots_of_leaf = block_size * block_size;
constexpr std::uint64_t all_there = ~std::uint64_t{0};

/// Eight blocks of triangles between some vertices around a place, and the grid that reaches as far as they do.
struct Leaf {
    TestVertices vertices;
    std::vector<CornerBlock> corners;
    std::vector<std::uint32_t> own_vertices;
    OwnCorners own_corners{};
    BoxGrid grid{};

    [[nodiscard]] OwnVertices own() const { return {own_vertices.data(), own_vertices.size(), &own_corners}; }
};

Leaf random_leaf(Random& random, std::size_t vertices, double away, double size) {
    Leaf leaf;
    leaf.corners.resize(block_size);
    std::array<float, 3> lo, hi;
    lo.fill(std::numeric_limits<float>::infinity());
    hi.fill(-std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < vertices; ++i) {
        std::array<double, 3> p{};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto coordinate = static_cast<float>(away + random.uniform(-size, size));
            p[axis] = double(coordinate);
            lo[axis] = std::min(lo[axis], coordinate);
            hi[axis] = std::max(hi[axis], coordinate);
        }
        leaf.own_vertices.push_back(leaf.vertices.add({p[0], p[1], p[2]}));
    }
    for (std::size_t i = 0; i < 3 * slots_of_leaf; ++i) {
        const auto place = static_cast<std::uint8_t>(random.integer(0, static_cast<int>(vertices) - 1));
        const std::size_t slot = i / 3;
        leaf.own_corners.place[i % 3][slot] = place;
        leaf.corners[slot / block_size].vertex[i % 3][slot % block_size] = leaf.own_vertices[place];
    }
    while (leaf.own_vertices.size() % OwnVertices::at_once != 0) leaf.own_vertices.push_back(leaf.own_vertices.back());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        leaf.grid.centre[axis] = 0.5f * lo[axis] + 0.5f * hi[axis];
        const float radius = std::max(hi[axis] - leaf.grid.centre[axis], leaf.grid.centre[axis] - lo[axis]);
        leaf.grid.scale[axis] = radius > 0 ? BoxGrid::reach / radius : 0;
    }
    return leaf;
}

struct Fitted {
    std::array<GridBoxBlock, block_size> boxes;
    GridBoxBlock unions;

    [[nodiscard]] auto numbers() const {
        std::vector<std::int16_t> all;
        const auto add = [&](const GridBoxBlock& block) {
            for (const auto* rows : {block.lo, block.hi}) all.insert(all.end(), rows[0], rows[0] + 3 * block_size);
        };
        for (const GridBoxBlock& block : boxes) add(block);
        add(unions);
        return all;
    }
};

/// As the header has it.
Fitted expected(const Leaf& leaf, std::uint64_t there) {
    Fitted out;
    out.boxes.fill(GridBoxBlock::empty());
    out.unions = GridBoxBlock::empty();
    for (std::size_t slot = 0; slot < slots_of_leaf; ++slot) {
        if ((there >> slot & 1) == 0) continue;
        GridBoxBlock& block = out.boxes[slot / block_size];
        const std::size_t lane = slot % block_size;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            for (const auto& corner : leaf.corners[slot / block_size].vertex) {
                const auto coordinate = static_cast<float>(leaf.vertices.at(corner[lane])[axis]);
                const float steps = (coordinate - leaf.grid.centre[axis]) * leaf.grid.scale[axis];
                const auto number = static_cast<std::int16_t>(steps);
                block.lo[axis][lane] = std::min(block.lo[axis][lane], number);
                block.hi[axis][lane] = std::max(block.hi[axis][lane], number);
            }
            auto &lo = out.unions.lo[axis][slot / block_size], &hi = out.unions.hi[axis][slot / block_size];
            lo = std::min(lo, block.lo[axis][lane]);
            hi = std::max(hi, block.hi[axis][lane]);
        }
    }
    return out;
}

TEST(GridBoxes, AreThoseOfTheTrianglesOnEveryTarget) {
    Random random(oracle::first_seed(241));
    for (const std::size_t vertices : {1u, 15u, 16u, 17u, 33u, 48u, 64u}) {
        for (const double away : {0.0, 3.0, 1e8, -1e-30}) {
            const Leaf leaf = random_leaf(random, vertices, away, away == 1e8 ? 20 : 1);
            for (const std::uint64_t there : {all_there, all_there >> 13, std::uint64_t{0xfff0f0f8181}}) {
                const std::size_t blocks = there == all_there ? 8 : there == all_there >> 13 ? 7 : 6;
                const auto wanted = expected(leaf, there).numbers();
                on_each_target([&](const std::string&) {
                    for (const bool in_floats : {true, false}) {
                        for (const bool own_known : {true, false}) {
                            Fitted fitted;
                            grid_boxes(leaf.vertices.as(in_floats), leaf.corners.data(), blocks,
                                       own_known ? leaf.own() : OwnVertices{nullptr, 0, nullptr}, there, leaf.grid,
                                       fitted.boxes.data(), fitted.unions);
                            ASSERT_EQ(fitted.numbers(), wanted) << vertices << " vertices at " << away;
                        }
                    }
                });
            }
        }
    }
}

/// Nothing is farther out than the grid reaches, so that no box overlaps an empty one: even where a single unit of the
/// coordinates is many steps.
TEST(GridBoxes, ReachNoFartherThanTheGrid) {
    Random random(oracle::first_seed(242));
    for (int i = 0; i < 200; ++i) {
        const Leaf leaf = random_leaf(random, 20, 1e8, random.uniform(4, 40));
        for (const GridBoxBlock& block : expected(leaf, all_there).boxes) {
            for (const auto* rows : {block.lo, block.hi}) {
                for (int axis = 0; axis < 3; ++axis) {
                    for (const std::int16_t number : rows[axis]) ASSERT_LE(std::abs(number), BoxGrid::reach + 1);
                }
            }
        }
    }
}

// ---- pairs of leaves

template <class Block>
bool overlap(const Block& a, std::size_t i, const Block& b, std::size_t k) {
    for (int axis = 0; axis < 3; ++axis) {
        if (a.lo[axis][i] > b.hi[axis][k] || b.lo[axis][k] > a.hi[axis][i]) return false;
    }
    return true;
}

/// Small whole numbers, so that many boxes touch; some are empty, and some as far apart as the grid allows.
template <class Block>
std::vector<Block> random_boxes(Random& random, std::size_t blocks) {
    std::vector<Block> boxes(blocks);
    for (Block& block : boxes) {
        for (std::size_t lane = 0; lane < block_size; ++lane) {
            for (int axis = 0; axis < 3; ++axis) {
                const int lo = random.chance(4) ? random.integer(-1, 1) * 32000 : random.integer(-20, 20);
                block.lo[axis][lane] = static_cast<std::remove_reference_t<decltype(block.lo[0][0])>>(lo);
                block.hi[axis][lane] =
                    static_cast<std::remove_reference_t<decltype(block.lo[0][0])>>(lo + random.integer(0, 14));
            }
            if (random.chance(10)) block.clear(lane);
        }
    }
    return boxes;
}

template <class Block>
class PairsOfLeaves : public testing::Test {};
using BlockTypes = testing::Types<GridBoxBlock, BoxBlock>;
TYPED_TEST_SUITE(PairsOfLeaves, BlockTypes);

TYPED_TEST(PairsOfLeaves, OverlapWhereTheirBlocksDo) {
    Random random(oracle::first_seed(243));
    const auto leaves = random_boxes<TypeParam>(random, 12);
    std::vector<Pair> pairs;
    for (std::uint32_t a = 0; a < leaves.size(); ++a) {
        for (std::uint32_t b = a; b < leaves.size(); ++b) pairs.push_back({a, b});
    }
    on_each_target([&](const std::string&) {
        std::vector<std::uint64_t> words(pairs.size());
        overlapping_blocks(leaves.data(), pairs, words.data());
        for (std::size_t i = 0; i < pairs.size(); ++i) {
            const auto [a, b] = pairs[i];
            for (std::size_t bit = 0; bit < 64; ++bit) {
                const bool wanted = overlap(leaves[a], bit / 8, leaves[b], bit % 8) && (a != b || bit / 8 <= bit % 8);
                ASSERT_EQ((words[i] >> bit & 1) != 0, wanted) << a << " " << b << " " << bit;
            }
        }
    });
}

TYPED_TEST(PairsOfLeaves, TellUnconnectedTrianglesFromNeighbours) {
    Random random(oracle::first_seed(244));
    const auto boxes = random_boxes<TypeParam>(random, 2 * block_size);
    std::array<std::uint8_t, 64> place{};
    std::array<std::uint64_t, 4> words{0};
    for (auto& p : place) p = static_cast<std::uint8_t>(random.integer(0, 3));
    for (std::size_t i = 1; i < words.size(); ++i) {
        for (int bit = 0; bit < 64; ++bit) words[i] |= std::uint64_t{random.chance(50)} << bit;
    }
    using Found = std::tuple<std::uint32_t, std::uint64_t>;
    for (const Pair leaves : {Pair{0, 1}, Pair{1, 1}}) {
        const std::uint64_t wanted = 0x8040f01008047201;
        std::vector<Found> unconnected_wanted, neighbours_wanted;
        std::uint64_t places_wanted = 0;
        for (std::uint32_t p = 0; p < 64; ++p) {
            if ((wanted >> p & 1) == 0) continue;
            const std::size_t a = leaves.a * block_size + p / 8, b = leaves.b * block_size + p % 8;
            std::uint64_t bits = 0;
            for (std::size_t bit = 0; bit < 64; ++bit) {
                const bool once = a != b || bit / 8 < bit % 8;
                bits |= std::uint64_t{once && overlap(boxes[a], bit / 8, boxes[b], bit % 8)} << bit;
            }
            const std::uint64_t related = words[place[p]];
            if ((bits & ~related) != 0) unconnected_wanted.emplace_back(p, bits & ~related);
            places_wanted |= std::uint64_t{(bits & ~related) != 0} << p;
            if ((bits & related) != 0) neighbours_wanted.emplace_back(p, bits & related);
        }
        EXPECT_GT(unconnected_wanted.size(), 3u);
        on_each_target([&](const std::string&) {
            std::array<TrianglesOfBlocks, 64> unconnected, neighbours;
            const auto as_found = [](const auto& all, std::size_t count) {
                std::vector<Found> found;
                for (std::size_t i = 0; i < count; ++i) found.emplace_back(all[i].place, all[i].bits);
                return found;
            };
            const SharedVertices shared{place.data(), words.data()};
            const auto of = [&boxes](std::uint32_t leaf) { return boxes.data() + leaf * block_size; };
            const FoundBlocks both = overlapping_triangles(of(leaves.a), of(leaves.b), wanted, shared,
                                                           unconnected.data(), neighbours.data());
            EXPECT_EQ(as_found(unconnected, both.unconnected), unconnected_wanted);
            EXPECT_EQ(both.places_of_unconnected, places_wanted);
            EXPECT_EQ(as_found(neighbours, both.neighbours), neighbours_wanted);
            const FoundBlocks one =
                overlapping_triangles(of(leaves.a), of(leaves.b), wanted, shared, unconnected.data(), nullptr);
            EXPECT_EQ(as_found(unconnected, one.unconnected), unconnected_wanted);
            EXPECT_EQ(one.neighbours, 0u);
        });
    }
}

}  // namespace
}  // namespace pliant::regularity
