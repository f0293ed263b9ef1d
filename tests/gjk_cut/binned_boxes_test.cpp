// Boxes in bins along an axis: every pair of boxes that are not apart is found, and few others are tested.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "detect/gjk_cut/binned_boxes.hpp"
#include "oracle/random.hpp"

namespace pliant::gjk_cut {
namespace {

using oracle::Random;

/// Boxes and their memory.
struct TestBoxes {
    std::array<std::vector<float>, 6> rows;
    std::vector<std::uint32_t> numbers;

    void add(const Vec3& lo, const Vec3& size) {
        for (std::size_t k = 0; k < 3; ++k) {
            rows[k].push_back(static_cast<float>(lo[k]));
            rows[3 + k].push_back(static_cast<float>(lo[k]) + static_cast<float>(std::abs(size[k])));
        }
        numbers.push_back(static_cast<std::uint32_t>(1000 + numbers.size()));
    }
    BoxRows view() {
        BoxRows view{};
        for (std::size_t k = 0; k < 6; ++k) {
            rows[k].resize(numbers.size() + list_padding);
            view.bound[k] = rows[k].data();
        }
        view.count = numbers.size();
        return view;
    }
    [[nodiscard]] bool meet(std::size_t i, const TestBoxes& other, std::size_t k) const {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            if (rows[3 + axis][i] < other.rows[axis][k] || other.rows[3 + axis][k] < rows[axis][i]) return false;
        }
        return true;
    }
};

using Found = std::set<std::pair<std::size_t, std::uint32_t>>;

Found all_pairs(const TestBoxes& a, const TestBoxes& b) {
    Found found;
    for (std::size_t i = 0; i < a.numbers.size(); ++i) {
        for (std::size_t k = 0; k < b.numbers.size(); ++k) {
            if (a.meet(i, b, k)) found.emplace(i, b.numbers[k]);
        }
    }
    return found;
}

struct Swept {
    Found found;
    std::size_t tests = 0;
};

Swept swept_pairs(TestBoxes& a, TestBoxes& b, std::size_t axis, BinnedBoxes& bins) {
    const BoxRows rows = a.view();
    bins.order(b.view(), b.numbers.data(), axis);
    Swept swept;
    std::vector<Stretch> stretches;
    for (std::size_t i = 0; i < rows.count; ++i) {
        stretches.push_back(bins.stretch(rows.bound[axis][i], rows.bound[3 + axis][i]));
        swept.tests += stretches.back().end - stretches.back().begin;
    }
    std::vector<broad_phase::Pair> pairs(swept.tests + list_padding);
    pairs.resize(pairs_not_apart(rows, bins.boxes(), stretches.data(), pairs.data()));
    for (const broad_phase::Pair& pair : pairs) {
        EXPECT_TRUE(swept.found.emplace(pair.a, bins.number(pair.b)).second) << "twice";
    }
    return swept;
}

TEST(BinnedBoxes, FindsEveryPairOfBoxesThatAreNotApart) {
    Random random(oracle::first_seed(411));
    BinnedBoxes bins;  // its memory serves lists of all sizes
    std::size_t found = 0, tests = 0, all = 0;
    for (const std::size_t size : {1u, 2u, 9u, 100u, 300u}) {
        for (const double width : {0.0, 0.02, 0.1, 3.0}) {
            TestBoxes a, b;
            for (std::size_t i = 0; i < size; ++i) {
                a.add(random.in_cube(), width * random.in_cube());
                b.add(random.in_cube(), width * random.in_cube());
            }
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const Swept swept = swept_pairs(a, b, axis, bins);
                EXPECT_EQ(swept.found, all_pairs(a, b)) << size << ' ' << width << ' ' << axis;
                found += swept.found.size();
                if (width > 1) continue;
                tests += swept.tests;
                all += size * size;
            }
        }
    }
    EXPECT_GT(found, 10000u);
    EXPECT_LT(tests, all / 4);
}

TEST(BinnedBoxes, FindsBoxesThatMerelyTouch) {
    Random random(oracle::first_seed(412));
    BinnedBoxes bins;
    for (int round = 0; round < 50; ++round) {
        TestBoxes a, b;
        for (int i = 0; i < 40; ++i) {  // far from the origin: ends are rounded
            const Vec3 lo = Vec3{1000, -3000, 70} + random.on_grid(8);
            a.add(lo, {1, 1, 1});
            b.add(lo + Vec3{static_cast<double>(i % 2), 0, 0}, 0.1 * random.on_grid(8));
        }
        for (std::size_t axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(swept_pairs(a, b, axis, bins).found, all_pairs(a, b));
        }
    }
}

TEST(BinnedBoxes, TakesBoxesInOnePlace) {
    BinnedBoxes bins;
    TestBoxes a, b;
    for (int i = 0; i < 20; ++i) {
        a.add({1, 2, 3}, {0, 0, 0});
        b.add({1, 2, 3}, {0, 0, 0});
    }
    EXPECT_EQ(swept_pairs(a, b, 1, bins).found.size(), 400u);
}

}  // namespace
}  // namespace pliant::gjk_cut
