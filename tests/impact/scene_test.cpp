// Scene::impacts and safe_step: where steps begin, who takes part, what is returned.
#include <gtest/gtest.h>

#include <memory>

#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <set>
#include <sstream>
#include <stdexcept>
#include <tuple>
#include <vector>

#include <pliant/io.hpp>
#include <pliant/scene.hpp>

#include "each_target.hpp"
#include "oracle/random.hpp"

namespace pliant {
namespace impacts_test {
namespace {

using Positions = std::vector<Point>;

/// A floor of two triangles in the plane z = 0, and a drop of one triangle above it.
const Positions floor_points{{-4, -4, 0}, {4, -4, 0}, {4, 4, 0}, {-4, 4, 0}};
const std::vector<Triangle> floor_triangles{{0, 1, 2}, {0, 2, 3}};
const std::vector<Triangle> one_triangle{{0, 1, 2}};

Positions drop(double z) { return {{1, 0.5, z}, {2, 0.5, z + 1}, {1, 1, z + 1}}; }

struct Falling {
    Positions from = drop(2), to = drop(-2);
    Scene scene;
    BodyId ground = scene.add({floor_points, floor_triangles});
    BodyId drop_body = scene.add({from, one_triangle});

    Falling() { (void)scene.impacts(); }  // the first question: the next step begins here
};

TEST(SceneImpacts, a_step_begins_where_the_last_question_found_the_bodies) {
    Falling f;
    f.scene.move(f.drop_body, f.to);
    const Impacts& found = f.scene.impacts();
    ASSERT_FALSE(found.empty());
    const FeatureImpact& first = found[0];
    EXPECT_EQ(first.kind, FeatureKind::vertex_triangle);
    EXPECT_EQ(first.body_a, f.drop_body);
    EXPECT_EQ(first.body_b, f.ground);
    EXPECT_EQ(first.vertices, (std::array<std::uint32_t, 4>{0, 0, 1, 2}));
    EXPECT_EQ(first.triangle, 0u);
    EXPECT_LE(first.impact.time[0], 0.5);
    EXPECT_GE(first.impact.time[1], 0.5);
    EXPECT_EQ(first.impact.normal, (Point{0, 0, 1}));
    EXPECT_EQ(found.vertex_triangle + found.edge_edge, found.size());
    EXPECT_TRUE(found.report.complete);
    EXPECT_EQ(found.report.detector, Detector::feature_tree);
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end(), [](const FeatureImpact& a, const FeatureImpact& b) {
        return a.impact.time < b.impact.time;
    }));
}

TEST(SceneImpacts, without_start_step_each_step_begins_where_the_last_question_was_asked) {
    Falling f;
    f.scene.move(f.drop_body, f.to);
    const auto first = f.scene.impacts().size();
    EXPECT_EQ(f.scene.impacts().size(), first);  // the same step, asked again
    const Positions lower = drop(-4);
    f.scene.move(f.drop_body, lower);
    EXPECT_TRUE(f.scene.impacts().empty());  // from -2 to -4
    f.scene.move(f.drop_body, f.from);
    EXPECT_FALSE(f.scene.impacts().empty());  // from -4 to 2
}

// `move` looked at the positions of before, which may be gone when the new ones are there.
TEST(SceneImpacts, moving_a_body_does_not_read_the_positions_of_before) {
    auto before = std::make_unique<Positions>(drop(2));
    Scene scene;
    const BodyId body = scene.add({*before, one_triangle});
    EXPECT_TRUE(scene.impacts().empty());
    before.reset();
    const Positions after = drop(-2);
    scene.move(body, after);
    EXPECT_TRUE(scene.impacts().empty());
}

TEST(SceneImpacts, other_questions_do_not_begin_a_step) {
    Falling f;
    f.scene.intersections();
    f.scene.move(f.drop_body, f.to);
    f.scene.intersections();
    EXPECT_FALSE(f.scene.impacts().empty());
}

TEST(SceneImpacts, after_start_step_questions_do_not_begin_another) {
    Falling f;
    f.scene.start_step();
    f.scene.move(f.drop_body, f.to);
    EXPECT_LT(f.scene.safe_step().time, 0.5);
    const Positions half = drop(0.5);
    f.scene.move(f.drop_body, half);
    EXPECT_TRUE(f.scene.impacts().empty());  // from 2 to 0.5, not from -2
    f.scene.start_step();
    f.scene.move(f.drop_body, f.to);
    EXPECT_FALSE(f.scene.impacts().empty());
}

TEST(SceneImpacts, positions_may_be_overwritten_in_place_after_start_step) {
    Falling f;
    f.scene.start_step();
    f.from = drop(-2);
    f.scene.move(f.drop_body, f.from);
    EXPECT_FALSE(f.scene.impacts().empty());
}

TEST(SceneImpacts, a_body_whose_vertices_change_in_number_stands_still) {
    Falling f;
    f.scene.start_step();
    Positions more = drop(-2);
    more.push_back({0, 0, 9});
    f.scene.move(f.drop_body, more);
    EXPECT_TRUE(f.scene.impacts().empty());
}

TEST(SceneImpacts, a_body_added_during_a_step_stands_still) {
    Falling f;
    f.scene.start_step();
    const Positions other = drop(5);
    const BodyId late = f.scene.add({other, one_triangle});
    f.scene.move(late, f.to);
    EXPECT_TRUE(f.scene.impacts().empty());
}

TEST(SceneImpacts, a_float_body_may_become_one_of_doubles_and_back) {
    std::vector<std::array<float, 3>> floats;
    for (const Point& p : drop(2)) floats.push_back({float(p[0]), float(p[1]), float(p[2])});
    std::vector<std::array<float, 3>> ground;
    for (const Point& p : floor_points) ground.push_back({float(p[0]), float(p[1]), float(p[2])});
    Scene scene;
    scene.add({ground, floor_triangles});
    Positions third = drop(-1.0 / 3);
    const BodyId body = scene.add({third, one_triangle});
    scene.start_step();
    scene.move(body, floats);
    const auto up = scene.impacts().items;
    ASSERT_FALSE(up.empty());
    scene.start_step();
    scene.move(body, third);
    ASSERT_FALSE(scene.impacts().empty());
    // From -1/3 to 2: the lowest vertex passes the floor after a seventh of the step.
    EXPECT_LE(up[0].impact.time[0], up[0].impact.time[1]);
    const double last = up.back().impact.time[0];
    EXPECT_NEAR(last, 1.0 / 7, 1e-12);
}

TEST(SceneImpacts, features_that_share_a_vertex_are_left_out) {
    // Two triangles that fold on each other about their common edge.
    const std::vector<Triangle> pair{{0, 1, 2}, {1, 0, 3}};
    const Positions open{{0, 0, 0}, {1, 0, 0}, {0.5, 1, 0}, {0.5, -1, 0.5}};
    Positions folded = open;
    folded[3] = {0.5, 1, -0.5};
    Scene scene;
    const BodyId body = scene.add({open, pair});
    scene.start_step();
    scene.move(body, folded);
    for (const FeatureImpact& found : scene.impacts()) {
        const bool edges = found.kind == FeatureKind::edge_edge;
        for (std::size_t i = 0; i < (edges ? 2u : 1u); ++i)
            for (std::size_t k = edges ? 2 : 1; k < 4; ++k) EXPECT_NE(found.vertices[i], found.vertices[k]);
    }
}

TEST(SceneImpacts, selections_of_self_and_between_are_kept) {
    Falling f;
    f.scene.start_step();
    f.scene.move(f.drop_body, f.to);
    EXPECT_TRUE(f.scene.impacts({.between = false}).empty());
    EXPECT_FALSE(f.scene.impacts({.self = false}).empty());
}

TEST(SceneImpacts, earliest_is_the_first_of_all) {
    Falling f;
    f.scene.start_step();
    f.scene.move(f.drop_body, f.to);
    const FeatureImpact first = f.scene.impacts()[0];
    const Impacts& earliest = f.scene.impacts({.selection = ImpactSelection::earliest});
    ASSERT_EQ(earliest.size(), 1u);
    EXPECT_EQ(earliest[0], first);
    EXPECT_EQ(earliest.vertex_triangle, 1u);
}

TEST(SceneImpacts, safe_step_ends_before_the_first_impact) {
    Falling f;
    f.scene.start_step();
    f.scene.move(f.drop_body, f.to);
    const SafeStep step = f.scene.safe_step();
    EXPECT_TRUE(step.met);
    EXPECT_LT(step.time, 0.5);
    EXPECT_GT(step.time, 0.5 - 1e-11);
    Positions part(3);
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) part[i][k] = f.from[i][k] + step.time * (f.to[i][k] - f.from[i][k]);
    f.scene.move(f.drop_body, part);
    const SafeStep rest = f.scene.safe_step();
    EXPECT_FALSE(rest.met);
    EXPECT_EQ(rest.time, 1);
}

