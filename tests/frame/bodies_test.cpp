// Bodies end to end in one numbering, and triangles that share vertices.
#include "frame/bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "narrow_phase/neighbours.hpp"
#include "oracle/random.hpp"
#include "shapes/meshes.hpp"

namespace pliant::frame {

using namespace narrow_phase;
namespace {

using oracle::Random;
using shapes::Position;

class BodiesTest : public testing::Test {
protected:
    parallel::Workers workers{1};
    Bodies bodies;
};

TEST_F(BodiesTest, AreNumberedEndToEnd) {
    const shapes::Mesh a = shapes::octasphere(1), b = shapes::octasphere(2);
    bodies.add(a.positions, a.triangles);
    const BodyId second = bodies.add(b.positions, b.triangles);
    bodies.update(workers);
    ASSERT_EQ(bodies.all().size(), 2u);
    EXPECT_EQ(bodies.vertex_count(), a.positions.size() + b.positions.size());
    EXPECT_EQ(bodies.triangles().size(), a.triangles.size() + b.triangles.size());
    const std::uint32_t first = bodies.all()[1].first_triangle;
    EXPECT_EQ(first, a.triangles.size());
    EXPECT_EQ(bodies.reference(first + 3), (TriangleRef{second, 3}));
    EXPECT_EQ(bodies.body_index(first), 1u);
    for (std::size_t k = 0; k < 3; ++k) {
        EXPECT_EQ(bodies.corners(first)[k], Vec3(b.positions[b.triangles[0][k]]));
    }
}

TEST_F(BodiesTest, ReadPositionsOnlyOfWhatMoved) {
    const shapes::Mesh a = shapes::octasphere(1), b = shapes::octasphere(2);
    const BodyId first = bodies.add(a.positions, a.triangles);
    bodies.add(b.positions, b.triangles);
    bodies.update(workers);
    const std::uint64_t topology = bodies.topology_version(), version_b = bodies.all()[1].version;
    const std::uint64_t version_a = bodies.all()[0].version;
    bodies.move(first, a.positions);
    bodies.update(workers);
    EXPECT_EQ(bodies.topology_version(), topology);
    EXPECT_GT(bodies.all()[0].version, version_a);
    EXPECT_EQ(bodies.all()[1].version, version_b);
}

/// Reads span after span, and counts how often each vertex is new.
std::vector<int> times_new(Bodies& bodies, const parallel::Workers& workers, double x) {
    std::vector<int> times(bodies.vertex_count(), 0);
    if (!bodies.start_reading(workers)) return times;
    times.assign(bodies.vertex_count(), 0);
    for (std::size_t span = 0; span < bodies.spans(); ++span) {
        for (std::size_t i = 0; i < bodies.batches(span); ++i) {
            const Batch batch = bodies.read(span, i);
            EXPECT_LE(batch.begin, batch.first_new);
            for (std::uint32_t v = batch.begin; v < batch.end; ++v) EXPECT_EQ(bodies.position(v).x, x);
            for (std::uint32_t v = batch.first_new; v < batch.end; ++v) ++times[v];
        }
    }
    bodies.finish_reading();
    return times;
}

TEST(Batches, HaveEachVertexThatMovedOnce) {
    for (const unsigned threads : {1u, 2u, 7u}) {
        parallel::Workers workers(threads);
        Bodies bodies;
        const std::vector<Triangle> triangles{{0, 1, 2}};
        std::vector<Position> positions(20000, Position{1, 0, 0});
        const std::vector<Position> few(5, Position{1, 0, 0});
        const BodyId large = bodies.add(positions, triangles);
        const BodyId small = bodies.add(few, triangles), last = bodies.add(few, triangles);
        EXPECT_EQ(times_new(bodies, workers, 1), std::vector<int>(20010, 1));
        const std::uint64_t times_read = bodies.times_read();

        for (Position& p : positions) p[0] = 2;
        bodies.move(large, positions);
        std::vector<int> only_large(20010, 0);
        std::fill_n(only_large.begin(), 20000, 1);
        EXPECT_EQ(times_new(bodies, workers, 2), only_large);
        EXPECT_EQ(bodies.times_read(), times_read + 1);

        // What lies between two bodies that have moved counts as read.
        bodies.move(small, few);
        bodies.move(last, few);
        const std::vector<int> times = times_new(bodies, workers, 1);
        EXPECT_TRUE(std::all_of(times.begin() + 20000, times.end(), [](int n) { return n == 1; }));
        EXPECT_EQ(times_new(bodies, workers, 1), std::vector<int>(20010, 0));
        EXPECT_EQ(bodies.times_read(), times_read + 2);
    }
}

// A reading that was not finished is done again.
TEST(Batches, ThatWereNotFinishedAreReadAgain) {
    parallel::Workers workers(1);
    Bodies bodies;
    const std::vector<Position> few(3, Position{1, 0, 0});
    bodies.add(few, {{0, 1, 2}});
    ASSERT_TRUE(bodies.start_reading(workers));
    EXPECT_EQ(bodies.all()[0].version, 0u);
    EXPECT_EQ(times_new(bodies, workers, 1), std::vector<int>(3, 1));
    EXPECT_EQ(bodies.all()[0].version, 1u);
}

TEST_F(BodiesTest, ThatCoincideAreSetAsideOnlyWhereItIsAsked) {
    const shapes::Mesh ball = shapes::octasphere(1);
    bodies.add(ball.positions, ball.triangles);
    bodies.add(ball.positions, ball.triangles);
    for (const bool aside : {true, false, true}) {
        bodies.set_duplicates_aside(aside);
        bodies.update(workers);
        EXPECT_FALSE(bodies.all()[0].set_aside);
        EXPECT_EQ(bodies.all()[1].set_aside, aside);
        EXPECT_EQ(bodies.all()[1].flaws.size(), aside ? 1u : 0u);
    }
}

TEST(SharedCorners, ComeFirstAndInTheSameOrder) {
    Random random(oracle::first_seed(271));
    int seen[4] = {};
    for (int i = 0; i < 20000; ++i) {
        Triangle a, b;
        for (Triangle* t : {&a, &b}) {
            do {
                for (std::uint32_t& v : *t) v = static_cast<std::uint32_t>(random.integer(0, 5));
            } while ((*t)[0] == (*t)[1] || (*t)[1] == (*t)[2] || (*t)[2] == (*t)[0]);
        }
        const SharedCorners s = shared_corners(a, b);
        const auto count =
            std::count_if(a.begin(), a.end(), [&](auto v) { return std::count(b.begin(), b.end(), v) > 0; });
        ASSERT_EQ(s.count, count);
        EXPECT_TRUE(std::equal(s.a.begin(), s.a.begin() + s.count, s.b.begin()));
        EXPECT_TRUE(std::is_permutation(s.a.begin(), s.a.end(), a.begin()));
        EXPECT_TRUE(std::is_permutation(s.b.begin(), s.b.end(), b.begin()));
        ++seen[s.count];
    }
    for (const int times : seen) EXPECT_GT(times, 100);
}

using Pairs = std::vector<FoundPair>;

/// All pairs that share a vertex, by the exact test and nothing else.
Pairs plainly(const Bodies& bodies) {
    Pairs result;
    for (std::uint32_t a = 0; a < bodies.triangles().size(); ++a) {
        for (std::uint32_t b = a + 1; b < bodies.triangles().size(); ++b) {
            const bool sound =
                bodies.soundness(a) == Bodies::Soundness::sound && bodies.soundness(b) == Bodies::Soundness::sound;
            if (!sound || shared_corners(bodies.triangles()[a], bodies.triangles()[b]).count == 0) continue;
            if (const auto kind = meet(bodies, a, b)) result.push_back({a, b, *kind});
        }
    }
    return result;
}

bool same(Pairs found, const Pairs& expected) {
    const auto order = [](const FoundPair& p, const FoundPair& q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); };
    std::sort(found.begin(), found.end(), order);
    return std::equal(
        found.begin(), found.end(), expected.begin(), expected.end(),
        [](const FoundPair& p, const FoundPair& q) { return p.a == q.a && p.b == q.b && p.kind == q.kind; });
}

class NeighboursTest : public BodiesTest {
protected:
    Pairs found() {
        bodies.update(workers);
        narrow_phase::Neighbours neighbours;
        neighbours.build(bodies);
        std::vector<std::uint8_t> set_aside;
        for (std::uint32_t t = 0; t < bodies.triangles().size(); ++t) {
            set_aside.push_back(bodies.soundness(t) == Bodies::Soundness::sound ? 0 : 1);
        }
        Findings findings;
        for (std::size_t piece = 0; piece < neighbours.pieces(); ++piece) {
            neighbours.find(bodies, set_aside, piece, findings);
        }
        tests = findings.counters.exact_tests;
        return findings.pairs;
    }

