// What is said for certain is right, or else the error is wide and the answer says why: bodies that wind twice, that
// face inwards or are open, surfaces along the columns.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "bodies.hpp"

namespace pliant::depth_layers {
namespace {

shapes::Mesh both(shapes::Mesh a, const shapes::Mesh& b) {
    shapes::append(a, b);
    return a;
}

void expect_truth(const Overlap& found, double truth) {
    EXPECT_LE(std::abs(found.volume - truth), found.error + 1e-14)
        << found.volume << " +- " << found.error << " not " << truth;
}

/// However it is asked for.
void expect_truth_every_way(Couple& couple, double truth) {
    expect_truth(couple.overlap(), truth);
    expect_truth(couple.overlap({.tolerance = 1e-4}), truth);
    expect_truth(couple.overlap({.resolution = 8}), truth);
    expect_truth(couple.overlap({.resolution = 50}), truth);
    expect_truth(couple.overlap({.all_axes = true}), truth);
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) expect_truth(couple.overlap({.axis = axis}), truth);
}

/// Boxes are small against columns, so that no gap shows that the body winds around something twice.
TEST(BodiesThatWindTwice, CountOnceWhereBoxesCross) {
    const shapes::Mesh large = box({-1, -1.1, -1.2}, {3, 3.1, 3.2});
    Couple thick(both(box({0, 0, 0}, {1, 1, 1}), box({0.7, 0.2, 0.3}, {1.7, 1.2, 1.3})), large);
    expect_truth_every_way(thick, 2 - 0.3 * 0.8 * 0.7);
    EXPECT_LE(thick.overlap().error, 0.01 * thick.overlap().volume);
    EXPECT_TRUE(thick.overlap().report.complete);
    Couple thin(both(box({0, 0, 0}, {1, 1, 1}), box({0.98, 0.2, 0.3}, {1.7, 1.2, 1.3})), large);
    expect_truth_every_way(thin, 1 + 0.72 - 0.02 * 0.8 * 0.7);
}

TEST(BodiesThatWindTwice, CountOnceWhereAShellLiesInAnother) {
    const shapes::Mesh large = box({-1, -1.1, -1.2}, {3, 3.1, 3.2});
    for (const double size : {0.3, 0.04, 0.01}) {
        const Position at{0.501, 0.502, 0.503};
        shapes::Mesh inner = box(at, {at[0] + size, at[1] + size, at[2] + size});
        Couple nested(both(box({0, 0, 0}, {1, 1, 1}), inner), large);
        expect_truth_every_way(nested, 1);
        turn_inside_out(inner);
        Couple hollow(both(box({0, 0, 0}, {1, 1, 1}), inner), large);
        expect_truth_every_way(hollow, 1 - size * size * size);
    }
}

TEST(BodiesThatWindTwice, CountOnceWhereManySmallShellsLieInABall) {
    const shapes::Mesh ball = sphere(12, {0, 0, 0}, 1);
    shapes::Mesh filled = ball;
    for (int i = 0; i < 200; ++i) {
        const double x = 0.5 * std::sin(1.1 * i), y = 0.5 * std::sin(2.3 * i + 1), z = 0.5 * std::cos(3.7 * i);
        shapes::append(filled, box({x - 0.008, y - 0.008, z - 0.008}, {x + 0.008, y + 0.008, z + 0.008}));
    }
    Couple couple(filled, box({-1.5, -1.5, -1.5}, {1.4, 1.45, 1.35}), 1);
    expect_truth(couple.overlap(), volume_of(ball));
    expect_truth(couple.overlap({.resolution = 64}), volume_of(ball));
}

TEST(BodiesThatWindTwice, SmallPartsThatFaceTheOtherWayCountToo) {
    shapes::Mesh small = box({1.201, 0.502, 0.503}, {1.211, 0.512, 0.513});
    turn_inside_out(small);
    Couple couple(both(box({0, 0, 0}, {1, 1, 1}), small), box({-0.3, -0.2, -0.1}, {1.5, 0.94, 0.95}));
    expect_truth_every_way(couple, 0.94 * 0.95 + 1e-6);
}

/// Two balls that cross thinly, cut by a box within which all of that happens or some.
TEST(BodiesThatWindTwice, CountOnceWhereBallsCrossThinly) {
    for (const double distance : {0.9, 1.5, 1.9, 1.97}) {
        const shapes::Mesh one = sphere(12, {0, 0, 0}, 1), other = sphere(12, {distance, 0.01, 0.02}, 1);
        const double lens = Couple(one, other).overlap({.tolerance = 1e-6}).volume;
        Couple couple(both(one, other), box({-1.5, -1.5, -1.5}, {3.4, 1.45, 1.35}), 1);
        const double truth = volume_of(one) + volume_of(other) - lens;
        expect_truth(couple.overlap(), truth);
        expect_truth(couple.overlap({.resolution = 40}), truth);
        expect_truth(couple.overlap({.axis = Axis::x}), truth);
        EXPECT_LE(couple.overlap().error, 0.01 * truth);
    }
}

/// Bodies of several parts that do not wind twice are measured from their surfaces as ever.
TEST(BodiesThatWindTwice, PartsBesideEachOtherAreNone) {
    const shapes::Mesh one = sphere(12, {0, 0, 0}, 1), other = sphere(12, {2.4, 0.1, 0.2}, 1);
    Couple couple(both(one, other), sphere(9, {1.1, 0.3, 0.2}, 0.8));
    const Overlap& found = couple.overlap();
    EXPECT_LE(found.error, 1e-6 * found.volume);
    EXPECT_GT(found.volume, 0.1);
}

/// The sum of the gradients of a body is how the volume changes when all of it moves.
void expect_gradient_of_motion(shapes::Mesh a, const shapes::Mesh& b) {
    Couple couple(a, b, 1);
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        const Overlap at = couple.overlap({.axis = axis, .gradient = true});
        for (std::size_t k = 0; k < 3; ++k) {
            const double step = 1e-5;
            const auto moved = [&](double by) {
                shapes::Mesh there = a;
                for (Position& p : there.positions) p[k] += by;
                couple.scene.move(couple.id_a, there.positions);
                const double volume = couple.overlap({.tolerance = 1e-7}).volume;
                couple.scene.move(couple.id_a, a.positions);
                return volume;
            };
            const double expected = (moved(step) - moved(-step)) / (2 * step);
            double sum_a = 0, sum_b = 0;
            for (const auto& g : at.gradient_a) sum_a += g[k];
            for (const auto& g : at.gradient_b) sum_b += g[k];
            EXPECT_NEAR(sum_a, expected, at.gradient_error + 1e-5) << name(axis) << " " << k;
            EXPECT_NEAR(sum_b, -expected, at.gradient_error + 1e-5) << name(axis) << " " << k;
        }
        EXPECT_LT(at.gradient_error, 0.2);
    }
}