TEST(SceneImpacts, safe_step_is_zero_where_features_meet_at_the_start) {
    Falling f;
    const Positions touching = drop(0);
    f.scene.move(f.drop_body, touching);
    f.scene.start_step();
    f.scene.move(f.drop_body, f.to);
    EXPECT_EQ(f.scene.safe_step().time, 0);
    EXPECT_TRUE(f.scene.safe_step().met);
}

TEST(SceneImpacts, vertices_that_are_not_finite_are_named_and_set_aside) {
    for (const bool at_start : {true, false}) {
        Falling f;
        Positions& bad = at_start ? f.from : f.to;
        bad[1][1] = std::numeric_limits<double>::quiet_NaN();
        if (at_start) f.scene.move(f.drop_body, f.from);
        f.scene.start_step();
        f.scene.move(f.drop_body, f.to);
        const Impacts& found = f.scene.impacts();
        EXPECT_TRUE(found.empty());
        const Flaw expected{f.drop_body, FlawKind::not_finite, 1};
        EXPECT_EQ(std::count(found.report.set_aside.begin(), found.report.set_aside.end(), expected), 1);
        EXPECT_FALSE(found.report.all_examined());
    }
}

TEST(SceneImpacts, budgets_stop_the_search_and_say_so) {
    Falling f;
    f.scene.start_step();
    f.scene.move(f.drop_body, f.to);
    const auto all = f.scene.impacts().items;
    ASSERT_GT(all.size(), 1u);
    const Impacts& one = f.scene.impacts({.budget = {.impacts = 1}});
    ASSERT_EQ(one.size(), 1u);
    EXPECT_EQ(one[0], all[0]);
    EXPECT_EQ(one.report.stopped_by, Limit::impacts);
    EXPECT_FALSE(one.report.complete);
    EXPECT_EQ(f.scene.impacts({.budget = {.impacts = all.size()}}).report.stopped_by, Limit::none);
}

