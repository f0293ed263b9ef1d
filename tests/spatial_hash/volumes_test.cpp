// What a user may expect of `penetrations`, case by case; complaints of users of other tools by their names.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>

#include <pliant/pliant.hpp>

#include "balls.hpp"
#include "determinism/played_scene.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::spatial_hash_test {
namespace {

using Positions = std::vector<std::array<double, 3>>;

const Positions unit_corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const std::vector<Tetrahedron> one_tetrahedron{{0, 1, 2, 3}};
const std::vector<Triangle> one_triangle{{0, 1, 2}};

Positions moved(Positions positions, const std::array<double, 3>& by) {
    for (auto& p : positions) {
        for (std::size_t axis = 0; axis < 3; ++axis) p[axis] += by[axis];
    }
    return positions;
}

TEST(PenetrationCases, AVertexOfASurfaceInATetrahedron) {
    const Positions needle{{0.1, 0.2, 0.3}, {5, 5, 5}, {5, 6, 5}};
    Scene scene;
    const BodyId volume = scene.add(VolumeView{unit_corners, one_tetrahedron});
    const BodyId surface = scene.add(SurfaceView{needle, one_triangle});
    const Penetrations& found = scene.penetrations();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].vertex, (VertexRef{surface, 0}));
    EXPECT_EQ(found[0].tetrahedron, (TetrahedronRef{volume, 0}));
    EXPECT_EQ(found[0].kind, PenetrationKind::inside);
    EXPECT_NEAR(found[0].barycentric[0], 0.4, 1e-15);
    EXPECT_NEAR(found[0].barycentric[1], 0.1, 1e-15);
    EXPECT_NEAR(found[0].barycentric[2], 0.2, 1e-15);
    EXPECT_NEAR(found[0].barycentric[3], 0.3, 1e-15);
    EXPECT_TRUE(found.report.complete);
    EXPECT_EQ(found.report.detector, Detector::spatial_hash);
}

TEST(PenetrationCases, FacesEdgesAndCornersAreBoundary) {
    for (const std::array<double, 3> p :
         {std::array{0.25, 0.25, 0.0}, std::array{0.5, 0.0, 0.0}, std::array{0.0, 0.0, 1.0}}) {
        const Positions points{p, {5, 5, 5}, {5, 6, 5}};
        Scene scene;
        scene.add(VolumeView{unit_corners, one_tetrahedron});
        scene.add(SurfaceView{points, one_triangle});
        ASSERT_EQ(scene.penetrations().size(), 1u);
        EXPECT_EQ(scene.penetrations()[0].kind, PenetrationKind::on_boundary);
    }
}

TEST(PenetrationCases, AVertexOnASharedFaceCountsTwiceOrOncePerBody) {
    const Positions two{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, -1}};
    const std::vector<Tetrahedron> tetrahedra{{0, 1, 2, 3}, {0, 2, 1, 4}};
    const Positions points{{0.25, 0.25, 0}, {5, 5, 5}, {5, 6, 5}};
    Scene scene;
    scene.add(VolumeView{two, tetrahedra});
    scene.add(SurfaceView{points, one_triangle});
    EXPECT_EQ(scene.penetrations().size(), 2u);
    EXPECT_EQ(scene.penetrations({.once_per_body = true}).size(), 1u);
}

TEST(PenetrationCases, CornersAreNeverInsideTheirOwnTetrahedra) {
    for (const char* name : {"setup_a", "tetra_boxes"}) {
        determinism::PlayedScene played(name, 2000, 2);
        for (const Penetration& p : played.scene.penetrations({.between = false})) {
            ADD_FAILURE() << "vertex " << p.vertex.vertex << " in " << p.tetrahedron.tetrahedron;
        }
    }
}

