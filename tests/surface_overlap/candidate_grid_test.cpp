// The grid of candidates against all pairs.
#include "detect/surface_overlap/candidate_grid.hpp"

#include <gtest/gtest.h>

#include <set>
#include <utility>

#include "shapes/random.hpp"

namespace pliant::surface_overlap {
namespace {

std::vector<Candidate> random_candidates(const CandidateGrid& grid, std::size_t count, double size,
                                         shapes::Random& random) {
    std::vector<Candidate> candidates;
    for (std::size_t i = 0; i < count; ++i) {
        const Vec3 middle{random.between(-0.1, 1.1), random.between(-0.2, 2.2), random.between(-0.1, 0.6)};
        Candidate c;
        for (Vec3& p : c.corners) {
            p = middle + Vec3{random.between(-size, size), random.between(-size, size), random.between(-size, size)};
        }
        c.triangle = {0, 1, 2};
        c.box = grid.places_of(c.corners);
        candidates.push_back(c);
    }
    return candidates;
}

bool meets(const PackedBox& a, const PackedBox& b) {
    for (unsigned k = 0; k < 3; ++k) {
        if (a.first_along(k) > b.last_along(k) || b.first_along(k) > a.last_along(k)) return false;
    }
    return true;
}

TEST(CandidateGrid, FindsEveryPairOfBoxesThatMeetOnce) {
    shapes::Random random(7);
    for (const double size : {0.06, 0.2, 0.6}) {
        for (const std::size_t triangles : {100u, 100000u}) {
            CandidateGrid grid;
            grid.start({{0, 0, 0}, {1, 2, 0.5}}, triangles);
            const auto first = random_candidates(grid, 150, size, random),
                       second = random_candidates(grid, 200, size, random);
            grid.sort(second);
            std::set<std::pair<std::size_t, std::size_t>> found, expected;
            for (std::size_t i = 0; i < first.size(); ++i) {
                grid.for_each_near(first[i].box,
                                   [&](std::uint32_t k) { EXPECT_TRUE(found.emplace(i, k).second) << "twice"; });
                for (std::size_t k = 0; k < second.size(); ++k) {
                    if (meets(first[i].box, second[k].box)) expected.emplace(i, k);
                }
            }
            EXPECT_EQ(found, expected);
            EXPECT_GT(expected.size(), 3u);
        }
    }
}

/// Places are monotonic: boxes that meet in space meet in places.
TEST(CandidateGrid, LosesNoPairToRounding) {
    shapes::Random random(8);
    CandidateGrid grid;
    grid.start({{0, 0, 0}, {1, 2, 0.5}}, 1000);
    const auto all = random_candidates(grid, 300, 0.2, random);
    std::size_t count = 0;
    for (const Candidate& a : all) {
        for (const Candidate& b : all) {
            bool apart = false;
            for (std::size_t k = 0; k < 3; ++k) {
                const auto [lo, hi] = std::minmax({a.corners[0][k], a.corners[1][k], a.corners[2][k]});
                const auto [from, to] = std::minmax({b.corners[0][k], b.corners[1][k], b.corners[2][k]});
                apart |= hi < from || to < lo;
            }
            if (apart) continue;
            ++count;
            EXPECT_TRUE(a.box.meets(b.box));
        }
    }
    EXPECT_GT(count, 400u);
}

TEST(CandidateGrid, TakesABoxWithoutWidth) {
    CandidateGrid grid;
    grid.start({{1, 1, 1}, {1, 1, 1}}, 10);
    const PackedBox box = grid.places_of({Vec3{1, 1, 1}, Vec3{1, 1, 1}, Vec3{5, -3, 1}});
    EXPECT_TRUE(box.meets(box));
}

}  // namespace
}  // namespace pliant::surface_overlap
