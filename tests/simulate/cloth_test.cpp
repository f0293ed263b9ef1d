// Cloth among other bodies: contacts hold it apart, momentum passes between bodies without loss, what is fast does not
// get through, certified frames have no intersections by an independent search, and threads do not matter.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <vector>

#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include "numeric/vec.hpp"
#include "shapes/meshes.hpp"
#include "shapes/solids.hpp"
#include "simulate/living_scene.hpp"

namespace pliant {
namespace {

constexpr double one_frame = 1.0 / 60;

/// By brute force, in a scene of its own.
std::size_t intersections_of(const Simulation& simulation) {
    Scene scene;
    for (std::uint32_t i = 0; i < simulation.bodies(); ++i)
        scene.add(SurfaceView{simulation.positions(i), simulation.triangles(i)});
    IntersectionOptions options;
    options.method = IntersectionMethod::brute_force;
    return scene.intersections(options).items.size();
}

bool all_finite(const Simulation& simulation) {
    for (std::uint32_t i = 0; i < simulation.bodies(); ++i)
        for (const Point& p : simulation.positions(i))
            if (!finite(Vec3(p))) return false;
    return true;
}

shapes::Mesh sheet_at(double height, std::uint32_t cells = 12, double side = 0.6) {
    shapes::Mesh mesh = shapes::cloth_grid({cells, cells}, side, side);
    for (auto& p : mesh.positions) p[2] = height;
    return mesh;
}

shapes::Mesh ball(double radius) {
    shapes::Mesh mesh = shapes::icosphere(6);
    for (auto& p : mesh.positions)
        for (double& x : p) x *= radius;
    return mesh;
}

SurfaceView view(const shapes::Mesh& mesh) { return {mesh.positions, mesh.triangles}; }

TEST(ClothSimulation, DrapesOverABallWithoutAnyIntersection) {
    const shapes::Mesh sphere = ball(0.15), sheet = sheet_at(0.17);
    SimulationOptions options;
    options.certify = true;
    options.cloth_substeps = 20;
    Simulation simulation(options);
    simulation.add_obstacle("ball", view(sphere));
    const std::uint32_t cloth = simulation.add_cloth("cloth", view(sheet));
    const double start = simulation.energy().total();
    bool touched = false;
    for (int i = 0; i < 90; ++i) {
        const StepReport& report = simulation.step(one_frame);
        EXPECT_TRUE(report.certified) << "step " << i;
        EXPECT_LE(simulation.energy().total(), start + 1e-6) << "step " << i;
        touched |= report.pushing > 0;
        if (i % 10 == 9) {
            EXPECT_EQ(intersections_of(simulation), 0U) << "step " << i;
        }
    }
    EXPECT_TRUE(touched);
    double lowest = 1, highest = -1;
    for (const Point& p : simulation.positions(cloth))
        lowest = std::min(lowest, p[2]), highest = std::max(highest, p[2]);
    EXPECT_LT(lowest, 0);
    EXPECT_GT(highest, 0.15);
}

TEST(ClothSimulation, WhatIsFastDoesNotGetThrough) {
    const shapes::Mesh sphere = ball(0.15), sheet = sheet_at(0.4);
    SimulationOptions options;
    options.certify = true;
    Simulation simulation(options);
    simulation.add_obstacle("ball", view(sphere));
    ClothSettings settings;
    settings.velocity = {0, 0, -25};  // more than the ball in one step
    const std::uint32_t cloth = simulation.add_cloth("cloth", view(sheet), settings);
    std::uint64_t impacts = 0;
    for (int i = 0; i < 6; ++i) {
        const StepReport& report = simulation.step(one_frame);
        impacts += report.impacts;
        EXPECT_TRUE(report.certified) << "step " << i;
        EXPECT_EQ(intersections_of(simulation), 0U) << "step " << i;
    }
    EXPECT_GT(impacts, 0U);
    double middle = -1;
    for (const Point& p : simulation.positions(cloth))
        if (std::hypot(p[0], p[1]) < 0.05) middle = std::max(middle, p[2]);
    EXPECT_GT(middle, 0.1);
}

TEST(ClothSimulation, MomentumPassesBetweenClothAndSoftBodies) {
    SimulationOptions options;
    options.gravity = {};
    Simulation simulation(options);
    const shapes::Mesh box = shapes::solid_box({3, 3, 3}, {0.2, 0.2, 0.2}), sheet = sheet_at(0.14);
    simulation.add_soft("box", VolumeView{box.positions, box.tetrahedra});
    ClothSettings settings;
    settings.velocity = {0.5, 0, -2};
    const std::uint32_t cloth = simulation.add_cloth("cloth", view(sheet), settings);
    const Point before = simulation.momentum();
    for (int i = 0; i < 30; ++i) {
        simulation.step(one_frame);
        for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(simulation.momentum()[k], before[k], 1e-6) << "step " << i;
    }
    double speed = 0;
    for (const Point& v : simulation.velocities(0)) speed += v[2] / double(simulation.velocities(0).size());
    EXPECT_LT(speed, -1e-4);
    EXPECT_TRUE(all_finite(simulation));
    EXPECT_EQ(simulation.kind(cloth), BodyKind::cloth);
}

TEST(ClothSimulation, SheetsRestOnEachOtherAndOnThemselves) {
    const shapes::Mesh lower = sheet_at(0.003, 8, 0.4), upper = sheet_at(0.008, 10, 0.36);
    shapes::Mesh floor = shapes::box_surface({1, 1, 1});
    for (auto& p : floor.positions) p = {2 * p[0] - 1, 2 * p[1] - 1, 0.1 * p[2] - 0.1};
    SimulationOptions options;
    options.certify = true;
    Simulation simulation(options);
    simulation.add_obstacle("floor", view(floor));
    const std::uint32_t a = simulation.add_cloth("lower", view(lower)), b = simulation.add_cloth("upper", view(upper));
    for (int i = 0; i < 60; ++i) EXPECT_TRUE(simulation.step(one_frame).certified) << "step " << i;
    for (const Point& p : simulation.positions(a)) EXPECT_NEAR(p[2], 0.001, 6e-4);
    for (const Point& p : simulation.positions(b)) EXPECT_NEAR(p[2], 0.003, 1.2e-3);
}

TEST(ClothSimulation, AStartThatIntersectsIsNotCertified) {
    const shapes::Mesh sphere = ball(0.15), sheet = sheet_at(0);
    SimulationOptions options;
    options.certify = true;
    Simulation simulation(options);
    simulation.add_obstacle("ball", view(sphere));
    simulation.add_cloth("cloth", view(sheet));
    const StepReport& report = simulation.step(one_frame);
    EXPECT_FALSE(report.certified);
    EXPECT_EQ(report.intersections, intersections_of(simulation));
    EXPECT_GT(report.intersections, 0U);
}

TEST(ClothSimulation, SheetsThatBeginInEachOtherAreLedApart) {
    SimulationOptions options;
    options.certify = true;
    const auto scene = simulate::make_living_scene("untangle", options, {0.3, 1});
    Simulation& simulation = scene->simulation();
    EXPECT_GT(intersections_of(simulation), 0U);
    EXPECT_GT(simulation.step(one_frame).curves, 0U);
    int steps = 1;
    while (steps < 200 && !simulation.step(one_frame).certified) ++steps;
    EXPECT_LT(steps, 200);
    for (int i = 0; i < 20; ++i) {
        const StepReport& report = simulation.step(one_frame);
        EXPECT_TRUE(report.certified) << i << " steps later";
        EXPECT_EQ(report.curves, 0U) << i << " steps later";
    }
    EXPECT_EQ(intersections_of(simulation), 0U);
    double lowest = 1;  // of the one that began above
    for (const Point& p : simulation.positions(1)) lowest = std::min(lowest, p[2]);
    EXPECT_GT(lowest, -0.15);
    EXPECT_TRUE(all_finite(simulation));
}

TEST(ClothSimulation, HeldVerticesMoveAsTheyAreTold) {
    Simulation simulation;
    const shapes::Mesh sheet = sheet_at(0, 6, 0.3);
    const std::uint32_t cloth = simulation.add_cloth("cloth", view(sheet));
    simulation.hold(cloth, 3);
    simulation.move_held(cloth, 3, {0.01, 0, 0.02});
    simulation.step(one_frame);
    for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(simulation.positions(cloth)[3][k],
                    sheet.positions[3][k] + (k == 0   ? 0.01
                                             : k == 2 ? 0.02
                                                      : 0),
                    1e-12);
    EXPECT_THROW(simulation.hold(cloth, 1000), std::out_of_range);
    ClothSettings flat;
    flat.thickness = 0;
    EXPECT_THROW(simulation.add_cloth("flat", view(sheet), flat), std::invalid_argument);
}

TEST(ClothSimulation, ScenesAreCertifiedAndTheSameForAnyNumberOfThreads) {
    for (const char* name : {"drape", "garment", "twist"}) {
        std::vector<Point> first;
        for (const unsigned threads : {1u, 3u}) {
            SimulationOptions options;
            options.threads = threads;
            options.certify = true;
            const auto scene = simulate::make_living_scene(name, options, {0.03, 1});
            Simulation& simulation = scene->simulation();
            for (int i = 0; i < 40; ++i) {
                scene->drive(double(i + 1) * one_frame, one_frame);
                EXPECT_TRUE(simulation.step(one_frame).certified) << name << ", step " << i;
            }
            std::vector<Point> now;
            for (std::uint32_t b = 0; b < simulation.bodies(); ++b)
                now.insert(now.end(), simulation.positions(b).begin(), simulation.positions(b).end());
            if (first.empty()) first = now;
            ASSERT_EQ(now.size(), first.size());
            EXPECT_EQ(std::memcmp(now.data(), first.data(), now.size() * sizeof(Point)), 0) << name;
            EXPECT_EQ(intersections_of(simulation), 0U) << name;
        }
    }
}

}  // namespace
}  // namespace pliant