/// Rows (1, 1) and (-1, -1) of cells have one hash: vertices around the origin were found twice.
/// Tetrahedra that share no vertices: a group of blocks has more corners than there are places for.
TEST(PenetrationCases, OfASoupAreThoseOfBruteForce) {
    std::vector<std::array<float, 3>> positions;
    std::vector<Tetrahedron> tetrahedra;
    std::uint32_t state = 1;
    const auto next = [&] { return static_cast<float>((state = state * 1664525u + 1013904223u) >> 8) * 0x1p-24f; };
    for (std::uint32_t t = 0; t < 400; ++t) {
        const std::array<float, 3> middle{4 * next(), 4 * next(), 4 * next()};
        for (int corner = 0; corner < 4; ++corner) {
            positions.push_back({middle[0] + next(), middle[1] + next(), middle[2] + next()});
        }
        tetrahedra.push_back({4 * t, 4 * t + 1, 4 * t + 2, 4 * t + 3});
    }
    Scene scene;
    scene.add(VolumeView{positions, tetrahedra});
    const auto found = scene.penetrations().items;
    PenetrationOptions options;
    options.method = PenetrationMethod::brute_force;
    EXPECT_EQ(found, scene.penetrations(options).items);
    EXPECT_GT(found.size(), 50u);
}

TEST(PenetrationCases, AroundTheOriginEachIsFoundOnce) {
    shapes::Mesh left = ball(6, 1, {0, 0, 0}), right = ball(6, 1, {0.31, 0.27, 0.23});
    Scene scene;
    scene.add(VolumeView{left.positions, left.tetrahedra});
    scene.add(VolumeView{right.positions, right.tetrahedra});
    const Penetrations found = scene.penetrations();
    EXPECT_EQ(found.items, scene.penetrations({.method = PenetrationMethod::brute_force}).items);
    EXPECT_GT(found.size(), 100u);
}

TEST(PenetrationCases, SelfCollisionOfAFoldedStrip) {
    shapes::Mesh strip = shapes::tetra_box({20, 2, 1});
    for (auto& p : strip.positions) {
        // The far half lies back on the near one, sunk in by half its thickness.
        if (p[0] > 10) p = {20.3 - p[0], p[1] + 0.01, 1.5 - p[2]};
    }
    Scene scene;
    scene.add(VolumeView{strip.positions, strip.tetrahedra});
    EXPECT_GT(scene.penetrations().size(), 20u);
    EXPECT_EQ(scene.penetrations({.self = false}).size(), 0u);
}

/// bullet3#4321, ifc-lite#3561, devil_ray#62: a NaN spreads through the solver, or makes it silent, or endless.
TEST(PenetrationComplaints, NotANumberStaysWithItsVertex) {
    shapes::Mesh left = ball(6, 1, {0, 0, 0}), right = ball(6, 1, {1.2, 0.01, 0.02});
    Scene scene;
    scene.add(VolumeView{left.positions, left.tetrahedra});
    const BodyId b = scene.add(VolumeView{right.positions, right.tetrahedra});
    const std::size_t before = scene.penetrations().size();
    auto spoilt = right.positions;
    spoilt[0] = {std::numeric_limits<double>::quiet_NaN(), 0, 0};
    scene.move(b, spoilt);
    const Penetrations& found = scene.penetrations({.depth = true});
    EXPECT_NEAR(double(found.size()), double(before), 8);
    EXPECT_FALSE(found.report.all_examined());
    ASSERT_EQ(found.report.set_aside.size(), 1u);
    EXPECT_EQ(found.report.set_aside[0], (Flaw{b, FlawKind::not_finite, 0}));
}

