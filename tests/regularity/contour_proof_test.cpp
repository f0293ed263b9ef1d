// A flat region with a simple contour cannot meet itself; holes are fine, crossings and spikes are not.
#include "detect/regularity/region_search.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "detect/regularity/directions.hpp"

namespace pliant::regularity {
namespace {

struct Contour {
    std::vector<simd::FloatVertex> points;
    std::vector<std::uint32_t> ends;

    void add(std::vector<simd::FloatVertex> loop) {
        points.insert(points.end(), loop.begin(), loop.end());
        ends.push_back(static_cast<std::uint32_t>(points.size()));
    }

    [[nodiscard]] bool proven() const {
        std::vector<std::uint32_t> vertices(points.size() + 7, 0);  // may be read beyond the end
        std::iota(vertices.begin(), vertices.begin() + static_cast<std::ptrdiff_t>(points.size()), 0u);
        const RegionBounds bounds{{-9, -9, -9, 0}, {9, 9, 9, 0}, {}};
        ProjectedContours scratch;
        return cannot_meet_itself({points.data(), nullptr}, bounds, direction_along({0, 0, 1}),
                                  {{vertices.data(), points.size()}, ends}, scratch);
    }
};

const std::vector<simd::FloatVertex> square_corners{{-4, -4, 0, 0}, {4, -4, 0, 0}, {4, 4, 0, 0}, {-4, 4, 0, 0}};

TEST(ContourProof, HoldsForOneLoop) {
    Contour contour;
    contour.add(square_corners);
    EXPECT_TRUE(contour.proven());
}

TEST(ContourProof, HoldsWithAHole) {
    Contour contour;
    contour.add(square_corners);
    contour.add({{-1, -1, 0, 0}, {-1, 1, 0, 0}, {1, 1, 0, 0}, {1, -1, 0, 0}});
    EXPECT_TRUE(contour.proven());
}

// Two outer loops: two sheets, of which one may lie within the other.
TEST(ContourProof, FailsForTwoOuterLoops) {
    Contour contour;
    contour.add(square_corners);
    contour.add({{-1, -1, 0, 0}, {1, -1, 0, 0}, {1, 1, 0, 0}, {-1, 1, 0, 0}});
    EXPECT_FALSE(contour.proven());
}

TEST(ContourProof, FailsWhereALoopCrossesItself) {
    Contour contour;
    contour.add({{-4, -4, 0, 0}, {4, 4, 0, 0}, {4, -4, 0, 0}, {-4, 4, 0, 0}});
    EXPECT_FALSE(contour.proven());
}

TEST(RegionBounds, OfTwoTogetherHaveTheDirectionsOfBoth) {
    const RegionBounds a{{0, 0, 0, 0}, {1, 1, 1, 0}, {{6, 0, 0, 0}}}, b{{-1, 0, 2, 0}, {0, 3, 4, 0}, {{3, 0, 0, 0}}};
    const RegionBounds both = united(a, b);
    EXPECT_EQ(both.lo[0], -1);
    EXPECT_EQ(both.hi[1], 3);
    EXPECT_EQ(both.directions.word[0], 2u);
}

}  // namespace
}  // namespace pliant::regularity
