// Box kernels against plain loops, on every vector target.
#include "broad_phase/box_overlaps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "each_target.hpp"
#include "numeric/orientation.hpp"
#include "oracle/random.hpp"
#include "test_vertices.hpp"

namespace pliant::broad_phase {

using namespace simd;
namespace {

using oracle::Random;

constexpr double largest_float = std::numeric_limits<float>::max();

/// Numbers from all over the range, exact floats or not, special ones often.
double any_number(Random& random, bool in_floats) {
    constexpr std::array special{0.0,   -0.0,  1.0,    -1.0,    1e300,        -1e300,        1e-300, 5e-324,
                                 1e-45, 1e-38, 3.4e38, 3.41e38, 1.0000000001, -1.0000000001, 1e16,   -5e-324};
    double number = random.chance(30)   ? special[static_cast<std::size_t>(random.integer(0, 15))]
                    : random.chance(50) ? random.any_finite()
                                        : random.uniform(-2, 2);
    if (in_floats) number = static_cast<float>(std::clamp(number, -largest_float, largest_float));
    return number;
}

struct Triangles {
    TestVertices vertices;
    std::vector<CornerBlock> corners;

    [[nodiscard]] Vec3 corner(std::size_t slot, std::size_t k) const {
        return vertices.at(corners[slot / block_size].vertex[k][slot % block_size]);
    }
};

template <class MakePoint>
Triangles triangles(std::size_t blocks, const MakePoint& point) {
    Triangles result;
    result.corners.resize(blocks);
    for (CornerBlock& block : result.corners) {
        for (std::size_t lane = 0; lane < block_size; ++lane) {
            for (auto& row : block.vertex) row[lane] = result.vertices.add(point());
        }
    }
    return result;
}

struct Boxes {
    std::vector<BoxBlock> boxes;
    std::vector<std::uint8_t> suspects;
};

Boxes boxes_of(const Triangles& t, bool in_floats) {
    Boxes result{std::vector<BoxBlock>(t.corners.size()), std::vector<std::uint8_t>(t.corners.size())};
    triangle_boxes(t.vertices.as(in_floats), t.corners.data(), t.corners.size(), result.boxes.data(),
                   result.suspects.data());
    return result;
}

class TriangleBoxes : public testing::TestWithParam<bool> {};

/// Boxes overlap wherever the triangles' own boxes do if each bound is on the outer side of the true one, where numbers
/// beyond the floats count as the largest float.
TEST_P(TriangleBoxes, ContainTheirTriangles) {
    const bool in_floats = GetParam();
    Random random(oracle::first_seed(221));
    const Triangles t = triangles(4000, [&] {
        const double x = any_number(random, in_floats), y = any_number(random, in_floats);
        return Vec3{x, y, any_number(random, in_floats)};
    });
    on_each_target([&](const std::string&) {
        const Boxes found = boxes_of(t, in_floats);
        for (std::size_t slot = 0; slot < t.corners.size() * block_size; ++slot) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const auto [lo, hi] =
                    std::minmax({t.corner(slot, 0)[axis], t.corner(slot, 1)[axis], t.corner(slot, 2)[axis]});
                const double found_lo = found.boxes[slot / block_size].lo[axis][slot % block_size];
                const double found_hi = found.boxes[slot / block_size].hi[axis][slot % block_size];
                ASSERT_LE(found_lo, std::clamp(lo, -largest_float, largest_float)) << lo;
                ASSERT_GE(found_hi, std::clamp(hi, -largest_float, largest_float)) << hi;
                ASSERT_TRUE(std::isfinite(found_lo) && std::isfinite(found_hi));
                ASSERT_TRUE(!in_floats || (found_lo == lo && found_hi == hi)) << lo << " " << hi;
            }
        }
    });
}

/// Wider than a float's last place or two would cost candidates.
TEST(TriangleBoxesOfDoubles, AreTight) {
    Random random(oracle::first_seed(222));
    const Triangles t = triangles(200, [&] { return random.in_cube(); });
    const Boxes found = boxes_of(t, false);
    for (std::size_t slot = 0; slot < t.corners.size() * block_size; ++slot) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const double lo = std::min({t.corner(slot, 0)[axis], t.corner(slot, 1)[axis], t.corner(slot, 2)[axis]});
            ASSERT_NEAR(found.boxes[slot / block_size].lo[axis][slot % block_size], lo, 4e-7 * std::abs(lo) + 1e-37);
        }
    }
}