TEST(PenetrationCases, FlatAndInvertedTetrahedraAreNamed) {
    Positions positions = unit_corners;
    for (const auto& p : moved(unit_corners, {3, 0, 0})) positions.push_back(p);
    for (const auto& p : moved(unit_corners, {6, 0, 0})) positions.push_back(p);
    for (const auto& p : moved(unit_corners, {9, 0, 0})) positions.push_back(p);
    positions[7] = {3.5, 0.5, 0};  // flat
    const std::vector<Tetrahedron> tetrahedra{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 11, 10}, {12, 13, 14, 15}};
    const Positions points{{6.1, 0.1, 0.1}, {3.2, 0.2, 0}, {0.1, 0.1, 0.1}};
    Scene scene;
    const BodyId volume = scene.add(VolumeView{positions, tetrahedra});
    scene.add(SurfaceView{points, one_triangle});
    for (const PenetrationMethod method : {PenetrationMethod::spatial_hash, PenetrationMethod::brute_force}) {
        const Penetrations& found = scene.penetrations({.method = method, .self = false});
        EXPECT_EQ(found.size(), 2u);  // the inverted one counts, the flat one does not
        EXPECT_EQ(found.report.set_aside, (std::vector<Flaw>{{volume, FlawKind::flat_tetrahedron, 1}}));
        EXPECT_EQ(found.report.noted, (std::vector<Flaw>{{volume, FlawKind::inverted_tetrahedron, 2}}));
    }
}

/// Pies#11: a spatial hash that collapses on large and skinny elements, with a cell size left to the user.
TEST(PenetrationComplaints, ElementsOfVeryDifferentSizeDoNotCollapse) {
    shapes::Mesh coarse = shapes::tetra_box({6, 6, 6});
    for (auto& p : coarse.positions) p = {100 * p[0], 100 * p[1], 100 * p[2]};
    const shapes::Mesh fine = shapes::tetra_box({20, 20, 20});
    const Positions far = moved(fine.positions, {133.3, 122.2, 111.1});
    Scene scene;
    scene.add(VolumeView{coarse.positions, coarse.tetrahedra});
    scene.add(VolumeView{far, fine.tetrahedra});
    const Penetrations& found = scene.penetrations();
    EXPECT_GE(found.size(), far.size());
    const double tetrahedra = double(coarse.tetrahedra.size() + fine.tetrahedra.size());
    EXPECT_LT(double(found.report.counters.box_tests), 60 * tetrahedra);
}

TEST(PenetrationComplaints, AVertexThatFliesAwayDoesNotCollapse) {
    shapes::Mesh block = shapes::tetra_box({16, 16, 16});
    block.positions[0] = {-1e7, -2e7, -3e7};
    Scene scene;
    scene.add(VolumeView{block.positions, block.tetrahedra});
    const auto& counters = scene.penetrations().report.counters;
    EXPECT_LT(double(counters.box_tests), 60 * double(block.tetrahedra.size()));
}

/// mujoco_warp#1583, warp#588: buffers that overflow in silence.
/// Floats about one origin would not tell the tetrahedra of the far body apart, and each would meet every vertex.
TEST(PenetrationComplaints, BodiesFarApartDoNotCollapse) {
    constexpr std::uint32_t n = 6;
    const auto blocks = [](double far, double edge) {
        Positions corners;
        for (std::uint32_t i = 0; i < (n + 1) * (n + 1) * (n + 1); ++i) {
            corners.push_back({far + edge * (i % (n + 1)), far + edge * (i / (n + 1) % (n + 1)),
                               far + edge * (i / (n + 1) / (n + 1))});
        }
        return corners;
    };
    std::vector<Tetrahedron> tetrahedra;
    constexpr std::uint32_t x = 1, y = n + 1, z = (n + 1) * (n + 1);
    for (std::uint32_t i = 0; i < n * n * n; ++i) {
        const std::uint32_t o = i % n * x + i / n % n * y + i / n / n * z;
        for (const auto& [p, q] : {std::pair{x, x + y}, {x, x + z}, {y, x + y}, {y, y + z}, {z, x + z}, {z, y + z}}) {
            tetrahedra.push_back({o, o + p, o + q, o + x + y + z});
        }
    }
    std::uint64_t alone = 0;
    for (const double far : {0.0, 10.0, 1e5, 6e6, 1e12}) {
        const Positions here = blocks(0, 0.01), there = blocks(far, 0.01),
                        needle{{far + 0.022, far + 0.021, far + 0.023}, {far + 1, far, far}, {far, far + 1, far}};
        Scene scene;
        scene.add(VolumeView{here, tetrahedra});
        if (far > 0) scene.add(VolumeView{there, tetrahedra});
        scene.add(SurfaceView{needle, one_triangle});
        const Penetrations& found = scene.penetrations();
        if (far == 0) alone = found.report.counters.box_tests;
        EXPECT_LT(found.report.counters.box_tests, 4 * alone + 100) << far;
        EXPECT_FALSE(found.empty()) << far;
        PenetrationOptions exactly;
        exactly.method = PenetrationMethod::brute_force;
        std::vector<Penetration> copy(found.begin(), found.end());
        const Penetrations& truth = scene.penetrations(exactly);
        EXPECT_EQ(copy, std::vector<Penetration>(truth.begin(), truth.end())) << far;
    }
}

