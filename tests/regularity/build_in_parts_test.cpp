// Regularity built in parts, a little at a time, is the one that is built at once.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <vector>

#include "detect/regularity/loops.hpp"
#include "detect/regularity/regularity.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::regularity {
namespace {

/// A loop of three items and one of two, which are done twice.
struct Counted {
    std::vector<int> done;
    int rounds = 0;
    Loops loops;

    Counted() {
        add(0, 3);
        const std::size_t second = loops.next();
        add(10, 2);
        loops.repeat_from(second, [this] { return ++rounds < 2; });
        add(20, 0);
    }

    void add(int first, std::size_t items) {
        loops.add({10, [items](const frame::Bodies&) { return items; },
                   [this, first](const frame::Bodies&, std::size_t begin, std::size_t end) {
                       for (std::size_t i = begin; i < end; ++i) done.push_back(first + static_cast<int>(i));
                   }});
    }
};

TEST(Loops, DoTheSameInPartsOfAnySize) {
    const std::vector<int> expected{0, 1, 2, 10, 11, 10, 11};
    for (const std::uint64_t work : {1u, 10u, 15u, 20u, 25u, 60u, 1000u}) {
        Counted counted;
        std::size_t parts = 1;
        while (!counted.loops.advance({}, work)) ++parts;
        EXPECT_EQ(counted.done, expected) << work;
        EXPECT_LE(parts, expected.size() + 1) << work;
        EXPECT_GE(parts, work >= 70 ? 1 : 70 / (work + 10)) << work;
    }
}

struct Film {
    std::unique_ptr<shapes::AnimatedScene> scene;
    std::vector<std::vector<shapes::Position>> positions;
    frame::Bodies bodies;
    parallel::Workers workers{1};

    Film(const char* name, std::size_t triangles)
        : scene(shapes::make_scene(name, {.triangles = triangles, .frames = {}, .seed = 1})),
          positions(scene->bodies()) {
        for (std::size_t b = 0; b < scene->bodies(); ++b) {
            scene->positions(0, b, positions[b]);
            bodies.add(positions[b], scene->body(b).triangles);
        }
        bodies.update(workers);
    }
};

class BuildInParts : public testing::TestWithParam<const char*> {};

TEST_P(BuildInParts, IsTheBuildAtOnce) {
    Film film(GetParam(), 6000);
    Regularity at_once, in_parts;
    Report report;
    at_once.update(film.bodies, film.workers, report);
    EXPECT_TRUE(report.rebuilt);
    std::size_t parts = 0;
    for (; !in_parts.is_built(film.bodies); ++parts) ASSERT_TRUE(in_parts.build_part(film.bodies, 50000));
    EXPECT_GT(parts, 20u);
    EXPECT_LT(parts, 1000u);
    Report updated;
    in_parts.update(film.bodies, film.workers, updated);
    EXPECT_FALSE(updated.rebuilt);
    const Hierarchy &a = at_once.regions().hierarchy, &b = in_parts.regions().hierarchy;
    ASSERT_EQ(a.regions.size(), b.regions.size());
    EXPECT_EQ(a.roots, b.roots);
    EXPECT_EQ(a.leaf_region, b.leaf_region);
    for (std::uint32_t r = 0; r < a.regions.size(); ++r) {
        const ContourLoops p = at_once.regions().contours.loops(r), q = in_parts.regions().contours.loops(r);
        ASSERT_TRUE(std::equal(p.vertices.begin(), p.vertices.end(), q.vertices.begin(), q.vertices.end())) << r;
        ASSERT_TRUE(std::equal(std::begin(at_once.regions().bounds[r].lo), std::end(at_once.regions().bounds[r].lo),
                               std::begin(in_parts.regions().bounds[r].lo)))
            << r;
    }
    for (std::size_t leaf = 0; leaf < a.leaf_region.size(); ++leaf) {
        const auto p = at_once.leaves().blocks.triangles(leaf), q = in_parts.leaves().blocks.triangles(leaf);
        ASSERT_TRUE(std::equal(p.begin(), p.end(), q.begin(), q.end())) << leaf;
    }
}

INSTANTIATE_TEST_SUITE_P(Scenes, BuildInParts,
                         testing::Values("draped_cloth", "two_knots", "swarm", "pulsating_sphere", "needles"));

/// A surface of lone triangles is refused as soon as its edges are known; by name it is built all the same.
TEST(BuildInParts, RefusesASoup) {
    std::vector<shapes::Position> corners;
    std::vector<Triangle> triangles;
    for (std::uint32_t t = 0; t < 500; ++t) {
        for (int k = 0; k < 3; ++k) corners.push_back({double(t), k == 1 ? 0.5 : 0.0, k == 2 ? 0.5 : 0.0});
        triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    frame::Bodies bodies;
    parallel::Workers workers(1);
    bodies.add(corners, triangles);
    bodies.update(workers);
    Regularity regularity;
    int parts = 0;
    while (regularity.build_part(bodies, 20000)) ASSERT_LT(++parts, 50);
    EXPECT_FALSE(regularity.is_built(bodies));
    Report report;
    regularity.update(bodies, workers, report);
    EXPECT_TRUE(regularity.is_built(bodies));
}

/// Other triangles in the middle of a build: it begins again.
TEST(BuildInParts, BeginsAgainForOtherTriangles) {
    Film film("waving_cloth", 3000);
    Regularity regularity;
    ASSERT_TRUE(regularity.build_part(film.bodies, 500000));
    ASSERT_FALSE(regularity.is_built(film.bodies));
    film.bodies.add(film.positions[0], film.scene->body(0).triangles);
    film.bodies.update(film.workers);
    int parts = 0;
    for (; !regularity.is_built(film.bodies); ++parts) ASSERT_TRUE(regularity.build_part(film.bodies, 500000));
    EXPECT_GT(parts, 3);
    EXPECT_EQ(regularity.regions().hierarchy.roots.size(), 2u);
}

}  // namespace
}  // namespace pliant::regularity
