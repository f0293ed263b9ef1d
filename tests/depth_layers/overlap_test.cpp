// Shared volumes against what is known of them, and errors that must hold every time.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "bodies.hpp"
#include "geometry/closest_point.hpp"

namespace pliant::depth_layers {
namespace {

void expect_within(const Overlap& found, double truth) {
    EXPECT_LE(std::abs(found.volume - truth), found.error)
        << found.volume << " +- " << found.error << ", not " << truth;
}

double common(const Position& lo_a, const Position& hi_a, const Position& lo_b, const Position& hi_b) {
    double volume = 1;
    for (std::size_t k = 0; k < 3; ++k) {
        volume *= std::max(0.0, std::min(hi_a[k], hi_b[k]) - std::max(lo_a[k], lo_b[k]));
    }
    return volume;
}

TEST(SharedVolume, OfBoxesAlongTheAxesIsExact) {
    shapes::Random random(1);
    std::size_t shared = 0, apart = 0;
    for (int i = 0; i < 300; ++i) {
        const auto range = [&] {
            const double lo = std::floor(random.between(-8, 8)) / 4;
            return std::array{lo, lo + std::floor(random.between(4, 20)) / 4};
        };
        std::array<std::array<double, 2>, 6> r;
        for (auto& x : r) x = range();
        const Position lo_a{r[0][0], r[1][0], r[2][0]}, hi_a{r[0][1], r[1][1], r[2][1]};
        const Position lo_b{r[3][0], r[4][0], r[5][0]}, hi_b{r[3][1], r[4][1], r[5][1]};
        Couple couple(box(lo_a, hi_a), box(lo_b, hi_b), 1);
        const double truth = common(lo_a, hi_a, lo_b, hi_b);
        const Overlap& found = couple.overlap({.resolution = 3});
        expect_within(found, truth);
        EXPECT_LE(found.error, 1e-10) << i;
        ++(truth > 0 ? shared : apart);
    }
    EXPECT_GT(shared, 50u);
    EXPECT_GT(apart, 50u);
}

TEST(SharedVolume, OfTumbledBoxesLiesWithinTheErrorFromEverySide) {
    for (int i = 0; i < 40; ++i) {
        shapes::Mesh a = box({-1, -1, -1}, {1, 1, 1}), b = box({-1, -0.5, -0.2}, {1, 0.5, 1.2});
        tumble(a, 0.37 * i, {0.1, 0, 0});
        tumble(b, 0.37 * i, {0.1, 0, 0});
        Couple couple(a, b, 1);
        const double truth = 2 * 1 * 1.2;
        for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
            expect_within(couple.overlap({.tolerance = 0.02, .axis = axis}), truth);
            expect_within(couple.overlap({.resolution = 1, .axis = axis}), truth);
            expect_within(couple.overlap({.resolution = 7, .axis = axis}), truth);
        }
        const Overlap all = couple.overlap({.resolution = 20, .all_axes = true});
        expect_within(all, truth);
        for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
            EXPECT_LE(all.error, couple.overlap({.resolution = 20, .axis = axis}).error * (1 + 1e-12));
        }
    }
}

/// Of two balls of radius 1 whose centres are d apart.
double lens(double d, double radius) { return M_PI * (4 * radius + d) * (2 * radius - d) * (2 * radius - d) / 12; }

TEST(SharedVolume, OfTwoBallsIsTheLens) {
    constexpr std::uint32_t frequency = 12;
    // The mesh lies between the ball and one whose radius is that of its faces' middles.
    const shapes::Mesh unit = sphere(frequency, {0, 0, 0}, 1);
    double inner = 1;
    for (const Triangle& t : unit.triangles) {
        Vec3 sum;
        for (const std::uint32_t v : t) sum = sum + Vec3(unit.positions[v]);
        inner = std::min(inner, std::sqrt(dot(sum, sum)) / 3);
    }
    for (const double d : {0.3, 1.0, 1.5, 1.9}) {
        shapes::Mesh a = sphere(frequency, {0, 0, 0}, 1), b = sphere(frequency, {d, 0, 0}, 1);
        tumble(a, d, {0, 0, 0});
        tumble(b, d, {0, 0, 0});
        Couple couple(a, b);
        const Overlap& found = couple.overlap({.tolerance = 0.005});
        EXPECT_GE(found.volume + found.error, lens(d, inner));
        EXPECT_LE(found.volume - found.error, lens(d, 1));
        EXPECT_LE(found.error, 0.005 * found.volume);
        const double c = std::cos(d), s = std::sin(d), e = std::cos(2.3 * d), f = std::sin(2.3 * d);
        const Vec3 middle{c * d / 2, e * s * d / 2, f * s * d / 2}, off = Vec3(found.centroid) - middle;
        EXPECT_LE(std::sqrt(dot(off, off)), found.centroid_error + 0.002) << d;
        EXPECT_LT(found.centroid_error, 0.1);
    }
}

