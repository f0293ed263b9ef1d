// Cloth: energies are those of a woven sheet in SI units, momentum is kept, energy never grows, pushes hold, and
// threads do not matter.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include <pliant/cloth.hpp>

#include "numeric/vec.hpp"
#include "shapes/meshes.hpp"
#include "shapes/random.hpp"

namespace pliant {
namespace {

constexpr double one_frame = 1.0 / 60;

SurfaceView view(const shapes::Mesh& mesh) { return {mesh.positions, mesh.triangles}; }

ClothOptions weightless(unsigned threads = 1) {
    ClothOptions options;
    options.gravity = {};
    options.threads = threads;
    return options;
}

void place(Cloths& cloths, std::span<const Point> positions) {
    for (std::uint32_t i = 0; i < positions.size(); ++i) cloths.set_position(i, positions[i]);
}

void throw_about(Cloths& cloths, std::uint64_t seed, double speed) {
    shapes::Random random(seed);
    for (std::uint32_t i = 0; i < cloths.positions().size(); ++i)
        cloths.set_velocity(i, shapes::position(speed * random.in_cube()));
}

TEST(Cloth, StretchAndShearCostWhatTheirStiffnessSays) {
    const shapes::Mesh sheet = shapes::cloth_grid({7, 5}, 1.4, 0.5);
    ClothMaterial material;
    material.stretch = 900;
    material.shear = 150;
    Cloths cloths(weightless());
    cloths.add(view(sheet), material);
    EXPECT_NEAR(cloths.energy().elastic, 0, 1e-20);
    std::vector<Point> stretched = sheet.positions, sheared = sheet.positions;
    for (Point& p : stretched) p[0] *= 1.02, p[1] *= 0.99;
    place(cloths, stretched);
    EXPECT_NEAR(cloths.energy().elastic, 0.5 * 900 * 0.7 * (0.02 * 0.02 + 0.01 * 0.01), 1e-9);
    for (Point& p : sheared) {
        const Point q = p;
        p = {std::cos(0.05) * q[0] + std::sin(0.05) * q[1], std::sin(0.05) * q[0] + std::cos(0.05) * q[1], 0};
    }
    place(cloths, sheared);
    EXPECT_NEAR(cloths.energy().elastic, 0.5 * 150 * 0.7 * std::pow(std::sin(0.1), 2), 1e-9);
}

TEST(Cloth, BendingCostsTheSquareOfTheCurvature) {
    const shapes::Mesh sheet = shapes::cloth_grid({40, 10}, 1, 0.25);
    ClothMaterial material;
    material.bending = 3e-5;
    Cloths cloths(weightless());
    cloths.add(view(sheet), material);
    std::vector<Point> rolled = sheet.positions;
    const double radius = 0.5;
    for (Point& p : rolled) p = {radius * std::sin(p[0] / radius), p[1], radius * std::cos(p[0] / radius)};
    place(cloths, rolled);
    const double stretched = cloths.energy().elastic;
    Cloths limp(weightless());
    material.bending = 0;
    limp.add(view(sheet), material);
    place(limp, rolled);
    const double bending = stretched - limp.energy().elastic;
    EXPECT_NEAR(bending, 0.5 * 3e-5 / (radius * radius) * 0.25, 0.04 * bending);
}

TEST(Cloth, SheetsThatAreBentAtRestStaySo) {
    const shapes::Mesh sleeve = shapes::tube({16, 12}, 0.1, 0.3);
    ClothMaterial material;
    material.bending = 1e-3;
    Cloths cloths(weightless());
    cloths.add(view(sleeve), material);
    for (int i = 0; i < 20; ++i) cloths.step(one_frame);
    for (std::size_t i = 0; i < sleeve.positions.size(); ++i)
        for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(cloths.positions()[i][k], sleeve.positions[i][k], 1e-9);
}

TEST(Cloth, MomentumIsKeptToRounding) {
    const shapes::Mesh sheet = shapes::cloth_grid({12, 12}, 1, 1);
    Cloths cloths(weightless());
    cloths.add(view(sheet));
    throw_about(cloths, 3, 2);
    const Point before = cloths.momentum();
    for (int i = 0; i < 60; ++i) cloths.step(one_frame);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(cloths.momentum()[k], before[k], 1e-12);
}

// Constraints are solved once a substep: what is kinetic and what elastic is told apart to some percent only, so that
// their sum may waver, but it never comes back to what it was.
TEST(Cloth, EnergyNeverGrowsByItself) {
    const shapes::Mesh sheet = shapes::cloth_grid({12, 12}, 1, 1);
    for (const double damping : {0.0, 0.002}) {
        Cloths cloths(weightless());
        ClothMaterial material;
        material.damping = damping;
        cloths.add(view(sheet), material);
        throw_about(cloths, 5, 3);
        double least = cloths.energy().total();
        for (int i = 0; i < 120; ++i) {
            cloths.step(one_frame);
            const double now = cloths.energy().total();
            EXPECT_LE(now, least * 1.05) << "step " << i;
            least = std::min(least, now);
        }
        EXPECT_LT(least, 0.1);
    }
}

TEST(Cloth, DampingTakesEnergyAndLeavesTheStretchOfRestAlone) {
    const shapes::Mesh sheet = shapes::cloth_grid({6, 6}, 0.6, 0.6);
    std::array<double, 2> lowest{};
    std::array<double, 2> energies{};
    for (const bool damped : {false, true}) {
        ClothMaterial material;
        material.damping = damped ? 0.02 : 0;
        material.drag = 0.5;
        Cloths hanging;
        hanging.add(view(sheet), material);
        for (std::uint32_t i = 0; i < 7; ++i) hanging.hold(i);
        for (int i = 0; i < 300; ++i) hanging.step(one_frame);
        for (const Point& p : hanging.positions()) lowest[damped] = std::min(lowest[damped], p[2]);
        material.drag = 0;
        material.stretch = 20;
        Cloths thrown(weightless());
        thrown.add(view(sheet), material);
        for (std::uint32_t i = 0; i < sheet.positions.size(); ++i)
            thrown.set_velocity(i, {4 * sheet.positions[i][0], 0, 0});
        for (int i = 0; i < 12; ++i) thrown.step(one_frame);
        energies[damped] = thrown.energy().total();
    }
    EXPECT_NEAR(lowest[0], lowest[1], 1e-4);
    EXPECT_LT(energies[1], 0.5 * energies[0]);
}

TEST(Cloth, HangsAsFarAsItsWeightStretchesIt) {
    const shapes::Mesh sheet = shapes::cloth_grid({8, 8}, 0.8, 0.8);
    ClothMaterial material;
    material.stretch = 60;
    material.damping = 0.01;
    material.drag = 0.5;
    Cloths cloths;
    cloths.add(view(sheet), material);
    for (std::uint32_t i = 0; i < sheet.positions.size(); ++i) {
        if (sheet.positions[i][1] > 0.399) cloths.hold(i);
        cloths.set_position(i, {sheet.positions[i][0], 0, sheet.positions[i][1]});
    }
    for (int i = 0; i < 400; ++i) cloths.step(one_frame);
    double lowest = 1;
    for (const Point& p : cloths.positions()) lowest = std::min(lowest, p[2]);
    // Of a strip of length L: half its weight per width over its stiffness.
    const double longer = -0.4 - lowest, expected = 0.5 * 0.2 * 9.81 * 0.8 * 0.8 / 60;
    EXPECT_NEAR(longer, expected, 0.25 * expected);
    EXPECT_LT(cloths.energy().kinetic, 1e-6);
}

TEST(Cloth, PushesHoldItUpAndFrictionHoldsItBack) {
    const shapes::Mesh sheet = shapes::cloth_grid({6, 6}, 0.5, 0.5);
    for (const double friction : {0.0, 1.0}) {
        Cloths cloths;
        const VertexRange range = cloths.add(view(sheet));
        for (std::uint32_t i = 0; i < range.count; ++i) cloths.set_velocity(i, {1, 0, 0});
        std::vector<Push> floor(range.count);
        for (std::uint32_t i = 0; i < range.count; ++i) {
            floor[i].vertices[0] = i;
            floor[i].weights[0] = 1;
            floor[i].count = 1;
            floor[i].normal = {0, 0, 1};
            floor[i].friction = friction;
        }
        for (int i = 0; i < 60; ++i) cloths.step(one_frame, floor);
        double weight = 0, held_up = 0;
        for (std::uint32_t i = 0; i < range.count; ++i) {
            EXPECT_NEAR(cloths.positions()[i][2], 0, 1e-4);
            EXPECT_NEAR(cloths.velocities()[i][0], friction > 0 ? 0 : 1, 1e-3);
            weight += 9.81 * cloths.mass(i);
            held_up += floor[i].force;
        }
        EXPECT_NEAR(held_up, weight, 0.01 * weight);
    }
}

TEST(Cloth, WhatIsTooNearIsLedOutWithoutGainingSpeed) {
    Cloths cloths(weightless());
    const std::vector<Point> points{{0, 0, 0}};
    const std::vector<double> masses{1};
    cloths.add_guests(points, masses);
    std::vector<Push> push(1);
    push[0].weights[0] = 1;
    push[0].count = 1;
    push[0].normal = {0, 0, 1};
    push[0].distance = 0.01;
    for (int i = 0; i < 10; ++i) cloths.step(one_frame, push);
    EXPECT_NEAR(cloths.positions()[0][2], 0.01, 1e-5);
    EXPECT_NEAR(cloths.velocities()[0][2], 0, 1e-12);
}

TEST(Cloth, GuestsTakeWhatTheClothLoses) {
    const shapes::Mesh sheet = shapes::cloth_grid({4, 4}, 0.4, 0.4);
    Cloths cloths(weightless());
    const VertexRange range = cloths.add(view(sheet));
    const std::vector<Point> points{{0.01, 0.02, -0.02}};
    const std::vector<double> masses{0.5};
    const VertexRange guest = cloths.add_guests(points, masses);
    for (std::uint32_t i = 0; i < range.count; ++i) cloths.set_velocity(i, {0.3, 0, -4});
    std::vector<Push> push(1);
    push[0].vertices = {12, guest.first, 0, 0, 0};
    push[0].weights = {1, -1, 0, 0, 0};
    push[0].count = 2;
    push[0].normal = {0, 0, 1};
    push[0].friction = 0.5;
    const double before = cloths.momentum()[2], sideways = cloths.momentum()[0];
    cloths.step(one_frame, push);
    EXPECT_LT(cloths.velocities()[guest.first][2], -0.01);
    EXPECT_NEAR(cloths.momentum()[2] + 0.5 * cloths.velocities()[guest.first][2], before, 1e-13);
    EXPECT_NEAR(cloths.momentum()[0] + 0.5 * cloths.velocities()[guest.first][0], sideways, 1e-13);
}

TEST(Cloth, MovesTheSameForAnyNumberOfThreads) {
    const shapes::Mesh sheet = shapes::cloth_grid({60, 60}, 1, 1);
    std::vector<Point> first;
    for (const unsigned threads : {1u, 2u, 3u}) {
        Cloths cloths(weightless(threads));
        cloths.add(view(sheet));
        throw_about(cloths, 11, 1);
        for (int i = 0; i < 3; ++i) cloths.step(one_frame);
        const std::vector<Point> now(cloths.positions().begin(), cloths.positions().end());
        if (first.empty()) first = now;
        ASSERT_EQ(now.size(), first.size());
        EXPECT_EQ(std::memcmp(now.data(), first.data(), now.size() * sizeof(Point)), 0) << threads << " threads";
    }
}

TEST(Cloth, RefusesWhatNoClothCanBe) {
    Cloths cloths;
    const std::vector<Point> line{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    const std::vector<Triangle> triangles{{0, 1, 2}}, beyond{{0, 1, 3}};
    EXPECT_THROW(cloths.add({line, triangles}), std::invalid_argument);
    EXPECT_THROW(cloths.add({line, beyond}), std::invalid_argument);
    const shapes::Mesh sheet = shapes::cloth_grid({1, 1}, 1, 1);
    ClothMaterial material;
    material.stretch = 0;
    EXPECT_THROW(cloths.add(view(sheet), material), std::invalid_argument);
    material = {};
    material.warp = {};
    EXPECT_THROW(cloths.add(view(sheet), material), std::invalid_argument);
    EXPECT_THROW(cloths.step(0), std::invalid_argument);
}

}  // namespace
}  // namespace pliant
