#include "geometry/meeting_point.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pliant::geometry {
namespace {

using ThreePoints = std::array<std::array<double, 3>, 3>;
constexpr ThreePoints floor_triangle{{{-1, -1, 0}, {3, -1, 0}, {-1, 3, 0}}};

TEST(MeetingPoint, IsTheMiddleOfTheSegment) {
    const ThreePoints wall{{{0, 0, -1}, {0, 0, 1}, {0, 1, 0}}};  // meets the floor from (0,0,0) to (0,1,0)
    const auto p = meeting_point(floor_triangle, wall);
    EXPECT_DOUBLE_EQ(p[0], 0);
    EXPECT_NEAR(p[1], 0.5, 0.2);
    EXPECT_DOUBLE_EQ(p[2], 0);
    EXPECT_EQ(p, meeting_point(wall, floor_triangle));
}

TEST(MeetingPoint, OfCoplanarTrianglesIsInTheirCommonBox) {
    const auto p = meeting_point(floor_triangle, {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
    EXPECT_DOUBLE_EQ(p[2], 0);
    EXPECT_TRUE(p[0] >= 0 && p[0] <= 1 && p[1] >= 0 && p[1] <= 1);
}

TEST(MeetingPoint, IsFiniteWhereProductsOverflow) {
    ThreePoints a = floor_triangle, b{{{0, 0, -1}, {0, 0, 1}, {0, 1, 0}}};
    for (ThreePoints* t : {&a, &b}) {
        for (auto& corner : *t) {
            for (double& c : corner) c *= 1e307;
        }
    }
    for (const double c : meeting_point(a, b)) EXPECT_TRUE(std::isfinite(c));
}

}  // namespace
}  // namespace pliant::geometry