TEST(SceneImpacts, minimum_separation_is_kept) {
    Falling f;
    f.scene.start_step();
    f.scene.move(f.drop_body, f.to);
    const Impacts& found = f.scene.impacts({.minimum_separation = 0.5});
    ASSERT_FALSE(found.empty());
    EXPECT_LE(found[0].impact.time[0], 0.375);
    EXPECT_NEAR(found[0].impact.time[1], 0.375, 1e-6);
    EXPECT_NEAR(found[0].impact.normal[2], 1, 1e-9);
    EXPECT_LT(f.scene.safe_step({.minimum_separation = 0.5}).time, 0.375);
    const Positions near = drop(0.5);
    f.scene.move(f.drop_body, near);
    EXPECT_TRUE(f.scene.safe_step({.minimum_separation = 0.5}).met);
    EXPECT_FALSE(f.scene.safe_step({.minimum_separation = std::nextafter(0.5, 0)}).met);
}

TEST(SceneImpacts, a_separation_that_is_no_number_is_refused) {
    Falling f;
    for (const double bad : {-1.0, HUGE_VAL, std::nan("")}) {
        EXPECT_THROW(f.scene.impacts({.minimum_separation = bad}), std::invalid_argument);
        EXPECT_THROW(f.scene.safe_step({.minimum_separation = bad}), std::invalid_argument);
    }
}

