// The common numbering follows triangles that come and go, and says so by its version.
#include "frame/numbering.hpp"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>
#include <vector>

namespace pliant::frame {
namespace {

using Point = std::array<float, 3>;

class NumberingTest : public testing::Test {
protected:
    NumberingTest() {
        first = list.add(points, {{0, 1, 2}, {1, 2, 9}}, {});
        second = list.add(points, {{0, 1, 3}}, {});
        numbering.lay(list.all());
    }

    std::vector<Point> points = std::vector<Point>(4);
    BodyList list;
    Numbering numbering;
    BodyId first{}, second{};
};

TEST_F(NumberingTest, ShiftsTrianglesAndMarksThoseOutOfRange) {
    EXPECT_EQ(numbering.vertex_count(), 8u);
    EXPECT_EQ(numbering.triangles()[2], (Triangle{4, 5, 7}));
    EXPECT_EQ(numbering.body_index(2), 1u);
    EXPECT_TRUE(numbering.there(1));
    EXPECT_FALSE(numbering.usable(1));
    EXPECT_EQ(list.at(first).unusable, 1u);
}

TEST_F(NumberingTest, ChangesInPlaceWhereABodyKeepsToItsPlaces) {
    const std::uint64_t before = numbering.version();
    const std::vector<std::uint32_t> gone{1};
    numbering.change(list.erase(first, gone), gone);
    EXPECT_FALSE(numbering.there(1));
    EXPECT_EQ(list.at(first).unusable, 0u);
    std::vector<std::uint32_t> numbers;
    const std::vector<Triangle> more{{3, 2, 1}};
    Body& changed = list.insert(first, more, numbers);
    numbering.change(changed, numbers);
    EXPECT_EQ(numbers, gone);
    EXPECT_EQ(numbering.triangles()[1], (Triangle{3, 2, 1}));
    EXPECT_GT(numbering.version(), before);
    EXPECT_EQ(list.at(second).first_triangle, 2u);
}

TEST_F(NumberingTest, IsLaidAnewWithRoomToGrowWhereABodyOutgrowsItsPlaces) {
    std::vector<std::uint32_t> numbers;
    const std::vector<Triangle> more{{3, 2, 1}, {0, 2, 3}};
    Body& changed = list.insert(first, more, numbers);
    numbering.change(changed, numbers);
    numbering.lay(list.all());
    EXPECT_EQ(numbers, (std::vector<std::uint32_t>{2, 3}));
    EXPECT_GT(list.at(first).triangle_places, 4u);
    EXPECT_FALSE(numbering.there(4));
    EXPECT_EQ(numbering.triangles()[list.at(second).first_triangle][0], list.at(second).first_vertex);
}

TEST_F(NumberingTest, ConsidersOnlyWhatItIsTold) {
    const std::vector<TriangleRef> only{{second, 0}, {first, 0}, {second, 0}};
    numbering.consider(list, only);
    EXPECT_EQ(std::vector<std::uint32_t>(numbering.considered().begin(), numbering.considered().end()),
              (std::vector<std::uint32_t>{0, 2}));
    EXPECT_FALSE(numbering.considers(1));
    const std::vector<TriangleRef> none{{second, 1}};
    EXPECT_THROW(numbering.consider(list, none), std::out_of_range);
}

/// One body has the common numbering already.
class LoneBodyTest : public testing::Test {
protected:
    LoneBodyTest() {
        body = list.add(points, {{0, 1, 2}, {1, 2, 3}}, {});
        numbering.lay(list.all());
    }

    std::vector<Point> points = std::vector<Point>(4);
    BodyList list;
    Numbering numbering;
    BodyId body{};
};

TEST_F(LoneBodyTest, IsNotCopied) {
    EXPECT_EQ(numbering.triangles().data(), list.at(body).triangles.data());
    EXPECT_EQ(numbering.vertex_count(), 4u);
    EXPECT_EQ(numbering.body_index(1), 0u);
    EXPECT_TRUE(numbering.there(1) && numbering.usable(1));
}

TEST_F(LoneBodyTest, IsCopiedOnceItChangesAndChangesInPlaceFromThen) {
    const std::uint64_t before = numbering.version();
    const std::vector<std::uint32_t> gone{0};
    numbering.expect_change(list.at(body));
    numbering.change(list.erase(body, gone), gone);
    EXPECT_GT(numbering.version(), before);
    EXPECT_FALSE(numbering.there(0));
    EXPECT_TRUE(numbering.usable(1));
    const Triangle* places = numbering.triangles().data();
    ASSERT_NE(places, list.at(body).triangles.data());
    std::vector<std::uint32_t> numbers;
    Body& changed = list.insert(body, std::vector<Triangle>{{0, 1, 3}}, numbers);  // fills `numbers`
    numbering.change(changed, numbers);
    EXPECT_EQ(numbering.triangles()[0], (Triangle{0, 1, 3}));
    EXPECT_EQ(numbering.triangles().data(), places);
    // Outgrown: laid anew, with room.
    list.insert(body, std::vector<Triangle>{{0, 2, 3}}, numbers);
    numbering.change(changed, numbers);
    numbering.lay(list.all());
    EXPECT_EQ(numbering.triangles()[2], (Triangle{0, 2, 3}));
    EXPECT_GT(list.at(body).triangle_places, 3u);
}

TEST_F(LoneBodyTest, WithATriangleOutOfRangeIsCopied) {
    BodyList other;
    other.add(points, {{0, 1, 2}, {1, 2, 9}}, {});
    Numbering copied;
    copied.lay(other.all());
    EXPECT_NE(copied.triangles().data(), other.all()[0].triangles.data());
    EXPECT_FALSE(copied.usable(1));
}

TEST_F(LoneBodyTest, IsLaidAmongOthersWhereTheyCome) {
    const BodyId second = list.add(points, {{0, 1, 3}}, {});
    numbering.invalidate();
    numbering.lay(list.all());
    EXPECT_EQ(numbering.triangles()[2], (Triangle{4, 5, 7}));
    EXPECT_EQ(numbering.body_index(1), 0u);
    EXPECT_EQ(numbering.body_index(2), 1u);
    EXPECT_EQ(list.at(second).first_triangle, 2u);
}

}  // namespace
}  // namespace pliant::frame
