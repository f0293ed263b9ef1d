// Impacts of primitives against rational arithmetic.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include <pliant/impacts.hpp>

#include "impact/certain_impact.hpp"
#include "impact/exact_impact.hpp"
#include "impact_families.hpp"
#include "impact_oracle.hpp"

namespace pliant {
namespace {

using oracle::Random;
using oracle::RandomMotion;

std::optional<Impact> impact_of(FeatureKind kind, const RandomMotion& m) {
    return kind == FeatureKind::vertex_triangle ? vertex_triangle_impact(m.start, m.end)
                                                : edge_edge_impact(m.start, m.end);
}

struct Tally {
    int meet = 0, apart = 0, always_in_plane = 0, exact = 0;
};

void compare(FeatureKind kind, const RandomMotion& m, Tally& tally) {
    const oracle::MovingFeatures truth(kind, m.start, m.end);
    const std::optional<Impact> found = impact_of(kind, m);
    ASSERT_EQ(found.has_value(), truth.meet());
    (found ? tally.meet : tally.apart) += 1;
    tally.always_in_plane += truth.always_in_plane() ? 1 : 0;
    const auto certain = impact::certain_impact(kind, m.start, m.end);
    tally.exact += certain.verdict == impact::Verdict::unknown ? 1 : 0;
    if (certain.verdict != impact::Verdict::unknown) {
        ASSERT_EQ(certain.verdict == impact::Verdict::meet, truth.meet());
    }
    if (!found) return;
    const auto& [time, weights, point, normal] = *found;
    ASSERT_TRUE(0 <= time[0] && time[0] <= time[1] && time[1] <= 1) << time[0] << " " << time[1];
    ASSERT_TRUE(truth.first_between(time[0], time[1])) << time[0] << " " << time[1];
    ASSERT_LE(time[1] - time[0], 1e-12);
    for (const double w : weights) ASSERT_TRUE(0 <= w && w <= 1) << w;
    const double square = normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2];
    ASSERT_TRUE(square == 0 || std::abs(square - 1) < 1e-12) << square;
}

template <class Make>
Tally compare_family(std::uint64_t test, int wanted, const Make& make) {
    Tally tally;
    for (const std::uint64_t seed : oracle::seeds(test, wanted * oracle::times_as_many())) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        const RandomMotion m = make(random);
        for (const FeatureKind kind : {FeatureKind::vertex_triangle, FeatureKind::edge_edge}) {
            compare(kind, m, tally);
            if (testing::Test::HasFatalFailure()) return tally;
        }
    }
    std::printf("%d meet, %d apart, %d always in a plane, %d left to integers\n", tally.meet, tally.apart,
                tally.always_in_plane, tally.exact);
    return tally;
}

TEST(Impact, small_grids_agree_with_rationals) {
    for (const int side : {1, 2, 3, 6}) {
        const Tally tally = compare_family(500 + static_cast<std::uint64_t>(side), 10'000,
                                           [side](Random& random) { return oracle::on_grid(random, side); });
        EXPECT_GT(tally.meet, tally.apart / 30);
        EXPECT_GT(tally.exact, 0);
    }
}

