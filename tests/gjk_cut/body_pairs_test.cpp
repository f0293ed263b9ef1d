// Which bodies are searched, and where.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "detect/gjk_cut/body_pairs.hpp"

namespace pliant::gjk_cut {
namespace {

/// One triangle from (x, 0, 0) to (x + 2, 2, 2).
struct OneTriangle {
    std::vector<std::array<double, 3>> positions;
    explicit OneTriangle(double x) : positions{{x, 0, 0}, {x + 2, 2, 0}, {x, 0, 2}} {}
};

struct Row {
    std::vector<OneTriangle> bodies_given{OneTriangle(0), OneTriangle(1), OneTriangle(10), OneTriangle(2.5)};
    parallel::Workers workers{1};
    frame::Bodies bodies;
    Report report;
    BodyPairs pairs;

    void find(bool self, bool between) {
        for (const OneTriangle& given : bodies_given) bodies.add(given.positions, {Triangle{0, 1, 2}});
        bodies.update(workers);
        IntersectionOptions options;
        options.self = self;
        options.between = between;
        pairs.update(bodies);
        pairs.find({bodies, options, workers, report});
    }
    [[nodiscard]] std::vector<std::array<std::uint32_t, 2>> found() const {
        std::vector<std::array<std::uint32_t, 2>> list;
        for (const broad_phase::Pair& pair : pairs.pairs()) list.push_back({pair.a, pair.b});
        return list;
    }
};

using Pairs = std::vector<std::array<std::uint32_t, 2>>;

TEST(BodyPairs, AreThoseWhoseBoxesOverlap) {
    Row row;
    row.find(false, true);
    EXPECT_EQ(row.found(), (Pairs{{0, 1}, {1, 3}}));
    const auto bodies = row.pairs.bodies();
    EXPECT_TRUE(bodies[0].cut_to_one_region());
    EXPECT_EQ(bodies[0].wanted.lo[0], 1);
    EXPECT_EQ(bodies[0].wanted.hi[0], 2);
    EXPECT_EQ(bodies[1].partners, 2u);
    EXPECT_FALSE(bodies[1].cut_to_one_region());
    EXPECT_EQ(bodies[1].wanted.lo[0], 1);
    EXPECT_EQ(bodies[1].wanted.hi[0], 3);
    EXPECT_EQ(bodies[2].partners, 0u);
}

/// Where nothing is left of a body there is nothing to look at.
TEST(BodyPairs, HaveTrianglesLeft) {
    Row row;
    row.find(false, true);
    row.bodies.erase(BodyId{1}, std::array<std::uint32_t, 1>{0});
    row.bodies.update(row.workers);
    row.pairs.update(row.bodies);
    row.pairs.find({row.bodies, {.self = false}, row.workers, row.report});
    EXPECT_EQ(row.found(), Pairs{});
    EXPECT_FALSE(row.pairs.bodies()[1].takes_part);
}

TEST(BodyPairs, WithThemselvesAreWantedEverywhere) {
    Row row;
    row.find(true, true);
    EXPECT_EQ(row.found(), (Pairs{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {0, 1}, {1, 3}}));
    EXPECT_EQ(row.pairs.bodies()[0].wanted.lo[0], -HUGE_VAL);
    EXPECT_FALSE(row.pairs.bodies()[0].cut_to_one_region());
}

TEST(BodyPairs, BoundTheFiniteVerticesOfABody) {
    Row row;
    row.bodies_given[2].positions.push_back({std::numeric_limits<double>::quiet_NaN(), 0, 0});
    row.bodies_given[2].positions.push_back({3, 0, 0});
    row.find(false, true);
    EXPECT_EQ(row.pairs.bodies()[2].box.lo[0], 3);
    EXPECT_EQ(row.pairs.bodies()[2].box.hi[0], 12);
    EXPECT_EQ(row.found(), (Pairs{{0, 1}, {1, 3}, {1, 2}, {2, 3}}));
}

}  // namespace
}  // namespace pliant::gjk_cut
