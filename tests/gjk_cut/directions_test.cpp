#include "detect/gjk_cut/directions.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "numeric/box.hpp"
#include "oracle/random.hpp"

namespace pliant::gjk_cut {
namespace {

using oracle::Random;

Direction random_unit(Random& random) {
    const Vec3 v = random.in_cube();
    const double length = std::sqrt(dot(v, v));
    return {static_cast<float>(v.x / length), static_cast<float>(v.y / length), static_cast<float>(v.z / length)};
}

float along(const Direction& a, const Direction& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// Line 15 of algorithm 4.2, derived: the two support points are as far apart along the next direction as they overlap
/// along this one.
TEST(NextDirection, PartsTheSupportVertices) {
    Random random(oracle::first_seed(311));
    int overlapping = 0;
    for (int i = 0; i < 1000; ++i) {
        const Direction direction = random_unit(random), a = random_unit(random), b = random_unit(random);
        const Direction next = reflected(direction, a, b);
        EXPECT_NEAR(along(next, next), 1, 1e-5);
        const float overlap = along(direction, a) - along(direction, b);
        EXPECT_NEAR(along(next, a) - along(next, b), -overlap, 1e-5);
        overlapping += overlap > 0 ? 1 : 0;
    }
    EXPECT_GT(overlapping, 300);
}

TEST(NextDirection, StaysWhereTheSupportVerticesCoincide) {
    const Direction direction{0.6f, 0.8f, 0}, point{1, 2, 3};
    EXPECT_EQ(reflected(direction, point, point), direction);
}

TEST(SplitDirection, LiesAcrossTheLastOne) {
    Random random(oracle::first_seed(312));
    for (int i = 0; i < 1000; ++i) {
        const Direction direction = random_unit(random);
        Box<float> box{};
        for (float& hi : box.hi) hi = static_cast<float>(random.uniform(0, 1));
        const Direction across = widest_across(direction, box);
        EXPECT_NEAR(along(across, direction), 0, 1e-4);
        EXPECT_NEAR(along(across, across), 1, 1e-5);
    }
}

TEST(FirstDirection, GoesFromOneMiddleToTheOther) {
    const Box<float> a{{0, 0, 0}, {2, 2, 2}}, b{{0, 3, 0}, {2, 7, 2}};
    EXPECT_EQ(between_middles(a, b), (Direction{0, 1, 0}));
    EXPECT_EQ(between_middles(a, a), (Direction{1, 0, 0}));
}

}  // namespace
}  // namespace pliant::gjk_cut
