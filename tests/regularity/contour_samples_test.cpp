// A few vertices of its contour tell which way a leaf faces.
#include "detect/regularity/contour_samples.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "frame/bodies.hpp"

namespace pliant::regularity {
namespace {

using Place = std::array<double, 3>;

struct Loop {
    std::vector<Place> points;
    frame::Bodies bodies;
    std::vector<std::uint32_t> vertices, ends;

    explicit Loop(std::vector<Place> around) : points(std::move(around)), vertices(points.size()) {
        bodies.add(points, {{0, 1, 2}});
        parallel::Workers workers(1);
        bodies.update(workers);
        std::iota(vertices.begin(), vertices.end(), 0u);
        ends = {static_cast<std::uint32_t>(points.size())};
    }

    [[nodiscard]] ContourSamples samples() const { return sample_contour(bodies, {vertices, ends}, 5); }

    /// Of a loop in the plane of x and y.
    [[nodiscard]] double area_within(const ContourSamples& samples) const {
        double area = 0;
        for (std::size_t k = 0; k < samples.size(); ++k) {
            const Place &p = points[samples[k]], &q = points[samples[(k + 1) % samples.size()]];
            area += 0.5 * (p[0] * q[1] - p[1] * q[0]);
        }
        return area;
    }
};

/// Unit steps: r, l, u, d.
std::vector<Place> walk(const char* steps) {
    std::vector<Place> points;
    Place at{0, 0, 0};
    for (; *steps != 0; ++steps) {
        points.push_back(at);
        at[0] += *steps == 'r' ? 1 : *steps == 'l' ? -1 : 0;
        at[1] += *steps == 'u' ? 1 : *steps == 'd' ? -1 : 0;
    }
    EXPECT_EQ(at, (Place{0, 0, 0}));
    return points;
}

TEST(ContourSamples, OfASquareHasItsCorners) {
    const Loop square(walk("rrrruuuulllldddd"));
    EXPECT_EQ(square.area_within(square.samples()), 16);
}

// Evenly spread from the first vertex on, four of them lie nearly on one line: a waving cloth of a million triangles
// was searched all over because of one such leaf.
TEST(ContourSamples, OfACrookedLeafEnclosesAGoodPartOfIt) {
    const Loop crooked({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0},  {4, 0, 0},  {4, 1, 0},  {4, 2, 0},
                        {3, 3, 0}, {4, 4, 0}, {5, 4, 0}, {6, 4, 0},  {7, 5, 0},  {7, 6, 0},  {8, 6, 0},
                        {8, 7, 0}, {8, 8, 0}, {8, 9, 0}, {8, 10, 0}, {7, 10, 0}, {6, 10, 0}, {6, 9, 0},
                        {6, 8, 0}, {6, 7, 0}, {5, 7, 0}, {5, 6, 0},  {5, 5, 0},  {4, 5, 0},  {3, 5, 0},
                        {2, 5, 0}, {1, 5, 0}, {0, 4, 0}, {0, 3, 0},  {0, 2, 0},  {0, 1, 0}});
    EXPECT_LT(crooked.area_within({0, 8, 17, 25}), 0);
    EXPECT_GT(crooked.area_within(crooked.samples()), 20);  // of 32
}

TEST(ContourSamples, OfFewVerticesRepeatsSome) {
    const Loop triangle({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
    EXPECT_EQ(triangle.area_within(triangle.samples()), 0.5);
}

TEST(ContourSamples, IsOfTheLongestLoop) {
    std::vector<Place> points = walk("rrrruuuulllldddd");
    for (const Place& p : {Place{1, 1, 0}, Place{1, 2, 0}, Place{2, 2, 0}, Place{2, 1, 0}}) points.push_back(p);
    Loop loops(points);
    loops.ends = {16, 20};
    EXPECT_EQ(loops.area_within(loops.samples()), 16);
}

// A leaf that is bounded while positions are read once read a vertex that another thread was about to write.
TEST(ContourSamples, OfNothingIsTheVertexThatWasGiven) {
    Loop loop(walk("rrrruuuulllldddd"));
    loop.ends.clear();
    EXPECT_EQ(loop.samples(), (ContourSamples{5, 5, 5, 5}));
}

TEST(ContourSamples, OfNaNAreSomeOfTheLoop) {
    std::vector<Place> points = walk("rrrruuuulllldddd");
    points[5][1] = std::numeric_limits<double>::quiet_NaN();
    const Loop broken(points);
    for (const std::uint32_t vertex : broken.samples()) EXPECT_LT(vertex, points.size());
}

}  // namespace
}  // namespace pliant::regularity
