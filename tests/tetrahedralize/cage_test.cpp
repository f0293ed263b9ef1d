// Simplified surfaces stay closed, and cages enclose what they are for.
#include "tetrahedralize/cage.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <pliant/pliant.hpp>

#include "mesh/boundary.hpp"
#include "mesh/topology.hpp"
#include "shapes/meshes.hpp"
#include "shapes/random.hpp"

namespace pliant::tetrahedralize {
namespace {

using simplify::TriangleMesh;

double volume(const TriangleMesh& mesh) {
    double six = 0;
    for (const Triangle& t : mesh.triangles) {
        six += dot(Vec3(mesh.positions[t[0]]), cross(Vec3(mesh.positions[t[1]]), Vec3(mesh.positions[t[2]])));
    }
    return six / 6;
}

shapes::Mesh blob() {
    shapes::Mesh mesh = shapes::icosphere(40);
    shapes::Random random(3);
    shapes::add_bumps(mesh, 12, 0.2, random);
    return mesh;
}

void expect_closed(const TriangleMesh& mesh) {
    const mesh::Topology t = mesh::topology(mesh.positions.size(), mesh.triangles);
    EXPECT_TRUE(t.closed());
    EXPECT_TRUE(t.vertex_manifold());
    EXPECT_TRUE(t.consistently_oriented());
    EXPECT_EQ(t.duplicate_triangles, 0u);
    EXPECT_EQ(t.unused_vertices, 0u);
}

TEST(Simplify, StaysClosedAndManifold) {
    for (const shapes::Mesh& mesh : {blob(), shapes::torus({80, 40}, 1, 0.3), shapes::icosphere(30)}) {
        const SurfaceView surface{mesh.positions, mesh.triangles};
        const auto euler = mesh::topology(mesh.positions.size(), mesh.triangles).euler_number();
        const double whole = volume({mesh.positions, mesh.triangles});
        for (const std::size_t wanted : {2000u, 400u, 100u}) {
            const TriangleMesh fewer = simplify::simplify(surface, wanted);
            EXPECT_LE(fewer.triangles.size(), wanted);
            EXPECT_GE(fewer.triangles.size() + 2, wanted);
            expect_closed(fewer);
            EXPECT_EQ(mesh::topology(fewer.positions.size(), fewer.triangles).euler_number(), euler);
            EXPECT_NEAR(volume(fewer), whole, (wanted > 200 ? 0.03 : 0.12) * whole) << wanted;
        }
    }
}

TEST(Simplify, DoesNotCrossItselfOnRoundBodies) {
    const shapes::Mesh mesh = blob();
    const TriangleMesh fewer = simplify::simplify({mesh.positions, mesh.triangles}, 300);
    Scene scene;
    scene.add(SurfaceView{fewer.positions, fewer.triangles});
    EXPECT_TRUE(scene.intersections().empty());
}

TEST(Simplify, IsTheSameFarFromTheOrigin) {
    shapes::Mesh mesh = blob();
    for (auto& p : mesh.positions) p = {p[0] + 1e5, p[1] - 2e5, p[2]};
    const TriangleMesh fewer = simplify::simplify({mesh.positions, mesh.triangles}, 300);
    expect_closed(fewer);
    EXPECT_LE(fewer.triangles.size(), 300u);
    for (const auto& p : fewer.positions) EXPECT_LT(std::hypot(p[0] - 1e5, p[1] + 2e5, p[2]), 1.6);
}

TEST(Simplify, ATetrahedronStays) {
    const std::vector<std::array<double, 3>> at{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<Triangle> faces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    EXPECT_EQ(simplify::simplify({at, faces}, 1).triangles.size(), 4u);
    EXPECT_TRUE(simplify::simplify({}, 10).triangles.empty());
}

TEST(Simplify, HolesStayAsTheyAre) {
    shapes::Mesh mesh = shapes::icosphere(20);
    mesh.triangles.erase(mesh.triangles.begin(), mesh.triangles.begin() + 10);
    const auto before = mesh::topology(mesh.positions.size(), mesh.triangles);
    const TriangleMesh fewer = simplify::simplify({mesh.positions, mesh.triangles}, 200);
    const auto after = mesh::topology(fewer.positions.size(), fewer.triangles);
    EXPECT_EQ(after.boundary_edges, before.boundary_edges);
    EXPECT_EQ(after.non_manifold_edges, 0u);
    EXPECT_LT(fewer.triangles.size(), 260u);
}

TEST(Simplify, BadTrianglesAreLeftOut) {
    shapes::Mesh mesh = shapes::icosphere(8);
    mesh.triangles.push_back({0, 1, 99999});
    mesh.triangles.push_back({3, 3, 4});
    mesh.positions.push_back({std::numeric_limits<double>::quiet_NaN(), 0, 0});
    mesh.triangles.push_back({0, 1, static_cast<std::uint32_t>(mesh.positions.size() - 1)});
    expect_closed(simplify::simplify({mesh.positions, mesh.triangles}, 100));
}

void expect_good_cage(const Cage& cage, double whole, std::size_t wanted) {
    expect_closed(cage.surface);
    EXPECT_LE(cage.surface.triangles.size(), wanted);
    ASSERT_FALSE(cage.mesh.tetrahedra.empty());
    const auto boundary = mesh::boundary(cage.mesh.tetrahedra);
    EXPECT_TRUE(mesh::topology(cage.mesh.positions.size(), boundary).closed());
    EXPECT_LT(cage.mesh.positions.size(), 20 * wanted);  // coarse
    EXPECT_NEAR(quality(cage.mesh).volume, whole, 0.2 * whole);
}

TEST(Cage, EnclosesTheBody) {
    const shapes::Mesh mesh = blob();
    parallel::Workers workers(2);
    const SurfaceView surface{mesh.positions, mesh.triangles};
    for (const std::size_t wanted : {1000u, 200u}) {
        const Cage cage = make_cage(surface, wanted, workers);
        expect_good_cage(cage, volume({mesh.positions, mesh.triangles}), wanted);
        EXPECT_NO_THROW(make_skin(mesh.positions, {cage.mesh.positions, cage.mesh.tetrahedra}));
    }
}

TEST(Cage, OfASurfaceWithHolesIsClosed) {
    shapes::Mesh mesh = blob();
    const double whole = volume({mesh.positions, mesh.triangles});
    mesh.triangles.erase(mesh.triangles.begin(), mesh.triangles.begin() + 30);
    mesh.triangles.push_back(mesh.triangles[5]);
    parallel::Workers workers(2);
    expect_good_cage(make_cage({mesh.positions, mesh.triangles}, 400, workers), whole, 400);
}

/// Coarse cells found but crumbs of a knot, and what they found was not closed.
TEST(Cage, OfAThinBodyHoldsMostOfItOrIsNotGiven) {
    const shapes::Mesh knot = shapes::torus_knot({240, 12}, {});
    const double whole = std::abs(volume({knot.positions, knot.triangles}));
    parallel::Workers workers(2);
    int given = 0;
    for (const std::size_t wanted : {20u, 100u, 300u, 1000u}) {
        const Cage cage = make_cage({knot.positions, knot.triangles}, wanted, workers);
        if (cage.mesh.tetrahedra.empty()) continue;
        ++given;
        const auto boundary = mesh::boundary(cage.mesh.tetrahedra);
        EXPECT_EQ(mesh::topology(cage.mesh.positions.size(), boundary).boundary_edges, 0u) << wanted;
        EXPECT_NEAR(quality(cage.mesh).volume, whole, 0.36 * whole) << wanted;
    }
    EXPECT_GE(given, 2);
}

TEST(Cage, OfNothingIsEmpty) {
    parallel::Workers workers(1);
    EXPECT_TRUE(make_cage({}, 100, workers).mesh.tetrahedra.empty());
    const shapes::Mesh sheet{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}};
    EXPECT_TRUE(make_cage({sheet.positions, sheet.triangles}, 100, workers).mesh.tetrahedra.empty());
}

}  // namespace
}  // namespace pliant::tetrahedralize