// ---- against every pair

struct Cloth {
    Positions from, to;
    std::vector<Triangle> triangles;
};

/// A sheet that is crumpled from one frame to the next, on a grid so coarse that much is degenerate.
Cloth crumpled(std::uint64_t seed, bool grid) {
    oracle::Random random(seed);
    constexpr std::uint32_t side = 6;
    Cloth cloth;
    for (std::uint32_t i = 0; i < side * side; ++i) {
        const Vec3 from = grid ? random.on_grid(4) : 2 * random.in_cube();
        const Vec3 by = grid ? random.whole(-1, 1) : random.in_cube();
        cloth.from.push_back({from.x, from.y, from.z});
        cloth.to.push_back({from.x + by.x, from.y + by.y, from.z + by.z});
    }
    for (std::uint32_t i = 0; i + 1 < side; ++i) {
        for (std::uint32_t k = 0; k + 1 < side; ++k) {
            const std::uint32_t a = i * side + k, b = a + 1, c = a + side, d = c + 1;
            cloth.triangles.push_back({a, b, d});
            cloth.triangles.push_back({a, d, c});
        }
    }
    return cloth;
}

std::array<Point, 4> points(const Positions& p, const std::array<std::uint32_t, 4>& v) {
    return {p[v[0]], p[v[1]], p[v[2]], p[v[3]]};
}

bool share(const std::array<std::uint32_t, 4>& v, std::size_t split) {
    for (std::size_t i = 0; i < split; ++i)
        for (std::size_t k = split; k < 4; ++k)
            if (v[i] == v[k]) return true;
    return false;
}

/// Every vertex with every triangle, every edge with every other.
std::vector<FeatureImpact> by_brute_force(const Cloth& cloth) {
    std::vector<FeatureImpact> out;
    std::set<std::array<std::uint32_t, 2>> edges;
    for (const Triangle& t : cloth.triangles)
        for (std::size_t i = 0; i < 3; ++i)
            edges.insert({std::min(t[i], t[(i + 1) % 3]), std::max(t[i], t[(i + 1) % 3])});
    const auto add = [&](FeatureKind kind, const std::array<std::uint32_t, 4>& v, std::uint32_t triangle) {
        if (share(v, kind == FeatureKind::vertex_triangle ? 1 : 2)) return;
        const auto start = points(cloth.from, v), end = points(cloth.to, v);
        const auto impact =
            kind == FeatureKind::vertex_triangle ? vertex_triangle_impact(start, end) : edge_edge_impact(start, end);
        if (!impact) return;
        FeatureImpact found;
        found.kind = kind;
        found.vertices = v;
        found.triangle = triangle;
        found.impact = *impact;
        out.push_back(found);
    };
    for (std::uint32_t v = 0; v < cloth.from.size(); ++v) {
        for (std::uint32_t t = 0; t < cloth.triangles.size(); ++t) {
            const Triangle& c = cloth.triangles[t];
            add(FeatureKind::vertex_triangle, {v, c[0], c[1], c[2]}, t);
        }
    }
    for (auto a = edges.begin(); a != edges.end(); ++a)
        for (auto b = std::next(a); b != edges.end(); ++b)
            add(FeatureKind::edge_edge, {(*a)[0], (*a)[1], (*b)[0], (*b)[1]}, 0);
    std::sort(out.begin(), out.end(), [](const FeatureImpact& a, const FeatureImpact& b) {
        return std::tie(a.impact.time, static_cast<const FeaturePair&>(a)) <
               std::tie(b.impact.time, static_cast<const FeaturePair&>(b));
    });
    return out;
}

