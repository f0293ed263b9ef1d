// Bounds on what pairs of spheres share, on every vector target.
#include "detect/sphere_tree/sphere_tests.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "each_target.hpp"
#include "oracle/random.hpp"

namespace pliant::sphere_tree {

using namespace simd;
namespace {

using oracle::Random;
using Ball = std::array<double, 4>;  // centre and radius

Vec3 centre(const Ball& b) { return {b[0], b[1], b[2]}; }

double distance(const Vec3& p, const Vec3& q) { return std::sqrt(dot(p - q, p - q)); }

Ball random_ball(Random& random) {
    const Vec3 c = random.in_cube();
    return {c.x, c.y, c.z, random.uniform(0.01, 1.0)};
}

Vec3 random_point_in(const Ball& b, Random& random) {
    for (;;) {
        const Vec3 p = centre(b) + b[3] * random.in_cube();
        if (distance(p, centre(b)) <= b[3]) return p;
    }
}

bool apart(const Ball& a, const Ball& b) {
    SphereTests out;
    return test_spheres(a.data(), 1, b.data(), out) == 0;
}

TEST(SphereTests, BoundsOfPairsHold) {
    on_each_target([](const std::string&) {
        Random random(7);
        int pairs_apart = 0, shared = 0;
        for (int i = 0; i < 300; ++i) {
            std::array<Ball, spheres_at_once> some;
            for (Ball& b : some) b = random_ball(random);
            const Ball one = random_ball(random);
            SphereTests out;
            const unsigned bits = test_spheres(some[0].data(), some.size(), one.data(), out);
            for (std::size_t k = 0; k < some.size(); ++k) {
                const bool known_apart = (bits >> k & 1) == 0;
                pairs_apart += known_apart;
                for (int n = 0; n < 20; ++n) {
                    const Vec3 p = random_point_in(some[k], random), q = random_point_in(one, random);
                    const bool in_both = distance(p, centre(one)) <= one[3];
                    ASSERT_FALSE(known_apart && in_both);
                    if (known_apart) continue;
                    ASSERT_LE(distance(p, q), out.gap[k]);
                    if (!in_both) continue;
                    ++shared;
                    ASSERT_LE(distance(p, {out.x[k], out.y[k], out.z[k]}), out.error[k]);
                }
            }
        }
        EXPECT_GT(pairs_apart, 50);
        EXPECT_GT(shared, 2000);
    });
}

TEST(SphereTests, TheBallAroundALensIsSmall) {
    // Two of radius 5 whose centres are 6 apart meet in a circle of radius 4.
    const Ball a{0, 0, 0, 5}, b{6, 0, 0, 5};
    SphereTests out;
    ASSERT_EQ(test_spheres(a.data(), 1, b.data(), out), 1u);
    EXPECT_NEAR(out.x[0], 3, 1e-12);
    EXPECT_NEAR(out.error[0], 4, 1e-12);
    EXPECT_NEAR(out.gap[0], 16, 1e-12);
    EXPECT_NEAR(out.depth[0], 4, 1e-12);
    EXPECT_NEAR(out.normal_x[0], -1, 1e-12);
    EXPECT_EQ(out.normal_y[0], 0);
}

TEST(SphereTests, ExtremeSizesProveNothingWrong) {
    on_each_target([](const std::string&) {
        const Ball a{0, 0, 0, 1e-200}, b{1.5e-200, 0, 0, 1e-200}, c{1e300, 0, 0, 1e300}, d{-0.5e300, 0, 0, 1e300};
        EXPECT_FALSE(apart(a, b));
        EXPECT_FALSE(apart(a, a));
        EXPECT_FALSE(apart(c, d));
        EXPECT_FALSE(apart({0, 0, 0, std::nan("")}, c));
        EXPECT_TRUE(apart({0, 0, 0, -1}, c));
        EXPECT_TRUE(apart(c, {0, 0, 0, -1}));
        EXPECT_TRUE(apart({0, 0, 0, 1}, {3, 0, 0, 1}));
    });
}

TEST(SphereTests, TheSameBytesOnEveryTarget) {
    std::vector<double> first;
    on_each_target([&](const std::string&) {
        Random random(11);
        std::vector<double> all;
        for (int i = 0; i < 2000; ++i) {
            std::array<Ball, spheres_at_once> some;
            for (Ball& b : some) b = random_ball(random);
            if (i % 7 == 0) some[3][3] = -1;
            const Ball one = i % 5 == 0 ? some[1] : random_ball(random);
            const std::size_t count = 1 + static_cast<std::size_t>(i) % spheres_at_once;
            SphereTests out;
            const unsigned bits = test_spheres(some[0].data(), count, one.data(), out);
            ASSERT_EQ(bits >> count, 0u);
            all.push_back(bits);
            for (std::size_t k = 0; k < count; ++k) {
                if ((bits >> k & 1) == 0) continue;
                all.insert(all.end(), {out.x[k], out.y[k], out.z[k], out.error[k], out.gap[k], out.depth[k],
                                       out.normal_x[k], out.normal_y[k], out.normal_z[k]});
            }
        }
        if (first.empty()) first = all;
        ASSERT_EQ(first.size(), all.size());
        EXPECT_EQ(std::memcmp(first.data(), all.data(), all.size() * sizeof(double)), 0);
    });
}

}  // namespace
}  // namespace pliant::sphere_tree
