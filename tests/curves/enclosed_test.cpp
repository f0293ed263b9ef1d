// What curves enclose, against other ways to find out: points inside bodies, and floods by hand.
#include "bodies.hpp"

#include "determinism/played_scene.hpp"

namespace pliant::curves_test {
namespace {

std::set<std::uint32_t> cut_triangles(const Curves& found, BodyId body) {
    std::set<std::uint32_t> cut;
    for (const CurveSegment& s : found.segments) {
        if (s.a.body == body) cut.insert(s.a.triangle);
        if (s.b.body == body) cut.insert(s.b.triangle);
    }
    return cut;
}

/// Whole triangles of one body that lie inside another, by exact windings of their corners.
std::set<std::uint32_t> inside_by_points(World& world, std::size_t body, std::size_t other,
                                         const std::set<std::uint32_t>& cut) {
    const Mesh& mesh = world.meshes[body];
    const std::vector<std::uint32_t> inside =
        world.scene.contains(world.ids[other], mesh.positions, {.exact = true}).inside;
    const std::set<std::uint32_t> vertices(inside.begin(), inside.end());
    std::set<std::uint32_t> result;
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
        if (cut.count(t) == 0 && vertices.count(mesh.triangles[t][0]) != 0) result.insert(t);
    }
    return result;
}

void expect_as_by_points(World& world) {
    const Curves found = sound_curves(world);
    ASSERT_FALSE(found.empty());
    for (std::size_t s = 0; s < 2; ++s) {
        std::set<std::uint32_t> enclosed;
        for (const Curve& curve : found) {
            ASSERT_TRUE(curve.closed);
            ASSERT_TRUE(curve.sides[s].bounded);
            for (std::uint32_t i = 0; i < curve.sides[s].count; ++i) {
                const TriangleRef& t = found.enclosed[curve.sides[s].first + i];
                ASSERT_EQ(t.body, world.ids[s]);
                enclosed.insert(t.triangle);
            }
        }
        EXPECT_EQ(enclosed, inside_by_points(world, s, 1 - s, cut_triangles(found, world.ids[s])));
    }
}

TEST(EnclosedTriangles, OfClosedBodiesAreThoseInsideTheOther) {
    World spheres({shapes::icosphere(14), moved(turned(shapes::octasphere(17), 0.7, 0.9), 0.8, 0.3, 0.1)});
    expect_as_by_points(spheres);
    World rings({turned(shapes::torus({60, 30}, 1, 0.4), 0.1, 0.2),
                 moved(turned(shapes::torus({50, 24}, 1, 0.35), 1.2, 0.3), 0.5, 0.1, 0.05)});
    expect_as_by_points(rings);
    World coarse_and_fine({shapes::icosphere(1), moved(scaled(shapes::icosphere(20), 0.4), 0.75, 0.1, 0.05)});
    expect_as_by_points(coarse_and_fine);
    Mesh bumpy = shapes::icosphere(16);
    shapes::Random random(5);
    shapes::add_bumps(bumpy, 25, 0.3, random);
    World bumps({bumpy, turned(scaled(shapes::icosphere(15), 1.1), 0.4, 0.2)});
    expect_as_by_points(bumps);
}

TEST(EnclosedTriangles, VolumesAreThoseOfOverlap) {
    Mesh bumpy = shapes::icosphere(16);
    shapes::Random random(5);
    shapes::add_bumps(bumpy, 25, 0.3, random);
    World world({bumpy, moved(turned(scaled(shapes::icosphere(15), 1.1), 0.4, 0.2), 1.3, 0, 0)});
    const Curves& found = sound_curves(world);
    std::map<double, int> volumes;
    for (const Curve& curve : found) ++volumes[curve.volume.value()];
    double sum = 0;
    for (const auto& [volume, curves] : volumes) sum += volume;
    const Overlap& overlap = world.scene.overlap(world.ids[0], world.ids[1], {.tolerance = 1e-5});
    EXPECT_NEAR(sum, overlap.volume, overlap.error + 1e-9);
}

/// A piece is connected over triangles that are not cut, and nothing that it reaches is missing.
TEST(EnclosedTriangles, AreWholePieces) {
    determinism::PlayedScene played("folded_layers", 6000, 1);
    played.go_to(9);
    const Curves& found = played.scene.curves();
    std::size_t bounded = 0;
    for (const Curve& curve : found) {
        for (const CurveSide& side : curve.sides) {
            if (!side.bounded) continue;
            ++bounded;
            const auto triangles = played.scene.triangles(side.body);
            const std::set<std::uint32_t> cut = cut_triangles(found, side.body);
            std::set<std::uint32_t> enclosed, vertices;
            for (std::uint32_t i = 0; i < side.count; ++i) {
                const std::uint32_t t = found.enclosed[side.first + i].triangle;
                ASSERT_EQ(cut.count(t), 0u);
                enclosed.insert(t);
                vertices.insert(triangles[t].begin(), triangles[t].end());
            }
            for (std::uint32_t t = 0; t < triangles.size(); ++t) {
                const bool meets = std::any_of(triangles[t].begin(), triangles[t].end(),
                                               [&](std::uint32_t v) { return vertices.count(v) != 0; });
                if (meets && cut.count(t) == 0) {
                    ASSERT_EQ(enclosed.count(t), 1u);
                }
            }
            ASSERT_GE(side.area, 0);
        }
    }
    EXPECT_GT(bounded, 10u);
}

/// The parts on both sides of all curves make up the surface: sphere and plane, cut area by area.
TEST(EnclosedAreas, AddUp) {
    // A sphere cut by a plane: cap inside and cap outside, found with the plane's two orientations.
    const Mesh sphere = turned(shapes::icosphere(9), 0.2, 0.4);
    double surface = 0;
    for (const Triangle& t : sphere.triangles) {
        const Vec3 a = sphere.positions[t[0]],
                   n = cross(Vec3(sphere.positions[t[1]]) - a, Vec3(sphere.positions[t[2]]) - a);
        surface += 0.5 * std::sqrt(dot(n, n));
    }
    Mesh half = moved(scaled(shapes::box_surface({5, 5, 5}), 1), -2.5, -2.5, 0.31);    // holds what is above
    Mesh other = moved(scaled(shapes::box_surface({5, 5, 5}), 1), -2.5, -2.5, -4.69);  // and below
    World above({sphere, half}), below({sphere, other});
    const double sum = sound_curves(above).items.at(0).sides[0].area + sound_curves(below).items.at(0).sides[0].area;
    EXPECT_NEAR(sum, surface, 1e-9);
}

}  // namespace
}  // namespace pliant::curves_test
