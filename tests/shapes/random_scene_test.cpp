#include "shapes/random_scene.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <string>

#include "scene_frames.hpp"

namespace pliant::shapes {
namespace {

constexpr std::uint64_t seeds = 40;

std::string named(std::uint64_t seed) { return "random:" + std::to_string(seed); }

TEST(RandomScene, GivesTheSameSceneForASeedAndAnotherForTheNext) {
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        SceneSize size;
        size.triangles = 500;
        const auto scene = make_scene(named(seed), size), again = make_scene(named(seed), size),
                   next = make_scene(named(seed + 1), size);
        ASSERT_NE(scene, nullptr);
        EXPECT_EQ(scene->name(), named(seed));
        EXPECT_EQ(frame_of(*scene, 17), frame_of(*again, 17));
        EXPECT_NE(frame_of(*scene, 17), frame_of(*next, 17));
    }
}

TEST(RandomScene, KeepsItsOwnSeedWhateverTheSizeSays) {
    SceneSize one, two;
    one.triangles = two.triangles = 500;
    two.seed = 2;
    EXPECT_EQ(frame_of(*make_scene("random:3", one), 5), frame_of(*make_scene("random:3", two), 5));
}

TEST(RandomScene, StaysWithinItsRangesAndFiniteAndSound) {
    std::set<std::string> families;
    std::set<std::size_t> numbers_of_bodies;
    std::size_t least = 1000000, most = 0, volumes = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        const auto scene = make_scene(named(seed));
        EXPECT_EQ(scene->frames(), 60u);
        EXPECT_LE(scene->bodies(), 30u);
        numbers_of_bodies.insert(scene->bodies());
        least = std::min(least, triangles_of(*scene));
        most = std::max(most, triangles_of(*scene));
        for (std::size_t body = 0; body < scene->bodies(); ++body) {
            const std::string name(scene->body_name(body));
            families.insert(name.substr(0, name.find('_')));
            const Mesh& mesh = scene->body(body);
            volumes += mesh.tetrahedra.empty() ? 0 : 1;
            ASSERT_FALSE(mesh.triangles.empty());
            for (const Triangle& t : mesh.triangles)
                for (const std::uint32_t vertex : t) ASSERT_LT(vertex, mesh.positions.size());
            for (const Position& p : mesh.positions)
                for (const double coordinate : p) ASSERT_TRUE(std::isfinite(coordinate));
        }
    }
    EXPECT_EQ(families.size(), 10u);
    EXPECT_GE(numbers_of_bodies.size(), 8u);
    EXPECT_TRUE(numbers_of_bodies.contains(1));
    EXPECT_LT(least, 4000u);
    EXPECT_GT(most, 30000u);
    EXPECT_GT(volumes, 0u);
}

TEST(RandomScene, MovesInALoop) {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        SceneSize size;
        size.triangles = 300;
        const auto scene = make_scene(named(seed), size);
        EXPECT_EQ(frame_of(*scene, 0), frame_of(*scene, 60));
        EXPECT_NE(frame_of(*scene, 0), frame_of(*scene, 1));
    }
}

TEST(RandomScene, RangesAreInOrderAndDrawnFromEndToEnd) {
    Random random(1);
    for (const RandomRange& range : random_ranges()) {
        SCOPED_TRACE(range.name);
        ASSERT_LT(range.low, range.high);
        if (range.logarithmic) {
            ASSERT_GT(range.low, 0);
        }
        const double middle = range.logarithmic ? std::sqrt(range.low * range.high) : (range.low + range.high) / 2;
        int above = 0;
        for (int i = 0; i < 1000; ++i) {
            const double drawn = range.draw(random);
            ASSERT_GE(drawn, range.low);
            ASSERT_LE(drawn, range.high * (1 + 1e-12));
            above += drawn > middle;
        }
        EXPECT_NEAR(above, 500, 80);
    }
}

TEST(RandomScene, RefusesWhatIsNoSeed) {
    for (const char* name : {"random", "random:", "random:x", "random:-1", "random:1x", "random: 1",
                             "random:99999999999999999999", "Random:1"}) {
        EXPECT_EQ(make_scene(name), nullptr) << name;
    }
    EXPECT_NE(make_scene("random:18446744073709551615", {.triangles = 100, .frames = {}, .seed = 1}), nullptr);
}

}  // namespace
}  // namespace pliant::shapes
