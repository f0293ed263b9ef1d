// Contours are taken for simple while regions are searched, and looked at in the end. Here many are not simple, on
// every level: what was passed over has to be searched after all, and nothing twice.
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>
#include <pliant/pliant.hpp>

namespace {

using namespace pliant;

struct Ramp {
    double turns, wobble, steepness;
    std::uint32_t rows, columns;
};

/// A spiral ramp of several turns, all of whose normals are near vertical. Its storeys wave through one another, and
/// its sides sway in and out, so that regions of all sizes overlap others when seen from above.
std::vector<std::array<double, 3>> place(const Ramp& ramp) {
    std::vector<std::array<double, 3>> positions;
    for (std::uint32_t i = 0; i <= ramp.rows; ++i) {
        for (std::uint32_t k = 0; k <= ramp.columns; ++k) {
            const double s = double(i) / ramp.rows, t = double(k) / ramp.columns;
            const double angle = 2 * std::numbers::pi * ramp.turns * s;
            const double radius = 1 + t + ramp.wobble * std::sin(7.3 * angle) * (0.5 + t);
            const double z = ramp.steepness * (angle / 6 + std::sin(2.7 * angle + 3 * t));
            positions.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
        }
    }
    return positions;
}

std::vector<Triangle> squares(const Ramp& ramp) {
    std::vector<Triangle> triangles;
    const std::uint32_t stride = ramp.columns + 1;
    for (std::uint32_t i = 0; i < ramp.rows; ++i) {
        for (std::uint32_t k = 0; k < ramp.columns; ++k) {
            const std::uint32_t a = i * stride + k, b = a + 1, c = a + stride, d = c + 1;
            triangles.push_back({a, b, d});
            triangles.push_back({a, d, c});
        }
    }
    return triangles;
}

TEST(Claims, ThatDoNotHoldAreSearchedFurther) {
    std::size_t with_pairs = 0, without = 0;
    for (const double turns : {0.7, 1.3, 2.6, 5.2}) {
        for (const double wobble : {0.0, 0.02, 0.1}) {
            for (const double steepness : {0.004, 0.04}) {
                for (const std::uint32_t columns : {3u, 9u, 24u}) {
                    const Ramp ramp{turns, wobble, steepness, 40 * static_cast<std::uint32_t>(turns + 3), columns};
                    const auto positions = place(ramp);
                    const auto triangles = squares(ramp);
                    Scene scene(SceneOptions{2});
                    scene.add(SurfaceView{positions, triangles});
                    const auto expected = scene.intersections({.method = IntersectionMethod::box_tree});
                    (expected.empty() ? without : with_pairs) += 1;
                    EXPECT_EQ(scene.intersections({.method = IntersectionMethod::regularity}).items, expected.items)
                        << turns << " " << wobble << " " << steepness << " " << columns;
                }
            }
        }
    }
    EXPECT_GT(with_pairs, 20u);
    EXPECT_GT(without, 10u);
}

}  // namespace
