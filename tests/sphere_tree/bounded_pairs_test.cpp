// How a limit on pairs is shared out, and what becomes of a pair that would exceed it.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "detect/sphere_tree/bounded_pairs.hpp"
#include "shapes/meshes.hpp"

namespace pliant::sphere_tree {
namespace {

TEST(PairLimits, AreUnlimitedWithoutABudget) {
    const PairLimits limits = PairLimits::share({}, 1000, 1000);
    EXPECT_EQ(limits.lists, std::numeric_limits<std::size_t>::max());
    EXPECT_EQ(limits.finished, std::numeric_limits<std::size_t>::max());
}

TEST(PairLimits, NeverAddUpToMoreThanTheBudget) {
    for (const std::uint64_t pairs : {0u, 1u, 2u, 7u, 100u, 1001u}) {
        for (const std::size_t kept : {0u, 1u, 60u, 5000u}) {
            for (const std::size_t stack : {0u, 20u, 5000u}) {
                const PairLimits limits = PairLimits::share(pairs, kept, stack);
                EXPECT_GE(limits.lists, 1u);
                EXPECT_LE(limits.lists, std::max<std::size_t>(pairs, 1));
                const std::size_t lists = std::max(limits.lists, kept);
                EXPECT_TRUE(limits.finished == 0 || lists + stack + limits.finished <= pairs);
            }
        }
    }
    EXPECT_EQ(PairLimits::share(100, 0, 20).finished, 30u);
    EXPECT_EQ(PairLimits::share(100, 60, 20).finished, 20u);
}

/// Two trees of one ball.
struct TwoTrees {
    shapes::Mesh ball = shapes::icosphere(4);
    SphereTree a, b;

    TwoTrees() {
        const SurfaceNow surface{ball.positions, ball.triangles};
        parallel::Workers workers(1);
        for (SphereTree* tree : {&a, &b}) {
            tree->build(surface, std::vector<std::uint8_t>(ball.triangles.size(), 0));
            tree->update(surface, workers);
        }
    }
    TreePair pair() { return {BodyId{0}, BodyId{1}, a, b}; }
};

std::vector<std::uint32_t> listed(BoundedPairs& pairs) {
    std::vector<std::uint32_t> nodes;
    pairs.for_each_spheres([&](const SpherePair& pair) { nodes.push_back(pair.a); });
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

SpherePair spheres(std::uint32_t node) {
    SpherePair pair;
    pair.a = node;
    pair.importance = node;
    return pair;
}

TEST(BoundedPairs, APairThatWouldGiveWayToTooManyIsHeld) {
    TwoTrees two;
    BoundedPairs pairs;
    const ContactBudget budget{.pairs = 8};  // 4 of them for the lists
    pairs.put(spheres(1));
    pairs.put(spheres(2));
    pairs.set_limit(two.pair(), budget);
    ASSERT_TRUE(pairs.take_next());
    EXPECT_EQ(pairs.current().a, 2u);
    pairs.make_room(3);  // 1 and 3 more: they fit
    for (std::uint32_t child : {10u, 11u, 12u}) pairs.put(spheres(child));
    pairs.close();
    EXPECT_EQ(listed(pairs), (std::vector<std::uint32_t>{1, 10, 11, 12}));
    ASSERT_TRUE(pairs.take_next());
    EXPECT_EQ(pairs.current().a, 12u);
    pairs.make_room(2);  // 3 and 2 more: they do not
    for (std::uint32_t child : {20u, 21u}) pairs.put(spheres(child));
    pairs.close();
    EXPECT_EQ(listed(pairs), (std::vector<std::uint32_t>{1, 10, 11, 12}));
    pairs.give_up_where_full();  // there is no room for a stack
    EXPECT_TRUE(pairs.full());
    EXPECT_FALSE(pairs.take_next());
    EXPECT_TRUE(pairs.fits(budget));

    pairs.set_limit(two.pair(), {{}, {}, 1000});
    EXPECT_FALSE(pairs.full());
    ASSERT_TRUE(pairs.take_next());
    EXPECT_EQ(pairs.current().a, 12u);
}

TEST(BoundedPairs, WhatIsFoundDepthFirstReplacesTheListWhereItFits) {
    TwoTrees two;
    BoundedPairs pairs;
    const ContactBudget budget{.pairs = 400};
    pairs.put(spheres(1));
    pairs.put(spheres(2));
    pairs.set_limit(two.pair(), budget);
    ASSERT_TRUE(pairs.take_next());
    pairs.make_room(1000);
    std::vector<std::uint32_t> visited;
    for (std::uint32_t child : {20u, 21u}) pairs.put(spheres(child));
    pairs.close();
    while (pairs.take_next()) {
        visited.push_back(pairs.current().a);
        pairs.settle(pairs.current());
        pairs.close();
        pairs.give_up_where_full();
    }
    EXPECT_FALSE(pairs.full());
    EXPECT_EQ(visited, (std::vector<std::uint32_t>{21, 20, 1}));
    EXPECT_EQ(pairs.listed(), 0u);
    EXPECT_EQ(pairs.settled().spheres.size(), 3u);
}

}  // namespace
}  // namespace pliant::sphere_tree
