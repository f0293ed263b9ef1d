#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "detect/regularity/contours.hpp"
#include "detect/regularity/hierarchy.hpp"
#include "detect/regularity/regularity.hpp"
#include "frame/bodies.hpp"
#include "regularity/run_plan.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::regularity {
namespace {

struct Built {
    std::unique_ptr<shapes::AnimatedScene> scene;
    frame::Bodies bodies;
    EdgeGraph edges;
    GroupedHierarchy hierarchy;
    Contours contours;
};

std::unique_ptr<Built> build(const char* name, std::size_t triangles) {
    auto built = std::make_unique<Built>();
    built->scene = shapes::make_scene(name, shapes::SceneSize{triangles, {}, 1});
    for (std::size_t b = 0; b < built->scene->bodies(); ++b) {
        const shapes::Mesh& mesh = built->scene->body(b);
        built->bodies.add(mesh.positions, mesh.triangles);
    }
    parallel::Workers workers(1);
    built->bodies.update(workers);
    built->edges = edge_graph(built->bodies);
    built->hierarchy = group(built->bodies, built->edges);
    run_plan([&](Loops& loops) { built->contours.plan(loops, built->edges, built->hierarchy); }, built->bodies);
    return built;
}

class Hierarchies : public testing::TestWithParam<const char*> {};

TEST_P(Hierarchies, HoldEveryTriangleOnceInNestedRuns) {
    const auto b = build(GetParam(), 3000);
    const GroupedHierarchy& h = b->hierarchy;
    std::vector<int> seen(b->bodies.triangles().size(), 0);
    for (const std::uint32_t t : h.triangles) {
        if (t != none) ++seen[t];
    }
    EXPECT_TRUE(std::all_of(seen.begin(), seen.end(), [](int n) { return n == 1; }));
    for (const Region& region : h.regions) {
        if (region.is_leaf()) {
            EXPECT_EQ(region.leaves(), 1u);
            EXPECT_LE(h.leaf_size[region.first_leaf], leaf_capacity);
            continue;
        }
        EXPECT_EQ(h.regions[region.left].first_leaf, region.first_leaf);
        EXPECT_EQ(h.regions[region.left].last_leaf, h.regions[region.right].first_leaf);
        EXPECT_EQ(h.regions[region.right].last_leaf, region.last_leaf);
    }
}

TEST_P(Hierarchies, AreBalancedAndStoreAFewVerticesPerRegion) {
    const auto b = build(GetParam(), 20000);
    const GroupedHierarchy& h = b->hierarchy;
    std::vector<std::uint32_t> depth(h.regions.size(), 0);
    std::uint32_t deepest = 0;
    for (std::size_t i = 0; i < h.regions.size(); ++i) {
        if (h.regions[i].parent != none) depth[i] = depth[h.regions[i].parent] + 1;
        deepest = std::max(deepest, depth[i]);
    }
    EXPECT_LE(deepest, 16u);  // 20,000 / 64 leaves would need 9
    EXPECT_LT(double(b->contours.stored_vertices()),
              6.0 * double(h.regions.size()));  // [Volino1994]: "hardly exceeds 6"
}

/// Contour edges counted from the definition: edges of which one side is in the region.
using Border = std::map<std::pair<std::uint32_t, std::uint32_t>, int>;

/// Edges of triangles of some regions that no other of their triangles runs against.
Border border_of(const Built& b, std::initializer_list<std::uint32_t> regions) {
    Border border;
    const auto add = [&](std::uint32_t t) {
        const Triangle& c = b.bodies.triangles()[t];
        for (int i = 0; i < 3; ++i) {
            const std::pair edge(c[i], c[(i + 1) % 3]), back(edge.second, edge.first);
            if (border.contains(back)) {
                border.erase(back);
            } else {
                ++border[edge];
            }
        }
    };
    const auto& triangles = b.hierarchy.triangles;
    for (const std::uint32_t r : regions) {
        const Region& region = b.hierarchy.regions[r];
        for (std::size_t k = region.first_leaf * leaf_capacity; k < region.last_leaf * leaf_capacity; ++k) {
            if (triangles[k] != none) add(triangles[k]);
        }
    }
    return border;
}

/// Whether the edges of one loop belong to a border.
void expect_loop(std::span<const std::uint32_t> loop, const Border& border) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
        EXPECT_TRUE(border.contains({loop[i], loop[(i + 1) % loop.size()]}));
    }
}