TEST(VolumeGradient, OfFacesAlongTheColumns) {
    expect_gradient_of_motion(box({0, 0, 0}, {1, 1, 1}), box({0.5, 0.3, 0.2}, {1.5, 1.3, 1.2}));
}

TEST(VolumeGradient, OfABoxAndABall) {
    expect_gradient_of_motion(box({0, 0, 0}, {1, 1, 1}), sphere(6, {1.03, 0.97, 0.91}, 0.5));
}

TEST(VolumeGradient, OfABoxInABoxIsThatOfItsOwnVolume) {
    Couple couple(box({0, 0, 0}, {1, 1, 1}), box({0.2, 0.3, 0.4}, {0.7, 0.8, 0.9}));
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        const Overlap& found = couple.overlap({.axis = axis, .gradient = true});
        std::array<double, 3> of_high_faces{};
        for (std::size_t v = 0; v < couple.b.positions.size(); ++v) {
            const Position& p = couple.b.positions[v];
            for (std::size_t k = 0; k < 3; ++k)
                of_high_faces[k] += p[k] > 0.5 + 0.1 * double(k) ? found.gradient_b[v][k] : 0;
        }
        for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(of_high_faces[k], 0.25, found.gradient_error + 1e-9) << k;
        for (const auto& g : found.gradient_a) EXPECT_LE(std::hypot(g[0], g[1], g[2]), found.gradient_error + 1e-9);
        EXPECT_LT(found.gradient_error, 1e-9);
    }
}

/// Faces that coincide: whether the volume grows depends on which way they move, and the error says so.
TEST(VolumeGradient, OfFacesThatCoincideIsUncertain) {
    Couple couple(box({0, 0, 0}, {1, 1, 1}), box({0, 0.25, 0.5}, {1, 0.75, 2}));
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        EXPECT_GE(couple.overlap({.axis = axis, .gradient = true}).gradient_error, 0.25);
    }
}