TEST(SceneImpacts, every_pair_of_features_is_decided_like_the_primitives_on_any_number_of_threads) {
    for (const std::uint64_t seed : oracle::seeds(530, 6)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        const Cloth cloth = crumpled(seed, seed % 2 == 0);
        const std::vector<FeatureImpact> expected = by_brute_force(cloth);
        ASSERT_GT(expected.size(), 20u);
        for (const unsigned threads : {1u, 2u, 3u, 8u}) {
            Scene scene({.threads = threads});
            const BodyId body = scene.add({cloth.from, cloth.triangles});
            scene.start_step();
            scene.move(body, cloth.to);
            const Impacts& found = scene.impacts();
            ASSERT_EQ(found.items, expected) << threads << " threads";
            const Impacts& earliest = scene.impacts({.selection = ImpactSelection::earliest});
            ASSERT_EQ(earliest.size(), 1u);
            ASSERT_EQ(earliest[0], expected[0]);
        }
    }
}

// ---- what is out of the ordinary

std::vector<FeatureImpact> impacts_of(const Cloth& cloth, unsigned threads, const ImpactOptions& options = {}) {
    Scene scene({.threads = threads});
    const BodyId body = scene.add({cloth.from, cloth.triangles});
    scene.start_step();
    scene.move(body, cloth.to);
    return scene.impacts(options).items;
}

/// By a power of two, so that the answer is the same to the last bit where nothing over- or underflows.
TEST(SceneImpacts, huge_and_tiny_coordinates_are_decided_like_others) {
    const Cloth cloth = crumpled(3, false);
    const std::vector<FeatureImpact> expected = impacts_of(cloth, 1);
    ASSERT_GT(expected.size(), 20u);
    for (const double scale : {0x1p1000, 0x1p300, 0x1p-300, 0x1p-900}) {
        Cloth scaled = cloth;
        for (Positions* points : {&scaled.from, &scaled.to})
            for (Point& p : *points)
                for (double& c : p) c *= scale;
        const std::vector<FeatureImpact> found = impacts_of(scaled, 2);
        ASSERT_EQ(found.size(), expected.size()) << scale;
        for (const FeatureImpact& f : found) {
            const auto same = std::find_if(expected.begin(), expected.end(), [&](const FeatureImpact& e) {
                return e.kind == f.kind && e.vertices == f.vertices && e.triangle == f.triangle;
            });
            ASSERT_NE(same, expected.end()) << scale;
            EXPECT_NEAR(f.impact.time[0], same->impact.time[0], 1e-12) << scale;
        }
    }
}

TEST(SceneImpacts, without_motion_only_what_touches_meets_and_at_the_start) {
    Falling f;
    f.scene.start_step();
    EXPECT_TRUE(f.scene.impacts().empty());
    EXPECT_EQ(f.scene.safe_step().time, 1);
    const Positions touching = drop(0);
    f.scene.move(f.drop_body, touching);
    f.scene.start_step();
    const Impacts& found = f.scene.impacts();
    ASSERT_FALSE(found.empty());
    for (const FeatureImpact& i : found) EXPECT_EQ(i.impact.time, (std::array<double, 2>{0, 0}));
}

TEST(SceneImpacts, a_budget_of_candidates_ends_at_the_same_place_on_any_number_of_threads) {
    const Cloth cloth = crumpled(5, true);
    const std::vector<FeatureImpact> all = impacts_of(cloth, 1);
    std::vector<FeatureImpact> before;
    for (const unsigned threads : {1u, 2u, 3u, 8u}) {
        const std::vector<FeatureImpact> found = impacts_of(cloth, threads, {.budget = {.candidates = 1}});
        if (threads == 1) before = found;
        EXPECT_TRUE(found == before) << threads << " threads";
    }
    EXPECT_LE(before.size(), all.size());
}

/// On a grid many times are equal: the features order those, wherever the budget cuts.
TEST(SceneImpacts, a_budget_of_impacts_keeps_the_first_of_all_in_order) {
    const Cloth cloth = crumpled(8, true);
    const std::vector<FeatureImpact> all = impacts_of(cloth, 1);
    std::size_t ties = 0;
    for (std::size_t i = 1; i < all.size(); ++i) ties += all[i].impact.time[0] == all[i - 1].impact.time[0] ? 1 : 0;
    ASSERT_GT(ties, 10u);
    for (std::size_t most = 0; most <= all.size(); most += 1 + all.size() / 40) {
        const std::vector<FeatureImpact> found = impacts_of(cloth, 2, {.budget = {.impacts = most}});
        EXPECT_TRUE(std::equal(found.begin(), found.end(), all.begin(), all.begin() + std::ptrdiff_t(most))) << most;
    }
}