TEST_P(Hierarchies, ContoursAreTheBordersOfTheirRegions) {
    const auto b = build(GetParam(), 1500);
    for (std::uint32_t r = 0; r < b->hierarchy.regions.size(); ++r) {
        const Border border = border_of(*b, {r});
        const ContourLoops loops = b->contours.loops(r);
        ASSERT_EQ(loops.vertices.size(), border.size()) << "region " << r;
        std::size_t begin = 0;
        for (const std::uint32_t end : loops.ends) {
            expect_loop(loops.vertices.subspan(begin, end - begin), border);
            begin = end;
        }
        EXPECT_EQ(begin, border.size());
    }
}

/// Calls visit(a, b, number) for two regions and all neighbours that a search from them comes to.
template <class Visit>
void for_each_neighbours(const Built& built, std::uint32_t a, std::uint32_t b, std::uint32_t number,
                         const Visit& visit) {
    if (number == Contours::unconnected) return;
    visit(a, b, number);
    const Region &p = built.hierarchy.regions[a], &q = built.hierarchy.regions[b];
    if (p.is_leaf() && q.is_leaf()) return;
    const auto [first, second] = built.contours.neighbours(number).smaller;
    const bool a_splits = splits_first(p.leaves(), q.leaves());
    for_each_neighbours(built, a_splits ? p.left : a, a_splits ? b : q.left, first, visit);
    for_each_neighbours(built, a_splits ? p.right : a, a_splits ? b : q.right, second, visit);
}

/// Most leaves have neighbours with which they have one contour; on a thin tube some go all round.
TEST_P(Hierarchies, ContoursOfTwoRegionsAreTheBordersOfTheirUnion) {
    const auto b = build(GetParam(), 12000);
    const GroupedHierarchy& h = b->hierarchy;
    std::set<std::uint32_t> with_neighbour;
    const auto check = [&](std::uint32_t p, std::uint32_t q, std::uint32_t number) {
        const auto loop = b->contours.loop_around(number).vertices;
        if (loop.empty() || h.regions[p].leaves() > 8) return;
        const Border border = border_of(*b, {p, q});
        ASSERT_EQ(loop.size(), border.size()) << "regions " << p << " and " << q;
        expect_loop(loop, border);
        with_neighbour.insert({p, q});
    };
    for (std::uint32_t r = 0; r < h.regions.size(); ++r) {
        if (h.regions[r].is_leaf()) continue;
        for_each_neighbours(*b, h.regions[r].left, h.regions[r].right, b->contours.between_children(r), check);
    }
    std::size_t leaves = 0;
    for (const std::uint32_t leaf : h.leaf_region) leaves += with_neighbour.contains(leaf) ? 1 : 0;
    EXPECT_GT(double(leaves), 0.5 * double(h.leaf_region.size()));
}

/// Regions that have a vertex in common are found to be adjacent from the few stored vertices.
TEST_P(Hierarchies, AdjacencyFromStoredVerticesIsThatOfAllVertices) {
    const auto b = build(GetParam(), 1500);
    const GroupedHierarchy& h = b->hierarchy;
    const auto vertices_of = [&](std::uint32_t r) {
        std::vector<std::uint32_t> out;
        for (std::uint32_t t = 0; t < b->bodies.triangles().size(); ++t) {
            if (!h.regions[r].contains_leaf(h.leaf_of_triangle[t])) continue;
            for (const std::uint32_t v : b->bodies.triangles()[t]) out.push_back(v);
        }
        std::sort(out.begin(), out.end());
        return out;
    };
    std::size_t together = 0, found = 0;
    for (std::uint32_t p = 0; p < h.regions.size(); ++p) {
        const auto of_p = vertices_of(p);
        for (std::uint32_t q = p + 1; q < h.regions.size(); ++q) {
            if (h.regions[p].contains_leaf(h.regions[q].first_leaf) ||
                h.regions[q].contains_leaf(h.regions[p].first_leaf))
                continue;
            const auto of_q = vertices_of(q);
            std::vector<std::uint32_t> common;
            std::set_intersection(of_p.begin(), of_p.end(), of_q.begin(), of_q.end(), std::back_inserter(common));
            const bool adjacent = b->contours.adjacent(h, p, q);
            EXPECT_FALSE(common.empty() && adjacent);
            together += common.empty() ? 0 : 1;
            found += adjacent ? 1 : 0;
        }
    }
    EXPECT_GT(together, 50u);
    EXPECT_EQ(found, together);
}

INSTANTIATE_TEST_SUITE_P(Scenes, Hierarchies, testing::Values("pulsating_sphere", "waving_cloth", "two_knots"),
                         [](const auto& test) { return std::string(test.param); });

