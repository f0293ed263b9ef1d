// The distance of convex hulls, against certificates: the witness points bound it from above, the separating direction
// from below.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include <pliant/distance.hpp>

#include "numeric/vec.hpp"
#include "oracle/random.hpp"

namespace pliant::gjk_cut {
namespace {

using oracle::Random;
using Cloud = std::vector<std::array<double, 3>>;

double dot(const Point& a, const Point& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
double between(const Point& a, const Point& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

double farthest(const Cloud& cloud, const Point& direction) {
    double most = -std::numeric_limits<double>::infinity();
    for (const Point& p : cloud) most = std::max(most, dot(p, direction));
    return most;
}

Point opposite(const Point& p) { return {-p[0], -p[1], -p[2]}; }

/// Along many directions no farther than the cloud.
bool may_lie_in_hull(const Point& point, const Cloud& cloud, Random& random, double tolerance) {
    for (int i = 0; i < 60; ++i) {
        const Vec3 v = random.in_cube();
        const Point direction{v.x, v.y, v.z};
        if (dot(point, direction) > farthest(cloud, direction) + tolerance) return false;
    }
    return true;
}

/// Points of a box, a flat or a thin one, or on a grid where ties are common.
Cloud random_cloud(Random& random, const Vec3& place) {
    Cloud cloud;
    const int count = random.integer(1, random.chance(20) ? 200 : 12), sort = random.integer(0, 4);
    for (int i = 0; i < count; ++i) {
        Vec3 p = sort == 4 ? 0.5 * random.whole(-2, 2) : random.in_cube();
        if (sort == 1) p.z = 0;
        if (sort == 2) p = {p.x, 1e-7 * p.y, 1e-9 * p.z};
        if (sort == 3) p = {p.x, p.x, p.x};
        p = p + place;
        cloud.push_back({p.x, p.y, p.z});
    }
    return cloud;
}

void expect_certified(const Cloud& a, const Cloud& b, const Distance& found, double size, Random& random) {
    const double tolerance = 1e-9 * size;
    EXPECT_TRUE(found.converged);
    EXPECT_NEAR(between(found.point_a, found.point_b), found.distance, tolerance);
    EXPECT_TRUE(may_lie_in_hull(found.point_a, a, random, tolerance));
    EXPECT_TRUE(may_lie_in_hull(found.point_b, b, random, tolerance));
    if (found.overlap) return;
    const Point& n = found.separating_direction;
    EXPECT_NEAR(std::hypot(n[0], n[1], n[2]), 1, 1e-12);
    EXPECT_NEAR(-farthest(b, opposite(n)) - farthest(a, n), found.distance, tolerance);
    EXPECT_LE(found.lower_bound, found.distance + tolerance);
}

TEST(DistanceOfHulls, IsCertifiedOnRandomClouds) {
    Random random(oracle::first_seed(301));
    int overlaps = 0;
    constexpr int clouds = 3000;
    for (int i = 0; i < clouds && !testing::Test::HasFailure(); ++i) {
        SCOPED_TRACE("cloud " + std::to_string(i));
        const Cloud a = random_cloud(random, {}), b = random_cloud(random, random.uniform(0, 2) * random.in_cube());
        const Distance found = distance(a, b);
        overlaps += found.overlap ? 1 : 0;
        expect_certified(a, b, found, 4, random);
    }
    EXPECT_GT(overlaps, clouds * 30 / 100);
    EXPECT_LT(overlaps, clouds * 70 / 100);
}

TEST(DistanceOfHulls, IsKnownForSimpleBodies) {
    const Cloud cube{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    const Cloud point{{3, 0.5, 0.5}}, diagonal{{2, 2, 0.5}}, corner{{4, 5, 1}};
    EXPECT_DOUBLE_EQ(distance(cube, point).distance, 2);
    EXPECT_DOUBLE_EQ(distance(cube, diagonal).distance, std::sqrt(2.0));
    EXPECT_DOUBLE_EQ(distance(cube, corner).distance, 5);
    EXPECT_EQ(distance(cube, corner).point_a, (Point{1, 1, 1}));
    EXPECT_EQ(distance(cube, corner).point_b, (Point{4, 5, 1}));
    const Cloud inside{{0.5, 0.5, 0.5}};
    EXPECT_TRUE(distance(cube, inside).overlap);
    EXPECT_EQ(distance(cube, inside).distance, 0);
}

TEST(DistanceOfHulls, OfOneAndTheSamePointIsNothing) {
    const Cloud point{{7, 8, 9}};
    const Distance found = distance(point, point);
    EXPECT_TRUE(found.overlap);
    EXPECT_EQ(found.point_a, (Point{7, 8, 9}));
}

TEST(DistanceOfHulls, IsRightAtAnyScale) {
    Random random(oracle::first_seed(302));
    for (const double scale : {1e-300, 1e-30, 1e30, 1e300}) {
        for (int i = 0; i < 50 && !testing::Test::HasFailure(); ++i) {
            Cloud a = random_cloud(random, {}), b = random_cloud(random, {3, 2, 1});
            for (Cloud* cloud : {&a, &b}) {
                for (Point& p : *cloud) p = {scale * p[0], scale * p[1], scale * p[2]};
            }
            const Distance found = distance(a, b);
            const Point& n = found.separating_direction;
            EXPECT_NEAR(found.distance / scale, (-farthest(b, opposite(n)) - farthest(a, n)) / scale, 1e-9) << scale;
            EXPECT_GT(found.distance, 0) << scale;
        }
    }
}

TEST(DistanceOfHulls, BoundsThePenetration) {
    const Cloud cube{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    Cloud beside = cube;
    for (Point& p : beside) p = {p[0] + 0.75, p[1] + 0.1, p[2] - 0.2};
    const Distance found = distance(cube, beside);
    EXPECT_TRUE(found.overlap);
    EXPECT_NEAR(found.penetration_bound, 0.25, 1e-12);  // an axis is the best way here, and axes are tried
    EXPECT_NEAR(found.way_out[0], 1, 1e-12);
    const Cloud apart{{3, 0, 0}};
    EXPECT_EQ(distance(cube, apart).penetration_bound, 0);
}

/// Moved along the way out, the second hull leaves the first; no shorter way along one of the directions tried does.
TEST(DistanceOfHulls, AreApartAtTheEndOfTheWayOut) {
    Random random(oracle::first_seed(305));
    int overlaps = 0;
    for (int i = 0; i < 300; ++i) {
        const Cloud a = random_cloud(random, {});
        Cloud b = random_cloud(random, {0.4, 0.2, 0.1});
        const Distance found = distance(a, b);
        if (!found.overlap) continue;
        ++overlaps;
        ASSERT_GE(found.penetration_bound, 0);
        for (Point& p : b) {
            for (std::size_t k = 0; k < 3; ++k) p[k] += (found.penetration_bound + 1e-9) * found.way_out[k];
        }
        EXPECT_GT(distance(a, b).distance, 0);
    }
    EXPECT_GT(overlaps, 50);
}

TEST(DistanceOfHulls, LeavesOutWhatIsNotFinite) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
    const Cloud a{{nan, 0, 0}, {0, 0, 0}, {inf, 1, 1}}, b{{2, 0, 0}, {0, -inf, 0}}, none{{nan, 0, 0}}, empty;
    EXPECT_EQ(distance(a, b).distance, 2);
    EXPECT_THROW((void)distance(a, none), std::invalid_argument);
    EXPECT_THROW((void)distance(empty, b), std::invalid_argument);
}

TEST(DistanceOfHulls, RecordsSimplicesThatComeNearer) {
    Random random(oracle::first_seed(303));
    const Cloud a = random_cloud(random, {}), b = random_cloud(random, {4, 4, 4});
    EXPECT_TRUE(distance(a, b).steps.empty());
    const Distance found = distance(a, b, {.record = true});
    ASSERT_EQ(found.steps.size(), found.iterations);
    ASSERT_FALSE(found.steps.empty());
    for (std::size_t i = 0; i < found.steps.size(); ++i) {
        const DistanceStep& step = found.steps[i];
        EXPECT_GE(step.size, 1u);
        EXPECT_LE(step.size, 4u);
        EXPECT_LE(step.lower_bound, step.distance * (1 + 1e-12));
        EXPECT_LE(step.distance, found.steps[i == 0 ? 0 : i - 1].distance);
        for (std::uint32_t k = 0; k < step.size; ++k) {
            const auto near = [&](const Point& p) { return between(p, step.a[k]) < 1e-12; };
            EXPECT_TRUE(std::any_of(a.begin(), a.end(), near));
        }
    }
    EXPECT_NEAR(found.steps.back().distance, found.distance, 1e-9);
}

TEST(DistanceOfHulls, SaysWhenItRanOutOfIterations) {
    Random random(oracle::first_seed(304));
    Cloud a, b;
    for (int i = 0; i < 2000; ++i) {
        for (Cloud* cloud : {&a, &b}) {
            Vec3 p = random.in_cube();
            p = (1 / std::sqrt(pliant::dot(p, p))) * p;
            cloud->push_back({p.x + (cloud == &b ? 3 : 0), p.y, p.z});
        }
    }
    EXPECT_TRUE(distance(a, b).converged);
    EXPECT_FALSE(distance(a, b, {.most_iterations = 1}).converged);
}

}  // namespace
}  // namespace pliant::gjk_cut
