// Shared volumes from surfaces alone, beside those from columns; and where that way must not be taken.
#include <gtest/gtest.h>

#include <cmath>

#include "depth_layers/bodies.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::surface_overlap {

using namespace depth_layers;  // its bodies

namespace {

/// Their error is that of rounding.
bool from_surfaces(const Overlap& found) {
    return found.report.detector == Detector::surface_overlap && found.error <= 1e-4 * found.volume;
}

shapes::Mesh bumpy(std::uint32_t frequency, const Position& centre, double angle) {
    shapes::Mesh mesh = shapes::icosphere(frequency);
    for (Position& p : mesh.positions) {
        const double r = 1 + 0.2 * std::sin(5 * p[0] + 1) * std::cos(4 * p[1]) + 0.1 * std::sin(7 * p[2]);
        for (double& x : p) x *= r;
    }
    tumble(mesh, angle, centre);
    return mesh;
}

/// Both answers hold, so that they cannot be farther apart than their errors.
void expect_agreement(const Overlap& one, const Overlap& other) {
    EXPECT_LE(std::abs(one.volume - other.volume), one.error + other.error) << one.volume << " and " << other.volume;
    double distance = 0;
    for (std::size_t k = 0; k < 3; ++k) distance = std::max(distance, std::abs(one.centroid[k] - other.centroid[k]));
    EXPECT_LE(distance, one.centroid_error + other.centroid_error);
}

TEST(VolumeFromSurfaces, AgreesWithColumnsAlongEveryAxis) {
    std::size_t shared = 0;
    for (int i = 0; i < 24; ++i) {
        const double angle = 0.3 * i + 0.1;
        const Position by{1.1 * std::cos(1.7 * i), 0.9 * std::sin(1.1 * i), 0.3 * std::sin(2.9 * i)};
        Couple couple(bumpy(6, {0.01, 0.02, 0.03}, angle), bumpy(5, by, -2 * angle), 1);
        const Overlap found = couple.overlap();
        EXPECT_TRUE(from_surfaces(found)) << found.volume << " +- " << found.error;
        EXPECT_TRUE(found.report.complete);
        for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
            expect_agreement(found, couple.overlap({.tolerance = 0.002, .axis = axis}));
        }
        shared += found.volume > 0.05 ? 1 : 0;
    }
    EXPECT_GT(shared, 20u);
}

TEST(VolumeFromSurfaces, IsToldFromThatOfColumns) {
    EXPECT_EQ(name(Detector::surface_overlap), "surface_overlap");
    EXPECT_EQ(name(Detector::depth_layers), "depth_layers");
    const shapes::Mesh a = bumpy(6, {0, 0, 0}, 0.3), b = bumpy(5, {0.8, 0.1, 0.2}, 1.1);
    shapes::Mesh open = b;
    open.triangles.pop_back();
    Couple closed(a, b), with_hole(a, open);
    EXPECT_EQ(closed.overlap().report.detector, Detector::surface_overlap);
    EXPECT_EQ(closed.overlap({.spans = true}).report.detector, Detector::surface_overlap);
    EXPECT_FALSE(closed.overlap({.spans = true}).spans.empty());
    EXPECT_EQ(closed.overlap({.resolution = 16}).report.detector, Detector::depth_layers);
    EXPECT_EQ(closed.overlap({.gradient = true}).report.detector, Detector::depth_layers);
    EXPECT_EQ(closed.overlap().report.detector, Detector::surface_overlap);
    EXPECT_EQ(with_hole.overlap().report.detector, Detector::depth_layers);
}

TEST(VolumeFromSurfaces, OfTumbledBoxesIsTheirCommonBox) {
    std::size_t exact = 0;
    for (int i = 1; i < 60; ++i) {
        // Edges cross faces, but hardly ever an edge of the other box, or the diagonal of a face.
        shapes::Mesh a = box({-1, -1, -1}, {1, 1, 1}), b = box({-1.5, -0.5, -0.2}, {0.9, 0.5, 1.2});
        tumble(a, 0.37 * i, {0.1, 0, 0});
        tumble(b, 0.37 * i, {0.1, 0, 0});
        Couple couple(a, b, 1);
        const Overlap& found = couple.overlap();
        EXPECT_NEAR(found.volume, 1.9 * 1 * 1.2, found.error);
        EXPECT_LE(found.error, 0.01 * found.volume);
        exact += found.error <= 1e-6 ? 1 : 0;
    }
    EXPECT_GT(exact, 50u);
}

TEST(VolumeFromSurfaces, DoesNotCareWhichWayBodiesFace) {
    shapes::Mesh a = bumpy(6, {0, 0, 0}, 0.4), b = bumpy(6, {0.7, 0.4, 0.2}, 1.3);
    Couple outward(a, b);
    const Overlap expected = outward.overlap();
    EXPECT_TRUE(from_surfaces(expected));
    turn_inside_out(a);
    Couple one(a, b);
    EXPECT_TRUE(from_surfaces(one.overlap()));
    expect_agreement(one.overlap(), expected);
    turn_inside_out(b);
    Couple both(a, b);
    EXPECT_TRUE(from_surfaces(both.overlap()));
    expect_agreement(both.overlap(), expected);
}

TEST(VolumeFromSurfaces, OfPiecesThatLieWithinLayersIsRightToo) {
    // A body much smaller than a cell of the other, cut by its surface and beside it.
    const shapes::Mesh large = sphere(20, {0, 0, 0}, 1);
    for (const double x : {0.97, 0.99, 0.9951, 1.003, 1.02}) {
        Couple couple(large, sphere(3, {x, 0.011, 0.013}, 0.004));
        const Overlap found = couple.overlap();
        expect_agreement(found, couple.overlap({.tolerance = 0.001, .axis = Axis::y}));
        if (x < 0.98) {
            EXPECT_NEAR(found.volume, volume_of(couple.b), found.error);
            EXPECT_GT(found.volume, 0);
        }
        if (x > 1.01) {
            EXPECT_EQ(found.volume, 0);
        }
    }
}

