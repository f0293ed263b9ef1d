// Points and lines against every triangle by exact arithmetic, on grids and bodies made to be awkward.
#include <gtest/gtest.h>

#include <limits>

#include "bodies.hpp"
#include "geometry/closest_point.hpp"
#include "geometry/line_crossing.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::depth_layers {
namespace {

geometry::TriangleCorners corners(const shapes::Mesh& mesh, const Triangle& t) {
    return {Vec3(mesh.positions[t[0]]), Vec3(mesh.positions[t[1]]), Vec3(mesh.positions[t[2]])};
}

/// Every triangle, no grid: 1 inside, 0 on the surface, -1 outside.
int side_by_all_triangles(const shapes::Mesh& mesh, const Position& point, InsideRule rule) {
    int winding = 0;
    for (const Triangle& t : mesh.triangles) {
        const auto crossing = geometry::cross(Vec3(point), corners(mesh, t), Along::y);
        if (crossing.place == geometry::PlaceOnLine::on) return 0;
        if (crossing.place == geometry::PlaceOnLine::below) winding += crossing.turns;
    }
    return (rule == InsideRule::parity ? winding % 2 != 0 : winding != 0) ? 1 : -1;
}

/// Some anywhere, some at corners, on edges and on faces of the mesh, some level with its vertices.
std::vector<Position> awkward_points(const shapes::Mesh& mesh, std::size_t count, shapes::Random& random) {
    Position lo = mesh.positions[0], hi = lo;
    for (const Position& p : mesh.positions) {
        for (std::size_t k = 0; k < 3; ++k) lo[k] = std::min(lo[k], p[k]), hi[k] = std::max(hi[k], p[k]);
    }
    const auto any = [&](std::size_t n) { return static_cast<std::size_t>(random.next() % n); };
    std::vector<Position> points;
    for (std::size_t i = 0; i < count; ++i) {
        const Position &a = mesh.positions[any(mesh.positions.size())], &b = mesh.positions[any(mesh.positions.size())];
        switch (i % 5) {
            case 0: points.push_back(a); break;
            case 1: points.push_back({a[0], b[1], random.between(lo[2], hi[2])}); break;
            case 2: points.push_back({(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2}); break;
            default:
                points.push_back(
                    {random.between(lo[0], hi[0]), random.between(lo[1], hi[1]), random.between(lo[2], hi[2])});
        }
    }
    return points;
}

class CatalogueBodies : public testing::TestWithParam<std::string_view> {};

/// All bodies of the scene as one, where they overlap each other and themselves.
shapes::Mesh everything(std::string_view scene) {
    const auto animation = shapes::make_scene(scene, {1500, {}, 1});
    shapes::Mesh all;
    for (std::size_t b = 0; b < animation->bodies(); ++b) {
        shapes::Mesh body = animation->body(b);
        animation->positions(animation->frames() / 3, b, body.positions);
        body.tetrahedra.clear();
        shapes::append(all, body);
    }
    return all;
}

TEST_P(CatalogueBodies, HoldThePointsThatExactArithmeticSays) {
    const shapes::Mesh mesh = everything(GetParam());
    shapes::Random random(11);
    const std::vector<Position> points = awkward_points(mesh, 400, random);
    Scene scene({.threads = 2});
    const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
    std::size_t counts[3] = {};
    for (const InsideRule rule : {InsideRule::winding, InsideRule::parity}) {
        const Containment bounded = scene.contains(body, points, {.rule = rule});
        const Containment& exact = scene.contains(body, points, {.exact = true, .rule = rule});
        EXPECT_EQ(exact.inconsistent_pixels, 0u);
        std::vector<int> bounded_side(points.size(), -1), exact_side(points.size(), -1);
        for (const std::uint32_t i : bounded.inside) bounded_side[i] = 1;
        for (const std::uint32_t i : bounded.uncertain) bounded_side[i] = 2;
        for (const std::uint32_t i : exact.inside) exact_side[i] = 1;
        for (const std::uint32_t i : exact.on_surface) exact_side[i] = 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            const int truth = side_by_all_triangles(mesh, points[i], rule);
            EXPECT_EQ(exact_side[i], truth) << i;
            if (bounded_side[i] != 2) {
                EXPECT_EQ(bounded_side[i], truth) << i;
            }
            ++counts[truth + 1];
        }
    }
    EXPECT_GT(counts[0], 50u);
    EXPECT_GT(counts[1], 50u);
    EXPECT_GT(counts[2], 20u);
}

INSTANTIATE_TEST_SUITE_P(Scenes, CatalogueBodies,
                         testing::Values("two_knots", "swarm", "squeezed_blob", "waves_pair", "tetra_boxes",
                                         "resting_stack", "pulsating_sphere"),
                         [](const auto& scene) { return std::string(scene.param); });

TEST(FillRule, LinesThroughVerticesAndEdgesEnterAsOftenAsTheyLeave) {
    for (const std::uint32_t cells : {1u, 2u, 4u}) {
        const shapes::Mesh mesh = shapes::box_surface({cells, cells, cells});
        Scene scene;
        const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
        for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
            // With twice as many lines as cells none hits a vertex; with these boxes all of them do.
            const double n = cells;
            const std::array<Position, 2> shifted{{{-0.5, -0.5, -0.5}, {n + 0.5, n + 0.5, n + 0.5}}};
            const Layers& found = scene.layers(body, {.resolution = cells + 1, .axis = axis, .box = shifted});
            EXPECT_EQ(found.inconsistent_pixels, 0u);
            EXPECT_EQ(found.points.size(), 2 * cells * cells);  // of the lines on the border half count
            EXPECT_EQ(found.most, 2u);
        }
    }
}