TEST(PenetrationComplaints, ABudgetIsSaidAndKeepsStrictOnes) {
    const shapes::Mesh left = ball(8, 1, {0, 0, 0}), right = ball(8, 1, {1, 0, 0});
    Scene scene;
    scene.add(VolumeView{left.positions, left.tetrahedra});
    scene.add(VolumeView{right.positions, right.tetrahedra});
    const Penetrations all = scene.penetrations();
    const auto strict =
        std::count_if(all.begin(), all.end(), [](const Penetration& p) { return p.kind == PenetrationKind::inside; });
    ASSERT_GT(strict, 20);
    PenetrationOptions options;
    options.budget.penetrations = 10;
    const Penetrations some = scene.penetrations(options);
    EXPECT_EQ(some.size(), 10u);
    EXPECT_FALSE(some.report.complete);
    EXPECT_EQ(some.report.stopped_by, Limit::penetrations);
    for (const Penetration& p : some) EXPECT_EQ(p.kind, PenetrationKind::inside);
    options.budget = {};
    options.budget.candidates = 1;
    for (const unsigned threads : {1u, 2u, 3u}) {
        Scene other({.threads = threads});
        other.add(VolumeView{left.positions, left.tetrahedra});
        other.add(VolumeView{right.positions, right.tetrahedra});
        const Penetrations& found = other.penetrations(options);
        EXPECT_LE(found.size(), all.size());
    }
}

/// fcl#577, ammo.js#416: answers about positions that are no more.
TEST(PenetrationComplaints, NothingIsStaleAfterAMove) {
    const shapes::Mesh mesh = ball(5, 1, {0, 0, 0});
    const Positions near = moved(mesh.positions, {1.5, 0.01, 0.02}), far = moved(mesh.positions, {9, 0, 0});
    Scene scene;
    scene.add(VolumeView{mesh.positions, mesh.tetrahedra});
    const BodyId b = scene.add(VolumeView{near, mesh.tetrahedra});
    const std::size_t touching = scene.penetrations().size();
    EXPECT_GT(touching, 0u);
    scene.move(b, far);
    EXPECT_EQ(scene.penetrations().size(), 0u);
    scene.move(b, near);
    EXPECT_EQ(scene.penetrations().size(), touching);
    scene.remove(b);
    EXPECT_EQ(scene.penetrations().size(), 0u);
}

TEST(PenetrationCases, EdgesThroughATetrahedronWithoutAVertexInside) {
    const Positions needle{{0.1, 0.1, -5}, {0.15, 0.12, 5}, {40, 40, 0}};
    Scene scene;
    scene.add(VolumeView{unit_corners, one_tetrahedron});
    const BodyId surface = scene.add(SurfaceView{needle, one_triangle});
    const Penetrations& found = scene.penetrations({.edges = true});
    EXPECT_TRUE(found.empty());
    ASSERT_EQ(found.edges.size(), 1u);
    EXPECT_EQ(found.edges[0], (EdgePenetration{surface, {0, 1}, {BodyId{0}, 0}}));
    EXPECT_TRUE(scene.penetrations().edges.empty());
}

