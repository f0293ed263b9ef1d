// Cages enclose what they are for.
#include <gtest/gtest.h>

#include <cmath>

#include <pliant/meshing.hpp>
#include <pliant/pliant.hpp>

#include "closed_surfaces.hpp"
#include "mesh/boundary.hpp"

namespace pliant::meshing {
namespace {

void expect_good_cage(const Cage& cage, double whole, std::size_t wanted) {
    expect_closed(cage.surface);
    EXPECT_LE(cage.surface.triangles.size(), wanted);
    ASSERT_FALSE(cage.mesh.tetrahedra.empty());
    const auto boundary = mesh::boundary(cage.mesh.tetrahedra);
    EXPECT_TRUE(mesh::topology(cage.mesh.positions.size(), boundary).closed());
    EXPECT_LT(cage.mesh.positions.size(), 20 * wanted);  // coarse
    EXPECT_NEAR(quality(cage.mesh.view()).volume, whole, 0.2 * whole);
}

TEST(Cage, EnclosesTheBody) {
    const shapes::Mesh mesh = blob();
    const SurfaceView surface{mesh.positions, mesh.triangles};
    for (const std::size_t wanted : {1000u, 200u}) {
        const Cage cage = make_cage(surface, {.triangles = wanted, .threads = 2});
        expect_good_cage(cage, volume({mesh.positions, mesh.triangles}), wanted);
        EXPECT_NO_THROW(make_skin(mesh.positions, {cage.mesh.positions, cage.mesh.tetrahedra}));
    }
}

TEST(Cage, OfASurfaceWithHolesIsClosed) {
    shapes::Mesh mesh = blob();
    const double whole = volume({mesh.positions, mesh.triangles});
    mesh.triangles.erase(mesh.triangles.begin(), mesh.triangles.begin() + 30);
    mesh.triangles.push_back(mesh.triangles[5]);
    expect_good_cage(make_cage({mesh.positions, mesh.triangles}, {.triangles = 400, .threads = 2}), whole, 400);
}

/// Coarse cells found but crumbs of a knot, and what they found was not closed.
TEST(Cage, OfAThinBodyHoldsMostOfItOrIsNotGiven) {
    const shapes::Mesh knot = shapes::torus_knot({240, 12}, {});
    const double whole = std::abs(volume({knot.positions, knot.triangles}));
    int given = 0;
    for (const std::size_t wanted : {20u, 100u, 300u, 1000u}) {
        const Cage cage = make_cage({knot.positions, knot.triangles}, {.triangles = wanted, .threads = 2});
        if (cage.mesh.tetrahedra.empty()) continue;
        ++given;
        const auto boundary = mesh::boundary(cage.mesh.tetrahedra);
        EXPECT_EQ(mesh::topology(cage.mesh.positions.size(), boundary).boundary_edges, 0u) << wanted;
        EXPECT_NEAR(quality(cage.mesh.view()).volume, whole, 0.36 * whole) << wanted;
    }
    EXPECT_GE(given, 2);
}

TEST(Cage, OfNothingIsEmpty) {
    EXPECT_TRUE(make_cage({}, {.triangles = 100, .threads = 2}).mesh.tetrahedra.empty());
    const shapes::Mesh sheet{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}};
    EXPECT_TRUE(
        make_cage({sheet.positions, sheet.triangles}, {.triangles = 100, .threads = 2}).mesh.tetrahedra.empty());
}

}  // namespace
}  // namespace pliant::meshing
