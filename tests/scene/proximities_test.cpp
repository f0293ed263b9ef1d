// Scene::proximities against every pair of features in rational arithmetic; and all its options.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include <pliant/scene.hpp>

#include "agreement/random_bodies.hpp"
#include "determinism/played_scene.hpp"
#include "each_target.hpp"
#include "geometry/feature_distance.hpp"
#include "oracle/distance_oracle.hpp"
#include "oracle/random.hpp"
#include "scene/feature_lists.hpp"
#include "shapes/catalogue.hpp"
#include "shapes/meshes.hpp"

namespace pliant::scene_test {
namespace {

using agreement::GivenBody;
using oracle::Random;

BodyFeatureLists features_of(BodyId id, const Scene& scene, Points positions) {
    BodyFeatureLists lists;
    lists.id = id;
    for (std::size_t i = 0; i < positions.size(); ++i) lists.positions.emplace_back(positions[i]);
    lists.triangles.assign(scene.triangles(id).begin(), scene.triangles(id).end());
    lists.list();
    return lists;
}

std::vector<FeaturePair> pairs_of(const Proximities& found) { return {found.begin(), found.end()}; }

/// Whether boxes alone show that four points are farther apart: keeps rational arithmetic for what is near.
bool far_apart(FeatureKind kind, const std::array<Vec3, 4>& x, double distance) {
    const std::size_t first = kind == FeatureKind::vertex_triangle ? 1 : 2;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        double a_lo = HUGE_VAL, a_hi = -HUGE_VAL, b_lo = HUGE_VAL, b_hi = -HUGE_VAL;
        for (std::size_t i = 0; i < 4; ++i) {
            double &lo = i < first ? a_lo : b_lo, &hi = i < first ? a_hi : b_hi;
            lo = std::min(lo, x[i][axis]);
            hi = std::max(hi, x[i][axis]);
        }
        if (std::max(b_lo - a_hi, a_lo - b_hi) > distance * (1 + 1e-12)) return true;
    }
    return false;
}

void expect_sorted_and_counted(const Proximities& found) {
    EXPECT_TRUE(
        std::is_sorted(found.begin(), found.end(), [](const FeaturePair& a, const FeaturePair& b) { return a < b; }));
    EXPECT_EQ(found.vertex_triangle + found.edge_edge, found.size());
    EXPECT_EQ(
        static_cast<std::uint64_t>(std::count_if(
            found.begin(), found.end(), [](const Proximity& p) { return p.kind == FeatureKind::vertex_triangle; })),
        found.vertex_triangle);
}

TEST(Proximities, OfRandomBodiesAreThoseOfRationalArithmetic) {
    std::size_t found_pairs = 0, at_the_distance = 0;
    for (const std::uint64_t seed : oracle::seeds(1, 40)) {
        SCOPED_TRACE(seed);
        Random random(seed);
        std::vector<GivenBody> given;
        const int count = random.integer(1, 3);
        for (int i = 0; i < count; ++i) given.push_back(agreement::random_body(random));
        if (random.chance(40)) {  // on a grid, where many distances are equal
            for (GivenBody& body : given) {
                for (Vec3& p : body.positions)
                    p = {std::round(2 * p.x) / 2, std::round(2 * p.y) / 2, std::round(2 * p.z) / 2};
            }
        }
        if (random.chance(30)) agreement::break_some_elements(given[0], random);
        if (random.chance(20)) agreement::rescale(given, random);
        Scene scene({.threads = 2});
        std::vector<BodyFeatureLists> bodies;
        double size = 0;
        for (GivenBody& body : given) {
            const Points points = body.points();
            const BodyId id = body.add_to(scene, points);
            bodies.push_back(features_of(id, scene, points));
            for (const std::uint32_t v : bodies.back().vertices) {
                const Vec3& p = bodies.back().positions[v];
                size = std::max({size, std::abs(p.x), std::abs(p.y), std::abs(p.z)});
            }
        }
        // Distances that many pairs have exactly, on grids, or any.
        const double distance = random.chance(50)   ? random.integer(0, 2) * (random.chance(50) ? 1 : 0.5)
                                : random.chance(80) ? random.uniform(0, 0.1) * std::min(size, 1e300)
                                                    : 0;
        const bool self = random.chance(80), between = random.chance(80);
        const Proximities& found = scene.proximities({.distance = distance, .self = self, .between = between});
        std::vector<FeaturePair> expected;
        for_each_pair(bodies, self, between, [&](const FeaturePair& pair, const std::array<Vec3, 4>& x) {
            if (far_apart(pair.kind, x, distance)) return;
            const mpq_class square = oracle::squared_distance(pair.kind, x), limit(distance);
            if (square > limit * limit) return;
            expected.push_back(pair);
            at_the_distance += square == limit * limit ? 1 : 0;
        });
        std::sort(expected.begin(), expected.end());
        ASSERT_EQ(pairs_of(found), expected) << "distance " << distance;
        expect_sorted_and_counted(found);
        EXPECT_TRUE(found.report.complete);
        EXPECT_EQ(found.report.detector, Detector::feature_tree);
        for (const Proximity& p : found) EXPECT_LE(p.near.distance, distance);
        found_pairs += expected.size();
    }
    EXPECT_GT(found_pairs, static_cast<std::size_t>(oracle::cases(5000)));
    if (!oracle::sanitized) {
        EXPECT_GT(at_the_distance, static_cast<std::size_t>(oracle::cases(100)));
    }
}

class OfTheCatalogue : public testing::TestWithParam<std::size_t> {};

/// Frame after frame in one scene, each against all pairs of features.
TEST_P(OfTheCatalogue, EqualsBruteForceInEveryFrame) {
    const std::string_view name = shapes::catalogue()[GetParam()].name;
    const auto animation = shapes::make_scene(name, {300, {}, 1});
    Scene scene({.threads = 2});
    std::vector<std::vector<shapes::Position>> positions(animation->bodies());
    for (std::size_t b = 0; b < positions.size(); ++b) {
        positions[b] = animation->body(b).positions;
        const shapes::Mesh& mesh = animation->body(b);
        mesh.tetrahedra.empty() ? scene.add(SurfaceView{positions[b], mesh.triangles})
                                : scene.add(VolumeView{positions[b], mesh.tetrahedra});
    }
    const auto [p, q, r] = scene.triangles(BodyId{0})[0];
    const Vec3 edge = Vec3(positions[0][p]) - Vec3(positions[0][q]);
    const double distance = 0.3 * std::sqrt(dot(edge, edge));
    for (const std::size_t frame : {std::size_t{0}, animation->frames() / 3, animation->frames() / 2}) {
        std::vector<BodyFeatureLists> bodies;
        for (std::size_t b = 0; b < positions.size(); ++b) {
            animation->positions(frame, b, positions[b]);
            const BodyId id{static_cast<std::uint32_t>(b)};
            scene.move(id, positions[b]);
            bodies.push_back(features_of(id, scene, positions[b]));
        }
        std::vector<FeaturePair> expected;
        for_each_pair(bodies, true, true, [&](const FeaturePair& pair, const std::array<Vec3, 4>& x) {
            if (far_apart(pair.kind, x, distance)) return;
            if (geometry::exact_distance(pair.kind, x, {distance, 0, 0}).within) expected.push_back(pair);
        });
        std::sort(expected.begin(), expected.end());
        const Proximities& found = scene.proximities({.distance = distance});
        ASSERT_EQ(pairs_of(found), expected) << "frame " << frame;
        for (const Proximity& near : found) {
            const auto at = [&](BodyId body, std::uint32_t v) {
                return bodies[static_cast<std::uint32_t>(body)].positions[v];
            };
            const bool edges = near.kind == FeatureKind::edge_edge;
            const std::array<Vec3, 4> x{at(near.body_a, near.vertices[0]),
                                        at(edges ? near.body_a : near.body_b, near.vertices[1]),
                                        at(near.body_b, near.vertices[2]), at(near.body_b, near.vertices[3])};
            const FeatureDistance exact = geometry::exact_distance(near.kind, x, {0, 0, 0}).near;
            ASSERT_NEAR(near.near.distance, exact.distance, 0x1p-32 * exact.distance);
            const Vec3 way = Vec3(near.near.point_a) - Vec3(near.near.point_b);
            ASSERT_NEAR(std::sqrt(dot(way, way)), exact.distance, 1e-6 * distance);
            const Vec3 normal(near.near.normal);
            if (exact.distance > 1e-3 * distance) {
                ASSERT_NEAR(dot(normal, way), exact.distance, 1e-5 * distance);
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, OfTheCatalogue, testing::Range<std::size_t>(0, shapes::catalogue().size()),
                         [](const auto& scene) { return std::string(shapes::catalogue()[scene.param].name); });

TEST(Proximities, AreTheSameForAnyThreadsAndVectors) {
    for (const std::string_view name : {"draped_cloth", "swarm", "resting_stack"}) {
        SCOPED_TRACE(name);
        std::vector<Proximity> expected;
        Counters counters;
        simd::on_each_target([&](const std::string&) {
            for (const unsigned threads : {1u, 2u, 3u, 8u}) {
                determinism::PlayedScene played(name, 2000, threads);
                played.go_to(played.frames() / 3);
                const Proximities& found = played.scene.proximities({.distance = 0.02, .nearest = 5});
                if (expected.empty()) {
                    expected = found.items;
                    counters = found.report.counters;
                }
                ASSERT_EQ(found.items, expected) << threads << " threads";
                ASSERT_EQ(found.report.counters, counters) << threads << " threads";
            }
        });
        EXPECT_GT(expected.size(), 100u);
    }
}

/// Two squares, one above the other, and a third beside: every distance is easy to tell.
struct Squares {
    using Positions = std::vector<std::array<double, 3>>;
    Positions low{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
    Positions high = moved({0, 0, 0.25});
    std::vector<Triangle> triangles{{0, 1, 2}, {0, 2, 3}};
    Scene scene{{.threads = 1}};
    BodyId a = scene.add(SurfaceView{low, triangles});
    BodyId b = scene.add(SurfaceView{high, triangles});

    [[nodiscard]] Positions moved(const std::array<double, 3>& by) const {
        Positions out = low;
        for (auto& p : out) {
            for (std::size_t k = 0; k < 3; ++k) p[k] += by[k];
        }
        return out;
    }
};

TEST(Proximities, IncludeTheDistanceItself) {
    Squares squares;
    EXPECT_GT(squares.scene.proximities({.distance = 0.25}).size(), 0u);
    EXPECT_EQ(squares.scene.proximities({.distance = std::nextafter(0.25, 0.0)}).size(), 0u);
    for (const Proximity& p : squares.scene.proximities({.distance = 0.25})) {
        EXPECT_EQ(p.near.distance, 0.25);
        EXPECT_EQ(std::abs(p.near.normal[2]), 1);
    }
}

TEST(Proximities, CountThicknessOnBothSides) {
    Squares squares;
    const std::array thick{BodyThickness{squares.a, 0.125, {}}, BodyThickness{squares.b, 0.125, {}}};
    EXPECT_GT(squares.scene.proximities({.distance = 0, .thickness = thick}).size(), 0u);
    EXPECT_GT(squares.scene.proximities({.distance = 0.125, .thickness = {thick.data(), 1}}).size(), 0u);
    const double less = std::nextafter(0.125, 0.0);
    EXPECT_EQ(squares.scene.proximities({.distance = less, .thickness = {thick.data(), 1}}).size(), 0u);
    // Of one vertex alone: what it is part of.
    const std::vector<double> one{0.25, 0, 0, 0};
    const std::array corner{BodyThickness{squares.a, 9, one}};
    const Proximities& found = squares.scene.proximities({.distance = 0, .thickness = corner});
    EXPECT_GT(found.size(), 0u);
    for (const Proximity& p : found) {
        const auto v = p.vertices;
        const bool vertex = p.kind == FeatureKind::vertex_triangle && p.body_a == squares.a && v[0] == 0;
        const bool triangle = p.kind == FeatureKind::vertex_triangle && p.body_b == squares.a;
        const bool edge = p.kind == FeatureKind::edge_edge && (v[0] == 0 || v[1] == 0);
        EXPECT_TRUE(vertex || triangle || edge);
    }
}

TEST(Proximities, ThicknessIsAddedExactly) {
    for (const std::uint64_t seed : oracle::seeds(2, 30)) {
        SCOPED_TRACE(seed);
        Random random(seed);
        GivenBody body = agreement::random_body(random);
        Scene scene({.threads = 1});
        const Points points = body.points();
        const BodyId id = body.add_to(scene, points);
        const std::vector<BodyFeatureLists> bodies{features_of(id, scene, points)};
        std::vector<double> each;
        for (std::size_t v = 0; v < points.size(); ++v)
            each.push_back(random.chance(50) ? 0.25 : random.uniform(0, 0.2));
        const double distance = random.chance(50) ? 0.5 : 0.01;
        const std::array thick{BodyThickness{id, 0, each}};
        const Proximities& found = scene.proximities({.distance = distance, .thickness = thick});
        std::vector<FeaturePair> expected;
        for_each_pair(bodies, true, true, [&](const FeaturePair& pair, const std::array<Vec3, 4>& x) {
            if (far_apart(pair.kind, x, distance + 0.5)) return;
            const auto t = [&](std::size_t i) { return each[pair.vertices[i]]; };
            const bool vertex = pair.kind == FeatureKind::vertex_triangle;
            const double a = vertex ? t(0) : std::max(t(0), t(1));
            const double b = vertex ? std::max({t(1), t(2), t(3)}) : std::max(t(2), t(3));
            if (oracle::within(pair.kind, x, {distance, a, b})) expected.push_back(pair);
        });
        std::sort(expected.begin(), expected.end());
        ASSERT_EQ(pairs_of(found), expected);
    }
}

TEST(Proximities, LeaveOutWhatWasNearAtRest) {
    const shapes::Mesh sheet = shapes::cloth_grid({8, 8}, 8, 8);
    auto folded = sheet.positions;
    for (auto& p : folded) {
        if (p[0] > 0) p = {-p[0] + 0.3, p[1], 0.2};
    }
    Scene scene({.threads = 2});
    const BodyId id = scene.add(SurfaceView{folded, sheet.triangles});
    const std::array rest{RestPose{id, sheet.positions}};
    const double distance = 1.0;  // an edge: at rest already vertices are as near as that to triangles beside
    const Proximities all = scene.proximities({.distance = distance});
    const Proximities fewer = scene.proximities({.distance = distance, .rest = rest});
    EXPECT_GT(fewer.left_at_rest, 0u);
    EXPECT_GT(fewer.size(), 0u);
    EXPECT_EQ(fewer.size() + fewer.left_at_rest, all.size());
    for (const Proximity& p : fewer) {
        std::array<Vec3, 4> x;
        for (std::size_t i = 0; i < 4; ++i) x[i] = sheet.positions[p.vertices[i]];
        EXPECT_FALSE(oracle::within(p.kind, x, {distance, 0, 0}));
    }
    // What came nearer by half is found nevertheless.
    const Proximities some = scene.proximities({.distance = distance, .rest = rest, .rest_approach = 0.5});
    EXPECT_GT(some.size(), fewer.size());
    EXPECT_LT(some.size(), all.size());
    EXPECT_EQ(some.size() + some.left_at_rest, all.size());
}

TEST(Proximities, KeepTheNearestOfEach) {
    determinism::PlayedScene played("draped_cloth", 1000, 2);
    played.go_to(played.frames() / 3);
    const Proximities all = played.scene.proximities({.distance = 0.1});
    for (const std::uint32_t k : {1u, 3u}) {
        const Proximities& found = played.scene.proximities({.distance = 0.1, .nearest = k});
        std::vector<FeaturePair> expected;
        for (const Proximity& p : all) {
            // Nearer ones of the same vertex, or of either edge; of equally near ones the first.
            const auto order = [](const Proximity& q) { return std::tuple(q.near.distance, q.triangle, q.vertices); };
            const auto nearer = [&](auto same) {
                return std::count_if(all.begin(), all.end(), [&](const Proximity& q) {
                    return q.kind == p.kind && same(q) && order(q) < order(p);
                });
            };
            const auto has = [](const Proximity& q, std::uint32_t v, std::uint32_t w) {
                return (q.vertices[0] == v && q.vertices[1] == w) || (q.vertices[2] == v && q.vertices[3] == w);
            };
            const bool vertex = p.kind == FeatureKind::vertex_triangle;
            const auto first = nearer([&](const Proximity& q) {
                return vertex ? q.vertices[0] == p.vertices[0] : has(q, p.vertices[0], p.vertices[1]);
            });
            const auto second =
                vertex ? first : nearer([&](const Proximity& q) { return has(q, p.vertices[2], p.vertices[3]); });
            if (std::min(first, second) < static_cast<std::ptrdiff_t>(k)) expected.push_back(p);
        }
        ASSERT_EQ(pairs_of(found), expected);
        EXPECT_LT(found.size(), all.size());
        EXPECT_TRUE(found.report.complete);
    }
}

TEST(Proximities, KeepToTheirBudget) {
    determinism::PlayedScene played("draped_cloth", 20000, 2);
    played.go_to(played.frames() / 3);
    const Proximities all = played.scene.proximities({.distance = 0.02});
    ASSERT_GT(all.size(), 10000u);
    const std::uint64_t most = 200;
    const Proximities& few = played.scene.proximities({.distance = 0.02, .budget = {.proximities = most}});
    EXPECT_EQ(few.report.stopped_by, Limit::proximities);
    EXPECT_FALSE(few.report.complete);
    ASSERT_EQ(few.size(), most);
    std::vector<double> nearest, kept;
    for (const Proximity& p : all) nearest.push_back(p.near.distance);
    for (const Proximity& p : few) kept.push_back(p.near.distance);
    std::sort(nearest.begin(), nearest.end());
    std::sort(kept.begin(), kept.end());
    nearest.resize(most);
    EXPECT_EQ(kept, nearest);
    expect_sorted_and_counted(few);

    const std::uint64_t candidates = all.report.counters.candidates / 4;
    const Proximities part = played.scene.proximities({.distance = 0.02, .budget = {.candidates = candidates}});
    EXPECT_EQ(part.report.stopped_by, Limit::candidates);
    EXPECT_LT(part.size(), all.size());
    EXPECT_GT(part.size(), 0u);
    determinism::PlayedScene alone("draped_cloth", 20000, 1);
    alone.go_to(alone.frames() / 3);
    EXPECT_EQ(alone.scene.proximities({.distance = 0.02, .budget = {.candidates = candidates}}).items, part.items);
    EXPECT_EQ(
        played.scene.proximities({.distance = 0.02, .budget = {.time = std::chrono::nanoseconds(0)}}).report.stopped_by,
        Limit::time);
    EXPECT_EQ(played.scene.proximities({.distance = 0.02}).items, all.items);
}

TEST(Proximities, NameWhatIsBrokenAndAnswerTheRest) {
    Squares squares;
    const std::size_t whole = squares.scene.proximities({.distance = 0.3}).size();
    Squares::Positions broken = squares.low;
    broken.push_back({0.5, 0.5, std::numeric_limits<double>::quiet_NaN()});
    broken.push_back({0.5, 0.5, 0.1});
    const std::vector<Triangle> triangles{{0, 1, 2}, {0, 2, 3}, {0, 1, 4}, {0, 2, 2}, {1, 2, 9}, {0, 2, 5}, {5, 0, 0}};
    Scene scene({.threads = 1});
    const BodyId a = scene.add(SurfaceView{broken, triangles});
    (void)scene.add(SurfaceView{squares.high, squares.triangles});
    const Proximities& found = scene.proximities({.distance = 0.05});
    EXPECT_EQ(found.size(), 0u);
    const std::vector<Flaw> expected{{a, FlawKind::not_finite, 4},
                                     {a, FlawKind::index_out_of_range, 4},
                                     {a, FlawKind::degenerate, 3},
                                     {a, FlawKind::degenerate, 6}};
    EXPECT_EQ(found.report.set_aside, expected);
    EXPECT_GT(scene.proximities({.distance = 0.3}).size(), whole);  // vertex 5 is part of a sound triangle
}

TEST(Proximities, RefuseBadNumbers) {
    Squares squares;
    const auto refused = [&](const ProximityOptions& options) {
        EXPECT_THROW((void)squares.scene.proximities(options), std::invalid_argument);
    };
    constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
    for (const double bad : {-1.0, -0x1p-1074, nan, infinity}) {
        refused({.distance = bad});
        const std::array thick{BodyThickness{squares.a, bad, {}}};
        refused({.distance = 1, .thickness = thick});
        const std::vector<double> each{0, 0, bad, 0};
        const std::array per_vertex{BodyThickness{squares.a, 0, each}};
        refused({.distance = 1, .thickness = per_vertex});
    }
    const std::vector<double> three{0, 0, 0};
    const std::array thick{BodyThickness{squares.a, 0, three}};
    refused({.distance = 1, .thickness = thick});
    auto positions = squares.low;
    positions[2][1] = nan;
    const std::array nowhere{RestPose{squares.a, positions}};
    refused({.distance = 1, .rest = nowhere});
    positions.pop_back();
    const std::array short_pose{RestPose{squares.a, positions}};
    refused({.distance = 1, .rest = short_pose});
    const std::array rest{RestPose{squares.a, squares.low}};
    refused({.distance = 1, .rest = rest, .rest_approach = 1.5});
    refused({.distance = 1, .rest = rest, .rest_approach = nan});
    const std::array missing{BodyThickness{BodyId{7}, 0, {}}};
    EXPECT_THROW((void)squares.scene.proximities({.distance = 1, .thickness = missing}), std::out_of_range);
    EXPECT_EQ(squares.scene.proximities({.distance = 0.25}).report.complete, true);
}

TEST(FeatureDistances, OfBarePrimitives) {
    const FeatureDistance above = vertex_triangle_distance({{{0.25, 0.25, 2}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}});
    EXPECT_EQ(above.distance, 2);
    EXPECT_EQ(above.weights, (std::array{1.0, 0.5, 0.25, 0.25}));
    EXPECT_EQ(above.normal, (Point{0, 0, 1}));
    EXPECT_EQ(above.point_b, (Point{0.25, 0.25, 0}));
    const FeatureDistance skew = edge_edge_distance({{{-1, 0, 3}, {1, 0, 3}, {0, -1, 0}, {0, 1, 0}}});
    EXPECT_EQ(skew.distance, 3);
    EXPECT_EQ(skew.weights, (std::array{0.5, 0.5, 0.5, 0.5}));
    EXPECT_EQ(skew.normal, (Point{0, 0, 1}));
    const double nan = std::numeric_limits<double>::quiet_NaN();
    EXPECT_THROW((void)edge_edge_distance({{{nan, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}), std::invalid_argument);
    EXPECT_THROW((void)vertex_triangle_distance({{{0, 0, 0}, {1, 0, 0}, {0, HUGE_VAL, 0}, {0, 0, 1}}}),
                 std::invalid_argument);
    // Points instead of features.
    EXPECT_EQ(vertex_triangle_distance({{{3, 4, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}).distance, 5);
    EXPECT_EQ(edge_edge_distance({{{3, 4, 0}, {3, 4, 0}, {0, 0, 0}, {0, 0, 0}}}).distance, 5);
}

}  // namespace
}  // namespace pliant::scene_test
