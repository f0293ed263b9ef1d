// Simplified surfaces stay closed.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include <pliant/meshing.hpp>
#include <pliant/pliant.hpp>

#include "closed_surfaces.hpp"

namespace pliant::meshing {
namespace {

TEST(Simplify, StaysClosedAndManifold) {
    for (const shapes::Mesh& mesh : {blob(), shapes::torus({80, 40}, 1, 0.3), shapes::icosphere(30)}) {
        const SurfaceView surface{mesh.positions, mesh.triangles};
        const auto euler = mesh::topology(mesh.positions.size(), mesh.triangles).euler_number();
        const double whole = volume({mesh.positions, mesh.triangles});
        for (const std::size_t wanted : {2000u, 400u, 100u}) {
            const SurfaceMesh fewer = simplify(surface, {wanted});
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
    const SurfaceMesh fewer = simplify({mesh.positions, mesh.triangles}, {300});
    Scene scene;
    scene.add(SurfaceView{fewer.positions, fewer.triangles});
    EXPECT_TRUE(scene.intersections().empty());
}

TEST(Simplify, IsTheSameFarFromTheOrigin) {
    shapes::Mesh mesh = blob();
    for (auto& p : mesh.positions) p = {p[0] + 1e5, p[1] - 2e5, p[2]};
    const SurfaceMesh fewer = simplify({mesh.positions, mesh.triangles}, {300});
    expect_closed(fewer);
    EXPECT_LE(fewer.triangles.size(), 300u);
    for (const auto& p : fewer.positions) EXPECT_LT(std::hypot(p[0] - 1e5, p[1] + 2e5, p[2]), 1.6);
}

TEST(Simplify, ATetrahedronStays) {
    const std::vector<std::array<double, 3>> at{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<Triangle> faces{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}};
    EXPECT_EQ(simplify({at, faces}, {1}).triangles.size(), 4u);
    EXPECT_TRUE(simplify({}, {10}).triangles.empty());
}

TEST(Simplify, HolesStayAsTheyAre) {
    shapes::Mesh mesh = shapes::icosphere(20);
    mesh.triangles.erase(mesh.triangles.begin(), mesh.triangles.begin() + 10);
    const auto before = mesh::topology(mesh.positions.size(), mesh.triangles);
    const SurfaceMesh fewer = simplify({mesh.positions, mesh.triangles}, {200});
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
    expect_closed(simplify({mesh.positions, mesh.triangles}, {100}));
}

}  // namespace
}  // namespace pliant::meshing
