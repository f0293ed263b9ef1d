// orient3d, orient2d and collinear against integers without bounds, family by family.
#include "numeric/orientation.hpp"

#include <gtest/gtest.h>

#include <iterator>
#include <limits>

#include "numeric/point_families.hpp"
#include "oracle/orientation_oracle.hpp"

namespace pliant {
namespace {

using oracle::FourPoints;
using oracle::Random;

constexpr double least = std::numeric_limits<double>::denorm_min();
constexpr double greatest = std::numeric_limits<double>::max();
constexpr std::array<Along, 3> axes{Along::x, Along::y, Along::z};

/// Shares in percent of the cases: a family that no longer makes what it is for fails its test.
struct Floors {
    int zero3d, sign3d;  // sign: of positive and of negative ones, each
    int zero2d, sign2d;
    int collinear;
};

struct Family {
    const char* name;
    FourPoints (*make)(Random&);
    int cases;
    Floors floors;
};

const Family families[] = {
    {"uniform", oracle::uniform_points, 150'000, {0, 40, 0, 40, 0}},
    {"grid", oracle::grid_points, 150'000, {10, 20, 10, 20, 2}},
    {"near_plane", oracle::points_near_plane, 150'000, {0, 40, 0, 40, 0}},
    {"near_line", oracle::points_near_line, 150'000, {0, 30, 0, 30, 0}},
    {"lattice", oracle::lattice_points, 150'000, {30, 10, 10, 20, 10}},
    {"whole_near_line", oracle::whole_near_line, 150'000, {0, 30, 0, 30, 0}},
    {"far_away", oracle::far_away_points, 150'000, {2, 20, 2, 20, 0}},
    {"extreme", oracle::extreme_points, 40'000, {5, 30, 5, 30, 0}},
    {"any_finite", oracle::any_finite_points, 20'000, {0, 40, 0, 40, 0}},
    {"stretched", oracle::stretched_points, 150'000, {10, 20, 10, 20, 2}},
    {"scaled_near_plane", oracle::scaled_near_plane, 150'000, {0, 30, 0, 30, 0}},
};

struct Counts {
    std::array<int, 3> signs{};

    void add(int sign) { ++signs[static_cast<std::size_t>(sign + 1)]; }
    void expect_floors(int zero_percent, int sign_percent) const {
        const int all = signs[0] + signs[1] + signs[2];
        EXPECT_GE(signs[0] * 100.0, double(sign_percent) * all) << "negative ones: the family has become too easy";
        EXPECT_GE(signs[1] * 100.0, double(zero_percent) * all) << "zeros: the family has become too easy";
        EXPECT_GE(signs[2] * 100.0, double(sign_percent) * all) << "positive ones: the family has become too easy";
    }
};

class OrientationFamily : public testing::TestWithParam<std::size_t> {
protected:
    /// Calls check(points, random) until it fails or the family's cases are done.
    template <class Check>
    void for_each_case(const Check& check) {
        const Family& family = families[GetParam()];
        for (const std::uint64_t seed : oracle::seeds(10 + GetParam(), family.cases)) {
            Random random(seed);
            const FourPoints points = family.make(random);
            check(points, random);
            if (HasFatalFailure()) FAIL() << family.name << ", seed " << seed;
        }
    }
};

/// Exchanges as many times as it says; each turns the sign.
int shuffle(FourPoints& p, Random& random) {
    int sign = 1;
    for (std::size_t i = 3; i > 0; --i) {
        const auto j = static_cast<std::size_t>(random.integer(0, static_cast<int>(i)));
        if (i == j) continue;
        std::swap(p[i], p[j]);
        sign = -sign;
    }
    return sign;
}

TEST_P(OrientationFamily, orient3d_is_exact_and_antisymmetric) {
    Counts counts;
    for_each_case([&counts](FourPoints p, Random& random) {
        const int expected = oracle::exact_orient3d(p[0], p[1], p[2], p[3]);
        counts.add(expected);
        ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), expected);
        const int turn = shuffle(p, random);
        ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), turn * expected);
    });
    counts.expect_floors(families[GetParam()].floors.zero3d, families[GetParam()].floors.sign3d);
}

TEST_P(OrientationFamily, orient2d_and_collinear_are_exact_and_antisymmetric) {
    Counts counts;
    int lines = 0;
    for_each_case([&](const FourPoints& p, Random&) {
        const auto normal = oracle::normal(p[0], p[1], p[2]);
        bool line = true;
        for (const Along axis : axes) {
            const int expected = sgn(normal[static_cast<std::size_t>(axis)]);
            counts.add(expected);
            line = line && expected == 0;
            ASSERT_EQ(orient2d(p[0], p[1], p[2], axis), expected);
            ASSERT_EQ(orient2d(p[1], p[2], p[0], axis), expected);
            ASSERT_EQ(orient2d(p[2], p[1], p[0], axis), -expected);
        }
        lines += line ? 1 : 0;
        ASSERT_EQ(collinear(p[0], p[1], p[2]), line);
        ASSERT_EQ(collinear(p[2], p[0], p[1]), line);
    });
    counts.expect_floors(families[GetParam()].floors.zero2d, families[GetParam()].floors.sign2d);
    EXPECT_GE(lines * 100.0, double(families[GetParam()].floors.collinear) * oracle::cases(families[GetParam()].cases));
}

INSTANTIATE_TEST_SUITE_P(Points, OrientationFamily, testing::Range<std::size_t>(0, std::size(families)),
                         [](const auto& instance) { return std::string(families[instance.param].name); });

TEST(Orientation, follows_the_determinant) {
    const Vec3 o{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    EXPECT_EQ(orient3d(o, x, y, z), 1);
    EXPECT_EQ(orient3d(o, y, x, z), -1);
    EXPECT_EQ(orient2d(o, y, z, Along::x), 1);
    EXPECT_EQ(orient2d(o, z, x, Along::y), 1);
    EXPECT_EQ(orient2d(o, x, y, Along::z), 1);
}

TEST(Orientation, sees_one_denormal_beside_the_largest_double) {
    const Vec3 a{greatest, 0, 0}, b{-greatest, greatest, 0}, c{0, -greatest, 0};
    EXPECT_EQ(orient3d(a, b, c, {0, 0, 0}), 0);
    EXPECT_EQ(orient3d(a, b, c, {0, 0, least}), 1);
    EXPECT_EQ(orient3d(a, b, c, {0, 0, -least}), -1);
    EXPECT_FALSE(collinear({0, 0, 0}, {greatest, greatest, greatest}, {least, 0, 0}));
    EXPECT_TRUE(collinear({0, 0, 0}, {greatest, greatest, greatest}, {least, least, least}));
}

TEST(Orientation, volume_far_below_the_smallest_double_keeps_its_sign) {
    const Vec3 o{0, 0, 0}, x{least, 0, 0}, y{0, least, 0}, z{0, 0, least};
    EXPECT_EQ(orient3d(o, x, y, z), 1);
    EXPECT_EQ(orient3d(x, o, y, z), -1);
    EXPECT_EQ(orient2d(o, x, y, Along::z), 1);
    EXPECT_EQ(orient2d(x, o, y, Along::z), -1);
}

TEST(Orientation, equal_points_give_exact_zero) {
    for (const std::uint64_t seed : oracle::seeds(30, 10'000)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        FourPoints p = random.chance(50) ? oracle::any_finite_points(random) : oracle::uniform_points(random);
        const auto from = static_cast<std::size_t>(random.integer(0, 2));
        p[3] = p[from];
        ASSERT_EQ(orient3d(p[0], p[1], p[2], p[3]), 0);
        ASSERT_TRUE(collinear(p[0], p[1], p[0]));
        ASSERT_TRUE(collinear(p[1], p[0], p[0]));
        ASSERT_EQ(orient2d(p[0], p[1], p[1], axes[from]), 0);
    }
}

/// The well-known picture of rounding: a line at 45 degrees, and a point stepped through the doubles about (0.5, 0.5).
/// The sign must be that of the difference of the steps.
TEST(Orientation, whole_neighbourhood_of_a_diagonal_is_right) {
    const double step = std::ldexp(1.0, -53);
    const Vec3 b{12, 12, 0}, c{24, 24, 0};
    for (int i = 0; i < 256; ++i)
        for (int j = 0; j < 256; ++j) {
            const Vec3 a{0.5 + i * step, 0.5 + j * step, 0};
            const int expected = oracle::exact_orient2d(a, b, c, Along::z);
            ASSERT_EQ(orient2d(a, b, c, Along::z), expected) << i << ", " << j;
            ASSERT_EQ(orient3d(a, b, c, Vec3{a.x, a.y, 1}), expected) << i << ", " << j;
        }
}

}  // namespace
}  // namespace pliant