/// A third point on the line of two others, exactly or to a rounding; or something that is no number.
Vec3 spoilt_corner(Random& random, const Vec3& a, const Vec3& b, bool in_floats) {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const double bad[] = {std::nan(""), infinite, -infinite};
    Vec3 c = random.chance(50) ? a : a + double(random.integer(-3, 3)) * (b - a);
    if (random.chance(40)) (random.chance(50) ? c.x : c.z) = bad[random.integer(0, 2)];
    if (in_floats) c = {static_cast<float>(c.x), static_cast<float>(c.y), static_cast<float>(c.z)};
    return c;
}

bool sound(const Vec3& a, const Vec3& b, const Vec3& c) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (!std::isfinite(a[axis]) || !std::isfinite(b[axis]) || !std::isfinite(c[axis])) return false;
    }
    return !collinear(a, b, c);
}

TEST_P(TriangleBoxes, SuspectEveryTriangleThatIsNotSound) {
    const bool in_floats = GetParam();
    Random random(oracle::first_seed(223));
    std::vector<Vec3> corner;
    const Triangles t = triangles(4000, [&]() -> Vec3 {
        if (corner.size() == 3) corner.clear();
        Vec3 p = random.chance(50) ? random.on_grid(3) : Vec3{any_number(random, in_floats), 1, 0.5};
        if (corner.size() == 2 && random.chance(60)) p = spoilt_corner(random, corner[0], corner[1], in_floats);
        corner.push_back(p);
        return p;
    });
    on_each_target([&](const std::string&) {
        const Boxes found = boxes_of(t, in_floats);
        std::size_t unsound = 0;
        for (std::size_t slot = 0; slot < t.corners.size() * block_size; ++slot) {
            if (sound(t.corner(slot, 0), t.corner(slot, 1), t.corner(slot, 2))) continue;
            ++unsound;
            ASSERT_TRUE(found.suspects[slot / block_size] >> slot % block_size & 1) << "slot " << slot;
        }
        EXPECT_GT(unsound, 10000u);
    });
}

TEST_P(TriangleBoxes, SuspectFewTrianglesWithAnArea) {
    const bool in_floats = GetParam();
    Random random(oracle::first_seed(224));
    const Triangles t = triangles(1000, [&] {
        const Vec3 p = random.in_cube();
        return Vec3{static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)};
    });
    const Boxes found = boxes_of(t, in_floats);
    EXPECT_LT(std::count_if(found.suspects.begin(), found.suspects.end(), [](auto s) { return s != 0; }), 5);
}

INSTANTIATE_TEST_SUITE_P(Numbers, TriangleBoxes, testing::Bool(),
                         [](const auto& floats) { return std::string(floats.param ? "floats" : "doubles"); });

/// Boxes on a small grid, so that touching is common; some empty, some of everything.
BoxBlock random_block(Random& random) {
    BoxBlock block;
    for (std::size_t lane = 0; lane < block_size; ++lane) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            block.lo[axis][lane] = static_cast<float>(random.integer(0, 8));
            block.hi[axis][lane] = block.lo[axis][lane] + static_cast<float>(random.integer(0, 3));
            if (random.chance(2)) block.lo[axis][lane] = static_cast<float>(-largest_float);
            if (random.chance(2)) block.hi[axis][lane] = static_cast<float>(largest_float);
        }
        if (random.chance(15)) block.clear(lane);
    }
    return block;
}

struct Level {
    std::vector<BoxBlock> boxes;
};

Level random_level(Random& random, std::size_t blocks) {
    Level level;
    for (std::size_t i = 0; i < blocks; ++i) level.boxes.push_back(random_block(random));
    return level;
}

bool overlap(const BoxBlock& a, std::size_t i, const BoxBlock& b, std::size_t k) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (a.lo[axis][i] > b.hi[axis][k] || b.lo[axis][k] > a.hi[axis][i]) return false;
    }
    return true;
}

