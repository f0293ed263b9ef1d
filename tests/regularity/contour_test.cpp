// The contour test against plain geometry in double precision: what it calls simple is simple, with room to spare.
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "simd/contour_kernels.hpp"

namespace pliant::simd {
namespace {

struct Point {
    double u, v;
};

double side(Point a, Point b, Point c) { return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u); }

bool within(double low, double value, double high) {
    return std::min(low, high) <= value && value <= std::max(low, high);
}

bool segments_meet(Point a, Point b, Point c, Point d) {
    const double s = side(a, b, c), t = side(a, b, d), p = side(c, d, a), q = side(c, d, b);
    if (s * t < 0 && p * q < 0) return true;
    const auto on = [](Point e, Point f, Point x, double value) {
        return value == 0 && within(e.u, x.u, f.u) && within(e.v, x.v, f.v);
    };
    return on(a, b, c, s) || on(a, b, d, t) || on(c, d, a, p) || on(c, d, b, q);
}

struct Edge {
    std::uint32_t from, to;
};

/// Loops of vertices in the plane z = 0.
struct Loops {
    std::vector<FloatVertex> vertices;
    std::vector<Edge> edges;
    std::vector<std::uint32_t> ends;

    void add(const std::vector<Point>& loop) {
        const auto first = static_cast<std::uint32_t>(vertices.size()), size = static_cast<std::uint32_t>(loop.size());
        for (const Point& p : loop) vertices.push_back({static_cast<float>(p.u), static_cast<float>(p.v), 0, 0});
        for (std::uint32_t i = 0; i < size; ++i) edges.push_back({first + i, first + (i + 1) % size});
        ends.push_back(static_cast<std::uint32_t>(edges.size()));
    }

    [[nodiscard]] Point at(std::uint32_t v) const { return {vertices[v].x, vertices[v].y}; }