TEST(FillRule, OfDiagonalEdgesToo) {
    const shapes::Mesh mesh = shapes::octasphere(1);
    Scene scene;
    const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        for (const std::uint32_t n : {1u, 2u, 3u, 4u, 5u, 8u}) {
            const Layers& found = scene.layers(body, {.resolution = n, .axis = axis});
            EXPECT_EQ(found.inconsistent_pixels, 0u) << n;
            EXPECT_GT(found.points.size(), 0u);
        }
    }
}

TEST(Layers, AreTheSameForAnyNumberOfThreadsAndForFloats) {
    shapes::Mesh mesh = shapes::icosphere(60);
    std::vector<std::array<float, 3>> floats;
    for (Position& p : mesh.positions) {
        floats.push_back({float(p[0]), float(p[1]), float(p[2])});
        for (std::size_t k = 0; k < 3; ++k) p[k] = floats.back()[k];
    }
    Scene one({.threads = 1});
    const Layers expected = one.layers(one.add(SurfaceView{mesh.positions, mesh.triangles}), {.resolution = 100});
    EXPECT_GT(expected.points.size(), 10000u);
    for (const unsigned threads : {1u, 2u, 3u, 8u}) {
        Scene several({.threads = threads});
        const Layers& found = several.layers(several.add(SurfaceView{floats, mesh.triangles}), {.resolution = 100});
        EXPECT_EQ(found.first, expected.first);
        ASSERT_EQ(found.points.size(), expected.points.size());
        for (std::size_t i = 0; i < found.points.size(); ++i) {
            EXPECT_EQ(found.points[i].depth, expected.points[i].depth);
            EXPECT_EQ(found.points[i].triangle, expected.points[i].triangle);
        }
    }
}

TEST(Containment, OfOpenSurfacesSaysWhereItDoesNotKnow) {
    shapes::Mesh mesh = sphere(8, {0, 0, 0}, 1);
    mesh.triangles.erase(mesh.triangles.begin() + 200, mesh.triangles.begin() + 220);
    Scene scene;
    const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
    shapes::Random random(2);
    std::vector<Position> points;
    for (int i = 0; i < 5000; ++i) points.push_back(shapes::position(random.in_cube()));
    const Containment& found = scene.contains(body, points, {.exact = true, .resolution = 64});
    EXPECT_GT(found.inconsistent_pixels, 0u);
    EXPECT_GT(found.uncertain.size(), 0u);
    EXPECT_LT(found.uncertain.size(), 600u);
    for (const std::uint32_t i : found.inside) {
        const Vec3 p(points[i]);
        EXPECT_LT(dot(p, p), 1.0);
    }
}

TEST(Containment, OfNothingIsNothing) {
    Scene scene;
    const std::vector<Position> points{{0, 0, 0}, {std::numeric_limits<double>::quiet_NaN(), 0, 0}};
    const BodyId empty = scene.add(SurfaceView{});
    const Containment& found = scene.contains(empty, points);
    EXPECT_TRUE(found.inside.empty());
    EXPECT_TRUE(found.uncertain.empty());
    EXPECT_EQ(found.invalid, std::vector<std::uint32_t>{1});
    EXPECT_FALSE(found.report.all_examined());
    EXPECT_THROW((void)scene.contains(BodyId{9}, points), std::out_of_range);
    EXPECT_TRUE(scene.layers(empty).points.empty());
}

TEST(Containment, OfAFlatBodyIsAtMostItsSurface) {
    const shapes::Mesh flat = box({0, 0, 0}, {1, 1, 0});
    Scene scene;
    const BodyId body = scene.add(SurfaceView{flat.positions, flat.triangles});
    const std::vector<Position> points{{0.5, 0.5, 0}, {0.5, 0.5, 1}, {0.3, 0.2, -1e-9}};
    for (const std::uint32_t n : {1u, 7u}) {
        const Containment& found = scene.contains(body, points, {.exact = true, .resolution = n});
        EXPECT_TRUE(found.inside.empty());
        EXPECT_EQ(found.on_surface, std::vector<std::uint32_t>{0});
    }
}

