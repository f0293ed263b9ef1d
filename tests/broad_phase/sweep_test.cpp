// Sort and sweep against every pair of boxes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "broad_phase/sweep.hpp"
#include "oracle/random.hpp"

namespace pliant::broad_phase {
namespace {

using oracle::Random;

template <class Number>
Box<Number> box_at(const Vec3& lo, const Vec3& size) {
    Box<Number> box;
    for (std::size_t k = 0; k < 3; ++k) {
        box.lo[k] = static_cast<Number>(lo[k]);
        box.hi[k] = static_cast<Number>(lo[k] + std::abs(size[k]));
    }
    return box;
}

template <class Number>
std::vector<Pair> every_pair(const std::vector<Box<Number>>& boxes) {
    std::vector<Pair> pairs;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        for (std::uint32_t k = i + 1; k < boxes.size(); ++k) {
            if (overlap(boxes[i], boxes[k])) pairs.push_back({i, k});
        }
    }
    return pairs;
}

bool before(const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; }
bool same(const std::vector<Pair>& p, const std::vector<Pair>& q) {
    return std::equal(p.begin(), p.end(), q.begin(), q.end(),
                      [](const Pair& x, const Pair& y) { return x.a == y.a && x.b == y.b; });
}

template <class Number>
class SweepTest : public testing::Test {};
using Numbers = testing::Types<float, double>;
TYPED_TEST_SUITE(SweepTest, Numbers);

TYPED_TEST(SweepTest, FindsEveryOverlapOnce) {
    Random random(oracle::first_seed(91));
    Sweep<TypeParam> sweep;
    std::vector<Pair> found;
    std::size_t overlaps = 0, all = 0;
    for (int round = 0; round < 200; ++round) {
        std::vector<Box<TypeParam>> boxes;
        const int count = round % 40;
        // On a grid many boxes touch, and many begin at the same x.
        for (int i = 0; i < count; ++i) {
            boxes.push_back(round % 2 == 0 ? box_at<TypeParam>(random.on_grid(6), random.on_grid(2))
                                           : box_at<TypeParam>(random.in_cube(), 0.5 * random.in_cube()));
        }
        sweep.clear();
        found.clear();
        for (std::uint32_t i = 0; i < boxes.size(); ++i) sweep.add(boxes[i], i);
        sweep.find(found);
        std::sort(found.begin(), found.end(), before);
        EXPECT_TRUE(same(found, every_pair(boxes)));
        overlaps += found.size();
        all += boxes.size() * boxes.size() / 2;
    }
    EXPECT_GT(overlaps, all / 50);
    EXPECT_LT(overlaps, all / 2);
}

TYPED_TEST(SweepTest, GivesOneOrderWhateverTheOrderOfTheBoxes) {
    Random random(oracle::first_seed(92));
    std::vector<Box<TypeParam>> boxes;
    for (int i = 0; i < 60; ++i) boxes.push_back(box_at<TypeParam>(random.on_grid(4), random.on_grid(2)));
    Sweep<TypeParam> sweep;
    std::vector<Pair> forwards, backwards;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) sweep.add(boxes[i], i);
    sweep.find(forwards);
    sweep.clear();
    for (auto i = static_cast<std::uint32_t>(boxes.size()); i-- > 0;) sweep.add(boxes[i], i);
    sweep.find(backwards);
    EXPECT_FALSE(forwards.empty());
    EXPECT_TRUE(same(forwards, backwards));
}

TYPED_TEST(SweepTest, LeavesOutEmptyBoxesAndTakesUnboundedOnes) {
    Sweep<TypeParam> sweep;
    sweep.add(Box<TypeParam>::empty(), 0);
    sweep.add(Box<TypeParam>::everything(), 1);
    sweep.add(box_at<TypeParam>({1, 2, 3}, {0, 0, 0}), 2);
    std::vector<Pair> found;
    sweep.find(found);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].a, 1u);
    EXPECT_EQ(found[0].b, 2u);
}

}  // namespace
}  // namespace pliant::broad_phase
