#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <stdexcept>

#include <pliant/meshing.hpp>
#include <pliant/pliant.hpp>

#include "mesh/boundary.hpp"
#include "mesh/topology.hpp"
#include "oracle/random.hpp"
#include "shapes/meshes.hpp"

namespace pliant::meshing {
namespace {

VolumeMesh fill_with(const shapes::Mesh& surface, TetrahedralizeOptions options = {}, unsigned threads = 2) {
    options.threads = threads;
    return tetrahedralize(SurfaceView{surface.positions, surface.triangles}, options);
}

double signed_volume(const VolumeMesh& mesh, const Tetrahedron& t) {
    const Vec3 a = mesh.positions[t[0]], b = mesh.positions[t[1]], c = mesh.positions[t[2]], d = mesh.positions[t[3]];
    return dot(b - a, cross(c - a, d - a)) / 6;
}

/// Positive tetrahedra that fit: no face of three, and a closed boundary.
void expect_sound(const VolumeMesh& mesh) {
    ASSERT_FALSE(mesh.tetrahedra.empty());
    std::map<std::array<std::uint32_t, 3>, int> faces;
    for (const Tetrahedron& t : mesh.tetrahedra) {
        ASSERT_GT(signed_volume(mesh, t), 0);
        for (std::size_t left_out = 0; left_out < 4; ++left_out) {
            std::array<std::uint32_t, 3> face{};
            std::size_t count = 0;
            for (std::size_t i = 0; i < 4; ++i) {
                if (i != left_out) face[count++] = t[i];
            }
            std::sort(face.begin(), face.end());
            ASSERT_LE(++faces[face], 2);
        }
    }
    EXPECT_TRUE(mesh::topology(mesh.positions.size(), mesh::boundary(mesh.tetrahedra)).closed());
}

/// No vertex of the mesh is inside one of its tetrahedra: they do not overlap.
void expect_no_overlap(const VolumeMesh& mesh) {
    Scene scene;
    scene.add(VolumeView{mesh.positions, mesh.tetrahedra});
    const Penetrations& found = scene.penetrations();
    EXPECT_TRUE(found.empty());
    EXPECT_TRUE(found.report.set_aside.empty());
}

TEST(Fill, ABallOfTheRightVolume) {
    const VolumeMesh mesh = fill_with(shapes::icosphere(8));
    expect_sound(mesh);
    expect_no_overlap(mesh);
    const Quality found = quality(mesh.view());
    EXPECT_NEAR(found.volume, 4.0 / 3 * std::numbers::pi, 0.1);
    EXPECT_GT(found.least_dihedral, 10);
    EXPECT_GT(found.least_mean_ratio, 0.3);
    EXPECT_GT(found.mean_ratio, 0.7);
}

TEST(Fill, BoundaryVerticesLieOnTheSurface) {
    const VolumeMesh mesh = fill_with(shapes::icosphere(12));
    for (const Triangle& t : mesh::boundary(mesh.tetrahedra)) {
        for (const std::uint32_t v : t) {
            const auto& p = mesh.positions[v];
            ASSERT_NEAR(std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]), 1, 0.01);
        }
    }
}

TEST(Fill, FinerCellsGiveMoreTetrahedra) {
    const shapes::Mesh sphere = shapes::icosphere(6);
    EXPECT_LT(fill_with(sphere, {.resolution = 6}).tetrahedra.size(),
              fill_with(sphere, {.resolution = 12}).tetrahedra.size());
    EXPECT_EQ(fill_with(sphere, {.cell_size = 0.2}).tetrahedra, fill_with(sphere, {.cell_size = 0.2}, 1).tetrahedra);
}

TEST(Fill, ATorusKeepsItsHole) {
    const VolumeMesh mesh = fill_with(shapes::torus({48, 24}, 1, 0.4), {.resolution = 24});
    expect_sound(mesh);
    EXPECT_NEAR(quality(mesh.view()).volume, 2 * std::numbers::pi * std::numbers::pi * 0.16, 0.15);
    EXPECT_EQ(mesh::topology(mesh.positions.size(), mesh::boundary(mesh.tetrahedra)).closed(), true);
}

TEST(Fill, PiecesThatOverlapAreUnited) {
    shapes::Mesh two = shapes::icosphere(8), other = shapes::icosphere(8);
    for (auto& p : other.positions) p[0] += 1;
    shapes::append(two, other);
    const VolumeMesh mesh = fill_with(two);
    expect_sound(mesh);
    EXPECT_NEAR(quality(mesh.view()).volume, 27.0 / 12 * std::numbers::pi, 0.15);
}

TEST(Fill, DirtySurfaces) {
    shapes::Mesh holed = shapes::icosphere(8), inward = holed, noisy = holed, broken = holed;
    holed.triangles.pop_back();
    for (Triangle& t : inward.triangles) std::swap(t[0], t[1]);
    oracle::Random random(5);
    for (auto& p : noisy.positions) {
        for (double& c : p) c += 0.02 * random.uniform(-1, 1);
    }
    broken.positions.push_back({std::numeric_limits<double>::quiet_NaN(), 0, 0});
    const auto last = static_cast<std::uint32_t>(broken.positions.size() - 1);
    broken.triangles.push_back({0, 1, last});
    broken.triangles.push_back({0, 1, 999999});
    broken.triangles.push_back({2, 2, 3});
    for (const shapes::Mesh& surface : {holed, inward, noisy, broken}) {
        const VolumeMesh mesh = fill_with(surface);
        expect_sound(mesh);
        EXPECT_NEAR(quality(mesh.view()).volume, 4.0 / 3 * std::numbers::pi, 0.15);
    }
}

