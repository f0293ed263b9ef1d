// Once warm, a frame allocates nothing: every way to ask for memory is counted.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <pliant/penalty.hpp>

#include "agreement/detectors.hpp"
#include "allocations.hpp"
#include "determinism/played_scene.hpp"

namespace pliant::scene_test {
namespace {

using determinism::PlayedScene;

struct Case {
    IntersectionMethod method;
    unsigned threads;
    std::string_view scene;
};

class WarmFrames : public testing::TestWithParam<Case> {};

/// Asks in each of some frames, back and forth: the same ones in every round, so that what they need at most is known
/// after the first.
template <class Ask>
std::size_t allocations_of_a_round(PlayedScene& played, const Ask& ask) {
    std::size_t sum = 0;
    for (const std::size_t frame : {0u, 1u, 2u, 3u, 2u, 1u}) {
        played.scene.start_step();
        played.go_to(frame);
        sum += allocations::during([&] { ask(played.scene); });
    }
    return sum;
}

/// Allocations of the last of some rounds. A thread that first takes part in a later round sets itself up then, and
/// `automatic` builds a detector in parts after many questions: only three rounds in a row without any are warm.
template <class Ask>
std::size_t allocations_once_warm(PlayedScene& played, const Ask& ask) {
    EXPECT_GT(allocations_of_a_round(played, ask), 0u);  // the counter counts
    std::size_t last = 1;
    for (int round = 0, quiet = 0; round < 60 && quiet < 3; ++round) {
        last = allocations_of_a_round(played, ask);
        quiet = last == 0 ? quiet + 1 : 0;
    }
    return last;
}

/// On one thread and on two.
template <class Ask>
void expect_nothing_warm(std::initializer_list<const char*> names, std::size_t triangles, const Ask& ask) {
    for (const char* name : names) {
        for (const unsigned threads : {1u, 2u}) {
            PlayedScene played(name, triangles, threads);
            EXPECT_EQ(allocations_once_warm(played, ask), 0u) << name << ", " << threads << " threads";
        }
    }
}

TEST_P(WarmFrames, AllocateNothing) {
    const auto& [method, threads, name] = GetParam();
    PlayedScene played(name, 20000, threads);
    const IntersectionOptions options{.method = method};
    EXPECT_EQ(allocations_once_warm(played, [&](Scene& scene) { (void)scene.intersections(options); }), 0u);
}

TEST_P(WarmFrames, AllocateNothingWithABudgetOfPairs) {
    const auto& [method, threads, name] = GetParam();
    PlayedScene played(name, 20000, threads);
    const IntersectionOptions options{.method = method, .budget = {.pairs = 50}};
    EXPECT_EQ(allocations_once_warm(played, [&](Scene& scene) { (void)scene.intersections(options); }), 0u);
}

using Positions = std::vector<std::array<float, 3>>;

/// A grid of squares, bent by a function of two numbers from 0 to 1.
template <class Place>
Positions bent_grid(std::uint32_t side, const Place& place) {
    Positions positions;
    for (std::uint32_t i = 0; i < side * side; ++i) {
        const auto s = static_cast<float>(i % side), t = static_cast<float>(i / side), n = static_cast<float>(side - 1);
        positions.push_back(place(s / n, t / n));
    }
    return positions;
}

std::vector<Triangle> triangles_of_grid(std::uint32_t side) {
    std::vector<Triangle> triangles;
    for (std::uint32_t i = 0; i + 1 < side; ++i) {
        for (std::uint32_t k = 0; k + 1 < side; ++k) {
            const std::uint32_t a = i * side + k, b = a + 1, c = a + side, d = c + 1;
            triangles.push_back({a, b, d});
            triangles.push_back({a, d, c});
        }
    }
    return triangles;
}

// Contours are looked at in as many rounds as it takes; which buffers have room must not depend on their number.
TEST(WarmRounds, AllocateNothingAfterAFrameWithAnotherNumberOfRounds) {
    const auto waves = bent_grid(121, [](float s, float t) {
        return std::array{2 * t + 49, 2 * s - 1, 0.4f * std::sin(12 * t - 6) * std::cos(10 * s - 5)};
    });
    const auto flat = bent_grid(25, [](float s, float t) { return std::array{24 * t, 24 * s, 0.0f}; });
    const auto many = triangles_of_grid(121), few = triangles_of_grid(25);
    for (const float turns : {1.2f, 2.2f, 2.4f, 2.6f}) {  // more than one: contours are not simple
        const auto spiral = bent_grid(25, [&](float s, float t) {
            const float angle = 6.283185f * turns * t;
            return std::array{(1 + s) * std::cos(angle), (1 + s) * std::sin(angle), 0.04f * angle / 6};
        });
        Scene scene(SceneOptions{1});
        scene.add(SurfaceView{waves, many});
        const BodyId body = scene.add(SurfaceView{spiral, few});
        const auto allocations_with = [&](const Positions& positions) {
            scene.move(body, positions);
            return allocations::during([&] { (void)scene.intersections({.method = IntersectionMethod::regularity}); });
        };
        for (int i = 0; i < 4; ++i) (void)allocations_with(spiral);
        EXPECT_EQ(allocations_with(spiral), 0u) << turns;
        EXPECT_EQ(allocations_with(flat), 0u) << turns;
        EXPECT_EQ(allocations_with(spiral), 0u) << turns;
    }
}

/// Curves within a body and between bodies, with everything that can be asked for.
TEST(WarmCurves, AllocateNothing) {
    expect_nothing_warm({"two_knots", "folded_layers", "body_and_garment", "resting_stack"}, 6000,
                        [](Scene& scene) { (void)scene.curves({.depth = true}); });
}

/// Everything that meets between frames, and the earliest of it.
TEST(WarmImpacts, AllocateNothing) {
    expect_nothing_warm({"two_knots", "draped_cloth"}, 4000, [](Scene& scene) {
        (void)scene.impacts();
        (void)scene.safe_step();
    });
}

/// Volumes, points and layers, with everything that can be asked for.
TEST(WarmVolumes, AllocateNothing) {
    const std::vector<std::array<double, 3>> points{{0, 0, 0}, {1, 0.1, 0}, {0.9, 0.2, 0.1}, {5, 5, 5}};
    expect_nothing_warm({"two_knots"}, 4000, [&](Scene& scene) {
        (void)scene.overlap(BodyId{0}, BodyId{1}, {.tolerance = 0.05, .spans = true, .gradient = true, .depths = true});
        (void)scene.contains(BodyId{0}, points, {.exact = true});
        (void)scene.layers(BodyId{1}, {.resolution = 50});
    });
}

TEST(WarmPenetrations, AllocateNothing) {
    expect_nothing_warm({"setup_c", "setup_d"}, 9600, [](Scene& scene) { (void)scene.penetrations(); });
}

TEST(WarmPenetrations, AllocateNothingForDepths) {
    for (const char* name : {"setup_c", "setup_d"}) {
        PlayedScene played(name, 9600, 2);
        const PenetrationOptions options{.once_per_body = true, .depth = true};
        EXPECT_EQ(allocations_once_warm(played, [&](Scene& scene) { (void)scene.penetrations(options); }), 0u) << name;
    }
}

TEST(WarmProximities, AllocateNothing) {
    const std::array thick{BodyThickness{BodyId{0}, 0.001, {}}};
    expect_nothing_warm({"draped_cloth", "swarm"}, 9600, [&](Scene& scene) {
        (void)scene.proximities({.distance = 0.02});
        (void)scene.proximities({.distance = 0.01, .thickness = thick, .nearest = 2});
        (void)scene.proximities({.distance = 0.02, .budget = {.proximities = 100}});
    });
}

TEST(WarmContacts, AllocateNothing) {
    PlayedScene played("two_knots", 20000, 1);
    const auto ask = [](Scene& scene) {
        (void)scene.contacts_within(BodyId{0}, BodyId{1}, {.budget = {.tests = 5000}});
        (void)scene.contacts_within(BodyId{0}, BodyId{1});
    };
    EXPECT_EQ(allocations_once_warm(played, ask), 0u);
}

TEST(WarmContacts, PenaltyForcesAllocateNothing) {
    PlayedScene played("two_knots", 4000, 1);
    const std::vector<std::array<double, 3>> cage{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    std::vector<std::array<double, 3>> forces(cage.size());
    const ContactOptions options{.finest = Finest::spheres, .budget = {.tests = 500}};
    std::size_t last = 0;
    for (const std::size_t frame : {0u, 1u, 2u, 1u}) {
        played.go_to(frame);
        const Contacts& contacts = played.scene.contacts_within(BodyId{0}, BodyId{1}, options);
        ASSERT_FALSE(contacts.empty());
        last = allocations::during([&] {
            penalty_forces(contacts, {cage, {}, forces}, {}, {.friction = 0.3, .spheres = true});
        });
    }
    EXPECT_EQ(last, 0u);
}

std::vector<Case> cases() {
    std::vector<Case> result;
    for (const IntersectionMethod method : agreement::detectors) {
        for (const unsigned threads : {1u, 2u}) {
            for (const std::string_view scene : {"draped_cloth", "two_knots", "swarm"}) {
                result.push_back({method, threads, scene});
            }
        }
    }
    return result;
}

INSTANTIATE_TEST_SUITE_P(Scenes, WarmFrames, testing::ValuesIn(cases()), [](const auto& c) {
    return std::string(name(c.param.method)) + "_" + std::string(c.param.scene) + "_" + std::to_string(c.param.threads);
});

}  // namespace
}  // namespace pliant::scene_test
