// Positions from every sort of memory.
#include <pliant/points.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "mesh_samples.hpp"

namespace pliant::scene_test {
namespace {

struct Xyz {
    float x, y, z;
};

struct DrawnVertex {
    double x, y, z;
    float normal[3];
    float u, v;
};

#pragma pack(push, 1)
struct PackedVertex {
    float x, y, z;
    char flag;
};
#pragma pack(pop)

/// Two triangles that cross, as corners of any type.
template <class P, class Make>
std::vector<P> crossing_corners(const Make& make) {
    std::vector<P> points;
    for (const Position& p : joined(lying(), standing()).positions) points.push_back(make(p));
    return points;
}

template <class Range>
void expect_one_crossing(const Range& points) {
    const std::vector<Triangle> triangles{{0, 1, 2}, {3, 4, 5}};
    Scene scene({.threads = 1});
    scene.add(SurfaceView{points, triangles});
    const auto& answer = scene.intersections();
    ASSERT_EQ(answer.size(), 1u);
    EXPECT_EQ(answer[0].kind, PairKind::crossing);
    EXPECT_TRUE(answer.report.complete);
}

TEST(Points, FromArraysOfFloatsAndDoubles) {
    expect_one_crossing(crossing_corners<Position>([](const Position& p) { return p; }));
    expect_one_crossing(crossing_corners<std::array<float, 3>>([](const Position& p) {
        return std::array<float, 3>{float(p[0]), float(p[1]), float(p[2])};
    }));
    expect_one_crossing(crossing_corners<std::array<float, 4>>([](const Position& p) {
        return std::array<float, 4>{float(p[0]), float(p[1]), float(p[2]), 77};
    }));
}

TEST(Points, FromStructsOfXyzWithAnythingBehind) {
    expect_one_crossing(crossing_corners<Xyz>([](const Position& p) {
        return Xyz{float(p[0]), float(p[1]), float(p[2])};
    }));
    expect_one_crossing(crossing_corners<DrawnVertex>([](const Position& p) {
        return DrawnVertex{p[0], p[1], p[2], {0, 0, 1}, 0, 0};
    }));
}

TEST(Points, FromASpanAndAFixedArray) {
    const auto points = crossing_corners<Position>([](const Position& p) { return p; });
    expect_one_crossing(std::span<const Position>(points));
    std::array<Position, 6> fixed{};
    std::copy(points.begin(), points.end(), fixed.begin());
    expect_one_crossing(fixed);
}

TEST(Points, FromNumbersInOneArray) {
    std::vector<double> doubles;
    std::vector<float> floats;
    for (const Position& p : joined(lying(), standing()).positions) {
        for (const double c : p) {
            doubles.push_back(c);
            floats.push_back(float(c));
        }
    }
    expect_one_crossing(Points::flat(std::span<const double>(doubles)));
    expect_one_crossing(Points::flat(std::span<const float>(floats)));
    expect_one_crossing(Points(doubles.data(), 6));
    doubles.push_back(1);
    EXPECT_EQ(Points::flat(std::span<const double>(doubles)).size(), 6u);  // a rest is not used
}

TEST(Points, OfAStrideThatIsNoMultipleOfANumber) {
    const auto points = crossing_corners<PackedVertex>([](const Position& p) {
        return PackedVertex{float(p[0]), float(p[1]), float(p[2]), 'x'};
    });
    ASSERT_EQ(sizeof(PackedVertex), 13u);
    expect_one_crossing(Points(reinterpret_cast<const float*>(points.data()), points.size(), sizeof(PackedVertex)));
}

/// Nothing behind the last coordinate is read: the memory ends there.
TEST(Points, EndWithTheLastCoordinate) {
    const Sample sample = joined(lying(), standing());
    for (const std::size_t gap : {0u, 1u, 5u}) {
        const std::size_t stride = 3 + gap, size = stride * 5 + 3;
        const auto memory = std::make_unique<float[]>(size);
        for (std::size_t i = 0; i < 6; ++i) {
            for (std::size_t k = 0; k < 3; ++k) memory[i * stride + k] = float(sample.positions[i][k]);
        }
        expect_one_crossing(Points(memory.get(), 6, stride * sizeof(float)));
    }
}

TEST(Points, WidenFloatsExactly) {
    const std::vector<Xyz> points{{0.1f, 1e-45f, -3.4e38f}};
    const auto p = Points(points)[0];
    EXPECT_EQ(p[0], double(0.1f));
    EXPECT_EQ(p[1], double(1e-45f));
    EXPECT_EQ(p[2], double(-3.4e38f));
    EXPECT_FALSE(Points(points).is_double());
}

TEST(Points, CanBeNone) {
    EXPECT_TRUE(Points().empty());
    const std::vector<Position> none;
    EXPECT_TRUE(Points(none).empty());
    EXPECT_EQ(Points().size(), 0u);
}

/// All vertices in one place: stride 0 is a stride.
TEST(Points, OfStrideZeroAreAllTheSame) {
    const std::vector<double> one{1, 2, 3};
    const std::vector<Triangle> triangles{{0, 1, 2}};
    Scene scene({.threads = 1});
    scene.add(SurfaceView{Points(one.data(), 3, 0), triangles});
    const auto& answer = scene.intersections();
    EXPECT_TRUE(answer.empty());
    ASSERT_FALSE(answer.report.set_aside.empty());
    EXPECT_EQ(answer.report.set_aside[0].kind, FlawKind::degenerate);
}

}  // namespace
}  // namespace pliant::scene_test
