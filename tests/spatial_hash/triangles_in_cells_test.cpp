// `intersections` by spatial hashing.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <vector>

#include <pliant/pliant.hpp>

#include "determinism/played_scene.hpp"
#include "oracle/random.hpp"

namespace pliant::spatial_hash_test {
namespace {

/// Long thin triangles, whose boxes nearly all overlap: a cell holds few of them nevertheless.
TEST(TrianglesInCells, NeedlesDoNotCollapse) {
    determinism::PlayedScene played("needles", 12000, 2);
    played.go_to(7);
    const auto found = played.scene.intersections({.method = IntersectionMethod::spatial_hash});
    EXPECT_EQ(found.report.detector, Detector::spatial_hash);
    EXPECT_LT(found.report.counters.box_tests, 12000u * 60);
    EXPECT_LT(found.report.counters.candidates, 12000u * 25);
    const auto& expected = played.scene.intersections({.method = IntersectionMethod::box_tree});
    EXPECT_GT(expected.items.size(), 500u);
    EXPECT_EQ(found.items, expected.items);
}

/// A triangle met itself where cells of two sizes had the same numbers and shared a bucket.
TEST(TrianglesInCells, OfManySizesDoNotMeetThemselves) {
    std::vector<std::array<double, 3>> positions;
    std::vector<Triangle> triangles;
    for (double size = 0.01; size < 1e4; size *= 4) {
        const auto first = static_cast<std::uint32_t>(positions.size());
        positions.insert(positions.end(), {{size, 0, 0}, {1.2 * size, 0, 0}, {size, 0.2 * size, 0.1 * size}});
        triangles.push_back({first, first + 1, first + 2});
        Scene scene;
        scene.add(SurfaceView{positions, triangles});
        EXPECT_TRUE(scene.intersections({.method = IntersectionMethod::spatial_hash}).empty()) << size;
    }
}

/// Differences of such coordinates are no doubles.
TEST(TrianglesInCells, BeyondHalfTheLargestDoubleAreFound) {
    std::size_t pairs = 0;
    for (const std::uint64_t seed : oracle::seeds(404, 400)) {
        oracle::Random random(seed);
        std::vector<std::array<double, 3>> positions;
        std::vector<Triangle> triangles;
        for (std::uint32_t t = 0; t < 4; ++t) {
            for (int k = 0; k < 3; ++k) {
                const Vec3 p = 8e307 * random.whole(-2, 2);
                positions.push_back({p.x, p.y, p.z});
            }
            triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
        }
        Scene scene;
        scene.add(SurfaceView{positions, triangles});
        const auto expected = scene.intersections({.method = IntersectionMethod::brute_force}).items;
        ASSERT_EQ(scene.intersections({.method = IntersectionMethod::spatial_hash}).items, expected) << "seed " << seed;
        pairs += expected.size();
    }
    EXPECT_GT(pairs, static_cast<std::size_t>(oracle::cases(300)));
}

/// One that has flown away, and comes first, must not make the others share a cell.
TEST(TrianglesInCells, OneFarAwayCostsTheOthersNothing) {
    std::vector<std::array<double, 3>> positions{{1e30, 1e30, 1e30}, {1e30, 2e30, 1e30}, {2e30, 1e30, 1e30}};
    std::vector<Triangle> triangles{{0, 1, 2}};
    for (std::uint32_t i = 1; i < 2000; ++i) {
        const double x = i % 50, y = i / 50;
        positions.insert(positions.end(), {{x, y, 0}, {x + 0.4, y, 0}, {x, y + 0.4, 0.1}});
        triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    Scene scene;
    scene.add(SurfaceView{positions, triangles});
    const auto& found = scene.intersections({.method = IntersectionMethod::spatial_hash});
    EXPECT_TRUE(found.empty());
    EXPECT_LT(found.report.counters.box_tests, 40000u);
}

}  // namespace
}  // namespace pliant::spatial_hash_test