/// Columns narrower than the distance of neighbouring numbers would have lines that do not go through them.
TEST(Containment, FarFromTheOriginUsesFewerColumns) {
    shapes::Mesh mesh = sphere(4, {0, 0, 0}, 1);
    const double far = 0x1p49;  // an eighth from one number to the next
    for (Position& p : mesh.positions) {
        for (double& x : p) x += far;
    }
    Scene scene;
    const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
    shapes::Random random(5);
    std::vector<Position> points;
    for (int i = 0; i < 500; ++i) {
        points.push_back({far + random.between(-1, 1), far + random.between(-1, 1), far + random.between(-1, 1)});
    }
    const Containment& found = scene.contains(body, points, {.exact = true, .resolution = 64});
    EXPECT_LE(found.resolution, 16u);
    EXPECT_GT(found.inside.size(), 50u);
    std::vector<int> side(points.size(), -1);
    for (const std::uint32_t i : found.inside) side[i] = 1;
    for (const std::uint32_t i : found.on_surface) side[i] = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        EXPECT_EQ(side[i], side_by_all_triangles(mesh, points[i], InsideRule::winding)) << i;
    }
}

TEST(Containment, IsTheSameForAnyNumberOfThreadsAndForFloats) {
    const shapes::Mesh mesh = everything("squeezed_blob");
    std::vector<std::array<float, 3>> floats;
    std::vector<Position> rounded;
    for (const Position& p : mesh.positions) {
        floats.push_back({float(p[0]), float(p[1]), float(p[2])});
        rounded.push_back({floats.back()[0], floats.back()[1], floats.back()[2]});
    }
    shapes::Random random(3);
    const std::vector<Position> points = awkward_points(mesh, 5000, random);
    Scene one({.threads = 1});
    const BodyId body = one.add(SurfaceView{rounded, mesh.triangles});
    for (const bool exact : {false, true}) {
        const Containment expected = one.contains(body, points, {.exact = exact});
        EXPECT_GT(expected.inside.size(), 200u);
        EXPECT_EQ(expected.uncertain.empty(), exact);
        for (const unsigned threads : {1u, 2u, 3u, 8u}) {
            Scene several({.threads = threads});
            const Containment& found =
                several.contains(several.add(SurfaceView{floats, mesh.triangles}), points, {.exact = exact});
            EXPECT_EQ(found.inside, expected.inside);
            EXPECT_EQ(found.uncertain, expected.uncertain);
            EXPECT_EQ(found.on_surface, expected.on_surface);
        }
    }
}

shapes::Mesh tetrahedron() {
    shapes::Mesh mesh;
    mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    return mesh;
}

double distance_to(const shapes::Mesh& mesh, const Position& point) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Triangle& t : mesh.triangles) {
        const auto [a, b, c] = corners(mesh, t);
        const Vec3 way = geometry::closest_point(Vec3(point), {a, b, c}) - Vec3(point);
        nearest = std::min(nearest, std::sqrt(dot(way, way)));
    }
    return nearest;
}

/// The plane of a large triangle goes on beside it, its box is far from it in most places.
TEST(Containment, UncertainPointsAreNoFartherFromTheSurfaceThanTheBound) {
    shapes::Random random(17);
    shapes::Mesh needle = tetrahedron(), turned_box = box({0, 0, 0}, {1, 0.6, 0.1});
    for (Position& p : needle.positions) p[2] *= 30;
    tumble(turned_box, 0.6, {0.2, 0, 0});
    shapes::Mesh turned_needle = needle;
    tumble(turned_needle, 0.9, {0, 0, 3});
    std::size_t uncertain = 0;
    for (const shapes::Mesh& mesh : {tetrahedron(), turned_box, needle, turned_needle, sphere(1, {0, 0, 0}, 1),
                                     sphere(6, {1, 1, 1}, 2), everything("two_knots")}) {
        Scene scene;
        const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
        const std::vector<Position> points = awkward_points(mesh, 300, random);
        for (const std::uint32_t resolution : {0u, 1u, 2u, 5u, 16u, 33u, 64u}) {
            ContainsOptions options;
            if (resolution > 0) options.resolution = resolution;
            const Containment& found = scene.contains(body, points, options);
            for (const std::uint32_t i : found.uncertain) {
                EXPECT_LE(distance_to(mesh, points[i]), found.bound * (1 + 1e-9)) << resolution;
            }
            uncertain += found.uncertain.size();
        }
    }
    EXPECT_GT(uncertain, 3000u);
}

/// In the plane of the face, or in its box.
TEST(Containment, PointsBesideALargeFaceAreCertain) {
    const shapes::Mesh mesh = tetrahedron();
    Scene scene;
    const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
    const std::vector<Position> points{{0.7034, 0.7303, 0.0013}, {0.764, 0.7836, 0.0364}};
    EXPECT_TRUE(scene.contains(body, points).uncertain.empty());
}

/// fcl#577: answers follow the body.
TEST(Containment, FollowsABodyThatMoves) {
    shapes::Mesh mesh = sphere(5, {0, 0, 0}, 1);
    Scene scene;
    const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
    const std::vector<Position> origin{{0, 0, 0}};
    EXPECT_EQ(scene.contains(body, origin).inside.size(), 1u);
    for (Position& p : mesh.positions) p[0] += 3;
    scene.move(body, mesh.positions);
    EXPECT_EQ(scene.contains(body, origin).inside.size(), 0u);
}

}  // namespace
}  // namespace pliant::depth_layers
