// COLLISIONLIST: triangles that were cut lie in several leaves, and are listed once.
#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "detect/sphere_tree/collision_list.hpp"

namespace pliant::sphere_tree {
namespace {

Contact contact_in_leaves(std::uint32_t a, std::uint32_t b) {
    Contact contact;
    contact.kind = ContactKind::triangles;
    contact.sphere_a = a;
    contact.sphere_b = b;
    return contact;
}

SpherePair leaves(std::uint32_t a, std::uint32_t b) {
    SpherePair pair;
    pair.a = a;
    pair.b = b;
    return pair;
}

TEST(CollisionList, ListsATrianglePairOnceAndNamesItsFirstLeaves) {
    CollisionList list;
    list.add({3, 8, PairKind::crossing, 0}, contact_in_leaves(9, 4));
    list.add({8, 3, PairKind::crossing, 0}, contact_in_leaves(1, 1));
    list.add({3, 8, PairKind::crossing, 0}, contact_in_leaves(5, 7));
    list.add({3, 8, PairKind::crossing, 0}, contact_in_leaves(6, 0));
    ASSERT_EQ(list.size(), 2u);
    EXPECT_EQ(list.contacts[list.triangles[0].contact].sphere_a, 5u);
    EXPECT_EQ(list.contacts[list.triangles[0].contact].sphere_b, 7u);
    list.clear();
    EXPECT_EQ(list.size(), 0u);
}

TEST(CollisionList, RemembersTestsOfCutTrianglesUpToALimit) {
    const std::array<Piece, 2> a{Piece{1, Piece::whole}, Piece{2, 0}};
    const std::array<Piece, 2> b{Piece{5, Piece::whole}, Piece{6, Piece::whole}};
    CollisionList list;
    list.note_tested(a, b, std::numeric_limits<std::size_t>::max());
    EXPECT_FALSE(list.knows(1, 5, leaves(0, 0)));  // both whole: met in one pair of leaves only
    EXPECT_TRUE(list.knows(2, 5, leaves(0, 0)));
    EXPECT_TRUE(list.knows(2, 6, leaves(0, 0)));
    list.clear();
    list.note_tested(a, b, 1);
    EXPECT_TRUE(list.knows(2, 5, leaves(0, 0)));
    EXPECT_FALSE(list.knows(2, 6, leaves(0, 0)));
}

TEST(CollisionList, NamesTheFirstLeavesInWhichKnownTrianglesAreMet) {
    CollisionList list;
    const std::array<Piece, 1> cut{Piece{2, 0}}, whole{Piece{5, Piece::whole}};
    list.add({2, 5, PairKind::crossing, 0}, contact_in_leaves(9, 9));
    list.note_tested(cut, whole, 10);
    EXPECT_TRUE(list.knows(2, 5, leaves(3, 30)));
    EXPECT_EQ(list.contacts[0].sphere_a, 3u);
    EXPECT_EQ(list.contacts[0].sphere_b, 30u);
}

TEST(CollisionList, TakesOverAnotherWithoutRepeating) {
    CollisionList list, other;
    list.add({1, 1, PairKind::crossing, 0}, contact_in_leaves(2, 2));
    other.add({1, 1, PairKind::crossing, 0}, contact_in_leaves(1, 1));
    other.add({1, 2, PairKind::crossing, 0}, contact_in_leaves(1, 1));
    other.spheres.push_back(leaves(4, 4));
    list.take_over(other);
    EXPECT_EQ(list.triangles.size(), 2u);
    EXPECT_EQ(list.spheres.size(), 1u);
    EXPECT_EQ(other.size(), 0u);
    EXPECT_EQ(list.contacts[list.triangles[0].contact].sphere_a, 1u);
}

}  // namespace
}  // namespace pliant::sphere_tree