TEST(Unite, IsTheSmallestBoxAroundEight) {
    Random random(oracle::first_seed(225));
    std::vector<BoxBlock> children;
    for (int i = 0; i < 64; ++i) children.push_back(random_block(random));
    on_each_target([&](const std::string&) {
        std::vector<BoxBlock> parents(8);
        unite(children.data(), 0, 64, parents.data());
        for (std::size_t child = 0; child < 64; ++child) {
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const float *lo = children[child].lo[axis], *hi = children[child].hi[axis];
                EXPECT_EQ(parents[child / 8].lo[axis][child % 8], *std::min_element(lo, lo + 8));
                EXPECT_EQ(parents[child / 8].hi[axis][child % 8], *std::max_element(hi, hi + 8));
            }
        }
    });
}

using Slots = std::multiset<std::pair<std::uint32_t, std::uint32_t>>;

Slots slots(const std::vector<Pair>& pairs, std::size_t count) {
    Slots result;
    for (std::size_t i = 0; i < count; ++i) result.emplace(pairs[i].a, pairs[i].b);
    return result;
}

/// Pairs of blocks, and of their boxes by plain loops; `wanted(a, b)` on slots.
template <class Wanted>
Slots expected_slots(const Level& a, const Level& b, const std::vector<Pair>& blocks, const Wanted& wanted) {
    Slots result;
    for (const Pair& pair : blocks) {
        for (std::uint32_t i = 0; i < block_size; ++i) {
            for (std::uint32_t k = 0; k < block_size; ++k) {
                const auto slot_a = static_cast<std::uint32_t>(pair.a * block_size + i);
                const auto slot_b = static_cast<std::uint32_t>(pair.b * block_size + k);
                if (overlap(a.boxes[pair.a], i, b.boxes[pair.b], k) && wanted(slot_a, slot_b)) {
                    result.emplace(slot_a, slot_b);
                }
            }
        }
    }
    return result;
}

std::vector<Pair> every_pair(std::uint32_t a_blocks, std::uint32_t b_blocks, bool once) {
    std::vector<Pair> pairs;
    for (std::uint32_t a = 0; a < a_blocks; ++a) {
        for (std::uint32_t b = once ? a : 0; b < b_blocks; ++b) pairs.push_back({a, b});
    }
    return pairs;
}

TEST(OverlappingBoxes, EqualPlainLoops) {
    Random random(oracle::first_seed(226));
    const Level a = random_level(random, 20), b = random_level(random, 17);
    const std::vector<Pair> blocks = every_pair(20, 17, false);
    const Slots expected = expected_slots(a, b, blocks, [](auto, auto) { return true; });
    EXPECT_GT(expected.size(), 100u);
    std::vector<Pair> out(blocks.size() * 64);
    on_each_target([&](const std::string&) {
        EXPECT_EQ(slots(out, overlapping_boxes(a.boxes.data(), b.boxes.data(), blocks, out.data())), expected);
    });
}

TEST(OverlappingBoxesWithin, EqualPlainLoops) {
    Random random(oracle::first_seed(227));
    const Level level = random_level(random, 20);
    const std::vector<Pair> blocks = every_pair(20, 20, true);
    const Slots expected = expected_slots(level, level, blocks, [](auto a, auto b) { return a <= b; });
    std::vector<Pair> out(blocks.size() * 64);
    on_each_target([&](const std::string&) {
        EXPECT_EQ(slots(out, overlapping_boxes_within(level.boxes.data(), blocks, out.data())), expected);
    });
}

/// Whether some axis tells two boxes apart at both ends of a step, in one order.
bool kept_apart(const BoxBlock& a, const BoxBlock& a_end, std::size_t i, const BoxBlock& b, const BoxBlock& b_end,
                std::size_t k) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (a.hi[axis][i] < b.lo[axis][k] && a_end.hi[axis][i] < b_end.lo[axis][k]) return true;
        if (b.hi[axis][k] < a.lo[axis][i] && b_end.hi[axis][k] < a_end.lo[axis][i]) return true;
    }
    return false;
}