/// GraspTTA#2, InterHandGen#5, trimesh#1875: what lies wholly inside shares no surface, and all of its volume.
TEST(SharedVolume, OfABodyInsideAnotherIsItsOwn) {
    for (const bool inner_first : {true, false}) {
        shapes::Mesh inner = sphere(6, {0.1, 0.2, -0.1}, 0.5), outer = sphere(8, {0, 0, 0}, 2);
        const double truth = volume_of(inner);
        Couple couple(inner_first ? inner : outer, inner_first ? outer : inner);
        const Overlap& found = couple.overlap();
        expect_within(found, truth);
        EXPECT_LE(found.error, 1e-9);
        EXPECT_NEAR(found.centroid[0], 0.1, 1e-6);
        EXPECT_NEAR(found.centroid[2], -0.1, 1e-6);
    }
}

TEST(SharedVolume, OfAShellAndItsFillingIsNothing) {
    shapes::Mesh shell = sphere(8, {0, 0, 0}, 2), cavity = sphere(8, {0, 0, 0}, 1);
    for (Triangle& t : cavity.triangles) std::swap(t[0], t[1]);
    shapes::append(shell, cavity);
    Couple couple(shell, sphere(6, {0, 0, 0.2}, 0.6));
    const Overlap& found = couple.overlap();
    EXPECT_EQ(found.volume, 0);
    EXPECT_LE(found.error, 1e-10);
}

TEST(SharedVolume, OfABodyWithItsTwinIsAllOfIt) {
    Couple couple(sphere(8, {0, 0, 0}, 1), sphere(8, {0, 0, 0}, 1));
    const Overlap& found = couple.overlap();
    expect_within(found, volume_of(couple.a));
    EXPECT_LE(found.error, 0.01 * found.volume);
}

TEST(SharedVolume, OfBodiesTurnedInsideOutIsTheSame) {
    Couple couple(sphere(6, {0, 0, 0}, 1), sphere(6, {1, 0.1, 0.2}, 1));
    const Overlap usual = couple.overlap();
    for (Triangle& t : couple.a.triangles) std::swap(t[0], t[1]);
    Couple turned(couple.a, couple.b);
    EXPECT_NEAR(turned.overlap().volume, usual.volume, 1e-12);
    EXPECT_EQ(turned.overlap().inconsistent_pixels, 0u);
}

TEST(SharedVolume, ErrorFallsAtLeastLinearly) {
    shapes::Mesh b = sphere(10, {0.8, 0.3, 0.4}, 1);
    tumble(b, 0.5, {0, 0, 0});
    Couple couple(sphere(10, {0, 0, 0}, 1), b);
    double last = couple.overlap({.resolution = 8}).error;
    for (const std::uint32_t n : {16u, 32u, 64u, 128u, 256u}) {
        const double error = couple.overlap({.resolution = n}).error;
        EXPECT_LT(error, 0.5 * last) << n;
        last = error;
    }
}

/// A triangle in the middle of what the balls share.
std::size_t facing_x(const shapes::Mesh& mesh) {
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const Position& p = mesh.positions[mesh.triangles[t][0]];
        if (p[0] > 0.8 && p[1] > 0.2 && p[2] > 0.2) return t;
    }
    return 0;
}

