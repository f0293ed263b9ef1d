// Bare arrays: one call, no scene.
#include <pliant/soup.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "agreement/random_bodies.hpp"
#include "agreement/same_answer.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::gjk_cut {
namespace {

using agreement::GivenBody;
using agreement::same_answer;

TEST(BareArrays, GiveWhatASceneGives) {
    oracle::Random random(oracle::first_seed(321));
    int with_pairs = 0;
    for (int i = 0; i < 300; ++i) {
        SCOPED_TRACE("soup " + std::to_string(i));
        GivenBody a = agreement::random_body(random), b = agreement::random_body(random);
        if (random.chance(20)) agreement::break_some_elements(a, random);
        Scene scene({.threads = 1});
        const SurfaceView first{a.points(), a.triangles}, second{b.points(), b.triangles};
        scene.add(first);
        scene.add(second);
        const auto between = scene.intersections({.method = IntersectionMethod::brute_force, .self = false});
        ASSERT_TRUE(same_answer(intersections(first, second), between));
        const auto all = scene.intersections({.method = IntersectionMethod::brute_force});
        ASSERT_TRUE(same_answer(intersections(first, second, {.self = true, .threads = 2}), all));
        with_pairs += between.empty() ? 0 : 1;
    }
    EXPECT_GT(with_pairs, 60);
    EXPECT_LT(with_pairs, 240);
}

TEST(BareArrays, OneOfThemWithinItself) {
    const auto cloth = shapes::make_scene("crossing_loop", {2000, {}, 1});
    const SurfaceView view{cloth->body(0).positions, cloth->body(0).triangles};
    Scene scene({.threads = 1});
    scene.add(view);
    const auto expected = scene.intersections({.method = IntersectionMethod::brute_force});
    EXPECT_GT(expected.size(), 10u);
    EXPECT_TRUE(same_answer(self_intersections(view), expected));
}

/// Small triangles anywhere in a cube, and some from one end of it to the other.
struct Shards {
    std::vector<double> numbers;
    std::vector<Triangle> triangles;

    Shards(std::uint32_t small, std::uint32_t large, oracle::Random& random) {
        for (std::uint32_t t = 0; t < small + large; ++t) {
            const Vec3 middle = random.in_cube();
            for (std::uint32_t k = 0; k < 3; ++k) {
                const Vec3 end = k == 1 ? Vec3{-1, -1, -1} : Vec3{1, 1, 1};
                const Vec3 corner = (t < small ? middle : end) + 0.15 * random.in_cube();
                numbers.insert(numbers.end(), {corner.x, corner.y, corner.z});
            }
            triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
        }
    }
    [[nodiscard]] SurfaceView view() const { return {Points(numbers.data(), numbers.size() / 3), triangles}; }
};

TEST(BareArrays, OfMiddlingLengthAreSwept) {
    oracle::Random random(oracle::first_seed(322));
    for (const std::uint32_t large : {0u, 1u, 5u}) {
        const Shards a(400, large, random), b(400, large, random);
        Scene scene({.threads = 1});
        scene.add(a.view());
        scene.add(b.view());
        const auto expected = scene.intersections({.method = IntersectionMethod::brute_force, .self = false});
        EXPECT_GT(expected.size(), 20u);
        const auto found = intersections(a.view(), b.view());
        EXPECT_TRUE(same_answer(found, expected));
        // Where single triangles are so long that a sweep would meet nearly all pairs, lists are split after all.
        EXPECT_LT(found.report.counters.box_tests, 405u * 405u * 3 / 8) << large;
        EXPECT_EQ(found.report.counters.regions == 1, large == 0);
    }
}

TEST(BareArrays, MayBeEmpty) {
    const auto found = intersections({}, {});
    EXPECT_TRUE(found.empty());
    EXPECT_FALSE(found.report.all_examined());
    EXPECT_EQ(found.report.set_aside.size(), 2u);
    EXPECT_EQ(found.report.detector, Detector::gjk_cut);
}

}  // namespace
}  // namespace pliant::gjk_cut