TEST(PossiblyMeetingBoxes, EqualPlainLoops) {
    Random random(oracle::first_seed(229));
    const Level a = random_level(random, 20), a_end = random_level(random, 20);
    const Level b = random_level(random, 20), b_end = random_level(random, 20);
    const auto expected_of = [](const Level& p, const Level& p_end, const Level& q, const Level& q_end,
                                const std::vector<Pair>& blocks, bool within) {
        Slots out;
        for (const Pair& pair : blocks) {
            for (std::uint32_t i = 0; i < block_size; ++i) {
                for (std::uint32_t k = within && pair.a == pair.b ? i : 0; k < block_size; ++k) {
                    if (kept_apart(p.boxes[pair.a], p_end.boxes[pair.a], i, q.boxes[pair.b], q_end.boxes[pair.b], k)) {
                        continue;
                    }
                    out.emplace(slot_of(pair.a, i), slot_of(pair.b, k));
                }
            }
        }
        return out;
    };
    const std::vector<Pair> all = every_pair(20, 20, false), once = every_pair(20, 20, true);
    const Slots expected = expected_of(a, a_end, b, b_end, all, false),
                within = expected_of(a, a_end, a, a_end, once, true);
    EXPECT_GT(expected.size(), 100u);
    EXPECT_LT(expected.size(), all.size() * 60);
    const StepBoxes moving_a{a.boxes.data(), a_end.boxes.data()}, moving_b{b.boxes.data(), b_end.boxes.data()};
    std::vector<Pair> out(all.size() * 64);
    on_each_target([&](const std::string&) {
        EXPECT_EQ(slots(out, possibly_meeting_boxes(moving_a, moving_b, all, out.data())), expected);
        EXPECT_EQ(slots(out, possibly_meeting_boxes_within(moving_a, once, out.data())), within);
    });
}

TEST(OverlapBits, EqualPlainLoops) {
    Random random(oracle::first_seed(231));
    const Level level = random_level(random, 20);
    const std::vector<Pair> blocks = every_pair(20, 20, true);
    const Slots expected = expected_slots(level, level, blocks, [](auto a, auto b) { return a < b; });
    EXPECT_GT(expected.size(), 100u);
    std::vector<std::uint64_t> bits(blocks.size());
    on_each_target([&](const std::string&) {
        overlap_bits(level.boxes.data(), blocks, bits.data());
        std::vector<Pair> out;
        for (std::size_t i = 0; i < 64 * blocks.size(); ++i) {
            if ((bits[i / 64] >> (i % 64) & 1) == 0) continue;
            const auto row = static_cast<std::uint32_t>(i % 64 / 8), lane = static_cast<std::uint32_t>(i % 8);
            out.push_back({blocks[i / 64].a * 8 + row, blocks[i / 64].b * 8 + lane});
        }
        EXPECT_EQ(slots(out, out.size()), expected);
    });
}

TEST(OverlappingUnconnected, ShareNoVertex) {
    Random random(oracle::first_seed(228));
    const Level level = random_level(random, 20);
    std::vector<CornerBlock> corners(20);
    for (CornerBlock& block : corners) {
        for (auto& row : block.vertex) {
            for (std::uint32_t& vertex : row) vertex = static_cast<std::uint32_t>(random.integer(0, 30));
        }
    }
    const auto unconnected = [&](std::uint32_t a, std::uint32_t b) {
        for (const auto& row_a : corners[a / block_size].vertex) {
            for (const auto& row_b : corners[b / block_size].vertex) {
                if (row_a[a % block_size] == row_b[b % block_size]) return false;
            }
        }
        return a < b;
    };
    const std::vector<Pair> blocks = every_pair(20, 20, true);
    const Slots expected = expected_slots(level, level, blocks, unconnected);
    EXPECT_GT(expected.size(), 100u);
    std::vector<Pair> out(blocks.size() * 64);
    on_each_target([&](const std::string&) {
        EXPECT_EQ(slots(out, overlapping_unconnected(level.boxes.data(), corners.data(), blocks, out.data())),
                  expected);
    });
}

}  // namespace
}  // namespace pliant::broad_phase
