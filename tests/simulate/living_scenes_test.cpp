// Living scenes, small: nothing is lost, nothing gains energy by itself, and threads do not matter.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "mesh/union_find.hpp"
#include "numeric/vec.hpp"
#include "simulate/living_scene.hpp"

namespace pliant::simulate {
namespace {

constexpr double sixtieth = 1.0 / 60;

double seconds_of(std::string_view name) {
    for (const LivingSceneInfo& info : living_scenes())
        if (info.name == name) return info.seconds;
    return sixtieth;
}

std::unique_ptr<LivingScene> played(std::string_view name, double scale, unsigned threads, int frames) {
    SimulationOptions options;
    options.threads = threads;
    auto scene = make_living_scene(name, options, {scale, 1});
    const double seconds = seconds_of(name);
    for (int frame = 1; frame <= frames; ++frame) {
        scene->drive(frame * seconds, seconds);
        scene->simulation().step(seconds);
    }
    return scene;
}

std::vector<Point> all_positions(const Simulation& simulation) {
    std::vector<Point> all;
    for (std::uint32_t b = 0; b < simulation.bodies(); ++b)
        all.insert(all.end(), simulation.positions(b).begin(), simulation.positions(b).end());
    return all;
}

template <class Element>
std::size_t pieces(std::span<const Element> elements, std::size_t vertices) {
    mesh::UnionFind joined(vertices);
    std::vector<std::uint8_t> used(vertices, 0);
    for (const Element& t : elements) {
        if (t[0] == ~0u) continue;
        for (const std::uint32_t v : t) joined.join(t[0], v), used[v] = 1;
    }
    std::size_t count = 0;
    for (std::uint32_t v = 0; v < vertices; ++v) count += used[v] != 0 && joined.root(v) == v;
    return count;
}

TEST(LivingScenes, GiveTheSameBytesForAnyNumberOfThreads) {
    for (const LivingSceneInfo& info : living_scenes()) {
        const auto one = played(info.name, 0.05, 1, 60), three = played(info.name, 0.05, 3, 60);
        EXPECT_EQ(all_positions(one->simulation()), all_positions(three->simulation())) << info.name;
        for (const Point& p : all_positions(one->simulation())) ASSERT_TRUE(finite(Vec3(p))) << info.name;
    }
}

TEST(LivingScenes, TheScalpelPartsTheSlab) {
    const auto scene = played("scalpel", 0.4, 2, 110);
    const Simulation& simulation = scene->simulation();
    EXPECT_EQ(pieces(simulation.tetrahedra(0), simulation.positions(0).size()), 1u);
    const auto later = played("scalpel", 0.4, 2, 200);
    const Simulation& parted = later->simulation();
    EXPECT_EQ(pieces(parted.tetrahedra(0), parted.positions(0).size()), 2u);
    EXPECT_GT(parted.positions(0).size(), simulation.positions(0).size());
    EXPECT_LT(later->simulation().deepest_penetration(), 0.01 * later->body_size());
    Simulation& left = later->simulation();  // let alone, both halves lose energy
    const double before = left.energy().total();
    for (int i = 0; i < 30; ++i) {
        left.step(sixtieth);
        // At rest it wavers by as much as the solver leaves over, SimulationOptions::tolerance.
        ASSERT_LE(left.energy().total(), before + 5e-3 * left.energy().elastic);
    }
}

// The pile has overlaps to look for from the first step on, the drape nears and impacts.
TEST(Simulation, SaysWhereItsBudgetForDetectionRanOut) {
    for (const std::string_view name : {"pile", "drape", "rain"}) {
        for (const bool short_of_time : {false, true}) {
            SimulationOptions options;
            if (short_of_time) options.detection_budget = std::chrono::nanoseconds(1);
            const auto scene = make_living_scene(name, options, {0.05, 1});
            bool complete = true;
            for (int frame = 1; frame <= 30; ++frame) {
                scene->drive(frame * sixtieth, sixtieth);
                complete = complete && scene->simulation().step(sixtieth).complete;
            }
            EXPECT_EQ(complete, !short_of_time) << name;
        }
    }
}

TEST(Simulation, MovesAlikeWhoeverDetects) {
    const auto usual = played("pile", 0.05, 2, 40);
    for (const IntersectionMethod detector :
         {IntersectionMethod::brute_force, IntersectionMethod::box_tree, IntersectionMethod::spatial_hash}) {
        SimulationOptions options;
        options.certify = true;
        use_detector(options, detector);
        const auto scene = make_living_scene("pile", options, {0.05, 1});
        for (int frame = 1; frame <= 40; ++frame) scene->simulation().step(sixtieth);
        EXPECT_EQ(all_positions(scene->simulation()), all_positions(usual->simulation())) << name(detector);
    }
}

TEST(LivingScenes, TheBannerTearsInTwo) {
    std::vector<Point> first;
    for (const unsigned threads : {1u, 3u}) {
        SimulationOptions options;
        options.threads = threads;
        options.certify = true;
        const auto scene = make_living_scene("tear", options, {0.1, 1});
        Simulation& simulation = scene->simulation();
        const std::size_t triangles = simulation.triangles(0).size(), vertices = simulation.positions(0).size();
        EXPECT_EQ(pieces(simulation.triangles(0), vertices), 1u);
        std::uint64_t torn = 0;
        for (int frame = 1; frame <= 300; ++frame) {
            scene->drive(frame * sixtieth, sixtieth);
            const StepReport& report = simulation.step(sixtieth);
            EXPECT_TRUE(report.certified) << "frame " << frame;
            torn += report.torn;
        }
        EXPECT_EQ(simulation.positions(0).size(), vertices + torn);
        EXPECT_EQ(simulation.triangles(0).size(), triangles);
        EXPECT_GE(pieces(simulation.triangles(0), simulation.positions(0).size()), 2u);
        const std::vector<Point> now = all_positions(simulation);
        if (first.empty()) first = now;
        EXPECT_EQ(now, first) << threads << " threads";
    }
}

TEST(LivingScenes, BallsComeThroughTheGapAndRest) {
    const auto scene = played("squeeze", 0.34, 2, 400);  // two of them
    Simulation& simulation = scene->simulation();
    std::size_t balls = 0;
    for (std::uint32_t b = 0; b < simulation.bodies(); ++b) {
        if (simulation.kind(b) != BodyKind::soft) continue;
        ++balls;
        for (const Point& p : simulation.positions(b)) {
            EXPECT_LT(p[2], 0) << "below the gap";
            EXPECT_GT(p[2], -1) << "in the bowl";
        }
    }
    EXPECT_EQ(balls, 2u);
    EXPECT_LT(simulation.deepest_penetration(), 0.01 * scene->body_size());
}

TEST(LivingScenes, TheProbePressesTheTissue) {
    const auto scene = played("haptic", 1, 1, 1);
    Simulation& simulation = scene->simulation();
    double lowest = 0;
    std::uint64_t pushing = 0;
    for (int step = 2; step <= 500; ++step) {
        scene->drive(step * 1e-3, 1e-3);
        pushing += simulation.step(1e-3).pushing > 0;
    }
    for (const Point& p : simulation.positions(1)) lowest = std::min(lowest, p[2]);
    EXPECT_LT(lowest, -0.01);  // the probe is down
    EXPECT_GT(pushing, 200u);
    EXPECT_LT(simulation.deepest_penetration(), 0.01 * scene->body_size());
}

TEST(Simulation, ACutIsOfASoftBody) {
    const auto scene = make_living_scene("rain", {}, {0.01, 1});
    Simulation& simulation = scene->simulation();
    const Blade blade{{-1, -1, 0}, {2, 0, 0}, {0, 2, 0}};
    std::size_t refused = 0;
    for (std::uint32_t b = 0; b < simulation.bodies(); ++b) {
        if (simulation.kind(b) == BodyKind::soft) continue;
        EXPECT_THROW((void)simulation.cut(b, blade), std::invalid_argument);
        ++refused;
    }
    EXPECT_GT(refused, 0u);
    EXPECT_THROW((void)simulation.cut(simulation.bodies(), blade), std::out_of_range);
}

}  // namespace
}  // namespace pliant::simulate
