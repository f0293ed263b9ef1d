#include "shapes/portable_math.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "shapes/random.hpp"

namespace pliant::shapes {
namespace {

TEST(PortableMath, SineAndCosineAgreeWithTheLibrary) {
    Random random(1);
    for (int i = 0; i < 100000; ++i) {
        const double turns = random.between(-3, 3);
        const SinCos found = sincos_turns(turns);
        const long double angle = 2 * std::numbers::pi_v<long double> * turns;
        ASSERT_NEAR(found.sin, double(std::sin(angle)), 4e-16) << turns;
        ASSERT_NEAR(found.cos, double(std::cos(angle)), 4e-16) << turns;
    }
}

TEST(PortableMath, QuarterTurnsAreExact) {
    const double expected[] = {0, 1, 0, -1};
    for (int quarter = -8; quarter < 8; ++quarter) {
        EXPECT_EQ(sin_turns(quarter / 4.0), expected[(quarter + 8) % 4]) << quarter;
        EXPECT_EQ(cos_turns(quarter / 4.0), expected[(quarter + 9) % 4]) << quarter;
    }
}

TEST(PortableMath, AngleAgreesWithTheLibrary) {
    Random random(2);
    for (int i = 0; i < 100000; ++i) {
        const double x = random.between(-1, 1), y = random.between(-1, 1);
        const long double expected =
            std::atan2((long double)(y), (long double)(x)) / (2 * std::numbers::pi_v<long double>);
        ASSERT_NEAR(angle_turns(x, y), double(expected), 2e-16) << x << ' ' << y;
    }
    EXPECT_EQ(angle_turns(0, 0), 0);
    EXPECT_EQ(angle_turns(0, 1), 0.25);
    EXPECT_EQ(angle_turns(0, -1), -0.25);
    EXPECT_EQ(angle_turns(-1, 0), 0.5);
}

TEST(PortableMath, SmoothStepRunsFromZeroToOne) {
    EXPECT_EQ(smooth_step(1, 3, 0.5), 0);
    EXPECT_EQ(smooth_step(1, 3, 2), 0.5);
    EXPECT_EQ(smooth_step(1, 3, 4), 1);
}

TEST(Random, NumbersAreThoseOfSplitMix64) {
    // The first outputs for seed 1234567, as the authors' reference program prints them.
    Random random(1234567);
    EXPECT_EQ(random.next(), 6457827717110365317u);
    EXPECT_EQ(random.next(), 3203168211198807973u);
    EXPECT_EQ(random.next(), 9817491932198370423u);
}

TEST(Random, UniformFillsItsRange) {
    Random random(3);
    double least = 1, most = 0, sum = 0;
    for (int i = 0; i < 10000; ++i) {
        const double value = random.uniform();
        least = std::min(least, value), most = std::max(most, value), sum += value;
    }
    EXPECT_GE(least, 0);
    EXPECT_LT(least, 0.01);
    EXPECT_GT(most, 0.99);
    EXPECT_LT(most, 1);
    EXPECT_NEAR(sum / 10000, 0.5, 0.02);
}

}  // namespace
}  // namespace pliant::shapes
