#include "report/body_track.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace pliant::report {
namespace {

const std::vector<Triangle> one{{0, 1, 2}};

std::vector<Position> triangle_at(double x) { return {{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}}; }

TEST(BodyTrack, PredictsTheBetterWay) {
    BodyTrack track(true);
    track.take_triangles(one, 3);
    track.move(triangle_at(0), true);
    EXPECT_EQ(track.prediction(), Prediction::vertex);
    track.move(triangle_at(0), false);
    EXPECT_EQ(track.prediction(), Prediction::same);
    track.move(triangle_at(0.01), false);
    track.move(triangle_at(0.02), false);
    EXPECT_EQ(track.prediction(), Prediction::line);
    track.move(triangle_at(0.02), false);
    EXPECT_EQ(track.prediction(), Prediction::same);
    track.move(triangle_at(0.01), true);
    EXPECT_EQ(track.prediction(), Prediction::vertex) << "nothing before may be needed";
}

TEST(BodyTrack, TakesANewGridWhereTheOldOneIsLeft) {
    BodyTrack track(true);
    track.take_triangles(one, 3);
    track.move(triangle_at(0), true);
    const Grid first = track.grid();
    track.move(triangle_at(0.05), false);
    EXPECT_EQ(track.grid(), first);
    track.move(triangle_at(100), false);
    EXPECT_NE(track.grid(), first);
    EXPECT_EQ(track.prediction(), Prediction::vertex);
    EXPECT_FALSE(track.any_missing());
}

TEST(BodyTrack, KnowsItsTrianglesAgain) {
    BodyTrack track(true);
    EXPECT_TRUE(track.has_other_triangles({}, 0)) << "none were taken yet";
    track.take_triangles(one, 3);
    EXPECT_FALSE(track.has_other_triangles(one, 3));
    EXPECT_TRUE(track.has_other_triangles(one, 4));
    EXPECT_TRUE(track.has_other_triangles(std::vector<Triangle>{{0, 2, 1}}, 3));
}

TEST(BodyTrack, ATriangleThatNamesNoVertexIsAPoint) {
    BodyTrack track(false);
    track.take_triangles(std::vector<Triangle>{{0, 1, 2}, {0, 1, 7}}, 3);
    EXPECT_EQ(track.corners(), (std::vector<std::uint32_t>{0, 1, 2, 0, 0, 0}));
}

TEST(BodyTrack, SaysWhereVerticesHaveNoPlace) {
    BodyTrack track(true);
    track.take_triangles(one, 3);
    std::vector<Position> positions = triangle_at(0);
    positions[1][2] = std::numeric_limits<double>::quiet_NaN();
    track.move(positions, true);
    EXPECT_TRUE(track.any_missing());
    track.move(triangle_at(0), false);
    EXPECT_FALSE(track.any_missing());
}

}  // namespace
}  // namespace pliant::report