TEST(PenetrationCases, EdgesCountAsPairsOfABudget) {
    const Positions skewer{{-1, 0.2, 0.2}, {2, 0.2, 0.2}, {2, 3, 0.2}};
    for (const PenetrationMethod method : {PenetrationMethod::spatial_hash, PenetrationMethod::brute_force}) {
        Scene scene;
        scene.add(VolumeView{unit_corners, one_tetrahedron});
        scene.add(SurfaceView{skewer, one_triangle});
        PenetrationOptions options;
        options.method = method;
        options.edges = true;
        ASSERT_EQ(scene.penetrations(options).edges.size(), 1u);
        EXPECT_TRUE(scene.penetrations(options).report.complete);
        options.budget.penetrations = 0;
        const Penetrations& none = scene.penetrations(options);
        EXPECT_TRUE(none.edges.empty());
        EXPECT_EQ(none.report.stopped_by, Limit::penetrations);
        EXPECT_FALSE(none.report.complete);
    }
}

TEST(PenetrationCases, AVolumeIsNotLostBehindItsOwnSurface) {
    const Positions needle{{0.1, 0.2, 0.3}, {5, 5, 5}, {5, 6, 5}};
    for (const bool volume_first : {true, false}) {
        Scene scene({.set_duplicates_aside = true});
        BodyId volume{}, surface{};
        for (const bool is_volume : {volume_first, !volume_first}) {
            if (is_volume) volume = scene.add(VolumeView{unit_corners, one_tetrahedron});
            if (!is_volume) surface = scene.add(SurfaceView{unit_corners, {}});
        }
        scene.add(SurfaceView{needle, one_triangle});
        (void)scene.insert_triangles(surface, scene.triangles(volume));
        const Penetrations& found = scene.penetrations();
        ASSERT_EQ(found.size(), 1u) << volume_first;
        EXPECT_EQ(found[0].tetrahedron.body, volume);
        ASSERT_EQ(found.report.set_aside.size(), 1u);
        EXPECT_EQ(found.report.set_aside[0].body, surface);
        EXPECT_EQ(found.report.set_aside[0].kind, FlawKind::duplicate_body);
    }
}

TEST(PenetrationCases, VolumesThatAreFilledOtherwiseAreNoDuplicates) {
    const Positions corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.2, 0.2, 0.2}};
    const std::vector<Tetrahedron> one{{0, 1, 2, 3}}, four{{0, 1, 2, 4}, {0, 1, 4, 3}, {0, 4, 2, 3}, {4, 1, 2, 3}};
    Scene scene({.set_duplicates_aside = true});
    scene.add(VolumeView{corners, one});
    scene.add(VolumeView{corners, four});
    EXPECT_TRUE(scene.penetrations().report.set_aside.empty());
    scene.add(VolumeView{corners, four});
    ASSERT_EQ(scene.penetrations().report.set_aside.size(), 1u);
    EXPECT_EQ(scene.penetrations().report.set_aside[0], (Flaw{BodyId{2}, FlawKind::duplicate_body, 1}));
}

TEST(PenetrationCases, TetrahedraWithoutAnyVertexAreNamed) {
    for (const PenetrationMethod method : {PenetrationMethod::spatial_hash, PenetrationMethod::brute_force}) {
        Scene scene;
        scene.add(VolumeView{{}, one_tetrahedron});
        PenetrationOptions options;
        options.method = method;
        const Penetrations& found = scene.penetrations(options);
        EXPECT_TRUE(found.empty());
        EXPECT_FALSE(found.report.set_aside.empty());
    }
}

TEST(Setups, HaveTheNumbersOfThePaper) {
    struct Row {
        const char* name;
        std::size_t objects, tetrahedra, vertices;
    };
    for (const Row& row :
         {Row{"setup_a", 100, 1000, 1200}, Row{"setup_b", 8, 4000, 1936}, Row{"setup_c", 20, 10000, 4840},
          Row{"setup_d", 2, 20514, 5898}, Row{"setup_e", 100, 50000, 24200}}) {
        const auto scene = shapes::make_scene(row.name);
        std::size_t tetrahedra = 0, vertices = 0;
        for (std::size_t i = 0; i < scene->bodies(); ++i) {
            tetrahedra += scene->body(i).tetrahedra.size();
            vertices += scene->body(i).positions.size();
        }
        EXPECT_EQ(scene->bodies(), row.objects) << row.name;
        EXPECT_EQ(tetrahedra, row.tetrahedra) << row.name;
        EXPECT_EQ(vertices, row.vertices) << row.name;
    }
}