TEST(SelfOverlap, OfBodiesFacingInwardsIsTheSame) {
    const auto check = [](shapes::Mesh mesh, double truth, double most) {
        for (int turn = 0; turn < 2; ++turn) {
            Scene scene;
            const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
            for (const OverlapOptions& options :
                 {OverlapOptions{}, {.resolution = 7}, {.resolution = 40}, {.axis = Axis::x}, {.axis = Axis::y}}) {
                expect_truth(scene.self_overlap(body, options), truth);
            }
            EXPECT_LE(scene.self_overlap(body).error, most);
            turn_inside_out(mesh);
        }
    };
    check(both(box({0, 0, 0}, {1, 1, 1}), box({0.7, 0.2, 0.3}, {1.7, 1.2, 1.3})), 0.3 * 0.8 * 0.7, 0.01 * 0.168);
    shapes::Mesh a = box({0, 0, 0}, {1, 1, 1}), b = box({0.5, 0.2, 0.3}, {1.1, 0.9, 0.8});
    tumble(a, 0.7, {0, 0, 0});
    tumble(b, 0.7, {0, 0, 0});
    check(both(a, b), 0.5 * 0.7 * 0.5, 0.01 * 0.5 * 0.7 * 0.5);
}

/// Without the faces that have all their corners at this height.
shapes::Mesh without_faces_at(shapes::Mesh mesh, std::initializer_list<double> heights) {
    std::erase_if(mesh.triangles, [&](const Triangle& t) {
        return std::any_of(heights.begin(), heights.end(), [&](double z) {
            return std::all_of(t.begin(), t.end(), [&](std::uint32_t v) { return mesh.positions[v][2] == z; });
        });
    });
    return mesh;
}

TEST(OpenSurfaces, ATubeIsNotEmptyForCertain) {
    const shapes::Mesh tube = without_faces_at(box({0, 0, 0}, {1, 1, 1}), {0, 1});
    Couple couple(tube, box({0.25, 0.25, 0.25}, {1.25, 1.25, 1.25}));
    for (const OverlapOptions& options : {OverlapOptions{},
                                          {.resolution = 16},
                                          {.axis = Axis::x},
                                          {.axis = Axis::y},
                                          {.axis = Axis::z},
                                          {.all_axes = true}}) {
        const Overlap& found = couple.overlap(options);
        expect_truth(found, 0.75 * 0.75 * 0.75);
        EXPECT_GT(found.inconsistent_pixels, 0u);
    }
}

TEST(OpenSurfaces, ABoxWithoutItsLidIsSaidToBeOpenFromEverySide) {
    const shapes::Mesh open = without_faces_at(box({0, 0, 0}, {1, 1, 1}), {1});
    Couple couple(open, box({0.25, 0.25, 0.25}, {1.25, 1.25, 1.25}));
    const Overlap& found = couple.overlap({.all_axes = true});
    expect_truth(found, 0.75 * 0.75 * 0.75);
    EXPECT_GT(found.inconsistent_pixels, 0u);
}

/// Triangles that share places but no vertices make a closed surface nevertheless.
TEST(OpenSurfaces, SoupThatIsClosedIsNotOpen) {
    const shapes::Mesh whole = sphere(8, {0, 0, 0}, 1);
    Couple couple(soup_of(whole), sphere(8, {0.9, 0.2, 0.1}, 1));
    const Overlap& found = couple.overlap();
    expect_truth(found, Couple(whole, couple.b).overlap().volume);
    EXPECT_EQ(found.inconsistent_pixels, 0u);
    EXPECT_LE(found.error, 0.01 * found.volume);
}

