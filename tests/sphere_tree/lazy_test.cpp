// With a budget of time, spheres are made where the search gets to: the update is a part of what the budget counts.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <vector>

#include <pliant/scene.hpp>

#include "detect/sphere_tree/sphere_tree.hpp"
#include "shapes/meshes.hpp"

namespace pliant::sphere_tree {
namespace {

std::vector<Point> moved(const shapes::Mesh& mesh, double x, double bend) {
    std::vector<Point> out = mesh.positions;
    for (Point& p : out) p = {p[0] + x + bend * p[2] * p[2], p[1], p[2]};
    return out;
}

TEST(LazySpheres, OnlyThePatchThatIsAskedForIsFitted) {
    const shapes::Mesh ball = shapes::icosphere(24);
    parallel::Workers workers(2);
    SphereTree tree;
    const SurfaceNow rest{ball.positions, ball.triangles};
    tree.build(rest, std::vector<std::uint8_t>(ball.triangles.size(), 0));
    tree.update(rest, workers);
    const std::vector<Point> bent = moved(ball, 1, 0.3);
    tree.update_lazily({bent, ball.triangles}, workers);
    const auto waiting = [&] {
        std::size_t count = 0;
        for (std::uint32_t node = 0; node < tree.nodes(); ++node) count += tree.takes_long(node);
        return count;
    };
    const std::size_t before = waiting();
    EXPECT_GT(before, tree.nodes() / 2);
    (void)tree.sphere(tree.nodes() - 1);
    EXPECT_LT(waiting(), before);
    EXPECT_GT(waiting(), before - before / 8);
    EXPECT_EQ(tree.first_flaw(), tree.nodes());  // asks for all
    EXPECT_EQ(waiting(), 0u);
}

class LazyContacts : public testing::Test {
protected:
    LazyContacts() {
        a_ = scene_.add(SurfaceView{ball_.positions, ball_.triangles});
        b_ = scene_.add(SurfaceView{near_, ball_.triangles});
        (void)scene_.contacts_within(a_, b_);
        near_ = moved(ball_, 1.2, -0.1);
        scene_.move(b_, near_);
    }

    const ContactOptions hour_{.budget = {.time = std::chrono::hours(1)}};
    const shapes::Mesh ball_ = shapes::icosphere(10);
    std::vector<Point> near_ = moved(ball_, 1.8, 0.2);
    Scene scene_{{.threads = 2}};
    BodyId a_{}, b_{};
};

TEST_F(LazyContacts, EndInThePairsOfBruteForce) {
    for (const double x : {1.2, 1.9, 0.7, 3.0}) {
        near_ = moved(ball_, x, -0.1);
        scene_.move(b_, near_);
        const std::vector<TrianglePair> found = scene_.contacts_within(a_, b_, hour_).pairs;
        EXPECT_EQ(found, scene_.contacts_within(a_, b_, {.method = ContactMethod::brute_force}).pairs) << x;
        EXPECT_EQ(found.empty(), x > 2.5);
    }
}

TEST_F(LazyContacts, GoOnWithoutABudgetAndThenReportEveryFlaw) {
    near_[3] = {NAN, 0, 0};
    scene_.move(b_, near_);
    const ContactOptions little{.budget = {.time = std::chrono::nanoseconds(1)}};
    EXPECT_FALSE(scene_.contacts_within(a_, b_, little).report.complete);
    const Contacts& all = scene_.contacts_within(a_, b_);
    EXPECT_TRUE(all.resumed);
    EXPECT_TRUE(all.report.complete);
    const std::vector<Flaw> expected =
        scene_.contacts_within(a_, b_, {.method = ContactMethod::brute_force}).report.set_aside;
    EXPECT_EQ(scene_.contacts_within(a_, b_).report.set_aside, expected);
    EXPECT_EQ(expected, (std::vector{Flaw{b_, FlawKind::not_finite, 3}}));
}

}  // namespace
}  // namespace pliant::sphere_tree
