// Cuts: neighbours still fit, no volume is lost, no sliver comes out, what the blade has passed comes apart.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <vector>

#include <pliant/soft_bodies.hpp>

#include "geometry/mean_ratio.hpp"
#include "mesh/boundary.hpp"
#include "mesh/union_find.hpp"
#include "mesh/volume_neighbours.hpp"
#include "shapes/deformations.hpp"
#include "shapes/random.hpp"
#include "shapes/solids.hpp"

namespace pliant {
namespace {

struct CutMesh {
    std::vector<Point> rest, at;
    std::vector<Tetrahedron> tetrahedra;
};

std::array<Vec3, 4> corners(const Tetrahedron& t, std::span<const Point> points) {
    return {Vec3(points[t[0]]), Vec3(points[t[1]]), Vec3(points[t[2]]), Vec3(points[t[3]])};
}

double volume(const CutMesh& mesh) {
    double sum = 0;
    for (const Tetrahedron& t : mesh.tetrahedra) {
        const auto p = corners(t, mesh.rest);
        sum += dot(p[1] - p[0], cross(p[2] - p[0], p[3] - p[0])) / 6;
    }
    return sum;
}

void apply(CutMesh& mesh, const VolumeCut& cut) {
    for (const CutVertex& v : cut.vertices) {
        for (std::vector<Point>* points : {&mesh.rest, &mesh.at}) {
            Point p{};
            for (std::size_t k = 0; k < 3; ++k)
                p[k] = (1 - v.share) * (*points)[v.from][k] + v.share * (*points)[v.to][k];
            points->push_back(p);
        }
    }
    for (auto t = cut.removed.rbegin(); t != cut.removed.rend(); ++t)
        mesh.tetrahedra.erase(mesh.tetrahedra.begin() + *t);
    mesh.tetrahedra.insert(mesh.tetrahedra.end(), cut.added.begin(), cut.added.end());
}

std::size_t pieces(const CutMesh& mesh) {
    mesh::UnionFind joined(mesh.rest.size());
    std::vector<std::uint8_t> used(mesh.rest.size(), 0);
    for (const Tetrahedron& t : mesh.tetrahedra) {
        for (const std::uint32_t v : t) {
            joined.join(t[0], v);
            used[v] = 1;
        }
    }
    std::size_t count = 0;
    for (std::uint32_t v = 0; v < used.size(); ++v) count += used[v] != 0 && joined.root(v) == v;
    return count;
}

/// Every edge of the boundary belongs to an even number of its triangles, each way as often.
bool boundary_is_closed(const CutMesh& mesh) {
    std::map<std::array<std::uint32_t, 2>, int> edges;
    for (const Triangle& t : mesh::boundary(mesh.tetrahedra)) {
        for (std::size_t i = 0; i < 3; ++i) {
            const std::uint32_t a = t[i], b = t[(i + 1) % 3];
            edges[{std::min(a, b), std::max(a, b)}] += a < b ? 1 : -1;
        }
    }
    return std::all_of(edges.begin(), edges.end(), [](const auto& e) { return e.second == 0; });
}

double worst(const CutMesh& mesh) {
    double least = 1;
    for (const Tetrahedron& t : mesh.tetrahedra) least = std::min(least, geometry::mean_ratio(corners(t, mesh.rest)));
    return least;
}

CutMesh bar(double shake, std::uint64_t seed) {
    const shapes::Mesh mesh = shapes::solid_box({6, 4, 4}, {1.5, 1, 1});
    CutMesh out{mesh.positions, mesh.positions, mesh.tetrahedra};
    shapes::Random random(seed);
    for (Point& p : out.at) {
        const Vec3 off = shake * random.in_cube();
        p = {p[0] + off.x + 0.1 * p[2], p[1] + off.y, p[2] + off.z};
    }
    return out;
}

/// A blade across the bar, at x, turned a little, that covers y up to `reach`.
Blade across_bar(double x, double tilt, double reach) {
    return {{x - tilt, -2, -2}, {0, 2 + reach, 0}, {2 * tilt, 0, 4}};
}

TEST(Cutting, ABladeThatPassesThroughLeavesTwoPieces) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        CutMesh mesh = bar(0.04, seed);
        const double before = volume(mesh), quality = worst(mesh);
        const CutOptions options{.snap = 0.2, .quality = 0.15};
        ASSERT_GT(quality, options.quality);
        apply(mesh, cut({mesh.rest, mesh.tetrahedra}, mesh.at, across_bar(0.02 * double(seed) - 0.2, 0.1, 2), options));
        EXPECT_EQ(pieces(mesh), 2u);
        EXPECT_NEAR(volume(mesh), before, 1e-12);
        EXPECT_TRUE(boundary_is_closed(mesh));
        EXPECT_GE(worst(mesh), options.quality);
    }
}