// ---- real meshes

std::set<std::array<std::uint32_t, 4>> listed(const std::filesystem::path& file, std::size_t columns) {
    std::set<std::array<std::uint32_t, 4>> out;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream numbers(line);
        std::array<std::uint32_t, 4> row{};
        for (std::size_t i = 0; i < columns; ++i) numbers >> row[i];
        int collides = 0;
        numbers >> collides;
        if (collides == 0) continue;
        if (columns == 4) {  // as the library names edges
            if (row[1] < row[0]) std::swap(row[0], row[1]);
            if (row[3] < row[2]) std::swap(row[2], row[3]);
            if (std::array{row[2], row[3]} < std::array{row[0], row[1]}) row = {row[2], row[3], row[0], row[1]};
        }
        out.insert(row);
    }
    return out;
}

/// The lists are complete: what is found is what is listed, on any number of threads.
void expect_listed(const std::string& folder, const std::string& first, const std::string& second) {
    const std::filesystem::path root = std::filesystem::path(PLIANT_SHARED_DATA) / "sequences" / folder;
    if (!std::filesystem::exists(root)) GTEST_SKIP() << "no " << root << ": set PLIANT_SHARED_DATA";
    const io::Mesh from = io::read_mesh(root / first), to = io::read_mesh(root / second);
    std::vector<FeatureImpact> before;
    for (const unsigned threads : {1u, 2u, 3u, 8u}) {
        Scene scene({.threads = threads});
        const BodyId body = scene.add({from.positions, from.triangles});
        scene.start_step();
        scene.move(body, to.positions);
        const Impacts& found = scene.impacts();
        EXPECT_TRUE(found.report.all_examined());
        if (threads == 1) {
            std::set<std::array<std::uint32_t, 4>> vertices, edges;
            for (const FeatureImpact& f : found) {
                if (f.kind == FeatureKind::edge_edge) edges.insert(f.vertices);
                if (f.kind == FeatureKind::vertex_triangle) vertices.insert({f.vertices[0], f.triangle, 0, 0});
            }
            EXPECT_EQ(vertices, listed(root / "collisions_vf.txt", 2));
            EXPECT_EQ(edges, listed(root / "collisions_ee.txt", 4));
            EXPECT_EQ(vertices.size(), found.vertex_triangle);
            EXPECT_EQ(edges.size(), found.edge_edge);
            before = found.items;
        }
        EXPECT_TRUE(found.items == before) << threads << " threads";
        const Impacts& earliest = scene.impacts({.selection = ImpactSelection::earliest});
        ASSERT_EQ(earliest.size(), 1u);
        EXPECT_EQ(earliest[0], before[0]) << threads << " threads";
        EXPECT_LT(scene.safe_step().time, before[0].impact.time[1]);
    }
}

TEST(SceneImpacts, what_is_listed_of_cloth_ball_and_nothing_else) {
    expect_listed("cloth-ball", "cloth_ball92.ply", "cloth_ball93.ply");
}
TEST(SceneImpacts, what_is_listed_of_cloth_funnel_and_nothing_else) {
    expect_listed("cloth-funnel", "227.ply", "228.ply");
}

/// One number for all bytes of an answer: the same on every vector target (the tests run on the scalar one, too).
TEST(SceneImpacts, answers_are_the_same_bytes_on_every_vector_target) {
    const Cloth cloth = crumpled(7, false);
    std::vector<FeatureImpact> before;
    const int targets = simd::on_each_target([&](const std::string&) {
        Scene scene;
        const BodyId body = scene.add({cloth.from, cloth.triangles});
        scene.start_step();
        scene.move(body, cloth.to);
        const Impacts& found = scene.impacts();
        ASSERT_FALSE(found.empty());
        if (before.empty()) before = found.items;
        EXPECT_EQ(found.items, before);
    });
    EXPECT_GE(targets, 1);
}

}  // namespace
}  // namespace impacts_test
}  // namespace pliant
