// Sheets that pass through each other: what is led out by its curves makes them shorter, until there are none.
#include <gtest/gtest.h>

#include <vector>

#include <pliant/scene.hpp>

#include "respond/untangle.hpp"
#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"

namespace pliant::respond {
namespace {

/// Two free sheets in one numbering of vertices.
struct Pair {
    std::vector<Point> positions;
    std::vector<Triangle> first, second;
    std::uint32_t split = 0;

    Pair(const shapes::Mesh& a, const shapes::Mesh& b)
        : positions(a.positions), first(a.triangles), second(b.triangles), split(std::uint32_t(a.positions.size())) {
        positions.insert(positions.end(), b.positions.begin(), b.positions.end());
    }

    [[nodiscard]] std::span<const Point> of(bool b) const {
        const std::span<const Point> all(positions);
        return b ? all.subspan(split) : all.first(split);
    }
};

double length_of(const Curves& curves) {
    double sum = 0;
    for (const Curve& curve : curves) sum += curve.length;
    return sum;
}

/// Steps until there is no curve, and the curves' lengths on the way.
std::vector<double> led_out(Pair& pair, double reach) {
    Scene scene;
    scene.add(SurfaceView{pair.of(false), pair.first});
    scene.add(SurfaceView{pair.of(true), pair.second});
    std::vector<SurfaceBody> bodies(2);
    bodies[0].solver = {0, pair.split};
    bodies[1].solver = {pair.split, std::uint32_t(pair.positions.size()) - pair.split};
    bodies[0].cloth = bodies[1].cloth = true;
    const std::vector<double> inverse_masses(pair.positions.size(), 1.0);
    const std::vector<std::span<const Triangle>> triangles{pair.first, pair.second};
    Untangling untangling;
    std::vector<double> lengths;
    for (int step = 0; step < 400; ++step) {
        scene.move(BodyId(0), pair.of(false));
        scene.move(BodyId(1), pair.of(true));
        const Curves& curves = scene.curves();
        lengths.push_back(length_of(curves));
        if (untangling.find(curves, bodies, triangles, pair.positions, inverse_masses, reach) == 0) break;
        for (const auto& [vertex, way] : untangling.motions())
            for (std::size_t k = 0; k < 3; ++k) pair.positions[vertex][k] += way[k];
    }
    return lengths;
}

shapes::Mesh flat(std::uint32_t cells, double side) { return shapes::cloth_grid({cells, cells}, side, side); }

TEST(Untangling, ACornerThatPassesThroughIsLedBack) {
    shapes::Mesh upper = flat(8, 0.7);
    const shapes::Placement tilted({1, 1, 0}, 0.06, {0.011, 0.017, 0.12});
    for (auto& p : upper.positions) p = shapes::position(tilted(Vec3(p)));
    Pair pair(flat(10, 1), upper);
    const std::vector<double> lengths = led_out(pair, 0.01);
    ASSERT_GT(lengths.size(), 2U);
    EXPECT_GT(lengths.front(), 0.1);
    EXPECT_LT(lengths[1], lengths[0]);
    EXPECT_EQ(lengths.back(), 0);
}

TEST(Untangling, ADentThatPassesThroughIsLedBack) {
    shapes::Mesh upper = flat(16, 0.8);
    for (auto& p : upper.positions) {
        const double square = (p[0] * p[0] + p[1] * p[1]) / 0.04;
        p = {p[0] + 0.003, p[1] + 0.007, 0.03 - (square < 1 ? 0.1 * (1 - square) * (1 - square) : 0)};
    }
    Pair pair(flat(13, 1), upper);
    const std::vector<double> lengths = led_out(pair, 0.005);
    ASSERT_GT(lengths.size(), 2U);
    EXPECT_LT(lengths[1], lengths[0]);
    EXPECT_EQ(lengths.back(), 0);
}

TEST(Untangling, WhatDoesNotMeetIsLeftAlone) {
    shapes::Mesh upper = flat(6, 0.5);
    for (auto& p : upper.positions) p[2] = 0.1;
    Pair pair(flat(6, 0.5), upper);
    const std::vector<Point> before = pair.positions;
    EXPECT_EQ(led_out(pair, 0.01).size(), 1U);
    EXPECT_EQ(pair.positions, before);
}

}  // namespace
}  // namespace pliant::respond