TEST(Cutting, TheTipOfACutStaysClosedUntilTheBladeHasPassed) {
    CutMesh mesh = bar(0.02, 3);
    const double before = volume(mesh);
    std::size_t faces = 0;
    for (const double reach : {-0.3, -0.1, 0.0, 0.2, 0.35}) {
        apply(mesh, cut({mesh.rest, mesh.tetrahedra}, mesh.at, across_bar(0.06, 0, reach)));
        EXPECT_EQ(pieces(mesh), 1u) << reach;
        EXPECT_TRUE(boundary_is_closed(mesh));
        const std::size_t now = mesh::boundary(mesh.tetrahedra).size();
        EXPECT_GT(now, faces) << reach;
        faces = now;
    }
    apply(mesh, cut({mesh.rest, mesh.tetrahedra}, mesh.at, across_bar(0.06, 0, 2)));
    EXPECT_EQ(pieces(mesh), 2u);
    EXPECT_NEAR(volume(mesh), before, 1e-12);
    EXPECT_GE(worst(mesh), CutOptions{}.quality);
}

TEST(Cutting, AlongFacesNothingIsSplit) {
    CutMesh mesh = bar(0, 1);
    for (Point& p : mesh.at) p[0] -= 0.1 * p[2];
    const VolumeCut made = cut({mesh.rest, mesh.tetrahedra}, mesh.rest, across_bar(0, 0, 2));
    EXPECT_EQ(made.added.size(), made.removed.size());
    for (const CutVertex& v : made.vertices) EXPECT_EQ(v.from, v.to);
    EXPECT_EQ(made.vertices.size(), 25u);
    apply(mesh, made);
    EXPECT_EQ(pieces(mesh), 2u);
}

TEST(Cutting, ABladeBesideOrAgainCutsNothing) {
    CutMesh mesh = bar(0.02, 5);
    EXPECT_TRUE(cut({mesh.rest, mesh.tetrahedra}, mesh.at, across_bar(3, 0, 2)).empty());
    apply(mesh, cut({mesh.rest, mesh.tetrahedra}, mesh.at, across_bar(0.06, 0, 2)));
    const std::size_t before = mesh.tetrahedra.size();
    apply(mesh, cut({mesh.rest, mesh.tetrahedra}, mesh.at, across_bar(0.06, 0, 2)));
    EXPECT_EQ(mesh.tetrahedra.size(), before);
    EXPECT_EQ(pieces(mesh), 2u);
}

TEST(Cutting, BadInputIsRefused) {
    const CutMesh mesh = bar(0, 1);
    const VolumeView view{mesh.rest, mesh.tetrahedra};
    EXPECT_THROW((void)cut(view, Points(mesh.at.data()->data(), 3), across_bar(0, 0, 1)), std::invalid_argument);
    EXPECT_THROW((void)cut(view, mesh.at, {{}, {1, 0, 0}, {2, 0, 0}}), std::invalid_argument);
    EXPECT_THROW((void)cut(view, mesh.at, across_bar(0, 0, 1), {.snap = 0.7}), std::invalid_argument);
    EXPECT_THROW((void)cut(view, mesh.at, across_bar(NAN, 0, 1)), std::invalid_argument);
}

TEST(Cutting, ASoftBodyKeepsMassMomentumAndEnergyAndItsHalvesFallApart) {
    SoftBodies bodies({.threads = 2});
    const CutMesh mesh = bar(0.02, 2);
    const Material material{5e4, 0.4, 1000, 0.01};
    const VertexRange first = bodies.add(VolumeView{mesh.rest, mesh.tetrahedra}, material);
    const VertexRange second = bodies.add(VolumeView{mesh.rest, mesh.tetrahedra}, material);
    for (std::uint32_t v = 0; v < first.count; ++v) {
        bodies.set_position(v, mesh.at[v]);
        bodies.set_velocity(v, {0.3, 0.1 * mesh.at[v][0], 0});
    }
    const Energy energy = bodies.energy();
    const Point momentum = bodies.momentum();
    const auto total_mass = [&] {
        double sum = 0;
        for (std::uint32_t v = 0; v < bodies.positions().size(); ++v) sum += bodies.mass(v);
        return sum;
    };
    const double mass = total_mass();
    const Point corner = bodies.positions()[second.first];
    const VolumeCut made = bodies.cut(first, across_bar(0.06, 0.05, 2));
    ASSERT_FALSE(made.empty());
    EXPECT_NEAR(total_mass(), mass, 1e-9);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(bodies.momentum()[k], momentum[k], 1e-9);
    EXPECT_NEAR(bodies.energy().elastic, energy.elastic, 1e-6 * energy.elastic + 1e-9);
    EXPECT_LE(bodies.energy().total(), energy.total() + 1e-9);
    EXPECT_EQ(bodies.positions()[second.first + made.vertices.size()], corner);
    double before = bodies.energy().total();
    for (int i = 0; i < 20; ++i) {
        bodies.start(1.0 / 60);
        bodies.finish();
        ASSERT_LE(bodies.energy().total(), before + 1e-6);
        before = bodies.energy().total();
    }
    EXPECT_THROW((void)bodies.cut({7, 1}, across_bar(0, 0, 1)), std::out_of_range);
}

}  // namespace
}  // namespace pliant