std::uint64_t regions_visited(const char* name, std::size_t triangles) {
    const auto scene = shapes::make_scene(name, shapes::SceneSize{triangles, {}, 1});
    Scene pliant_scene;
    pliant_scene.add(SurfaceView{scene->body(0).positions, scene->body(0).triangles});
    IntersectionOptions options;
    options.method = IntersectionMethod::regularity;
    const auto& answer = pliant_scene.intersections(options);
    EXPECT_TRUE(answer.empty());
    return answer.report.counters.regions;
}

// "Its cost is that of its contacts, not of its size": without contacts it does not grow with the number of triangles.
TEST(Visits, StayConstantOnASphereHoweverFine) {
    const std::uint64_t coarse = regions_visited("pulsating_sphere", 5000),
                        fine = regions_visited("pulsating_sphere", 80000);
    EXPECT_LT(fine, 500u);
    EXPECT_LT(fine, 2 * coarse);
}

class Recorder final : public SearchProbe {
public:
    std::size_t visits = 0;
    [[nodiscard]] bool wants_visits() const override { return true; }
    void visited(std::span<const Visit> more) override { visits += more.size(); }
};

class PlainBoxes final : public SearchProbe {
public:
    [[nodiscard]] bool use_rules() const override { return false; }
};

// The paper's comparison: without the rules every neighbourhood is tested, and the answer is the same.
TEST(Visits, AreRecordedAndAreFewerWithTheRulesForTheSameAnswer) {
    const auto b = build("crossing_loop", 5000);
    parallel::Workers workers(1);
    Regularity detector;
    Answer<TrianglePair> with, without;
    detector.update(b->bodies, workers, with.report);
    Recorder recorder;
    PlainBoxes plain;
    const IntersectionOptions options;
    detector.use(&recorder);
    detector.find({b->bodies, options, workers, with.report}, with);
    EXPECT_EQ(recorder.visits, with.report.counters.regions);
    detector.use(&plain);
    detector.find({b->bodies, options, workers, without.report}, without);
    EXPECT_EQ(recorder.visits, with.report.counters.regions);
    EXPECT_GT(with.size(), 50u);
    EXPECT_EQ(with.items, without.items);
    EXPECT_LT(4 * with.report.counters.regions, without.report.counters.regions);
    EXPECT_LT(20 * with.report.counters.candidates, without.report.counters.candidates);
}

class Watching final : public SearchProbe {
public:
    std::vector<Visit> proven, failed;
    std::vector<broad_phase::Pair> compared;
    void tested(Visit visit, bool is_proven) override { (is_proven ? proven : failed).push_back(visit); }
    void left(std::span<const broad_phase::Pair> pairs) override { compared.assign(pairs.begin(), pairs.end()); }
};

// What meets itself is in no region that was proven not to.
TEST(Visits, ATraceTellsEveryContourTestAndWhatIsLeft) {
    const auto b = build("crossing_loop", 5000);
    parallel::Workers workers(1);
    Regularity detector;
    Answer<TrianglePair> answer;
    detector.update(b->bodies, workers, answer.report);
    Watching watching;
    detector.use(&watching);
    detector.find({b->bodies, IntersectionOptions{}, workers, answer.report}, answer);
    EXPECT_EQ(watching.proven.size() + watching.failed.size(), answer.report.counters.contours);
    EXPECT_GT(watching.proven.size(), 2u);
    EXPECT_GT(watching.compared.size(), 0u);
    const auto holds = [&](std::uint32_t region, std::uint32_t triangle) {
        const Region& leaves = detector.regions().hierarchy.regions[region];
        for (std::uint32_t leaf = leaves.first_leaf; leaf < leaves.last_leaf; ++leaf) {
            const auto own = detector.leaves().blocks.triangles(leaf);
            if (std::find(own.begin(), own.end(), triangle) != own.end()) return true;
        }
        return false;
    };
    ASSERT_GT(answer.size(), 50u);
    for (const Visit& visit : watching.proven) {
        for (const TrianglePair& pair : answer) {
            const auto within = [&](std::uint32_t t) { return holds(visit.a(), t) || holds(visit.b(), t); };
            EXPECT_FALSE(within(pair.a.triangle) && within(pair.b.triangle));
        }
    }
}

TEST(Visits, OneIsEnoughForAWavingCloth) { EXPECT_EQ(regions_visited("waving_cloth", 20000), 1u); }

TEST(Visits, OneIsEnoughForASteepCloth) { EXPECT_EQ(regions_visited("steep_cloth", 20000), 1u); }

}  // namespace
}  // namespace pliant::regularity
