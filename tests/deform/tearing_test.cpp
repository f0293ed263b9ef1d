// Cloth that tears: where it is stretched too far and nowhere else, without gaining mass, momentum or energy.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

#include <pliant/cloth.hpp>
#include <pliant/scene.hpp>

#include "shapes/meshes.hpp"

namespace pliant {
namespace {

SurfaceView surface_of(const shapes::Mesh& mesh) { return {mesh.positions, mesh.triangles}; }

ClothOptions without_gravity(unsigned threads = 1) {
    ClothOptions options;
    options.gravity = {};
    options.threads = threads;
    return options;
}

ClothMaterial brittle() {
    ClothMaterial material;
    material.tears_at = 0.1;
    return material;
}

/// The middle third along x is stretched, to so much.
void stretch_middle(Cloths& cloths, VertexRange sheet, double strain) {
    for (std::uint32_t v = sheet.first; v < sheet.first + sheet.count; ++v) {
        Point p = cloths.positions()[v];
        p[0] += strain * std::clamp(p[0], -1.0 / 6, 1.0 / 6);
        cloths.set_position(v, p);
    }
}

double total_mass(const Cloths& cloths) {
    double sum = 0;
    for (std::uint32_t v = 0; v < cloths.positions().size(); ++v) sum += cloths.mass(v);
    return sum;
}

void follow(std::vector<Triangle>& triangles, const ClothTear& torn) {
    for (std::size_t k = 0; k < torn.triangles.size(); ++k) triangles[torn.triangles[k]] = torn.corners[k];
}

TEST(ClothTearing, SplitsWhereItIsStretchedTooFar) {
    const shapes::Mesh mesh = shapes::cloth_grid({18, 12}, 1, 0.6);
    Cloths cloths(without_gravity());
    const VertexRange sheet = cloths.add(surface_of(mesh), brittle());
    EXPECT_TRUE(cloths.tear(sheet).empty());
    stretch_middle(cloths, sheet, 0.09);
    EXPECT_TRUE(cloths.tear(sheet).empty());
    stretch_middle(cloths, sheet, 0.1);
    for (std::uint32_t v = 0; v < sheet.count; ++v) cloths.set_velocity(v, {0.1 * v, 1, -0.2});
    const double mass = total_mass(cloths), elastic = cloths.energy().elastic;
    const Point momentum = cloths.momentum();
    const ClothTear torn = cloths.tear(sheet);
    ASSERT_FALSE(torn.empty());
    EXPECT_EQ(cloths.positions().size(), sheet.count + torn.originals.size());
    for (const std::uint32_t v : torn.originals) EXPECT_LT(std::abs(mesh.positions[v][0]), 0.25);
    EXPECT_TRUE(std::is_sorted(torn.triangles.begin(), torn.triangles.end()));
    EXPECT_NEAR(total_mass(cloths), mass, 1e-15);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(cloths.momentum()[k], momentum[k], 1e-12);
    EXPECT_LT(cloths.energy().elastic, elastic);
}

/// Pulled on, it tears through; no triangle is lost, and nothing intersects on the way.
TEST(ClothTearing, ACrackGrowsUntilTheSheetIsInTwo) {
    const shapes::Mesh mesh = shapes::cloth_grid({18, 12}, 1, 0.6);
    Cloths cloths(without_gravity());
    VertexRange sheet = cloths.add(surface_of(mesh), brittle());
    std::vector<Triangle> triangles = mesh.triangles;
    stretch_middle(cloths, sheet, 0.3);
    std::size_t rounds = 0;
    for (ClothTear torn = cloths.tear(sheet); !torn.empty() && rounds < 500; torn = cloths.tear(sheet), ++rounds) {
        sheet.count += static_cast<std::uint32_t>(torn.originals.size());
        follow(triangles, torn);
        Scene scene;
        scene.add(SurfaceView{cloths.positions(), triangles});
        ASSERT_EQ(scene.intersections().items.size(), 0u) << "round " << rounds;
    }
    EXPECT_LT(rounds, 500u);
    std::vector<std::uint32_t> piece(cloths.positions().size());
    std::iota(piece.begin(), piece.end(), 0u);
    for (std::size_t changed = 1; changed != 0;) {
        changed = 0;
        for (const Triangle& t : triangles) {
            const std::uint32_t least = std::min({piece[t[0]], piece[t[1]], piece[t[2]]});
            for (const std::uint32_t v : t) changed += piece[v] != least, piece[v] = least;
        }
    }
    EXPECT_NE(piece[0], piece[18]);  // the ends of a border
}

TEST(ClothTearing, SheetsBehindItMoveUpAndStayWhole) {
    const shapes::Mesh mesh = shapes::cloth_grid({18, 12}, 1, 0.6), other = shapes::cloth_grid({3, 3}, 1, 1);
    Cloths cloths(without_gravity());
    const VertexRange first = cloths.add(surface_of(mesh), brittle()), second = cloths.add(surface_of(other));
    cloths.hold(second.first + 2);
    cloths.set_velocity(second.first + 5, {1, 2, 3});
    stretch_middle(cloths, first, 0.2);
    const auto more = static_cast<std::uint32_t>(cloths.tear(first).originals.size());
    ASSERT_GT(more, 0u);
    for (std::uint32_t v = 0; v < second.count; ++v)
        EXPECT_EQ(cloths.positions()[second.first + more + v], other.positions[v]);
    EXPECT_TRUE(cloths.held(second.first + more + 2));
    EXPECT_EQ(cloths.velocities()[second.first + more + 5], (Point{1, 2, 3}));
    EXPECT_TRUE(cloths.tear({second.first + more, second.count}).empty());
    EXPECT_THROW(cloths.tear(second), std::out_of_range);
    cloths.step(1.0 / 60);
}

TEST(ClothTearing, HeldVerticesDoNotSplit) {
    const shapes::Mesh mesh = shapes::cloth_grid({6, 4}, 1, 0.6);
    Cloths cloths(without_gravity());
    const VertexRange sheet = cloths.add(surface_of(mesh), brittle());
    stretch_middle(cloths, sheet, 1);
    for (std::uint32_t v = 0; v < sheet.count; ++v) cloths.hold(v);
    EXPECT_TRUE(cloths.tear(sheet).empty());
}

TEST(ClothTearing, TheSameForAnyNumberOfThreads) {
    const shapes::Mesh mesh = shapes::cloth_grid({40, 30}, 1, 0.6);
    std::vector<Point> first;
    for (const unsigned threads : {1u, 3u}) {
        Cloths cloths(without_gravity(threads));
        VertexRange sheet = cloths.add(surface_of(mesh), brittle());
        stretch_middle(cloths, sheet, 0.3);
        for (int i = 0; i < 6; ++i) {
            sheet.count += static_cast<std::uint32_t>(cloths.tear(sheet).originals.size());
            cloths.step(1.0 / 60);
        }
        const std::vector<Point> now(cloths.positions().begin(), cloths.positions().end());
        if (first.empty()) first = now;
        ASSERT_EQ(now.size(), first.size());
        EXPECT_EQ(std::memcmp(now.data(), first.data(), now.size() * sizeof(Point)), 0);
    }
}

TEST(ClothTearing, RefusesAStrainThatIsNone) {
    const shapes::Mesh mesh = shapes::cloth_grid({1, 1}, 1, 1);
    Cloths cloths;
    for (const double strain : {0.0, -1.0}) {
        ClothMaterial material;
        material.tears_at = strain;
        EXPECT_THROW(cloths.add(surface_of(mesh), material), std::invalid_argument);
    }
}

}  // namespace
}  // namespace pliant
