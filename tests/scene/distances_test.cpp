// Scene::distance and Scene::distances against the least of all pairs of features, and triangles that meet.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <pliant/scene.hpp>

#include "agreement/random_bodies.hpp"
#include "determinism/played_scene.hpp"
#include "each_target.hpp"
#include "geometry/triangle_pair.hpp"
#include "oracle/distance_oracle.hpp"
#include "oracle/random.hpp"
#include "scene/feature_lists.hpp"
#include "shapes/meshes.hpp"

namespace pliant::scene_test {
namespace {

using agreement::GivenBody;
using oracle::Random;

/// The square of the distance, as a rational number; none where a body has no sound triangle.
std::optional<mpq_class> least_square(const BodyFeatureLists& a, const BodyFeatureLists& b) {
    const auto corners = [](const BodyFeatureLists& body, std::uint32_t t) {
        const auto [p, q, r] = body.triangles[t];
        return geometry::TriangleCorners{body.positions[p], body.positions[q], body.positions[r]};
    };
    for (const std::uint32_t s : a.sound) {
        for (const std::uint32_t t : b.sound) {
            if (geometry::meet(corners(a, s), corners(b, t))) return mpq_class(0);
        }
    }
    std::optional<mpq_class> least;
    const std::array both{a, b};
    for_each_pair(both, false, true, [&](const FeaturePair& pair, const std::array<Vec3, 4>& x) {
        const mpq_class square = oracle::squared_distance(pair.kind, x);
        if (!least || square < *least) least = square;
    });
    return least;
}

BodyFeatureLists features_of_body(BodyId id, const Scene& scene, Points positions) {
    BodyFeatureLists lists;
    lists.id = id;
    for (std::size_t i = 0; i < positions.size(); ++i) lists.positions.emplace_back(positions[i]);
    lists.triangles.assign(scene.triangles(id).begin(), scene.triangles(id).end());
    lists.list();
    return lists;
}

void expect_encloses(const BodyDistance& found, const mpq_class& square) {
    if (square == 0) {
        EXPECT_EQ(found.distance, (std::array{0.0, 0.0}));
        return;
    }
    const mpq_class low(found.distance[0]), high(found.distance[1]);
    EXPECT_LE(low * low, square);
    EXPECT_GE(high * high, square);
    EXPECT_LE(found.distance[1] - found.distance[0], 0x1p-29 * found.distance[1] + 1e-323);
}

TEST(BodyDistances, OfRandomBodiesEncloseTheTrueOne) {
    int apart = 0, meeting = 0;
    for (const std::uint64_t seed : oracle::seeds(1, 20)) {
        SCOPED_TRACE(seed);
        Random random(seed);
        std::vector<GivenBody> given;
        for (int i = 0; i < 3; ++i) {
            given.push_back(agreement::random_body(random));
            const Vec3 offset = random.chance(50) ? random.whole(-2, 2) : 2.0 * random.in_cube();
            for (Vec3& p : given.back().positions) p = p + offset;
            if (given.back().triangles.size() > 20) given.back().triangles.resize(20);
            given.back().tetrahedra.clear();
        }
        Scene scene({.threads = 2});
        std::vector<BodyFeatureLists> bodies;
        for (GivenBody& body : given) {
            const Points points = body.points();
            bodies.push_back(features_of_body(body.add_to(scene, points), scene, points));
        }
        std::vector<std::array<std::uint32_t, 2>> near;
        const double most = random.chance(50) ? 1 : random.uniform(0, 3);
        for (std::uint32_t a = 0; a < 3; ++a) {
            for (std::uint32_t b = a + 1; b < 3; ++b) {
                const BodyDistance found = scene.distance(BodyId{a}, BodyId{b});
                const auto square = least_square(bodies[a], bodies[b]);
                if (!square) {
                    EXPECT_EQ(found.distance[0], std::numeric_limits<double>::infinity());
                    continue;
                }
                ++(*square == 0 ? meeting : apart);
                expect_encloses(found, *square);
                EXPECT_EQ(found.a, BodyId{a});
                EXPECT_EQ(found.triangle_b.body, BodyId{b});
                const Vec3 way = Vec3(found.point_a) - Vec3(found.point_b);
                EXPECT_NEAR(std::sqrt(dot(way, way)), found.distance[1], 1e-9 * (1 + found.distance[1]));
                const BodyDistance back = scene.distance(BodyId{b}, BodyId{a});
                expect_encloses(back, *square);
                if (*square <= mpq_class(most) * mpq_class(most)) near.push_back({a, b});
            }
        }
        std::vector<std::array<std::uint32_t, 2>> listed;
        for (const BodyDistance& d : scene.distances(most)) {
            listed.push_back({static_cast<std::uint32_t>(d.a), static_cast<std::uint32_t>(d.b)});
            expect_encloses(d, *least_square(bodies[listed.back()[0]], bodies[listed.back()[1]]));
        }
        EXPECT_EQ(listed, near);
        if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(apart, oracle::cases(10));
    EXPECT_GT(meeting, oracle::cases(2));
}

TEST(BodyDistances, IncludeTheLargestItself) {
    const std::vector<std::array<double, 3>> low{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
        high{{0, 0, 0.1}, {1, 0, 0.1}, {0, 1, 0.1}};
    const std::vector<Triangle> triangle{{0, 1, 2}};
    Scene scene({.threads = 1});
    const BodyId a = scene.add(SurfaceView{low, triangle}), b = scene.add(SurfaceView{high, triangle});
    EXPECT_EQ(scene.distances(0.1).size(), 1u);
    EXPECT_EQ(scene.distances(std::nextafter(0.1, 0.0)).size(), 0u);
    EXPECT_EQ(scene.distances(std::numeric_limits<double>::infinity()).size(), 1u);
    EXPECT_THROW((void)scene.distance(a, a), std::invalid_argument);
    EXPECT_THROW((void)scene.distance(a, BodyId{9}), std::out_of_range);
    EXPECT_THROW((void)scene.distances(-1), std::invalid_argument);
    EXPECT_THROW((void)scene.distances(std::nan("")), std::invalid_argument);
    scene.move(b, low);
    EXPECT_EQ(scene.distance(a, b).distance, (std::array{0.0, 0.0}));
}

TEST(BodyDistances, OfABodyInsideAnotherAreThoseOfTheSurfaces) {
    shapes::Mesh outer = shapes::icosphere(12), inner = outer;
    for (auto& p : inner.positions) {
        for (double& c : p) c *= 0.5;
    }
    Scene scene({.threads = 1});
    const BodyId a = scene.add(SurfaceView{outer.positions, outer.triangles});
    const BodyId b = scene.add(SurfaceView{inner.positions, inner.triangles});
    const BodyDistance found = scene.distance(a, b);
    EXPECT_GT(found.distance[0], 0.48);
    EXPECT_LT(found.distance[1], 0.5);
}

TEST(BodyDistances, AreTheSameForAnyThreadsAndVectors) {
    std::vector<BodyDistance> expected;
    simd::on_each_target([&](const std::string&) {
        for (const unsigned threads : {1u, 2u, 8u}) {
            determinism::PlayedScene played("swarm", 3000, threads);
            played.go_to(3);
            const std::vector<BodyDistance> found = played.scene.distances(0.5);
            if (expected.empty()) expected = found;
            ASSERT_EQ(found, expected) << threads;
        }
    });
    EXPECT_GT(expected.size(), 5u);
}

}  // namespace
}  // namespace pliant::scene_test