    std::uint64_t tests = 0;
};

TEST_F(NeighboursTest, OfASmoothSurfaceCostNoExactTest) {
    const shapes::Mesh ball = shapes::icosphere(12);
    bodies.add(ball.positions, ball.triangles);
    EXPECT_TRUE(found().empty());
    EXPECT_EQ(tests, 0u);
}

TEST_F(NeighboursTest, OfAPlaneSheetCostNoExactTest) {
    const shapes::Mesh sheet = shapes::cloth_grid({20, 20}, 1, 1);
    bodies.add(sheet.positions, sheet.triangles);
    EXPECT_TRUE(found().empty());
    EXPECT_EQ(tests, 0u);
}

/// Surfaces torn about at random, on a grid and off it: each pair is found once, with its kind.
TEST_F(NeighboursTest, OfCrumpledSurfacesEqualThePlainLoop) {
    Random random(oracle::first_seed(272));
    std::size_t pairs = 0;
    for (int i = 0; i < 60; ++i) {
        shapes::Mesh mesh = random.chance(50) ? shapes::cloth_grid({7, 7}, 7, 7) : shapes::globe({9, 5});
        const bool grid = random.chance(50);
        for (Position& p : mesh.positions) {
            if (random.chance(40)) p = shapes::position(grid ? random.whole(-2, 2) : 2.0 * random.in_cube());
        }
        // Some turned over, some taken out: fans that are open, several, or inconsistent.
        for (Triangle& t : mesh.triangles) {
            if (random.chance(5)) std::swap(t[0], t[1]);
            if (random.chance(5)) t = mesh.triangles[0];
        }
        bodies = Bodies();
        bodies.add(mesh.positions, mesh.triangles);
        const Pairs all = found();
        const Pairs expected = plainly(bodies);
        EXPECT_TRUE(same(all, expected)) << all.size() << " found, " << expected.size() << " expected";
        pairs += expected.size();
    }
    EXPECT_GT(pairs, 1000u);
}

/// Around one vertex, up to more triangles than are put in order: a cap, pushed through itself.
TEST_F(NeighboursTest, OfManyTrianglesAroundOneVertex) {
    Random random(oracle::first_seed(273));
    for (const std::uint32_t wedges : {3u, 16u, 63u, 64u, 65u, 150u}) {
        shapes::Mesh cap = shapes::globe({wedges, 2});
        for (Position& p : cap.positions) {
            if (random.chance(20)) p[2] += random.uniform(-2, 2);
        }
        bodies = Bodies();
        bodies.add(cap.positions, cap.triangles);
        const Pairs all = found();
        EXPECT_TRUE(same(all, plainly(bodies))) << wedges;
    }
}

}  // namespace
}  // namespace pliant::frame
