// Bare arrays: one call, no scene.
#include <pliant/soup.hpp>

#include <gtest/gtest.h>

#include <string>

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
        const auto between = scene.intersections({.method = Method::brute_force, .self = false});
        ASSERT_TRUE(same_answer(intersections(first, second), between));
        const auto all = scene.intersections({.method = Method::brute_force});
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
    const auto expected = scene.intersections({.method = Method::brute_force});
    EXPECT_GT(expected.size(), 10u);
    EXPECT_TRUE(same_answer(self_intersections(view), expected));
}

TEST(BareArrays, MayBeEmpty) {
    const auto found = intersections({}, {});
    EXPECT_TRUE(found.empty());
    EXPECT_FALSE(found.report.complete);
    EXPECT_EQ(found.report.set_aside.size(), 2u);
    EXPECT_EQ(found.report.method, Method::gjk_cut);
}

}  // namespace
}  // namespace pliant::gjk_cut