/// Of a ball without one triangle, points near the hole are not said to be on the wrong side of it.
TEST(Containment, NearAHoleIsNotCertainAndWrong) {
    const shapes::Mesh whole = sphere(10, {0, 0, 0}, 1);
    Scene scene;
    const BodyId closed = scene.add(SurfaceView{whole.positions, whole.triangles});
    std::size_t settled = 0, asked = 0;
    for (std::size_t missing = 0; missing < whole.triangles.size(); missing += 37) {
        shapes::Mesh holed = whole;
        holed.triangles.erase(holed.triangles.begin() + std::ptrdiff_t(missing));
        const BodyId body = scene.add(SurfaceView{holed.positions, holed.triangles});
        shapes::Random random(3);
        std::vector<Position> points;
        for (int i = 0; i < 200; ++i) {
            const double u = random.between(0, 1), v = random.between(0, 1 - u), k = random.between(0.93, 1.03);
            const Triangle& t = whole.triangles[missing];
            Position p{};
            for (std::size_t e = 0; e < 3; ++e) {
                p[e] = k * (u * whole.positions[t[0]][e] + v * whole.positions[t[1]][e] +
                            (1 - u - v) * whole.positions[t[2]][e]);
            }
            points.push_back(p);
        }
        const auto truth = scene.contains(closed, points, {.exact = true}).inside;
        const Containment& found = scene.contains(body, points, {.exact = true});
        for (std::uint32_t i = 0; i < points.size(); ++i) {
            if (std::binary_search(found.uncertain.begin(), found.uncertain.end(), i)) continue;
            ++settled;
            EXPECT_EQ(std::binary_search(truth.begin(), truth.end(), i),
                      std::binary_search(found.inside.begin(), found.inside.end(), i))
                << missing << " " << i;
        }
        asked += points.size();
        scene.remove(body);
    }
    EXPECT_GT(settled, asked / 20);  // whose three lines all pass beside the hole
}

/// Nothing shared lies outside the common box, however flat that is.
/// A line that comes in by one hole and leaves by another crosses nothing, and is no proof that its points are outside.
TEST(Containment, LinesThroughTwoHolesProveNothing) {
    const shapes::Mesh whole = sphere(16, {0, 0, 0}, 1);
    shapes::Mesh holed = whole;
    std::erase_if(holed.triangles, [&](const Triangle& t) {
        for (std::size_t k = 0; k < 3; ++k) {
            double sum = 0;
            for (const std::uint32_t v : t) sum += whole.positions[v][k];
            if (std::abs(sum) > 3 * 0.97) return true;
        }
        return false;
    });
    Scene scene;
    const BodyId closed = scene.add(SurfaceView{whole.positions, whole.triangles});
    const BodyId open = scene.add(SurfaceView{holed.positions, holed.triangles});
    shapes::Random random(8);
    std::vector<Position> points{{0.01, 0.02, 0.015}};
    for (int i = 0; i < 3000; ++i) {
        points.push_back({random.between(-0.9, 0.9), random.between(-0.9, 0.9), random.between(-0.9, 0.9)});
    }
    const auto truth = scene.contains(closed, points, {.exact = true}).inside;
    for (const bool exact : {false, true}) {
        const Containment& found = scene.contains(open, points, {.exact = exact});
        EXPECT_TRUE(std::binary_search(found.uncertain.begin(), found.uncertain.end(), 0u));
        for (std::uint32_t i = 0; i < points.size(); ++i) {
            if (std::binary_search(found.uncertain.begin(), found.uncertain.end(), i)) continue;
            EXPECT_EQ(std::binary_search(truth.begin(), truth.end(), i),
                      std::binary_search(found.inside.begin(), found.inside.end(), i))
                << i;
        }
        EXPECT_LT(found.uncertain.size(), points.size() / (exact ? 4 : 2));
    }
}

/// Near the wall of a tube, the directions across it do not know; along it, every line goes through both ends.
TEST(Containment, OfATubeIsNotDecidedAlongIt) {
    constexpr std::uint32_t around = 40, along = 60;
    shapes::Mesh tube;
    for (std::uint32_t j = 0; j <= along; ++j) {
        for (std::uint32_t i = 0; i < around; ++i) {
            const double angle = 6.283185307179586 * (i + 0.3) / around;
            tube.positions.push_back({std::cos(angle), std::sin(angle), -3 + 6.0 * j / along});
        }
    }
    for (std::uint32_t j = 0; j < along; ++j) {
        for (std::uint32_t i = 0; i < around; ++i) {
            const std::uint32_t a = j * around + i, b = j * around + (i + 1) % around;
            tube.triangles.push_back({a, b, b + around});
            tube.triangles.push_back({a, b + around, a + around});
        }
    }
    Scene scene;
    const BodyId body = scene.add(SurfaceView{tube.positions, tube.triangles});
    shapes::Random random(9);
    std::vector<Position> points;
    for (int i = 0; i < 20000; ++i) {
        const double radius = random.between(0.95, 0.996), angle = random.between(0, 6.28);
        points.push_back({radius * std::cos(angle), radius * std::sin(angle), random.between(-2, 2)});
    }
    const Containment& found = scene.contains(body, points);
    EXPECT_EQ(found.inside.size() + found.uncertain.size(), points.size());
}