/// trimesh#2308: meshes that are no perfect volumes. What is open is counted, and the error allows for it.
TEST(OpenSurfaces, WidenTheError) {
    const shapes::Mesh whole = sphere(10, {0, 0, 0}, 1);
    Couple sound(whole, sphere(10, {0.9, 0.2, 0.1}, 1));
    const double truth = sound.overlap({.tolerance = 1e-4}).volume;
    for (const std::size_t missing : {1u, 3u, 10u}) {
        shapes::Mesh open = whole;
        const auto first = open.triangles.begin() + std::ptrdiff_t(facing_x(whole));
        open.triangles.erase(first, first + std::ptrdiff_t(missing));
        Couple couple(open, sound.b);
        const Overlap& found = couple.overlap();
        EXPECT_LE(std::abs(found.volume - truth), found.error + 1e-4 * truth);
        const Overlap& coarse = couple.overlap({.resolution = 32});
        EXPECT_GT(coarse.inconsistent_pixels, 0u);
        EXPECT_LE(std::abs(coarse.volume - truth), coarse.error + 1e-4 * truth);
        EXPECT_GT(coarse.error, sound.overlap({.resolution = 32}).error);
    }
}

TEST(OpenSurfaces, FlippedAndDuplicateFacesToo) {
    const shapes::Mesh whole = sphere(10, {0, 0, 0}, 1);
    Couple sound(whole, sphere(10, {0.9, 0.2, 0.1}, 1));
    const double truth = sound.overlap({.tolerance = 1e-4}).volume;
    shapes::Mesh flipped = whole, doubled = whole;
    const std::size_t chosen = facing_x(whole);
    std::swap(flipped.triangles[chosen][0], flipped.triangles[chosen][1]);
    doubled.triangles.push_back(whole.triangles[chosen]);
    for (const shapes::Mesh& spoilt : {flipped, doubled}) {
        Couple couple(spoilt, sound.b);
        for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
            const Overlap& found = couple.overlap({.resolution = 32, .axis = axis});
            EXPECT_GT(found.inconsistent_pixels, 0u);
            EXPECT_LE(std::abs(found.volume - truth), found.error + 1e-4 * truth);
        }
    }
}

/// ifc-lite#3561: one vertex that is not a number poisoned the whole mesh.
TEST(OpenSurfaces, AVertexThatIsNoNumberIsSetAside) {
    Couple sound(sphere(10, {0, 0, 0}, 1), sphere(10, {0.9, 0.2, 0.1}, 1));
    const double truth = sound.overlap({.tolerance = 1e-4}).volume;
    shapes::Mesh poisoned = sound.a;
    poisoned.positions[100][1] = std::numeric_limits<double>::quiet_NaN();
    poisoned.triangles.push_back({0, 1, 999999});
    Couple couple(poisoned, sound.b);
    const Overlap& found = couple.overlap({.resolution = 40});
    EXPECT_FALSE(found.report.all_examined());
    ASSERT_EQ(found.report.set_aside.size(), 2u);
    EXPECT_EQ(found.report.set_aside[0].kind, FlawKind::not_finite);
    EXPECT_EQ(found.report.set_aside[1].kind, FlawKind::index_out_of_range);
    EXPECT_LE(std::abs(found.volume - truth), found.error + 1e-4 * truth);
    EXPECT_LT(found.error, 0.2 * truth);
}

TEST(SharedVolume, NothingIsSharedByEmptyFlatOrDistantBodies) {
    const shapes::Mesh ball = sphere(4, {0, 0, 0}, 1);
    for (const shapes::Mesh& other : {shapes::Mesh{}, sphere(4, {5, 0, 0}, 1), box({-1, -1, 0}, {1, 1, 0})}) {
        Couple couple(ball, other);
        EXPECT_EQ(couple.overlap().volume, 0);
        EXPECT_EQ(couple.overlap().error, 0);
    }
    Scene scene;
    const BodyId id = scene.add(SurfaceView{ball.positions, ball.triangles});
    EXPECT_THROW((void)scene.overlap(id, BodyId{7}), std::out_of_range);
}

TEST(SharedVolume, ScalesWithTheBodies) {
    Couple couple(sphere(6, {0, 0, 0}, 1), sphere(6, {1, 0.1, 0.2}, 1));
    const Overlap usual = couple.overlap();
    for (const double scale : {0x1p-60, 0x1p60}) {
        Couple scaled = Couple(couple.a, couple.b);
        for (Position& p : scaled.a.positions) p = {scale * p[0], scale * p[1], scale * p[2]};
        for (Position& p : scaled.b.positions) p = {scale * p[0], scale * p[1], scale * p[2]};
        const Overlap& found = scaled.overlap();
        EXPECT_EQ(found.volume, usual.volume * scale * scale * scale);
        EXPECT_EQ(found.error, usual.error * scale * scale * scale);
    }
}

