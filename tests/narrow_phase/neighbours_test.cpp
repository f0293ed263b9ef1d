// Triangles that share vertices: the filters of whole fans and of pairs against the exact test of every pair.
#include "narrow_phase/neighbours.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "narrow_phase/pair_tests.hpp"
#include "oracle/random.hpp"
#include "shapes/meshes.hpp"

namespace pliant::narrow_phase {
namespace {

using frame::Bodies;
using oracle::Random;
using shapes::Position;

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

class NeighboursTest : public testing::Test {
protected:
    parallel::Workers workers{1};
    Bodies bodies;

    Pairs found() {
        bodies.update(workers);
        Neighbours neighbours;
        neighbours.build(bodies);
        std::vector<std::uint8_t> set_aside;
        for (std::uint32_t t = 0; t < bodies.triangles().size(); ++t) {
            set_aside.push_back(bodies.soundness(t) == Bodies::Soundness::sound ? 0 : 1);
        }
        Findings findings;
        for (std::size_t piece = 0; piece < neighbours.pieces(); ++piece) {
            neighbours.find(bodies, set_aside, {}, piece, findings);
        }
        tests = findings.counters.exact_tests;
        check_passing(set_aside, findings);
        return findings.pairs;
    }

    /// A few vertices at a time: the same pairs by the same tests, and nothing is kept.
    void check_passing(std::span<const std::uint8_t> set_aside, const Findings& kept) {
        for (const std::uint32_t at_once : {1u, 7u, 1000000u}) {
            PassingNeighbours passing(at_once);
            passing.start(bodies, workers);
            Findings findings;
            for (std::size_t piece = 0; piece < passing.pieces(); ++piece) {
                passing.find(bodies, set_aside, piece, findings);
            }
            Pairs expected = kept.pairs;
            std::sort(expected.begin(), expected.end(),
                      [](const FoundPair& p, const FoundPair& q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); });
            EXPECT_TRUE(same(findings.pairs, expected)) << at_once;
            EXPECT_EQ(findings.counters.exact_tests, kept.counters.exact_tests) << at_once;
        }
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

/// Many triangles around one vertex, more than the batched fans take: a cap, pushed through itself.
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
}  // namespace pliant::narrow_phase
