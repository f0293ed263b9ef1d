#include <gtest/gtest.h>

#include <cmath>

#include "picture/shared_surface.hpp"

#include <pliant/pliant.hpp>

namespace pliant::picture {
namespace {

struct Cube {
    std::vector<Position> positions;
    std::vector<Triangle> triangles{{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    Cube(const Position& low, double side) {
        for (unsigned corner = 0; corner < 8; ++corner) {
            Position p = low;
            for (std::size_t k = 0; k < 3; ++k) p[k] += (corner >> k & 1) != 0 ? side : 0;
            positions.push_back(p);
        }
    }
};

SharedSurface shared(const Cube& a, const Cube& b) {
    Scene scene(SceneOptions{1});
    const std::array ids{scene.add(SurfaceView{a.positions, a.triangles}),
                         scene.add(SurfaceView{b.positions, b.triangles})};
    return shared_surface(scene, {ids[0], {a.positions, a.triangles}}, {ids[1], {b.positions, b.triangles}});
}

/// Areas of the parts of the first body and of the second.
std::array<double, 2> areas(const SharedSurface& surface) {
    std::array<double, 2> sum{};
    for (std::size_t i = 0; i < surface.triangles.size(); ++i) {
        const Triangle& t = surface.triangles[i];
        const Position &a = surface.positions[t[0]], &b = surface.positions[t[1]], &c = surface.positions[t[2]];
        std::array<double, 3> u{}, v{};
        for (std::size_t k = 0; k < 3; ++k) {
            u[k] = b[k] - a[k];
            v[k] = c[k] - a[k];
        }
        sum[surface.of_second[i]] +=
            std::hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2;
    }
    return sum;
}

TEST(SharedSurface, OfTwoCubesIsABox) {
    const auto [first, second] = areas(shared(Cube({0, 0, 0}, 2), Cube({1, 0.9, 0.8}, 2)));
    // The box between (1, 0.9, 0.8) and (2, 2, 2): three of its sides belong to each cube.
    const double half = 1 * 1.1 + 1.1 * 1.2 + 1.2 * 1;
    EXPECT_NEAR(first, half, 0.02 * half);
    EXPECT_NEAR(second, half, 0.02 * half);
}

TEST(SharedSurface, OfABodyInsideAnotherIsTheInnerOne) {
    const auto [first, second] = areas(shared(Cube({0, 0, 0}, 3), Cube({1, 1, 1}, 1)));
    EXPECT_EQ(first, 0);
    EXPECT_NEAR(second, 6, 1e-12);
}

TEST(SharedSurface, OfBodiesApartIsNothing) {
    EXPECT_TRUE(shared(Cube({0, 0, 0}, 1), Cube({5, 0, 0}, 1)).triangles.empty());
}

TEST(SharedSurface, IsTheSameAtAnySize) {
    const auto ratio = [](double scale) {
        const auto [first, second] =
            areas(shared(Cube({0, 0, 0}, 2 * scale), Cube({scale, 0.9 * scale, 0.8 * scale}, 2 * scale)));
        return std::array{first / scale / scale, second / scale / scale};
    };
    const auto expected = ratio(1);
    for (const double scale : {1e-20, 1e20}) {
        EXPECT_NEAR(ratio(scale)[0], expected[0], 1e-9) << scale;
        EXPECT_NEAR(ratio(scale)[1], expected[1], 1e-9) << scale;
    }
}

TEST(SharedSurface, LeavesOutWhatIsBroken) {
    Cube a({0, 0, 0}, 2), b({1, 0.9, 0.8}, 2);
    a.positions.push_back({std::nan(""), 0, 0});
    a.triangles.push_back({0, 1, 8});
    a.triangles.push_back({0, 1, 99});
    const auto [first, second] = areas(shared(a, b));
    EXPECT_GT(first, 3);
    EXPECT_GT(second, 3);
}

}  // namespace
}  // namespace pliant::picture
