// Depth and direction of penetrations.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

#include "balls.hpp"
#include "mesh/boundary.hpp"
#include "mesh/volume_neighbours.hpp"
#include "oracle/random.hpp"
#include "shapes/deformations.hpp"

namespace pliant::spatial_hash_test {
namespace {

Vec3 vec(const std::array<double, 3>& p) { return p; }

struct TwoBalls {
    shapes::Mesh left = ball(10, 1, {0, 0, 0}), right = ball(10, 1, {0, 0, 0});
    std::vector<shapes::Position> moved = right.positions;
    Scene scene{{.threads = 2}};
    BodyId a = scene.add(VolumeView{left.positions, left.tetrahedra});
    BodyId b = scene.add(VolumeView{moved, right.tetrahedra});

    const Penetrations& at(double distance) {
        // Slightly aside, so that vertices do not lie on each other's faces.
        for (std::size_t i = 0; i < moved.size(); ++i) {
            const auto& p = right.positions[i];
            moved[i] = {p[0] + distance, p[1] + 0.0123, p[2] + 0.0071};
        }
        scene.move(b, moved);
        return scene.penetrations({.self = false, .once_per_body = true, .depth = true});
    }
};

/// From the first contact until each centre is far within the other ball: there, directions of opposite sides have met.
TEST(PenetrationDepth, OfSlowlyInterpenetratingBallsHasNoFalseJumps) {
    TwoBalls balls;
    const std::vector<std::uint8_t> usable(balls.right.tetrahedra.size(), 1);
    const mesh::VertexLists edges = mesh::edge_neighbours(balls.moved.size(), balls.right.tetrahedra, usable, {}, {});
    std::size_t pairs = 0, frames = 0;
    for (double distance = 1.95; distance > 0.49; distance -= 0.05, ++frames) {
        SCOPED_TRACE("distance " + std::to_string(distance));
        std::map<std::uint32_t, Penetration> of_right;
        double deepest = 0;
        for (const Penetration& p : balls.at(distance)) {
            if (p.vertex.body != balls.b) continue;
            EXPECT_EQ(p.depth_source, DepthSource::crossed);
            EXPECT_GT(p.direction[0], 0.35 * distance);  // back where it came from, however deep
            EXPECT_NEAR(dot(vec(p.direction), vec(p.direction)), 1, 1e-12);
            deepest = std::max(deepest, p.depth);
            of_right[p.vertex.vertex] = p;
        }
        EXPECT_NEAR(deepest, 2 - distance, 0.05);
        for (const auto& [vertex, p] : of_right) {
            for (const std::uint32_t other : edges.of(vertex)) {
                const auto q = of_right.find(other);
                if (q == of_right.end()) continue;
                const Vec3 apart = vec(balls.moved[vertex]) - vec(balls.moved[other]);
                EXPECT_GT(dot(vec(p.direction), vec(q->second.direction)), 0.7) << vertex << " " << other;
                EXPECT_LT(std::abs(p.depth - q->second.depth), 3 * std::sqrt(dot(apart, apart))) << vertex;
                ++pairs;
            }
        }
    }
    EXPECT_EQ(frames, 30u);
    EXPECT_GT(pairs, 50000u);
}

/// What a response sees from step to step: no vertex is suddenly sent elsewhere.
TEST(PenetrationDepth, OfSlowlyInterpenetratingBallsTurnsSlowly) {
    TwoBalls balls;
    std::map<std::uint32_t, Penetration> before;
    std::size_t compared = 0;
    for (double distance = 1.9; distance > 0.6; distance -= 0.01) {
        SCOPED_TRACE("distance " + std::to_string(distance));
        std::map<std::uint32_t, Penetration> now;
        for (const Penetration& p : balls.at(distance)) {
            if (p.vertex.body != balls.b) continue;
            now[p.vertex.vertex] = p;
            const auto last = before.find(p.vertex.vertex);
            if (last == before.end()) continue;
            EXPECT_GT(dot(vec(p.direction), vec(last->second.direction)), 0.8) << p.vertex.vertex;
            EXPECT_LT(std::abs(p.depth - last->second.depth), 0.2) << p.vertex.vertex;
            ++compared;
        }
        before.swap(now);
    }
    EXPECT_GT(compared, 20000u);
}

TEST(PenetrationDepth, GrowsWithTheOverlapOfBalls) {
    TwoBalls balls;
    double last = 0;
    for (const double distance : {1.9, 1.7, 1.5, 1.3}) {
        double deepest = 0;
        for (const Penetration& p : balls.at(distance)) deepest = std::max(deepest, p.depth);
        EXPECT_GT(deepest, last);
        // The deepest vertex is at most a cell away from the point that is deepest.
        EXPECT_NEAR(deepest, 2 - distance, 0.2);
        last = deepest;
    }
}

/// ifc-lite#2536: a depth that went to 0 as the mesh was refined.
TEST(PenetrationDepth, DoesNotVanishUnderRefinement) {
    double coarse = 0;
    for (const std::uint32_t cells : {6u, 12u}) {
        const shapes::Mesh left = ball(cells, 1, {0, 0, 0}), right = ball(cells, 1, {1.4, 0.0123, 0.0071});
        Scene scene;
        scene.add(VolumeView{left.positions, left.tetrahedra});
        scene.add(VolumeView{right.positions, right.tetrahedra});
        double deepest = 0;
        for (const Penetration& p : scene.penetrations({.depth = true})) deepest = std::max(deepest, p.depth);
        EXPECT_NEAR(deepest, 0.6, 0.15) << cells;
        EXPECT_GT(deepest, 0.8 * coarse);
        coarse = deepest;
    }
}

TEST(PenetrationDepth, OfABodyWithinAnotherIsTheNearestWay) {
    const shapes::Mesh large = ball(8, 1, {0, 0, 0}), small = ball(2, 0.1, {0.5, 0.01, 0.02});
    Scene scene;
    scene.add(VolumeView{large.positions, large.tetrahedra});
    const BodyId inner = scene.add(VolumeView{small.positions, small.tetrahedra});
    std::size_t seen = 0;
    for (const Penetration& p : scene.penetrations({.depth = true})) {
        if (p.vertex.body != inner) continue;  // vertices of the large one in the small one
        const Vec3 at = small.positions[p.vertex.vertex];
        EXPECT_EQ(p.depth_source, DepthSource::nearest);
        EXPECT_NEAR(p.depth, 1 - std::sqrt(dot(at, at)), 0.08);
        EXPECT_GT(p.direction[0], 0.7);
        ++seen;
    }
    EXPECT_GE(seen, small.positions.size());
}

/// By projection onto the plane where that is inside, else the nearest of the sides: not as the library does it.
double distance_to_triangle(const Vec3& p, const std::array<Vec3, 3>& t) {
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    bool within = true;
    double nearest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 a = t[i], side = t[(i + 1) % 3] - a;
        within &= dot(cross(normal, side), p - a) >= 0;
        const Vec3 apart = p - (a + std::clamp(dot(p - a, side) / dot(side, side), 0.0, 1.0) * side);
        nearest = std::min(nearest, std::sqrt(dot(apart, apart)));
    }
    return within ? std::abs(dot(p - t[0], normal)) / std::sqrt(dot(normal, normal)) : nearest;
}

/// Bent, so that the nearest face is another one for nearly every vertex, and not the one straight above.
TEST(PenetrationDepth, DeepWithinAnotherBodyIsThatOfTheNearestOfAllFaces) {
    shapes::Mesh large = ball(9, 1, {0, 0, 0}), small = ball(6, 0.45, {0.02, -0.03, 0.05});
    const auto bend = [](shapes::Position& p) {
        p = {1.3 * p[0] + 0.2 * std::sin(3 * p[1]), p[1] + 0.15 * p[0] * p[0], 0.8 * p[2] + 0.1 * std::sin(4 * p[0])};
    };
    for (shapes::Position& p : large.positions) bend(p);
    for (shapes::Position& p : small.positions) bend(p);
    Scene scene;
    const BodyId outer = scene.add(VolumeView{large.positions, large.tetrahedra});
    scene.add(VolumeView{small.positions, small.tetrahedra});
    const std::vector<Triangle> faces = mesh::boundary(large.tetrahedra);
    std::size_t seen = 0;
    for (const Penetration& p : scene.penetrations({.self = false, .depth = true})) {
        if (p.tetrahedron.body != outer || p.depth_source != DepthSource::nearest) continue;
        const Vec3 at = vec(small.positions[p.vertex.vertex]);
        double nearest = std::numeric_limits<double>::infinity();
        for (const Triangle& t : faces) {
            nearest = std::min(
                nearest, distance_to_triangle(
                             at, {vec(large.positions[t[0]]), vec(large.positions[t[1]]), vec(large.positions[t[2]])}));
        }
        EXPECT_NEAR(p.depth, nearest, 1e-12) << p.vertex.vertex;
        EXPECT_NEAR(dot(vec(p.direction), vec(p.direction)), 1, 1e-12);
        ++seen;
    }
    EXPECT_GE(seen, small.positions.size());
}

/// A vertex that is pushed through the upper side of a plate leaves through it again, even when the lower is nearer.
TEST(PenetrationDepth, ComesFromTheSurfaceThatWasCrossed) {
    shapes::Mesh plate = shapes::tetra_box({8, 8, 1});
    for (auto& p : plate.positions) p = {p[0] - 4, p[1] - 4, p[2]};
    const std::vector<shapes::Position> spike{{0.1, 0.2, 0.1}, {-2, -2.2, 4}, {2.1, -2, 4}, {0, 2.3, 4.1}};
    const std::vector<Tetrahedron> one{{0, 1, 2, 3}};
    Scene scene;
    scene.add(VolumeView{plate.positions, plate.tetrahedra});
    const BodyId of_spike = scene.add(VolumeView{spike, one});
    std::size_t seen = 0;
    for (const Penetration& p : scene.penetrations({.depth = true})) {
        if (p.vertex.body != of_spike) continue;
        EXPECT_EQ(p.depth_source, DepthSource::crossed);
        EXPECT_NEAR(p.depth, 0.9, 1e-9);
        EXPECT_NEAR(p.direction[2], 1, 1e-9);
        ++seen;
    }
    EXPECT_GE(seen, 1u);
}

/// The lower tetrahedron is folded up into the upper one: what is left of the body ends at the fold.
TEST(PenetrationDepth, OfAFoldedBodyEndsAtTheFold) {
    const std::vector<shapes::Position> folded{{0, 0, 1}, {1, 0, 0}, {-0.5, 0.9, 0}, {-0.5, -0.9, 0}, {0.1, 0.05, 0.3}};
    const std::vector<Tetrahedron> both{{0, 1, 2, 3}, {4, 1, 3, 2}}, one{{0, 1, 2, 3}};
    const std::vector<shapes::Position> spike{{0, 0, 0.4}, {0.5, 0.1, -4}, {-0.3, 0.4, -4}, {-0.2, -0.5, -4}};
    Scene scene;
    scene.add(VolumeView{folded, both});
    const BodyId of_spike = scene.add(VolumeView{spike, one});
    std::size_t seen = 0;
    for (const Penetration& p : scene.penetrations({.self = false, .depth = true})) {
        if (p.vertex.body != of_spike) continue;
        EXPECT_EQ(p.depth_source, DepthSource::crossed);
        EXPECT_NEAR(p.depth, 0.4, 1e-12);
        EXPECT_NEAR(p.direction[2], -1, 1e-12);
        ++seen;
    }
    EXPECT_EQ(seen, 1u);
}

/// Half of the tetrahedra are inverted. From face to face of inverted ones, planes are crossed far away.
TEST(PenetrationDepth, OfACrumpledBodyEndsOnAFaceOfIt) {
    oracle::Random random(3);
    std::size_t seen = 0;
    for (int turn = 0; turn < 8; ++turn) {
        shapes::Mesh crumpled = shapes::tetra_box({4, 4, 4}), other = ball(4, 1.5, {3, 3, 3});
        for (auto& p : crumpled.positions) p = shapes::position(Vec3(p) + 0.8 * random.in_cube());
        Scene scene;
        const BodyId body = scene.add(VolumeView{crumpled.positions, crumpled.tetrahedra});
        const BodyId of_ball = scene.add(VolumeView{other.positions, other.tetrahedra});
        for (const Penetration& p : scene.penetrations({.depth = true})) {
            if (p.tetrahedron.body != body || p.depth_source != DepthSource::crossed) continue;
            const auto& from = p.vertex.body == of_ball ? other.positions : crumpled.positions;
            const Vec3 end = vec(from[p.vertex.vertex]) + p.depth * vec(p.direction);
            double nearest = std::numeric_limits<double>::infinity();
            for (const Tetrahedron& t : crumpled.tetrahedra) {
                for (std::uint32_t f = 0; f < 4; ++f) {
                    const Triangle c = mesh::face_of(t, f);
                    nearest = std::min(nearest, distance_to_triangle(
                                                    end, {vec(crumpled.positions[c[0]]), vec(crumpled.positions[c[1]]),
                                                          vec(crumpled.positions[c[2]])}));
                }
            }
            EXPECT_LE(nearest, 1e-9) << p.vertex.vertex << " in " << p.tetrahedron.tetrahedron;
            ++seen;
        }
    }
    EXPECT_GT(seen, 400u);
}

}  // namespace
}  // namespace pliant::spatial_hash_test
