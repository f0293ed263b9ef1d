#include "shapes/meshes.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "mesh_checks.hpp"

namespace pliant::shapes {
namespace {

void expect_closed_solid(const Mesh& mesh, std::size_t triangles, int euler) {
    EXPECT_EQ(mesh.triangles.size(), triangles);
    EXPECT_TRUE(closed(mesh));
    EXPECT_GT(volume(mesh.positions, mesh.triangles), 0);
    EXPECT_GT(least_area(mesh.positions, mesh.triangles), 0);
    const auto edges = 3 * static_cast<int>(triangles) / 2;
    EXPECT_EQ(static_cast<int>(mesh.positions.size()) - edges + static_cast<int>(triangles), euler);
}

TEST(Meshes, GeodesicSpheresOfEveryFrequency) {
    for (const std::uint32_t frequency : {1u, 2u, 3u, 4u, 7u, 16u}) {
        expect_closed_solid(icosphere(frequency), 20 * frequency * frequency, 2);
        expect_closed_solid(octasphere(frequency), 8 * frequency * frequency, 2);
    }
    const Mesh fine = icosphere(32);
    EXPECT_NEAR(volume(fine.positions, fine.triangles), 4 * std::numbers::pi / 3, 0.01);
}

TEST(Meshes, FrequencyComesClosestToASize) {
    EXPECT_EQ(sphere_frequency(20480, 20), 32u);
    EXPECT_EQ(sphere_frequency(82000, 20), 64u);
    EXPECT_EQ(sphere_frequency(327680, 20), 128u);
    EXPECT_EQ(sphere_frequency(0, 20), 1u);
}

TEST(Meshes, TorusKnotAndGlobeAreClosed) {
    expect_closed_solid(torus({24, 12}, 1, 0.3), 2 * 24 * 12, 0);
    expect_closed_solid(torus_knot({90, 9}, {}), 2 * 90 * 9, 0);
    expect_closed_solid(torus_knot({31, 4}, {3, 2, 1, 0.4, 0.1}), 2 * 31 * 4, 0);
    expect_closed_solid(globe({12, 7}), 2 * 12 * 7, 2);
    expect_closed_solid(globe({3, 1}), 6, 2);
}

TEST(Meshes, OpenSheetsHaveOneOrTwoRims) {
    const Mesh cloth = cloth_grid({7, 4}, 2, 1);
    EXPECT_EQ(cloth.triangles.size(), 56u);
    EXPECT_EQ(edge_counts(cloth.triangles).repeated, 0u);
    EXPECT_EQ(edge_counts(cloth.triangles).open, 2u * (7 + 4));
    const Mesh pipe = tube({9, 5}, 1, 2);
    EXPECT_EQ(edge_counts(pipe.triangles).repeated, 0u);
    EXPECT_EQ(edge_counts(pipe.triangles).open, 2u * 9);
}

TEST(Meshes, BumpsKeepASphereStarShaped) {
    Random random(5);
    Mesh blob = icosphere(12);
    add_bumps(blob, 20, 0.3, random);
    double furthest = 0;
    for (const Position& p : blob.positions) furthest = std::max(furthest, length(Vec3(p)));
    EXPECT_GT(furthest, 1.1);
    for (const Triangle& t : blob.triangles)
        ASSERT_GT(dot(Vec3(blob.positions[t[0]]), cross(Vec3(blob.positions[t[1]]), Vec3(blob.positions[t[2]]))), 0);
}

TEST(Meshes, TetrahedraFillTheirBox) {
    const BoxCells cells{4, 3, 2};
    const Mesh box = tetra_box(cells);
    EXPECT_EQ(box.tetrahedra.size(), 6u * 4 * 3 * 2);
    expect_closed_solid(Mesh{box_surface(cells)}, box_triangles(cells), 2);
    EXPECT_EQ(box.triangles.size(), box_triangles(cells));
    EXPECT_TRUE(closed(box));
    EXPECT_EQ(volume(box.positions, box.triangles), 24);
    double sum = 0;
    for (const Tetrahedron& t : box.tetrahedra) {
        const Vec3 a(box.positions[t[0]]);
        const double six_fold =
            dot(cross(Vec3(box.positions[t[1]]) - a, Vec3(box.positions[t[2]]) - a), Vec3(box.positions[t[3]]) - a);
        ASSERT_EQ(six_fold, 1);
        sum += six_fold / 6;
    }
    EXPECT_NEAR(sum, 24, 1e-9);
}

TEST(Meshes, GridSizesAreFine) {
    for (std::size_t triangles = 1000; triangles < 20000; triangles += 777) {
        const GridSize size = grid_size(triangles, 1.5);
        EXPECT_NEAR(2.0 * size.columns * size.rows, double(triangles), 0.04 * double(triangles));
    }
}

}  // namespace
}  // namespace pliant::shapes
