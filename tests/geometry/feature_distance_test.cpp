// Exact distances of features against rational arithmetic: on grids, where every degenerate case is common, in general
// position, and over the whole range of doubles.
#include "geometry/feature_distance.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "oracle/distance_oracle.hpp"
#include "oracle/many_seeds.hpp"

namespace pliant::geometry {
namespace {

using oracle::Random;

constexpr std::array kinds{FeatureKind::vertex_triangle, FeatureKind::edge_edge};

FeaturePoints random_points(Random& random) {
    FeaturePoints x;
    const int sort = random.integer(0, 5);
    for (Vec3& p : x) {
        switch (sort) {
            case 0: p = random.whole(0, 2); break;
            case 1: p = random.whole(-5, 5); break;
            case 2: p = 0.125 * random.whole(-20, 20); break;
            case 3: p = random.in_cube(); break;
            case 4: p = {random.any_finite(), random.any_finite(), random.any_finite()}; break;
            default: p = random.nudged(random.whole(-2, 2), 2); break;
        }
    }
    if (random.chance(10)) x[static_cast<std::size_t>(random.integer(1, 3))] = x[0];
    if (random.chance(10)) x[3] = x[2];
    if (random.chance(10)) x[1] = x[0] + (x[3] - x[2]);  // parallel, or a parallelogram
    return x;
}

/// The root of a rational number as a double, near enough to look for it from there.
double root(const mpq_class& square) {
    mpf_class value(square, 4096);
    return mpf_class(sqrt(value)).get_d();
}

std::string as_text(const FeaturePoints& x) {
    std::string text;
    for (const Vec3& p : x) {
        for (const double c : {p.x, p.y, p.z}) {
            char number[40];
            std::snprintf(number, sizeof number, "%a ", c);
            text += number;
        }
    }
    return text;
}

bool finite(const FeaturePoints& x) {
    return pliant::finite(x[0]) && pliant::finite(x[1]) && pliant::finite(x[2]) && pliant::finite(x[3]);
}

TEST(FeatureDistance, DecidesLikeRationalArithmetic) {
    std::array<int, 2> equal{}, near{}, far{};
    for (const std::uint64_t seed : oracle::many_seeds(1, 10000)) {
        Random random(seed);
        const FeaturePoints x = random_points(random);
        if (!finite(x)) continue;
        const auto which = static_cast<std::size_t>(random.integer(0, 1));
        const FeatureKind kind = kinds[which];
        const mpq_class square = oracle::squared_distance(kind, x);
        DistanceSum most{root(square), 0, 0};
        if (!std::isfinite(most[0])) most[0] = 1e308;
        if (random.chance(50)) most[0] = std::abs(random.nudged(most[0], 2));
        if (random.chance(30)) most[0] = random.integer(0, 8) * 0.125;
        if (random.chance(30)) most[1] = random.chance(50) ? random.uniform() : 0.5;
        if (random.chance(30)) most[2] = std::abs(random.any_finite());
        const ExactDistance found = exact_distance(kind, x, most);
        const mpq_class limit = mpq_class(most[0]) + mpq_class(most[1]) + mpq_class(most[2]);
        ASSERT_EQ(found.within, square <= limit * limit) << "seed " << seed << " " << name(kind) << " " << as_text(x);
        (square == limit * limit ? equal : found.within ? near : far)[which] += 1;
    }
    for (std::size_t which = 0; which < 2; ++which) {  // the test could have failed
        EXPECT_GT(equal[which], oracle::cases(100));
        EXPECT_GT(near[which], oracle::cases(100));
        EXPECT_GT(far[which], oracle::cases(100));
    }
}

TEST(FeatureDistance, IsRoundedToAFewUnits) {
    for (const std::uint64_t seed : oracle::many_seeds(2, 5000)) {
        Random random(seed);
        const FeaturePoints x = random_points(random);
        if (!finite(x)) continue;
        const FeatureKind kind = kinds[static_cast<std::size_t>(random.integer(0, 1))];
        const FeatureDistance near = exact_distance(kind, x, {0, 0, 0}).near;
        const double expected = root(oracle::squared_distance(kind, x));
        if (!std::isfinite(expected)) {
            EXPECT_EQ(near.distance, expected);
            continue;
        }
        ASSERT_LE(std::abs(near.distance - expected), 4 * 0x1p-53 * expected + 1e-323)
            << "seed " << seed << " " << name(kind) << " " << as_text(x);
        const std::size_t first = kind == FeatureKind::vertex_triangle ? 1 : 2;
        double sum_a = 0, sum_b = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            ASSERT_GE(near.weights[i], 0);
            (i < first ? sum_a : sum_b) += near.weights[i];
        }
        EXPECT_NEAR(sum_a, 1, 1e-15);
        EXPECT_NEAR(sum_b, 1, 1e-15);
    }
}

TEST(FeatureDistance, PutsPointsAndNormalInTheirPlaces) {
    for (const std::uint64_t seed : oracle::many_seeds(3, 5000)) {
        SCOPED_TRACE(seed);
        Random random(seed);
        FeaturePoints x;
        for (Vec3& p : x) p = random.chance(50) ? random.in_cube() : 0.25 * random.whole(-4, 4);
        const FeatureKind kind = kinds[static_cast<std::size_t>(random.integer(0, 1))];
        const FeatureDistance near = exact_distance(kind, x, {0, 0, 0}).near;
        const Vec3 way = Vec3(near.point_a) - Vec3(near.point_b), normal = near.normal;
        EXPECT_NEAR(std::sqrt(dot(way, way)), near.distance, 1e-14);
        if (near.distance < 1e-3) continue;
        EXPECT_NEAR(dot(normal, normal), 1, 1e-15);
        EXPECT_NEAR(dot(normal, way), near.distance, 1e-13);
    }
}

TEST(FeatureDistance, HasANormalWhereFeaturesTouch) {
    const FeatureDistance on =
        exact_distance(FeatureKind::vertex_triangle, {{{0.25, 0.25, 0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {0, 0, 0})
            .near;
    EXPECT_EQ(on.distance, 0);
    EXPECT_EQ(on.normal, (Point{0, 0, 1}));
    const FeatureDistance crossing =
        exact_distance(FeatureKind::edge_edge, {{{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}}}, {0, 0, 0}).near;
    EXPECT_EQ(crossing.normal, (Point{0, 0, 1}));
    const FeatureDistance along =
        exact_distance(FeatureKind::edge_edge, {{{-1, 0, 0}, {1, 0, 0}, {0, 0, 0}, {2, 0, 0}}}, {0, 0, 0}).near;
    EXPECT_EQ(along.normal, (Point{0, 0, 0}));  // no telling
}

}  // namespace
}  // namespace pliant::geometry
