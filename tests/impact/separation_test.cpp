// When features come as near as a distance: doubles against integers, and both against samples and cases by hand.
#include <gtest/gtest.h>

#include <gmpxx.h>

#include <cmath>

#include "impact/exact_separation.hpp"
#include "impact/separation.hpp"
#include "impact/witness.hpp"
#include "impact_families.hpp"
#include "impact_oracle.hpp"

namespace pliant::impact {
namespace separation_test {
namespace {

using oracle::Random;
using oracle::RandomMotion;
using Time = std::optional<std::array<double, 2>>;

/// The least distance at many times; an upper bound of the true one.
double sampled_distance(FeatureKind kind, const RandomMotion& m, double until) {
    double least = 1e300;
    for (int i = 0; i <= 200; ++i) {
        least = std::min(least, nearest_way(kind, m.start, m.end, until * i / 200).length);
    }
    return least;
}

struct Tally {
    int near = 0, far = 0;
};

void compare(FeatureKind kind, const RandomMotion& m, double distance, Tally& tally) {
    const Time exact = exact_first_within(kind, m.start, m.end, distance);
    const Time found = first_within(kind, m.start, m.end, distance);
    ASSERT_EQ(found.has_value(), exact.has_value());
    ++(found ? tally.near : tally.far);
    const double rounding = 1e-9;
    if (!found) {
        ASSERT_GT(sampled_distance(kind, m, 1), distance - rounding);
        return;
    }
    ASSERT_LE((*exact)[1] - (*exact)[0], 0x1p-52);
    ASSERT_LE((*found)[0], (*exact)[1]);
    ASSERT_GE((*found)[1], (*exact)[0]);
    ASSERT_NEAR(nearest_way(kind, m.start, m.end, (*exact)[0]).length, (*exact)[0] == 0 ? 0 : distance,
                (*exact)[0] == 0 ? distance + rounding : rounding);
    ASSERT_GT(sampled_distance(kind, m, (*exact)[0]), distance - rounding - ((*exact)[0] == 0 ? distance : 0));
}

template <class Make>
Tally compare_family(std::uint64_t test, int wanted, const Make& make) {
    Tally tally;
    for (const std::uint64_t seed : oracle::seeds(test, wanted * oracle::times_as_many())) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        const RandomMotion m = make(random);
        const double distance = random.chance(50) ? random.integer(1, 8) / 4.0 : random.uniform(0.01, 1);
        for (const FeatureKind kind : {FeatureKind::vertex_triangle, FeatureKind::edge_edge}) {
            compare(kind, m, distance, tally);
            if (testing::Test::HasFatalFailure()) return tally;
        }
    }
    std::printf("%d near, %d far\n", tally.near, tally.far);
    return tally;
}

void expect_both(const Tally& tally) {
    if (oracle::sanitized) return;  // few cases
    EXPECT_GT(tally.near, 100);
    EXPECT_GT(tally.far, 100);
}

TEST(Separation, doubles_agree_with_integers_on_grids) {
    const Tally tally = compare_family(520, 400, [](Random& random) { return oracle::on_grid(random, 4); });
    expect_both(tally);
}

TEST(Separation, doubles_agree_with_integers_in_a_plane) {
    const Tally tally = compare_family(521, 400, [](Random& random) { return oracle::in_plane(random, 5); });
    expect_both(tally);
}

TEST(Separation, doubles_agree_with_integers_on_random_motion) {
    const Tally tally = compare_family(522, 400, [](Random& random) { return oracle::in_cube(random); });
    expect_both(tally);
}

/// A vertex that flies by at a distance of exactly 2, and at the next doubles.
TEST(Separation, flying_by_at_exactly_the_distance_counts) {
    const std::array<Point, 4> start{{{-9, 0, 2}, {-1, -1, 0}, {1, -1, 0}, {0, 1, 0}}};
    std::array<Point, 4> end = start;
    end[0][0] = 9;
    const auto above = [&](double distance) {
        return first_within(FeatureKind::vertex_triangle, start, end, distance);
    };
    EXPECT_TRUE(above(2));
    EXPECT_TRUE(above(std::nextafter(2, 3)));
    EXPECT_FALSE(above(std::nextafter(2, 1)));
    // At a distance of 2 from the edge x = -1/2 at y = 0.
    EXPECT_NEAR((*above(2))[0], 8.5 / 18, 1e-6);
}

TEST(Separation, parallel_edges_at_exactly_the_distance_count) {
    const std::array<Point, 4> rest{{{0, 0, 0}, {4, 0, 0}, {1, 3, 4}, {9, 3, 4}}};
    EXPECT_EQ(first_within(FeatureKind::edge_edge, rest, rest, 5), (std::array<double, 2>{0, 0}));
    EXPECT_FALSE(first_within(FeatureKind::edge_edge, rest, rest, std::nextafter(5, 0)));
}

TEST(Separation, ends_of_edges_at_exactly_the_distance_count) {
    const std::array<Point, 4> start{{{0, 0, 0}, {-4, 0, 0}, {9, 4, 0}, {9, 8, 0}}};
    std::array<Point, 4> end = start;
    end[2][0] = end[3][0] = 3;
    EXPECT_EQ(exact_first_within(FeatureKind::edge_edge, start, end, 5), (std::array<double, 2>{1, 1}));
    EXPECT_TRUE(first_within(FeatureKind::edge_edge, start, end, 5));
    EXPECT_FALSE(first_within(FeatureKind::edge_edge, start, end, std::nextafter(5, 0)));
}

TEST(Separation, tiny_and_huge_coordinates_are_decided) {
    for (const double scale : {0x1p-1060, 0x1p-600, 0x1p600, 0x1p1015}) {
        std::array<Point, 4> start{{{3, 3, 8}, {0, 0, 0}, {9, 0, 0}, {0, 9, 0}}};
        for (Point& p : start)
            for (double& c : p) c *= scale;
        std::array<Point, 4> end = start;
        end[0][2] = 4 * scale;
        EXPECT_TRUE(first_within(FeatureKind::vertex_triangle, start, end, 4 * scale)) << scale;
        EXPECT_FALSE(first_within(FeatureKind::vertex_triangle, start, end, 3 * scale)) << scale;
    }
}

}  // namespace
}  // namespace separation_test
}  // namespace pliant::impact
