// The stages of the narrow phase: each settles what it is there for, and together they settle every candidate.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "narrow_phase/pair_tests.hpp"
#include "oracle/random.hpp"
#include "shapes/meshes.hpp"

namespace pliant::narrow_phase {
namespace {

using oracle::Random;

/// Floats, so that the stages in floats have something to do.
using FloatPosition = std::array<float, 3>;

/// Two triangles a frame, each a body of its own.
class StagesTest : public testing::Test {
protected:
    Findings test(const std::array<FloatPosition, 6>& corners) {
        const std::vector<FloatPosition> a(corners.begin(), corners.begin() + 3), b(corners.begin() + 3, corners.end());
        const std::vector<Triangle> triangle{{0, 1, 2}};
        frame::Bodies bodies;
        bodies.add(a, triangle);
        bodies.add(b, triangle);
        bodies.update(workers);
        std::array<broad_phase::Pair, 1> candidates{{{0, 1}}};
        Findings findings;
        findings.test_unconnected(bodies, candidates);
        EXPECT_EQ(findings.counters.candidates, 1u);
        return findings;
    }

    parallel::Workers workers{1};
};

TEST_F(StagesTest, ThePlaneFilterSettlesWhatAPlaneSeparates) {
    const Findings f = test({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}});
    EXPECT_EQ(f.settled.plane_filter, 1u);
    EXPECT_TRUE(f.pairs.empty());
}

TEST_F(StagesTest, CrossingsSettleWhatPassesThrough) {
    const Findings f = test({{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, -1}, {1, 1, 1}, {2, 1.5f, 2}}});
    EXPECT_EQ(f.settled.crossings, 1u);
    ASSERT_EQ(f.pairs.size(), 1u);
    EXPECT_EQ(f.pairs[0].kind, PairKind::crossing);
}

TEST_F(StagesTest, CloseCrossingsSettleWhatIsTooCloseForFloats) {
    // A tip that passes through a slanted plane by less than floats can prove.
    const float tip = 0x1p-22f;
    const Findings f = test({{{0, 0, 0}, {4, 0, 4}, {0, 4, 4}, {1, 1, 2 - tip}, {1, 1.5f, 9}, {1.5f, 1, 9}}});
    EXPECT_EQ(f.settled.close_crossings, 1u);
    ASSERT_EQ(f.pairs.size(), 1u);
    EXPECT_EQ(f.pairs[0].kind, PairKind::crossing);
}

TEST_F(StagesTest, TheExactTestSettlesTheRest) {
    const Findings f = test({{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {1, 1, 0}, {2, 1, 0}, {1, 2, 0}}});
    EXPECT_EQ(f.counters.exact_tests, 1u);
    ASSERT_EQ(f.pairs.size(), 1u);
    EXPECT_EQ(f.pairs[0].kind, PairKind::coplanar);
}

/// Every pair of a crumpled sheet, on a grid and off it: the counts of the stages add up, and every stage settles some.
TEST_F(StagesTest, AddUpToTheCandidates) {
    Random random(oracle::first_seed(274));
    SettledPairs all;
    std::uint64_t exact_tests = 0;
    for (int i = 0; i < 20; ++i) {
        const shapes::Mesh mesh = shapes::cloth_grid({7, 7}, 7, 7);
        const bool grid = i % 2 == 0;
        std::vector<FloatPosition> positions;
        for (std::size_t k = 0; k < mesh.positions.size(); ++k) {
            const Vec3 p = grid ? random.whole(-2, 2) : 2.0 * random.in_cube();
            positions.push_back({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z)});
        }
        frame::Bodies bodies;
        bodies.add(positions, mesh.triangles);
        bodies.update(workers);
        std::vector<broad_phase::Pair> unconnected, neighbours;
        const auto sound = [&](std::uint32_t t) { return bodies.soundness(t) == frame::Bodies::Soundness::sound; };
        for (std::uint32_t a = 0; a < mesh.triangles.size(); ++a) {
            for (std::uint32_t b = a + 1; b < mesh.triangles.size(); ++b) {
                if (!sound(a) || !sound(b)) continue;
                const int shared = shared_corners(mesh.triangles[a], mesh.triangles[b]).count;
                (shared == 0 ? unconnected : neighbours).push_back({a, b});
            }
        }
        const std::size_t candidates = unconnected.size() + neighbours.size();
        Findings f;
        f.test_unconnected(bodies, unconnected);
        f.test_neighbours(bodies, neighbours);
        EXPECT_EQ(f.counters.candidates, candidates);
        const SettledPairs& s = f.settled;
        EXPECT_EQ(s.plane_filter + s.crossings + s.close_crossings + s.neighbour_filters + f.counters.exact_tests,
                  candidates);
        all.plane_filter += s.plane_filter;
        all.crossings += s.crossings;
        all.close_crossings += s.close_crossings;
        all.neighbour_filters += s.neighbour_filters;
        exact_tests += f.counters.exact_tests;
    }
    EXPECT_GT(std::min({all.plane_filter, all.crossings, all.neighbour_filters, exact_tests}), 100u);
    EXPECT_GT(all.close_crossings, 0u);
}

}  // namespace
}  // namespace pliant::narrow_phase
