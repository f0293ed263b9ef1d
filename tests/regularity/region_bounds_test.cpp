// Bounds of regions against plain scalar code.
#include "detect/regularity/region_bounds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "each_target.hpp"
#include "oracle/random.hpp"

namespace pliant::regularity {

using namespace simd;
namespace {

using oracle::Random;

TEST(Regions, AreUnitedFromTheLowestUpwards) {
    Random random(oracle::first_seed(42));
    std::vector<RegionBounds> leaves(7);
    for (std::size_t i = 3; i < leaves.size(); ++i) {
        for (std::size_t axis = 0; axis < 4; ++axis) {
            leaves[i].lo[axis] = static_cast<float>(random.uniform(-1, 0));
            leaves[i].hi[axis] = static_cast<float>(random.uniform(0, 1));
            leaves[i].directions.word[axis] = ~(std::uint64_t{1} << (i + 5 * axis));
        }
    }
    const std::vector<Parent> parents{{2, 5, 6}, {1, 3, 4}, {0, 1, 2}};
    on_each_target([&](const std::string&) {
        std::vector<RegionBounds> bounds = leaves;
        unite_regions(parents, bounds.data());
        for (std::size_t axis = 0; axis < 4; ++axis) {
            float lo = 0, hi = 0;
            std::uint64_t word = ~std::uint64_t{0};
            for (std::size_t i = 3; i < leaves.size(); ++i) {
                lo = std::min(lo, leaves[i].lo[axis]);
                hi = std::max(hi, leaves[i].hi[axis]);
                word &= leaves[i].directions.word[axis];
            }
            EXPECT_EQ(bounds[0].lo[axis], lo);
            EXPECT_EQ(bounds[0].hi[axis], hi);
            EXPECT_EQ(bounds[0].directions.word[axis], word);
        }
    });
}

TEST(MeetingBoxes, AreThoseOfPlainComparisons) {
    Random random(oracle::first_seed(43));
    std::vector<RegionBounds> bounds(40);
    for (RegionBounds& region : bounds) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            // Of few different numbers, so that some boxes only touch.
            region.lo[axis] = static_cast<float>(random.bits() % 5);
            region.hi[axis] = region.lo[axis] + static_cast<float>(random.bits() % 3);
        }
    }
    const auto meet = [&](std::uint32_t a, std::uint32_t b) {
        bool all = true;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            all &= bounds[a].lo[axis] <= bounds[b].hi[axis] && bounds[b].lo[axis] <= bounds[a].hi[axis];
        }
        return all;
    };
    std::vector<std::uint32_t> a, b;
    on_each_target([&](const std::string&) {
        std::size_t met = 0, apart = 0;
        for (std::size_t size = 0; size < 64; ++size) {
            a.resize(1 + size / 8);
            b.resize(1 + size % 8);
            for (auto* regions : {&a, &b}) {
                for (std::uint32_t& region : *regions) region = static_cast<std::uint32_t>(random.bits() % 40);
            }
            std::uint64_t expected = 0;
            for (std::size_t i = 0; i < a.size(); ++i) {
                for (std::size_t k = 0; k < b.size(); ++k) {
                    const bool meets = meet(a[i], b[k]);
                    expected |= std::uint64_t{meets} << (8 * i + k);
                    (meets ? met : apart) += 1;
                }
            }
            ASSERT_EQ(meeting_boxes(bounds.data(), a, b), expected) << size;
        }
        EXPECT_GT(met, 100u);
        EXPECT_GT(apart, 100u);
    });
}

}  // namespace
}  // namespace pliant::regularity