TEST(Impact, motion_in_a_plane_agrees_with_rationals) {
    const Tally tally = compare_family(510, 5'000, [](Random& random) { return oracle::in_plane(random, 3); });
    EXPECT_GT(tally.meet, tally.apart / 10);
    EXPECT_GT(tally.always_in_plane, tally.apart / 2);
}

TEST(Impact, random_motion_agrees_with_rationals) {
    const Tally tally = compare_family(511, 6'000, [](Random& random) { return oracle::in_cube(random); });
    EXPECT_GT(tally.meet, tally.apart / 10);
    EXPECT_LE(tally.exact, (tally.meet + tally.apart) / 1000);
}

TEST(Impact, nearly_degenerate_motion_agrees_with_rationals) {
    const Tally tally = compare_family(512, 1'500, [](Random& random) { return oracle::nudged(random); });
    EXPECT_GT(tally.meet, tally.apart / 20);
}

TEST(Impact, any_scale_agrees_with_rationals) {
    const Tally tally = compare_family(513, 250, [](Random& random) { return oracle::any_scale(random); });
    EXPECT_GT(tally.meet, tally.apart / 20);
}

TEST(Impact, stretched_axes_agree_with_rationals) {
    const Tally tally = compare_family(514, 4'000, [](Random& random) { return oracle::stretched(random); });
    EXPECT_GT(tally.meet, tally.apart / 30);
}

/// Newton's last step rounds to no step at all, and the end of the bracket is where it stands: no reason to bisect.
TEST(Impact, certain_doubles_keep_what_newton_has_found) {
    int met = 0, unknown = 0;
    for (const std::uint64_t seed : oracle::seeds(515, 20'000)) {
        Random random(seed);
        const RandomMotion m = oracle::in_cube(random);
        for (const FeatureKind kind : {FeatureKind::vertex_triangle, FeatureKind::edge_edge}) {
            const impact::CertainImpact found = impact::certain_impact(kind, m.start, m.end);
            met += found.verdict == impact::Verdict::meet ? 1 : 0;
            unknown += found.verdict == impact::Verdict::unknown ? 1 : 0;
        }
    }
    EXPECT_GT(met, oracle::cases(2'000));
    EXPECT_LE(unknown, oracle::cases(40));
}

// ---- cases by hand

constexpr std::array<Point, 3> triangle{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};

std::array<Point, 4> with_vertex(const Point& p) { return {p, triangle[0], triangle[1], triangle[2]}; }

TEST(Impact, vertex_falls_through_a_triangle) {
    const auto found = vertex_triangle_impact(with_vertex({1, 1, 3}), with_vertex({1, 1, -1}));
    ASSERT_TRUE(found);
    EXPECT_LE(found->time[0], 0.75);
    EXPECT_GE(found->time[1], 0.75);
    EXPECT_NEAR(found->weights[1], 0.5, 1e-12);
    EXPECT_NEAR(found->weights[2], 0.25, 1e-12);
    EXPECT_NEAR(found->weights[3], 0.25, 1e-12);
    EXPECT_NEAR(found->point[2], 0, 1e-12);
    EXPECT_EQ(found->normal, (Point{0, 0, 1}));  // it comes from above
    EXPECT_EQ(vertex_triangle_impact(with_vertex({1, 1, -1}), with_vertex({1, 1, 3}))->normal, (Point{0, 0, -1}));
}

TEST(Impact, vertex_that_stops_on_the_triangle_meets_at_the_end) {
    const auto found = vertex_triangle_impact(with_vertex({1, 1, 3}), with_vertex({1, 1, 0}));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->time, (std::array<double, 2>{1, 1}));
    EXPECT_FALSE(vertex_triangle_impact(with_vertex({1, 1, 3}), with_vertex({1, 1, 5e-324})));
}

TEST(Impact, vertex_at_rest_on_an_edge_meets_from_the_start) {
    const auto found = vertex_triangle_impact(with_vertex({2, 0, 0}), with_vertex({2, 0, 0}));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->time, (std::array<double, 2>{0, 0}));
    EXPECT_EQ(found->normal, Point{});
    EXPECT_FALSE(vertex_triangle_impact(with_vertex({2, -5e-324, 0}), with_vertex({2, -5e-324, 0})));
}

/// The triangle turns over where the vertex passes: det(u, v, w) = 4 (1 - 2t)^2 touches zero, changes no sign.
TEST(Impact, double_root_is_a_meeting) {
    const std::array<Point, 4> start{{{1, 0, 1}, {0, 0, 0}, {4, 0, 0}, {1, 1, 0}}};
    std::array<Point, 4> end{{{1, 0, -1}, {0, 0, 0}, {4, 0, 0}, {1, -1, 0}}};
    const auto found = vertex_triangle_impact(start, end);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->time, (std::array<double, 2>{0.5, 0.5}));
    EXPECT_NEAR(found->weights[1], 0.75, 1e-12);
    end[0][1] = 5e-324;
    EXPECT_FALSE(vertex_triangle_impact(start, end));
}

TEST(Impact, crossing_edges_tell_where_and_from_which_side) {
    const std::array<Point, 4> start{{{-1, 0, 2}, {3, 0, 2}, {0, -1, 0}, {0, 1, 0}}};
    std::array<Point, 4> end = start;
    end[0][2] = end[1][2] = -2;
    const auto found = edge_edge_impact(start, end);
    ASSERT_TRUE(found);
    EXPECT_LE(found->time[0], 0.5);
    EXPECT_GE(found->time[1], 0.5);
    EXPECT_NEAR(found->weights[1], 0.25, 1e-12);
    EXPECT_NEAR(found->weights[3], 0.5, 1e-12);
    EXPECT_EQ(found->normal, (Point{0, 0, 1}));  // the first edge comes from above
}

TEST(Impact, parallel_edges_that_fall_on_each_other_meet) {
    const std::array<Point, 4> start{{{0, 0, 1}, {2, 0, 1}, {1, 0, 0}, {3, 0, 0}}};
    std::array<Point, 4> end = start;
    end[0][2] = end[1][2] = -1;
    const auto found = edge_edge_impact(start, end);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->time, (std::array<double, 2>{0.5, 0.5}));
    EXPECT_GE(found->point[0], 1);
    EXPECT_LE(found->point[0], 2);
    end[0][0] = -3;
    end[1][0] = -2.5;  // it moves aside on the way down
    EXPECT_FALSE(edge_edge_impact(start, end));
}

TEST(Impact, all_four_points_in_one_meet_at_once) {
    std::array<Point, 4> all;
    all.fill({7, 7, 7});
    EXPECT_EQ(vertex_triangle_impact(all, all)->time, (std::array<double, 2>{0, 0}));
    EXPECT_EQ(edge_edge_impact(all, all)->time, (std::array<double, 2>{0, 0}));
}

TEST(Impact, degenerate_triangle_is_a_segment) {
    const std::array<Point, 4> start{{{1, 0, 1}, {0, 0, 0}, {2, 0, 0}, {4, 0, 0}}};
    std::array<Point, 4> end = start;
    end[0][2] = -1;
    EXPECT_TRUE(vertex_triangle_impact(start, end));
    end[0][1] = 1e-300;
    EXPECT_FALSE(vertex_triangle_impact(start, end));
}

/// Squares of the normal of a needle are denormal.
TEST(Impact, normals_of_needles_are_of_length_one) {
    for (const double width : {1.25e-100, 1.2345e-155, 1.2345e-160, 1.2345e-161}) {
        const std::array<Point, 4> start{{{0.25, 0.25 * width, 1}, {0, 0, 0}, {1, 0, 0}, {0, width, 0}}};
        std::array<Point, 4> end = start;
        end[0][2] = -1;
        const auto found = vertex_triangle_impact(start, end);
        ASSERT_TRUE(found) << width;
        const auto& [x, y, z] = found->normal;
        EXPECT_NEAR(x * x + y * y + z * z, 1, 1e-12) << width;
    }
}

TEST(Impact, points_that_are_not_finite_are_refused) {
    const auto good = with_vertex({1, 1, 1});
    auto bad = good;
    bad[2][1] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW(vertex_triangle_impact(bad, good), std::invalid_argument);
    EXPECT_THROW(edge_edge_impact(good, bad), std::invalid_argument);
    bad[2][1] = std::numeric_limits<double>::infinity();
    EXPECT_THROW(vertex_triangle_impact(good, bad), std::invalid_argument);
}

}  // namespace
}  // namespace pliant