TEST(SharedVolume, FarFromTheOriginTheErrorStillHolds) {
    for (const double offset : {1e3, 1e6, 1e9}) {
        Couple couple(box({offset, offset, offset}, {offset + 1, offset + 1, offset + 1}),
                      box({offset + 0.25, offset + 0.25, offset + 0.25}, {offset + 3, offset + 3, offset + 3}));
        expect_within(couple.overlap(), 0.75 * 0.75 * 0.75);
    }
}

TEST(SharedVolume, ABudgetThatRunsOutIsSaid) {
    Couple couple(sphere(10, {0, 0, 0}, 1), sphere(10, {0.9, 0.2, 0.1}, 1));
    OverlapOptions options{.tolerance = 1e-5};
    options.budget.columns = 3000;
    const Overlap found = couple.overlap(options);
    EXPECT_FALSE(found.report.complete);
    EXPECT_EQ(found.report.stopped_by, Limit::columns);
    EXPECT_LE(found.columns, 3000u);
    EXPECT_GT(found.volume, 0);
    options.budget.columns.reset();
    options.budget.time = std::chrono::nanoseconds(1);
    EXPECT_EQ(couple.overlap(options).report.stopped_by, Limit::time);
    const Overlap better = couple.overlap({.tolerance = 1e-3});
    EXPECT_LE(std::abs(better.volume - found.volume), better.error + found.error);
}

TEST(SharedVolume, IsTheSameForAnyNumberOfThreads) {
    Couple one(sphere(12, {0, 0, 0}, 1), sphere(12, {0.9, 0.2, 0.1}, 1), 1);
    const OverlapOptions options{.tolerance = 1e-3, .all_axes = true, .spans = true, .gradient = true, .depths = true};
    const Overlap expected = one.overlap(options);
    EXPECT_GT(expected.spans.size(), 100u);
    EXPECT_GT(expected.penetrations.size(), 100u);
    for (const unsigned threads : {2u, 3u, 8u}) {
        Couple several(one.a, one.b, threads);
        const Overlap& found = several.overlap(options);
        EXPECT_EQ(found.volume, expected.volume);
        EXPECT_EQ(found.error, expected.error);
        EXPECT_EQ(found.centroid, expected.centroid);
        EXPECT_EQ(found.gradient_a, expected.gradient_a);
        ASSERT_EQ(found.spans.size(), expected.spans.size());
        for (std::size_t i = 0; i < found.spans.size(); ++i) EXPECT_EQ(found.spans[i].enter, expected.spans[i].enter);
        ASSERT_EQ(found.penetrations.size(), expected.penetrations.size());
        for (std::size_t i = 0; i < found.penetrations.size(); ++i) {
            EXPECT_EQ(found.penetrations[i].depth, expected.penetrations[i].depth);
        }
    }
}

/// coal#162, fcl#491: depths that mean something.
TEST(Penetrations, OfABallAreMeasuredToItsSurface) {
    Couple couple(sphere(4, {0, 0, 0}, 0.5), sphere(24, {0, 0, 0.2}, 1));
    const Overlap& found = couple.overlap({.depths = true});
    EXPECT_EQ(found.penetrations.size(), couple.a.positions.size());
    for (const VertexPenetration& p : found.penetrations) {
        const Vec3 from_centre = Vec3(couple.a.positions[p.vertex]) - Vec3(0, 0, 0.2);
        const double r = std::sqrt(dot(from_centre, from_centre));
        EXPECT_EQ(p.body, couple.id_a);
        EXPECT_NEAR(p.depth, 1 - r, 0.004);
        EXPECT_GT(dot(Vec3(p.direction), from_centre), 0.97 * r);
        const Vec3 way = Vec3(p.closest) - Vec3(couple.a.positions[p.vertex]);
        EXPECT_NEAR(std::sqrt(dot(way, way)), p.depth, 1e-12);
    }
}

