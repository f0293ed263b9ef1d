#include "mesh/regions.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace pliant::mesh {
namespace {

TrianglePair pair(std::uint32_t body_a, std::uint32_t a, std::uint32_t body_b, std::uint32_t b) {
    return {{BodyId(body_a), a}, {BodyId(body_b), b}, PairKind::crossing};
}

/// A strip: triangle i has the vertices i, i + 1, i + 2.
std::vector<Triangle> strip(std::uint32_t length) {
    std::vector<Triangle> triangles;
    for (std::uint32_t i = 0; i < length; ++i) triangles.push_back({i, i + 1, i + 2});
    return triangles;
}

const std::vector<Triangle> long_strip = strip(30);
const std::array<std::span<const Triangle>, 3> bodies{long_strip, long_strip, long_strip};

TEST(Regions, NoneForNoPairs) { EXPECT_TRUE(regions({}, bodies).empty()); }

TEST(Regions, PairsOfOneTriangleHangTogether) {
    const std::vector<TrianglePair> pairs{pair(0, 0, 0, 10), pair(0, 0, 0, 20)};
    EXPECT_EQ(regions(pairs, bodies), (std::vector<Region>{{0, 1}}));
}

TEST(Regions, NeighbouringTrianglesHangTogetherAndFarOnesDoNot) {
    const std::vector<TrianglePair> pairs{pair(0, 0, 0, 10), pair(0, 2, 0, 20), pair(0, 5, 0, 28)};
    EXPECT_EQ(regions(pairs, bodies), (std::vector<Region>{{0, 1}, {2}}));
}

TEST(Regions, LargestFirst) {
    const std::vector<TrianglePair> pairs{pair(0, 0, 0, 10), pair(0, 20, 0, 26), pair(0, 21, 0, 27)};
    EXPECT_EQ(regions(pairs, bodies), (std::vector<Region>{{1, 2}, {0}}));
}

TEST(Regions, EqualNumbersInDifferentBodiesAreDifferentVertices) {
    const std::vector<TrianglePair> pairs{pair(0, 0, 1, 20), pair(0, 10, 1, 0)};
    EXPECT_EQ(regions(pairs, bodies).size(), 2u);
}

TEST(Regions, EachTwoBodiesHaveTheirOwn) {
    const std::vector<TrianglePair> pairs{pair(0, 0, 0, 9), pair(0, 0, 1, 0), pair(0, 0, 2, 0)};
    EXPECT_EQ(regions(pairs, bodies).size(), 3u);
}

}  // namespace
}  // namespace pliant::mesh
