// Lists that are filtered, cut, split and sieved, against plain scalar code, on every vector target.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "detect/gjk_cut/region_filter.hpp"
#include "detect/gjk_cut/sieve.hpp"
#include "detect/gjk_cut/triangle_list.hpp"
#include "each_target.hpp"
#include "oracle/random.hpp"
#include "test_vertices.hpp"

namespace pliant::gjk_cut {

using namespace broad_phase;
using namespace simd;
namespace {

using oracle::Random;

/// A list and its memory.
struct TestList {
    std::array<std::vector<float>, 9> rows;
    std::vector<std::uint32_t> numbers;
    std::size_t count = 0;

    TestList(std::size_t size, Random& random) : count(size) {
        for (auto& row : rows) row.resize(size + 2 * list_padding, -1e9f);
        numbers.resize(size + 2 * list_padding);
        for (std::size_t i = 0; i < size; ++i) {
            numbers[i] = static_cast<std::uint32_t>(i);
            const Vec3 middle = random.in_cube();
            for (std::size_t k = 0; k < 9; ++k) rows[k][i] = static_cast<float>(middle[k % 3] + random.uniform(0, 0.1));
        }
    }

    TriangleList view() {
        TriangleList list;
        for (std::size_t k = 0; k < 9; ++k) list.corner[k] = rows[k].data();
        list.number = numbers.data();
        list.count = count;
        return list;
    }

