// Coordinates from the ends of the range of doubles, and scales mixed in one scene.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "agreement/detectors.hpp"
#include "agreement/random_bodies.hpp"
#include "agreement/same_answer.hpp"

namespace pliant::agreement {
namespace {

constexpr double largest = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();

class Scales : public testing::TestWithParam<IntersectionMethod> {
protected:
    void SetUp() override { scene = Scene({.threads = 1}); }

    GivenBody& add(std::vector<Vec3> positions, std::vector<Triangle> triangles) {
        GivenBody body;
        body.positions = std::move(positions);
        body.triangles = std::move(triangles);
        given.push_back(std::move(body));
        return given.back();
    }

    /// The pairs that the detector finds, once they are known to be those of brute force.
    std::vector<TrianglePair> agreed() {
        scene = Scene({.threads = 1});
        for (GivenBody& body : given) body.add_to(scene);
        const Answer<TrianglePair> expected = scene.intersections({.method = IntersectionMethod::brute_force});
        EXPECT_TRUE(same_answer(scene.intersections({.method = GetParam()}), expected));
        return expected.items;
    }

    std::vector<GivenBody> given;
    Scene scene;
};

/// Boxes are kept in floats. The slots that fill up a block and those of triangles set aside hold empty boxes, and
/// nothing may meet these: not even a triangle whose box exceeds every float in every direction.
TEST_P(Scales, TrianglesWiderThanFloatsMeetNoEmptySlot) {
    constexpr double far = 1e300, nan = std::numeric_limits<double>::quiet_NaN();
    add({{-far, -far, -far}, {far, far, far}, {far, -far, 0}}, {{0, 1, 2}});
    add({{-far, -far, far}, {far, far, -far}, {-far, far, 0}, {nan, 0, 0}, {0, 0, 0}, {1, 1, 1}, {2, 2, 2}},
        {{0, 1, 2}, {0, 1, 3}, {4, 5, 6}});
    EXPECT_EQ(agreed().size(), 1u);
}

/// Differences of coordinates overflow here: such a pair goes to the exact test, whatever the other corners say.
TEST_P(Scales, ADifferenceThatOverflowsHidesNoPair) {
    add({{-1.7e308, 0, 0}, {-1.7e308, 0, 1}, {-1.6e308, 0, 0}}, {{0, 1, 2}});
    add({{-1.65e308, 1, 0}, {1.7e308, -1e300, 0.1}, {-1.65e308, 1, 0.2}}, {{0, 1, 2}});
    EXPECT_EQ(agreed().size(), 1u);
}

TEST_P(Scales, TheLargestNumbersCross) {
    add({{-largest, -largest, 0}, {largest, -largest, 0}, {0, largest, 0}}, {{0, 1, 2}});
    add({{0, 0, -largest}, {0, 0, largest}, {largest, largest, largest}}, {{0, 1, 2}});
    const auto pairs = agreed();
    ASSERT_EQ(pairs.size(), 1u);
    EXPECT_EQ(pairs[0].kind, PairKind::crossing);
}

TEST_P(Scales, TheSmallestNumbersCross) {
    add({{-4 * least, -4 * least, 0}, {4 * least, -4 * least, 0}, {0, 4 * least, 0}}, {{0, 1, 2}});
    add({{0, 0, -least}, {0, 0, least}, {least, 0, least}}, {{0, 1, 2}});
    const auto pairs = agreed();
    ASSERT_EQ(pairs.size(), 1u);
    EXPECT_EQ(pairs[0].kind, PairKind::crossing);
}

TEST_P(Scales, OneStepApartIsApart) {
    const double above = std::nextafter(1.0, 2.0);
    add({{0, 0, 1}, {1, 0, 1}, {0, 1, 1}}, {{0, 1, 2}});
    add({{0, 0, above}, {1, 0, above}, {0, 1, above}}, {{0, 1, 2}});
    EXPECT_TRUE(agreed().empty());
    given[1].positions[0].z = 1;
    EXPECT_EQ(agreed().size(), 1u);
}

TEST_P(Scales, MinusZeroIsZero) {
    add({{0, 0, -0.0}, {1, 0, -0.0}, {0, 1, -0.0}}, {{0, 1, 2}});
    add({{0, 0, 0.0}, {-1, 0, 0.0}, {0, -1, 0.0}}, {{0, 1, 2}});
    const auto pairs = agreed();
    ASSERT_EQ(pairs.size(), 1u);
    EXPECT_EQ(pairs[0].kind, PairKind::touching);
}

/// A grain on a plain: one triangle of the size of the largest numbers, one of the smallest, one in between.
TEST_P(Scales, MixedInOneScene) {
    add({{-1e300, -1e300, 0}, {1e300, -1e300, 0}, {0, 1e300, 0}}, {{0, 1, 2}});
    add({{0, 0, -1e-300}, {1e-300, 0, 1e-300}, {0, 1e-300, 1e-300}}, {{0, 1, 2}});
    add({{0, 0, -1}, {1, 0, 1}, {0, 1, 1}}, {{0, 1, 2}});
    add({{0, 0, 1e-310}, {1, 0, 1e-310}, {0, 1, 1e-310}}, {{0, 1, 2}});
    EXPECT_GE(agreed().size(), 4u);
}

TEST_P(Scales, RandomScenesAtTheEndsOfTheRange) {
    const std::uint64_t first = oracle::first_seed(211);
    std::size_t pairs = 0;
    for (std::uint64_t seed = first; seed < first + 200; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        oracle::Random random(seed);
        given = {random_body(random), random_body(random)};
        rescale(given, random);
        pairs += agreed().size();
        if (HasFailure()) return;
    }
    EXPECT_GT(pairs, 1000u);
}

INSTANTIATE_TEST_SUITE_P(Detectors, Scales, testing::ValuesIn(detectors),
                         [](const auto& detector) { return std::string(name(detector.param)); });

}  // namespace
}  // namespace pliant::agreement