/// It has no inside: lines across it cross two walls, lines along it none. Beyond its box all is outside.
TEST(Containment, OfATubeOpenAtBothEndsIsCertainBeyondItsBoxOnly) {
    const shapes::Mesh tube = without_faces_at(box({0, 0, 0}, {1, 1, 6}), {0, 6});
    const shapes::Mesh whole = box({0, 0, 0}, {1, 1, 6});
    Scene scene;
    const BodyId open = scene.add(SurfaceView{tube.positions, tube.triangles});
    const BodyId closed = scene.add(SurfaceView{whole.positions, whole.triangles});
    std::vector<Position> points;
    for (int i = 1; i < 60; ++i) points.push_back({0.5, 0.4, 0.1 * i});
    const std::size_t within = points.size();
    points.insert(points.end(), {{0.5, 0.4, 6.5}, {0.5, 0.4, -0.5}, {1.5, 0.4, 3}, {0.5, -2, 3}, {9, 9, 9}});
    for (const bool exact : {false, true}) {
        const Containment& found = scene.contains(open, points, {.exact = exact});
        EXPECT_EQ(found.inside.size(), 0u);
        EXPECT_EQ(found.uncertain.size(), within);
        EXPECT_EQ(found.openings, 2u);
        EXPECT_EQ(scene.contains(closed, points, {.exact = exact}).inside.size(), within);
        EXPECT_EQ(scene.contains(closed, points, {.exact = exact}).openings, 0u);
    }
}

/// Rounding is part of the error, and what it keeps from the tolerance is said.
TEST(SharedVolume, ThatRoundingKeepsFromTheToleranceIsNotComplete) {
    for (const double reach : {1e9, 1e14}) {
        Couple couple(box({-reach, -reach, -reach}, {reach, reach, 0.37}), box({0, 0, 0}, {1, 1, 1}));
        for (const double tolerance : {0.01, 1e-6, 1e-30}) {
            const Overlap& found = couple.overlap({.tolerance = tolerance});
            expect_truth(found, 0.37);
            EXPECT_EQ(found.report.complete, found.error <= tolerance * found.volume) << reach << " " << tolerance;
            EXPECT_EQ(found.report.stopped_by == Limit::none, found.report.complete);
            EXPECT_LE(found.error, 1.0);  // no more than the box holds
        }
    }
}

TEST(SharedVolume, AndItsCentroidLieWithinTheCommonBox) {
    for (int i = 0; i < 40; ++i) {
        shapes::Mesh a = sphere(4, {0, 0, 0}, 1), b = sphere(3, {0.1, 0.2, 0}, 0.8);
        tumble(a, 0.3 * i, {0, 0, 0});
        tumble(b, 0.7 * i, {0, 0, 0});
        double top = -10, bottom = 10;
        for (const Position& p : a.positions) top = std::max(top, p[2]);
        for (const Position& p : b.positions) bottom = std::min(bottom, p[2]);
        for (Position& p : b.positions) p[2] += top - bottom - 3e-10;
        Couple couple(a, b);
        const Overlap& found = couple.overlap({.resolution = 7});
        double room = 1;
        for (std::size_t k = 0; k < 3; ++k) {
            room *= found.box_hi[k] - found.box_lo[k];
            EXPECT_GE(found.centroid[k], found.box_lo[k]) << i;
            EXPECT_LE(found.centroid[k], found.box_hi[k]) << i;
        }
        EXPECT_LE(found.volume, room) << i;
    }
}

TEST(SharedVolume, OfTwinsInManyColumnsIsRoundedWithinTheError) {
    for (int i = 0; i < 3; ++i) {
        shapes::Mesh a = i % 2 == 0 ? sphere(3, {0, 0, 0}, 1) : box({0, 0, 0}, {0.7, 0.9, 1.3});
        tumble(a, 0.31 * i + 0.2, {0.3, 0.1, -0.2});
        shapes::Mesh b = a;
        std::reverse(b.triangles.begin(), b.triangles.end());
        Couple couple(a, b);
        expect_truth(couple.overlap({.resolution = 200 + 50 * std::uint32_t(i)}), volume_of(a));
    }
}

}  // namespace
}  // namespace pliant::depth_layers