TEST(Setups, HavePenetrationsAndTheSameForAnyNumberOfThreads) {
    for (const char* name : {"setup_a", "setup_b", "setup_c", "setup_d"}) {
        const std::size_t triangles = std::string(name) == "setup_d" ? 8580 : 3840;
        determinism::PlayedScene one(name, triangles, 1);
        std::vector<Penetrations> expected;
        for (const std::size_t frame : {0u, 20u, 40u}) {
            one.go_to(frame);
            expected.push_back(one.scene.penetrations({.depth = true, .edges = true}));
            EXPECT_GT(expected.back().size(), 10u) << name << " " << frame;
        }
        for (const unsigned threads : {2u, 3u, 8u}) {
            determinism::PlayedScene several(name, triangles, threads);
            for (std::size_t i = 0; i < 3; ++i) {
                several.go_to(20 * i);
                const Penetrations& found = several.scene.penetrations({.depth = true, .edges = true});
                EXPECT_EQ(found.items, expected[i].items) << name << threads;
                EXPECT_EQ(found.edges, expected[i].edges) << name << threads;
                EXPECT_EQ(found.report.counters, expected[i].report.counters) << name << threads;
            }
        }
    }
}

/// Enough that answers are sorted in parts.
TEST(Volumes, ManyPenetrationsAreTheSameForAnyNumberOfThreads) {
    const shapes::Mesh left = ball(14, 1, {0, 0, 0}), right = ball(15, 1, {0.05, 0.02, 0.03});
    std::optional<Penetrations> expected[3];
    for (const unsigned threads : {1u, 2u, 3u, 8u}) {
        Scene scene({.threads = threads});
        scene.add(VolumeView{left.positions, left.tetrahedra});
        scene.add(VolumeView{right.positions, right.tetrahedra});
        PenetrationOptions asked[3];
        asked[1].once_per_body = true;
        asked[2].budget.penetrations = 4500;
        for (std::size_t i = 0; i < 3; ++i) {
            const Penetrations& found = scene.penetrations(asked[i]);
            if (!expected[i]) expected[i] = found;
            EXPECT_EQ(found.items, expected[i]->items) << threads;
        }
    }
    EXPECT_GT(expected[0]->items.size(), 5000u);
    EXPECT_EQ(expected[2]->items.size(), 4500u);
    EXPECT_EQ(expected[2]->report.stopped_by, Limit::penetrations);
}

TEST(Volumes, BudgetsAreLookedAtEveryFewThousandTetrahedra) {
    const shapes::Mesh left = ball(20, 1, {0, 0, 0}), right = ball(20, 1, {0.05, 0.02, 0.03});
    Scene scene;
    scene.add(VolumeView{left.positions, left.tetrahedra});
    scene.add(VolumeView{right.positions, right.tetrahedra});
    const std::uint64_t all = scene.penetrations().report.counters.candidates;
    PenetrationOptions options;
    options.budget.candidates = 1;
    const Report& report = scene.penetrations(options).report;
    EXPECT_EQ(report.stopped_by, Limit::candidates);
    EXPECT_FALSE(report.complete);
    EXPECT_LT(report.counters.candidates, all / 15);
}

TEST(SpatialHashOptionsTest, SizesOfCellsArePositive) {
    Scene scene;
    for (const double size : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
        PenetrationOptions options;
        options.hash.cell_size = size;
        EXPECT_THROW((void)scene.penetrations(options), std::invalid_argument) << size;
    }
}

}  // namespace
}  // namespace pliant::spatial_hash_test