/// By trying every triangle: the distance to the nearest, and the lowest number of those that are as near.
void expect_nearest_of_all(const VertexPenetration& p, const Vec3& at, const shapes::Mesh& other) {
    double nearest = std::numeric_limits<double>::infinity(), of_named = nearest;
    for (std::uint32_t t = 0; t < other.triangles.size(); ++t) {
        const Triangle& corners = other.triangles[t];
        const Vec3 q = geometry::closest_point(
            at,
            {Vec3(other.positions[corners[0]]), Vec3(other.positions[corners[1]]), Vec3(other.positions[corners[2]])});
        const double distance = std::sqrt(dot(q - at, q - at));
        nearest = std::min(nearest, distance);
        if (t == p.triangle) of_named = distance;
    }
    const Vec3 way = Vec3(p.closest) - at;
    EXPECT_NEAR(p.depth, nearest, 1e-12 * (1 + std::abs(at.x))) << p.vertex;
    EXPECT_NEAR(of_named, nearest, 1e-12 * (1 + std::abs(at.x))) << p.vertex;
    EXPECT_NEAR(std::sqrt(dot(way, way)), nearest, 1e-12 * (1 + std::abs(at.x))) << p.vertex;
}

/// Bodies inside and through each other, bumpy and smooth, at several places and sizes.
TEST(Penetrations, EqualTheNearestOfAllTriangles) {
    shapes::Random random(3);
    std::size_t found_at_all = 0;
    for (int round = 0; round < 24; ++round) {
        shapes::Mesh b = shapes::icosphere(7);
        if (round % 4 != 0) shapes::add_bumps(b, 12, 0.3, random);
        shapes::Mesh a = sphere(5, {round % 3 * 0.35, 0.2, 0}, round % 2 == 0 ? 0.3 : 0.8);
        const double size = round % 5 == 0 ? 1e-3 : round % 5 == 1 ? 1e4 : 1;
        for (shapes::Mesh* mesh : {&a, &b}) {
            for (Position& p : mesh->positions) p = {size * p[0] + 3 * size, size * p[1], size * p[2] - size};
        }
        Couple couple(a, b);
        const Overlap& found = couple.overlap({.depths = true});
        found_at_all += found.penetrations.size();
        for (const VertexPenetration& p : found.penetrations) {
            const bool of_a = p.body == couple.id_a;
            expect_nearest_of_all(p, Vec3((of_a ? couple.a : couple.b).positions[p.vertex]),
                                  of_a ? couple.b : couple.a);
        }
    }
    EXPECT_GT(found_at_all, 2000u);
}

/// All of a sphere is as near to its centre: whichever triangle is found, it is the first of those.
TEST(Penetrations, OfTheCentreOfASphereAreTheSameForAnyNumberOfThreads) {
    std::vector<VertexPenetration> expected;
    for (const unsigned threads : {1u, 2u, 3u}) {
        Couple couple(sphere(6, {0, 0, 0}, 1e-7), sphere(20, {0, 0, 0}, 1), threads);
        const Overlap& found = couple.overlap({.depths = true});
        ASSERT_EQ(found.penetrations.size(), couple.a.positions.size());
        if (expected.empty()) expected = found.penetrations;
        for (std::size_t i = 0; i < expected.size(); ++i) {
            EXPECT_EQ(found.penetrations[i].depth, expected[i].depth);
            EXPECT_EQ(found.penetrations[i].triangle, expected[i].triangle);
        }
    }
}

/// Removed triangles, and those whose vertices are not there, were once taken for points at the first vertex.
TEST(Penetrations, AreNotMeasuredToTrianglesThatAreGone) {
    shapes::Mesh outer = sphere(8, {0, 0, 0}, 1);
    const auto far = static_cast<std::uint32_t>(outer.positions.size());
    outer.positions.insert(outer.positions.begin(), {0, 0, 0});  // vertex 0, of no triangle but the one that is gone
    for (Triangle& t : outer.triangles) {
        for (std::uint32_t& v : t) ++v;
    }
    outer.triangles.push_back({1, 2, far});
    Couple couple(sphere(3, {0, 0, 0}, 0.2), outer);
    const std::vector<std::uint32_t> gone{static_cast<std::uint32_t>(outer.triangles.size() - 1)};
    couple.scene.remove_triangles(couple.id_b, gone);
    const Overlap& found = couple.overlap({.depths = true});
    ASSERT_EQ(found.penetrations.size(), couple.a.positions.size());
    for (const VertexPenetration& p : found.penetrations) EXPECT_GT(p.depth, 0.75);
}