TEST(Fill, NothingOfNothing) {
    EXPECT_TRUE(fill_with({}).tetrahedra.empty());
    EXPECT_TRUE(fill_with(shapes::cloth_grid({4, 4}, 1, 1)).tetrahedra.empty());
    const shapes::Mesh sphere = shapes::icosphere(2);
    EXPECT_TRUE(fill_with(sphere, {.cell_size = 0.0}).tetrahedra.empty());
    EXPECT_THROW(fill_with(sphere, {.cell_size = 1e-9}), std::length_error);
}

shapes::Mesh moved_by(shapes::Mesh mesh, double distance) {
    for (auto& p : mesh.positions) p[0] += distance;
    return mesh;
}

/// Vertices coincided, 1e15 away from the origin.
TEST(Fill, WithoutRoomForItsVerticesIsRefused) {
    const shapes::Mesh ball = shapes::icosphere(3);
    EXPECT_THROW(fill_with(moved_by(ball, 1e15)), std::domain_error);
    EXPECT_THROW(fill_with(moved_by(ball, 1e13)), std::domain_error);
    EXPECT_THROW(fill_with(ball, {1e-14}), std::exception);
    const VolumeMesh far = fill_with(moved_by(ball, 1e10));
    expect_sound(far);
    expect_no_overlap(far);
    const VolumeMesh near = fill_with(ball);
    EXPECT_NEAR(quality(far.view()).volume, quality(near.view()).volume, 0.1);
}

TEST(Fill, IsTheSameAtEveryScaleOrRefused) {
    const shapes::Mesh ball = shapes::icosphere(3);
    const VolumeMesh filled = fill_with(ball);
    const Quality wanted = quality(filled.view());
    for (const double scale : {1e-69, 1e-40, 1e40, 1e69}) {
        shapes::Mesh scaled = ball;
        for (auto& p : scaled.positions) p = {scale * p[0], scale * p[1], scale * p[2]};
        const VolumeMesh made = fill_with(scaled);
        const Quality found = quality(made.view());
        EXPECT_NEAR(found.volume / scale / scale / scale, wanted.volume, 0.01);
        EXPECT_NEAR(found.mean_ratio, wanted.mean_ratio, 0.01);
        EXPECT_NEAR(found.least_dihedral, wanted.least_dihedral, 1);
    }
    for (const double scale : {1e-300, 1e-80, 1e80, 1e300}) {
        shapes::Mesh scaled = ball;
        for (auto& p : scaled.positions) p = {scale * p[0], scale * p[1], scale * p[2]};
        EXPECT_THROW(fill_with(scaled), std::domain_error);
    }
}

TEST(Fill, SameBytesForAnyNumberOfThreads) {
    const shapes::Mesh knot = shapes::torus_knot({120, 12}, {});
    const VolumeMesh one = fill_with(knot, {.resolution = 16}, 1), three = fill_with(knot, {.resolution = 16}, 3);
    EXPECT_EQ(one.positions, three.positions);
    EXPECT_EQ(one.tetrahedra, three.tetrahedra);
}

TEST(Netgen, KeepsTheSurface) {
    if (!has_netgen()) GTEST_SKIP() << "built without Netgen";
    const shapes::Mesh sphere = shapes::icosphere(4);
    const VolumeMesh mesh = fill_with(sphere, {.cell_size = 0.5, .mesher = Mesher::netgen});
    expect_sound(mesh);
    EXPECT_EQ(mesh::boundary(mesh.tetrahedra).size(), sphere.triangles.size());
}

TEST(Netgen, RefusesAnOpenSurface) {
    if (!has_netgen()) GTEST_SKIP() << "built without Netgen";
    shapes::Mesh sphere = shapes::icosphere(4);
    sphere.triangles.pop_back();
    EXPECT_THROW(fill_with(sphere, {.mesher = Mesher::netgen}), MeshingError);
}

TEST(Netgen, IsNamedWhereItIsMissing) {
    if (has_netgen()) GTEST_SKIP() << "built with Netgen";
    EXPECT_THROW(fill_with(shapes::icosphere(2), {.mesher = Mesher::netgen}), MeshingError);
}

TEST(Quality, OfARegularTetrahedronAndOfNone) {
    const std::vector<std::array<double, 3>> at{{1, 1, 1}, {-1, 1, -1}, {1, -1, -1}, {-1, -1, 1}};
    const std::vector<Tetrahedron> regular{{0, 1, 2, 3}}, turned{{0, 1, 3, 2}}, missing{{0, 1, 2, 4}};
    EXPECT_NEAR(quality({at, regular}).least_mean_ratio, 1, 1e-12);
    EXPECT_NEAR(quality({at, regular}).least_dihedral, std::acos(1.0 / 3) * 180 / std::numbers::pi, 1e-9);
    EXPECT_NEAR(quality({at, regular}).volume, 8.0 / 3, 1e-12);
    EXPECT_EQ(quality({at, turned}).least_mean_ratio, 0);
    EXPECT_NEAR(quality({at, turned}).volume, -8.0 / 3, 1e-12);
    EXPECT_EQ(quality({at, missing}).volume, 0);
    EXPECT_EQ(quality({}).volume, 0);
}

}  // namespace
}  // namespace pliant::meshing