    [[nodiscard]] bool simple() const {
        for (std::size_t i = 0; i < edges.size(); ++i) {
            for (std::size_t k = i + 1; k < edges.size(); ++k) {
                const Edge &p = edges[i], &q = edges[k];
                const bool linked = p.to == q.from || q.to == p.from;
                if (!linked && segments_meet(at(p.from), at(p.to), at(q.from), at(q.to))) return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool certainly_simple() const {
        std::vector<std::uint32_t> ids;
        for (const Edge& edge : edges) ids.push_back(edge.from);
        const std::size_t count = ids.size();
        ids.resize(count + 7);
        ProjectedContours scratch;
        return pliant::simd::certainly_simple({vertices.data(), nullptr}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 0}, 4},
                                              {{ids.data(), count}, ends}, scratch);
    }
};

std::vector<Point> wobbly_circle(std::mt19937& random, std::size_t size, double radius, double wobble) {
    std::uniform_real_distribution<double> noise(-wobble, wobble);
    std::vector<Point> loop;
    for (std::size_t i = 0; i < size; ++i) {
        const double angle = 6.283185307179586 * (double(i) + 5 * noise(random)) / double(size),
                     r = radius * (1 + noise(random));
        loop.push_back({r * std::cos(angle) + noise(random) / 10, r * std::sin(angle)});
    }
    return loop;
}

TEST(ContourTest, NeverCallsACrossingContourSimpleAndNearlyAlwaysSeesASimpleOne) {
    std::mt19937 random(20);
    std::size_t simple = 0, seen = 0, crossing = 0;
    for (int round = 0; round < 3000; ++round) {
        Loops loops;
        const std::size_t size = 3 + random() % 90;
        loops.add(wobbly_circle(random, size, 1, 0.02 + 0.3 * double(round % 10) / 10));
        if (round % 3 == 0) loops.add(wobbly_circle(random, 3 + random() % 20, 0.3, 0.2));
        const bool is_simple = loops.simple(), called_simple = loops.certainly_simple();
        ASSERT_TRUE(is_simple || !called_simple) << "round " << round;
        simple += is_simple ? 1 : 0;
        crossing += is_simple ? 0 : 1;
        seen += called_simple ? 1 : 0;
    }
    EXPECT_GT(crossing, 300u);
    EXPECT_GT(simple, 1000u);
    EXPECT_GT(double(seen), 0.98 * double(simple));
}

TEST(ContourTest, RefusesWhatTouchesFoldsBackOrHasTwoEdges) {
    Loops folded;  // goes out and comes back along the same line
    folded.add({{0, 0}, {1, 0}, {2, 0}, {1, 0}, {0.5, 1}});
    EXPECT_FALSE(folded.certainly_simple());

    Loops touching;  // a corner of one loop lies on an edge of the other
    touching.add({{0, 0}, {2, 0}, {0, 2}});
    touching.add({{1, 0}, {1.5, -1}, {0.5, -1}});
    EXPECT_FALSE(touching.certainly_simple());

    Loops flat;
    flat.add({{0, 0}, {1, 0}});
    EXPECT_FALSE(flat.certainly_simple());

    Loops nested;  // one inside the other: simple, and told apart by their areas
    nested.add({{-2, -2}, {2, -2}, {2, 2}, {-2, 2}});
    nested.add({{-1, -1}, {-1, 1}, {1, 1}, {1, -1}});
    EXPECT_TRUE(nested.certainly_simple());
}

TEST(ContourTest, AcceptsLongStraightSides) {
    Loops square;
    std::vector<Point> loop;
    for (int i = 0; i < 40; ++i) loop.push_back({i / 40.0, 0});
    for (int i = 0; i < 40; ++i) loop.push_back({1, i / 40.0});
    for (int i = 0; i < 40; ++i) loop.push_back({1 - i / 40.0, 1});
    for (int i = 0; i < 40; ++i) loop.push_back({0, 1 - i / 40.0});
    square.add(loop);
    EXPECT_TRUE(square.certainly_simple());
}

/// Contours of real meshes are jagged: most edges advance, some stand still or go back a little.
TEST(ContourTest, SeesThroughJags) {
    std::mt19937 random(21);
    std::size_t simple = 0, seen = 0, crossing = 0;
    for (int round = 0; round < 2000; ++round) {
        std::vector<Point> loop;
        const std::size_t size = 8 + random() % 120;
        const double depth = 0.05 * double(1 + round % 8);
        for (std::size_t i = 0; i < size; ++i) {
            const double angle = 6.283185307179586 * double(i) / double(size);
            const double r = 1 + depth * double(static_cast<int>(random() % 3) - 1);
            const double slip = depth * double(random() % 3) / 2;
            loop.push_back({r * std::cos(angle + slip), r * std::sin(angle + slip)});
        }
        Loops loops;
        loops.add(loop);
        const bool is_simple = loops.simple(), called_simple = loops.certainly_simple();
        ASSERT_TRUE(is_simple || !called_simple) << "round " << round;
        simple += is_simple ? 1 : 0;
        crossing += is_simple ? 0 : 1;
        seen += called_simple ? 1 : 0;
    }
    EXPECT_GT(crossing, 200u);
    EXPECT_GT(simple, 200u);
    EXPECT_GT(double(seen), 0.95 * double(simple));
}

/// Loops of any number of edges about whole blocks, and many small ones beside one another.
TEST(ContourTest, SeesLoopsOfEverySize) {
    for (std::size_t size = 3; size < 70; ++size) {
        Loops loops;
        for (std::size_t copy = 0; copy < 4; ++copy) {
            std::vector<Point> loop;
            for (std::size_t i = 0; i < size; ++i) {
                const double angle = 6.283185307179586 * double(i) / double(size);
                loop.push_back({0.8 * double(copy) - 1.2 + 0.3 * std::cos(angle), 0.3 * std::sin(angle)});
            }
            loops.add(loop);
        }
        EXPECT_TRUE(loops.certainly_simple()) << size;
        loops.vertices[0].x += 0.6f;  // into the next loop
        EXPECT_FALSE(loops.certainly_simple()) << size;
    }
}

}  // namespace
}  // namespace pliant::simd