    [[nodiscard]] float lo(std::size_t i, std::size_t axis) const {
        return std::min({rows[axis][i], rows[3 + axis][i], rows[6 + axis][i]});
    }
    [[nodiscard]] float hi(std::size_t i, std::size_t axis) const {
        return std::max({rows[axis][i], rows[3 + axis][i], rows[6 + axis][i]});
    }
    [[nodiscard]] bool meets(std::size_t i, const Box<float>& box) const {
        for (std::size_t k = 0; k < 3; ++k) {
            if (hi(i, k) < box.lo[k] || box.hi[k] < lo(i, k)) return false;
        }
        return true;
    }
};

std::vector<std::uint32_t> numbers_of(const TriangleList& list) { return {list.number, list.number + list.count}; }

template <class Keep>
std::vector<std::uint32_t> kept_by(const TestList& list, const Keep& keep) {
    std::vector<std::uint32_t> kept;
    for (std::uint32_t i = 0; i < list.count; ++i) {
        if (keep(i)) kept.push_back(i);
    }
    return kept;
}

constexpr std::array<std::size_t, 8> sizes{0, 1, 3, 7, 8, 9, 100, 501};

TEST(TriangleLists, AreCutToABox) {
    on_each_target([](const std::string&) {
        Random random(oracle::first_seed(401));
        for (const std::size_t size : sizes) {
            TestList list(size, random), other(size, random);
            const Box<float> box{{-0.5f, -0.2f, -1.0f}, {0.3f, 0.9f, 0.4f}};
            const auto expected = kept_by(list, [&](std::uint32_t i) { return list.meets(i, box); });
            TriangleList to = other.view(), same = list.view();
            keep_meeting(list.view(), box, to);
            EXPECT_EQ(numbers_of(to), expected);
            const TestList before = list;
            keep_meeting(same, box, same);
            EXPECT_EQ(numbers_of(same), expected);
            for (std::size_t i = 0; i < same.count; ++i) {
                for (std::size_t k = 0; k < 9; ++k) EXPECT_EQ(same.corner[k][i], before.rows[k][expected[i]]);
            }
        }
    });
}

TEST(TriangleLists, AreCutAlongADirection) {
    on_each_target([](const std::string&) {
        Random random(oracle::first_seed(402));
        for (const std::size_t size : sizes) {
            TestList list(size, random);
            const Direction d{0.6f, -0.48f, 0.64f};
            std::vector<float> lo(size + list_padding), hi(size + list_padding);
            TriangleList cut = list.view();
            const Interval all = project(cut, d, lo.data(), hi.data());
            const auto dot = [&](std::size_t i, std::size_t k) {
                return (list.rows[3 * k][i] * d[0] + list.rows[3 * k + 1][i] * d[1]) + list.rows[3 * k + 2][i] * d[2];
            };
            for (std::size_t i = 0; i < size; ++i) {
                EXPECT_EQ(lo[i], std::min({dot(i, 0), dot(i, 1), dot(i, 2)}));
                EXPECT_EQ(hi[i], std::max({dot(i, 0), dot(i, 1), dot(i, 2)}));
                EXPECT_LE(all.lo, lo[i]);
                EXPECT_GE(all.hi, hi[i]);
            }
            const auto least = std::find(lo.begin(), lo.begin() + static_cast<std::ptrdiff_t>(size), all.lo);
            EXPECT_EQ(place_of(lo.data(), size, all.lo), static_cast<std::size_t>(least - lo.begin()));
            EXPECT_EQ(place_of(lo.data(), size, -5), size);
            const auto expected = kept_by(list, [&](std::uint32_t i) { return hi[i] >= -0.1f && lo[i] <= 0.4f; });
            keep_between(cut, lo.data(), hi.data(), {-0.1f, 0.4f});
            EXPECT_EQ(numbers_of(cut), expected);
        }
    });
}

TEST(TriangleLists, AreSplitInTwo) {
    on_each_target([](const std::string&) {
        Random random(oracle::first_seed(403));
        for (const std::size_t size : sizes) {
            TestList list(size, random), high_list(size, random);
            const Direction d{0, 0.8f, -0.6f};
            TriangleList low = list.view(), high = high_list.view();
            const auto below = kept_by(list, [&](std::uint32_t i) { return centroid_along(low, i, d) < 0.1f; });
            const auto above = kept_by(list, [&](std::uint32_t i) { return !(centroid_along(low, i, d) < 0.1f); });
            split(low, d, 0.1f, high);
            EXPECT_EQ(numbers_of(low), below);
            EXPECT_EQ(numbers_of(high), above);
        }
    });
}

TEST(TriangleLists, GivePairsOfBoxesThatAreNotApart) {
    on_each_target([](const std::string&) {
        Random random(oracle::first_seed(404));
        TestList a(237, random), b(361, random);
        std::vector<float> memory(12 * 400);
        BoxRows rows_a{}, rows_b{};
        for (std::size_t k = 0; k < 6; ++k) {
            rows_a.bound[k] = memory.data() + 400 * k;
            rows_b.bound[k] = memory.data() + 400 * (6 + k);
        }
        write_boxes(a.view(), 0, rows_a);
        write_boxes(b.view(), 0, rows_b);
        std::vector<Pair> pairs(a.count * b.count + list_padding);
        pairs.resize(pairs_not_apart(rows_a, rows_b, pairs.data()));
        std::size_t at = 0;
        for (std::uint32_t i = 0; i < a.count; ++i) {
            for (std::uint32_t k = 0; k < b.count; ++k) {
                const Box<float> box{{b.lo(k, 0), b.lo(k, 1), b.lo(k, 2)}, {b.hi(k, 0), b.hi(k, 1), b.hi(k, 2)}};
                if (!a.meets(i, box)) continue;
                ASSERT_LT(at, pairs.size());
                EXPECT_EQ(pairs[at].a, i);
                EXPECT_EQ(pairs[at++].b, k);
            }
        }
        EXPECT_EQ(at, pairs.size());
        EXPECT_GT(at, 10u);
    });
}

/// Whatever meets something that was marked stays; most of the rest goes.
TEST(Sieve, KeepsWhatIsNearAndLittleElse) {
    on_each_target([](const std::string&) {
        Random random(oracle::first_seed(405));
        for (const float size : {0.02f, 0.2f, 3.0f}) {
            TestList a(200, random), b(150, random);
            const SieveGrid grid = sieve_grid({{-0.7f, -1, -1}, {1, 0.6f, 1}}, size);
            std::vector<std::uint64_t> marks(grid.words(), 0);
            mark_cells(b.view(), grid, 0, marks.data());
            TriangleList kept = a.view();
            const TestList before = a;
            keep_marked(kept, grid, 0, marks.data());
            const auto left = numbers_of(kept);
            EXPECT_TRUE(std::is_sorted(left.begin(), left.end()));
            for (std::uint32_t i = 0; i < before.count; ++i) {
                for (std::uint32_t k = 0; k < b.count; ++k) {
                    const Box<float> box{{b.lo(k, 0), b.lo(k, 1), b.lo(k, 2)}, {b.hi(k, 0), b.hi(k, 1), b.hi(k, 2)}};
                    EXPECT_TRUE(!before.meets(i, box) || std::binary_search(left.begin(), left.end(), i));
                }
            }
            EXPECT_LT(left.size(), size < 0.1f ? 150u : 201u);
        }
    });
}

/// Both sides of a box, or a bit for each axis of which the upper side is there, and not the lower.
Box<double> some_sides(unsigned sides) {
    if (sides == 8) return {{0, 1, 2}, {3, 5, 4}};
    Box<double> region{{6, 5, 6}, {2, 3, 2}};
    for (std::size_t k = 0; k < 3; ++k) {
        const bool upper = (sides >> k & 1) != 0;
        (upper ? region.lo : region.hi)[k] = upper ? -HUGE_VAL : HUGE_VAL;
    }
    return region;
}

std::vector<std::uint32_t> triangles_reaching_into(const Box<double>& region, const TestVertices& vertices,
                                                   const std::vector<std::uint32_t>& corners) {
    std::vector<std::uint32_t> reaching;
    for (std::uint32_t t = 0; t < corners.size() / 3; ++t) {
        bool meets = true;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto at = [&](std::size_t c) { return vertices.at(corners[3 * t + c])[k]; };
            meets = meets && std::max({at(0), at(1), at(2)}) >= region.lo[k] &&
                    std::min({at(0), at(1), at(2)}) <= region.hi[k];
        }
        if (meets) reaching.push_back(t);
    }
    return reaching;
}

TEST(RegionFilter, KeepsWhatReachesIntoARegionAndSuspectsWhatHasNoArea) {
    on_each_target([](const std::string&) {
        Random random(oracle::first_seed(406));
        TestVertices vertices;
        std::vector<std::uint32_t> corners, flat;
        for (std::uint32_t t = 0; t < 301; ++t) {
            const Vec3 p = random.on_grid(8), q = random.on_grid(8), r = t % 10 == 0 ? p : random.on_grid(8);
            for (const Vec3& v : {p, q, r}) corners.push_back(vertices.add(v));
            const Vec3 n = cross(q - p, r - p);
            if (dot(n, n) == 0) flat.push_back(t);
        }
        std::vector<std::uint32_t> numbers(301);
        std::iota(numbers.begin(), numbers.end(), 0u);
        for (unsigned sides = 0; sides <= 8; ++sides) {
            const Box<double> region = some_sides(sides);
            const auto expected = triangles_reaching_into(region, vertices, corners);
            EXPECT_GT(expected.size(), 20u);
            EXPECT_LT(expected.size(), 281u);
            for (const bool floats : {true, false}) {
                for (const bool finite : {true, false}) {
                    for (const std::uint32_t* list :
                         {static_cast<const std::uint32_t*>(nullptr), std::as_const(numbers).data()}) {
                        std::vector<std::uint32_t> kept(301 + filter_padding), suspects(301 + filter_padding);
                        const FilterCounts counts = keep_in_region(vertices.as(floats), {corners.data(), list, 0, 301},
                                                                   {region, finite}, kept.data(), suspects.data());
                        kept.resize(counts.kept);
                        suspects.resize(counts.suspects);
                        EXPECT_EQ(kept, expected) << sides;
                        EXPECT_TRUE(std::includes(suspects.begin(), suspects.end(), flat.begin(), flat.end()));
                        EXPECT_LT(suspects.size(), flat.size() + 20);
                    }
                }
            }
        }
    });
}

TEST(RegionFilter, SuspectsWhatHasNoAreaAtTheEndsOfTheNumbers) {
    on_each_target([](const std::string&) {
        Random random(oracle::first_seed(407));
        TestVertices vertices;
        std::vector<std::uint32_t> corners;
        for (std::uint32_t t = 0; t < 400; ++t) {  // along a line; from products that vanish to such that overflow
            const Vec3 way = std::ldexp(1.0, static_cast<int>(t) / 2 - 80) * random.on_grid(8);
            const Vec3 at = t % 2 == 0 ? Vec3{} : -1.0 * way;
            for (const double along : {0.0, 1.0, 3.0}) corners.push_back(vertices.add(at + along * way));
        }
        const Box<double> everything{{-1e39, -1e39, -1e39}, {1e39, 1e39, 1e39}};
        for (const bool floats : {true, false}) {
            std::vector<std::uint32_t> kept(400 + filter_padding), suspects(400 + filter_padding);
            const FilterCounts counts = keep_in_region(vertices.as(floats), {corners.data(), nullptr, 0, 400},
                                                       {everything, true}, kept.data(), suspects.data());
            EXPECT_EQ(counts.kept, 400u);
            EXPECT_EQ(counts.suspects, 400u);
        }
    });
}

}  // namespace
}  // namespace pliant::gjk_cut