/// phosa#14, GVHMR#36: a loss needs a gradient.
TEST(VolumeGradient, EqualsDifferencesOfVolumes) {
    shapes::Mesh a = sphere(3, {0, 0, 0}, 1), b = sphere(3, {0.9, 0.25, 0.1}, 1);
    tumble(b, 0.4, {0, 0, 0});
    Couple couple(a, b);
    const OverlapOptions options{.tolerance = 1e-4, .gradient = true};
    const Overlap at = couple.overlap(options);
    ASSERT_EQ(at.gradient_a.size(), a.positions.size());
    double largest = 0;
    for (const auto& g : at.gradient_a) largest = std::max(largest, std::hypot(g[0], g[1], g[2]));
    EXPECT_GT(largest, 0.02);
    EXPECT_LT(at.gradient_error, 0.5);
    for (const std::size_t v : {20u, 60u, 77u}) {
        for (std::size_t k = 0; k < 3; ++k) {
            const double step = 0.03;
            auto moved = [&](double by) {
                couple.a.positions[v][k] += by;
                couple.scene.move(couple.id_a, couple.a.positions);
                return couple.overlap({.tolerance = 1e-4}).volume;
            };
            const double plus = moved(step), minus = moved(-2 * step);
            moved(step);
            EXPECT_NEAR(at.gradient_a[v][k], (plus - minus) / (2 * step), 0.02 * largest + 1e-3) << v << " " << k;
        }
    }
}

/// Moving both bodies alike changes nothing, whatever their shape: the gradients of both add up to nothing.
TEST(VolumeGradient, OfBothBodiesAddsUpToNothing) {
    Couple couple(sphere(8, {0, 0, 0}, 1), sphere(8, {0.9, 0.25, 0.1}, 1));
    const Overlap& found = couple.overlap({.tolerance = 1e-4, .gradient = true});
    Vec3 sum;
    double size = 0;
    for (const auto* list : {&found.gradient_a, &found.gradient_b}) {
        for (const auto& g : *list) {
            sum = sum + Vec3(g);
            size += std::hypot(g[0], g[1], g[2]);
        }
    }
    EXPECT_GT(size, 2);
    EXPECT_LE(std::sqrt(dot(sum, sum)), found.gradient_error);
    EXPECT_LT(found.gradient_error, 0.1 * size);
}

TEST(SelfOverlap, OfTwoBallsInOneBodyIsTheirSharedVolume) {
    Couple apart(sphere(8, {0, 0, 0}, 1), sphere(8, {1.1, 0.2, 0.1}, 1));
    const double truth = apart.overlap({.tolerance = 1e-4}).volume;
    shapes::Mesh both = apart.a;
    shapes::append(both, apart.b);
    Scene scene;
    const BodyId body = scene.add(SurfaceView{both.positions, both.triangles});
    const Overlap& found = scene.self_overlap(body, {.tolerance = 0.02});
    EXPECT_LE(std::abs(found.volume - truth), found.error + 1e-4 * truth);
    EXPECT_LE(found.error, 0.02 * found.volume);
    EXPECT_TRUE(found.self_overlapping_a);
}

TEST(SelfOverlap, OfAnEmbeddedSurfaceIsNothingWithinTheError) {
    shapes::Random random(5);
    shapes::Mesh mesh = shapes::icosphere(10);
    shapes::add_bumps(mesh, 20, 0.4, random);
    Scene scene;
    const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
    const Overlap& found = scene.self_overlap(body, {.tolerance = 0.1});
    EXPECT_FALSE(found.self_overlapping_a);
    EXPECT_LE(found.volume, found.error);
    EXPECT_LE(found.error, 1e-3 * volume_of(mesh));
}

/// A body that overlaps itself: inside by winding, outside by parity.
TEST(SelfOverlap, CountsOnceInWhatIsSharedWithOthers) {
    shapes::Mesh two = box({0, 0, 0}, {2, 1, 1});
    shapes::append(two, box({1, 0, 0}, {3, 1, 1}));
    Couple couple(two, box({-1, -1, -1}, {4, 4, 4}));
    expect_within(couple.overlap({.tolerance = 1e-3}), 3);
    expect_within(couple.overlap({.tolerance = 1e-3, .rule = InsideRule::parity}), 2);
    EXPECT_TRUE(couple.overlap().self_overlapping_a);
}

}  // namespace
}  // namespace pliant::depth_layers