/// Windings are counted from below or from above, whichever has less of a body beyond the common box: pieces that lie
/// within layers are settled from either side. All are long along an axis, and the ball goes on beyond the pieces on
/// one side and they beyond it on the other.
TEST(VolumeFromSurfaces, OfManyPiecesWithinLayersIsRightFromBelowAndFromAbove) {
    shapes::Random random(5);
    for (const double mirrored : {1.0, -1.0}) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            Position far{0.1, 0.2, 0.3};
            far[axis] = 2 * mirrored;
            shapes::Mesh ball = sphere(14, {0, 0, 0}, 1), pieces = sphere(2, far, 0.005);
            const shapes::Mesh middle = sphere(6, {0.02, 0.03, 0.01}, 0.25);  // holds cells, so that windings are known
            shapes::append(pieces, middle);
            double inside = 3 * volume_of(middle);
            for (int i = 0; i < 60; ++i) {
                Position at{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
                const double length = std::sqrt(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
                const bool is_inside = i % 2 == 0;
                for (double& x : at) x *= (is_inside ? 0.97 : 1.02) / length;
                if (mirrored * at[axis] < -0.3) continue;
                const shapes::Mesh piece = sphere(2, at, 0.005);
                shapes::append(pieces, piece);
                inside += is_inside ? 3 * volume_of(piece) : 0;
            }
            for (Position& p : ball.positions) p[axis] *= 3;
            for (Position& p : pieces.positions) p[axis] *= 3;
            for (const bool swapped : {false, true}) {
                Couple couple(swapped ? pieces : ball, swapped ? ball : pieces, 1);
                const Overlap& found = couple.overlap();
                EXPECT_NEAR(found.volume, inside, found.error);
                EXPECT_LE(found.error, volume_of(sphere(2, far, 0.005)));
            }
        }
    }
}

/// Where a vertex or an edge lies exactly on the other surface, columns measure as before.
TEST(VolumeFromSurfaces, LeavesTouchingBodiesToColumns) {
    Couple stacked(box({0, 0, 0}, {1, 1, 1}), box({0, 0, 0.5}, {1, 1, 2}));
    EXPECT_NEAR(stacked.overlap().volume, 0.5, stacked.overlap().error);
    EXPECT_LE(stacked.overlap().error, 0.005);
    Couple corner(box({0, 0, 0}, {1, 1, 1}), box({0.5, 0.5, 0.5}, {1, 2, 2}));
    EXPECT_NEAR(corner.overlap().volume, 0.125, corner.overlap().error);
    EXPECT_LE(corner.overlap().error, 0.00125);
}

TEST(VolumeFromSurfaces, LeavesBodiesThatOverlapThemselvesToColumns) {
    shapes::Mesh twice = sphere(8, {0, 0, 0}, 1);
    shapes::append(twice, sphere(8, {0.7, 0.1, 0.05}, 1));
    Couple couple(twice, box({0.123, -3, -3}, {0.573, 3, 3}));
    const Overlap found = couple.overlap();
    EXPECT_TRUE(found.self_overlapping_a);
    expect_agreement(found, couple.overlap({.tolerance = 0.005, .axis = Axis::x}));
}

/// Only what lies where the other body may be has to be proven to wind once, and there nothing else may pass.
TEST(VolumeFromSurfaces, IsNotTakenWhereverABodyOverlapsItself) {
    shapes::Mesh twice = sphere(7, {0, 0, 0}, 1);
    shapes::append(twice, sphere(6, {1.1, 0.2, 0.15}, 0.7));
    shapes::Random random(11);
    std::size_t from_surfaces_alone = 0, self_overlapping = 0;
    for (int i = 0; i < 60; ++i) {
        const double size = random.between(0.05, 0.5);
        shapes::Mesh probe = box({-size, -size, -0.7 * size}, {size, size, 0.7 * size});
        tumble(probe, 0.41 * i + 0.1, {random.between(0.0, 1.4), random.between(-0.8, 0.8), random.between(-0.8, 0.8)});
        Couple couple(twice, probe, 1);
        const Overlap found = couple.overlap();
        expect_agreement(found, couple.overlap({.tolerance = 0.01, .axis = Axis::x}));
        EXPECT_LE(found.volume - found.error, volume_of(probe));
        from_surfaces_alone += found.volume > 0 && from_surfaces(found) ? 1 : 0;
        self_overlapping += found.self_overlapping_a ? 1 : 0;
    }
    EXPECT_GT(from_surfaces_alone, 5u);
    EXPECT_GT(self_overlapping, 5u);
}

TEST(VolumeFromSurfaces, IsTheSameForAnyNumberOfThreads) {
    const auto scene = shapes::make_scene("two_knots", {6000, {}, 1});
    shapes::Mesh a = scene->body(0), b = scene->body(1);
    scene->positions(1, 0, a.positions);
    scene->positions(1, 1, b.positions);
    Couple one(a, b, 1);
    const Overlap expected = one.overlap();
    EXPECT_TRUE(from_surfaces(expected));
    EXPECT_GT(expected.volume, 0);
    for (const unsigned threads : {2u, 3u, 8u}) {
        Couple several(a, b, threads);
        const Overlap& found = several.overlap();
        EXPECT_EQ(found.volume, expected.volume);
        EXPECT_EQ(found.error, expected.error);
        EXPECT_EQ(found.centroid, expected.centroid);
    }
}

}  // namespace
}  // namespace pliant::surface_overlap
