// The contour test against plain geometry in double precision: what it calls simple is simple, with room to spare.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "detect/regularity/simple_contours.hpp"
#include "each_target.hpp"

namespace pliant::regularity {

using namespace simd;
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

/// Loops of vertices, in the plane z = 0 unless they are projected otherwise.
struct Loops {
    Projection projection{{1, 0, 0}, {0, 1, 0}, {0, 0, 0}, 4};
    std::vector<FloatVertex> vertices;
    std::vector<Edge> edges;
    std::vector<std::uint32_t> ends;

    void add(const std::vector<Point>& loop) {
        std::vector<FloatVertex> flat;
        for (const Point& p : loop) flat.push_back({static_cast<float>(p.u), static_cast<float>(p.v), 0, 0});
        add_in_space(flat);
    }

    void add_in_space(const std::vector<FloatVertex>& loop) {
        const auto first = static_cast<std::uint32_t>(vertices.size()), size = static_cast<std::uint32_t>(loop.size());
        vertices.insert(vertices.end(), loop.begin(), loop.end());
        for (std::uint32_t i = 0; i < size; ++i) edges.push_back({first + i, first + (i + 1) % size});
        ends.push_back(static_cast<std::uint32_t>(edges.size()));
    }

    /// Projected without a rounding that matters.
    [[nodiscard]] Point at(std::uint32_t v) const {
        const auto along = [&](const std::array<float, 3>& axis) {
            return double{axis[0]} * vertices[v].x + double{axis[1]} * vertices[v].y + double{axis[2]} * vertices[v].z;
        };
        return {along(projection.u), along(projection.v)};
    }

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
        ProjectedContours scratch;
        return certainly_simple(scratch);
    }

    [[nodiscard]] bool certainly_simple(ProjectedContours& scratch) const {
        std::vector<std::uint32_t> ids;
        for (const Edge& edge : edges) ids.push_back(edge.from);
        const std::size_t count = ids.size();
        ids.resize(count + 7);
        return regularity::certainly_simple({vertices.data(), nullptr}, projection, {{ids.data(), count}, ends},
                                            scratch);
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

// Loops are cut into chains, chains stand in groups of eight, and far groups are compared as such: sizes about where a
// chain, a group, or a way of comparing them begins.
constexpr std::size_t sizes_about_chains[] = {3,  7,   8,   9,   15,  16,  17,  24,  63,  64,  65,  72,
                                              80, 127, 128, 129, 192, 193, 256, 257, 320, 321, 641, 900};

std::vector<Point> circle(std::size_t size, double radius = 1) {
    std::vector<Point> loop;
    for (std::size_t i = 0; i < size; ++i) {
        const double angle = 6.283185307179586 * double(i) / double(size);
        loop.push_back({radius * std::cos(angle), radius * std::sin(angle)});
    }
    return loop;
}

Point between(Point a, Point b, double part) { return {a.u + part * (b.u - a.u), a.v + part * (b.v - a.v)}; }

bool certainly_simple(const std::vector<Point>& loop) {
    Loops loops;
    loops.add(loop);
    return loops.certainly_simple();
}

TEST(ContourTest, RefusesToFoldBackAnywhere) {
    const int targets = on_each_target([](const std::string&) {
        for (const std::size_t size : sizes_about_chains) {
            EXPECT_TRUE(certainly_simple(circle(size))) << size;
            for (std::size_t i = 0; i < size; ++i) {
                std::vector<Point> loop = circle(size);
                loop[(i + 2) % size] = between(loop[i], loop[(i + 1) % size], 0.5);
                EXPECT_FALSE(certainly_simple(loop)) << size << " edges, behind " << i;
            }
        }
    });
    EXPECT_GE(targets, 1);
}

/// A needle from one vertex of a circle up to the middle of another edge, and of nothing else.
TEST(ContourTest, RefusesATouchOfAnyTwoEdges) {
    const int targets = on_each_target([](const std::string&) {
        std::mt19937 random(22);
        for (const std::size_t size : sizes_about_chains) {
            if (size < 7) continue;
            for (int round = 0; round < 100; ++round) {
                const std::size_t i = random() % size;
                const std::size_t away =
                    3 + (round < 50 ? random() % (size - 6) : random() % std::min<std::size_t>(20, size - 6));
                std::vector<Point> loop = circle(size);
                const Point base = loop[i], on = between(loop[(i + away) % size], loop[(i + away + 1) % size], 0.5);
                loop[i] = on;
                EXPECT_FALSE(certainly_simple(loop)) << size << " edges, " << i << " meets that " << away << " on";
                if (size > 400) continue;  // what is left between near edges is about as much as rounding
                loop[i] = between(base, on, 0.9);
                EXPECT_TRUE(certainly_simple(loop))
                    << size << " edges, " << i << " nearly meets that " << away << " on";
            }
        }
    });
    EXPECT_GE(targets, 1);
}

/// The same between loops, one within the other.
TEST(ContourTest, RefusesATouchOfAnyTwoLoops) {
    const int targets = on_each_target([](const std::string&) {
        std::mt19937 random(23);
        for (const std::size_t size : sizes_about_chains) {
            for (const std::size_t inner_size : {3, 8, 30, 100, 500}) {
                const std::vector<Point> outer = circle(size), tip = circle(size, 0.98);
                const std::size_t k = random() % size;
                const std::size_t i = ((2 * k + 1) * inner_size + size) / (2 * size) % inner_size;  // across from it
                std::vector<Point> inner = circle(inner_size, 0.3);
                inner[i] = between(outer[k], outer[(k + 1) % size], 0.5);
                Loops touching;
                touching.add(outer);
                touching.add(inner);
                EXPECT_FALSE(touching.certainly_simple()) << size << " and " << inner_size;
                inner[i] = between(tip[k], tip[(k + 1) % size], 0.5);
                Loops apart;
                apart.add(inner);
                apart.add(outer);
                EXPECT_TRUE(apart.certainly_simple()) << size << " and " << inner_size;
            }
        }
    });
    EXPECT_GE(targets, 1);
}

/// The border of a rectangle, with a needle from one side to just before or beyond the opposite one, in space: each
/// point lies anywhere on its line along the third axis.
std::vector<FloatVertex> rectangle_with_needle(std::mt19937& random, const std::array<std::array<double, 3>, 3>& axes,
                                               std::size_t side, double tip) {
    std::vector<Point> loop;
    const auto at = [side](std::size_t i) { return double(i) / double(side); };
    for (std::size_t i = 0; i < side; ++i) loop.push_back({at(i), 0});
    loop.insert(loop.begin() + static_cast<std::ptrdiff_t>(side / 2 + 1), {at(side / 2) + 0.3 / double(side), tip});
    for (std::size_t i = 0; i < side; ++i) loop.push_back({1, 0.5 * at(i)});
    for (std::size_t i = 0; i < side; ++i) loop.push_back({1 - at(i), 0.5});
    for (std::size_t i = 0; i < side; ++i) loop.push_back({0, 0.5 - 0.5 * at(i)});
    std::uniform_real_distribution<double> height(-2, 2);
    std::vector<FloatVertex> out;
    for (const Point& p : loop) {
        const double h = height(random);
        const auto coordinate = [&](std::size_t k) {
            return static_cast<float>(p.u * axes[0][k] + p.v * axes[1][k] + h * axes[2][k]);
        };
        out.push_back({coordinate(0), coordinate(1), coordinate(2), 0});
    }
    return out;
}

// Projected coordinates are rounded: what exactly meets may seem to be apart by as much.
TEST(ContourTest, AllowsForTheRoundingOfProjections) {
    const std::array<std::array<double, 3>, 3> axes{
        {{2.0 / 3, 1.0 / 3, 2.0 / 3}, {-2.0 / 3, 2.0 / 3, 1.0 / 3}, {-1.0 / 3, -2.0 / 3, 2.0 / 3}}};
    on_each_target([&](const std::string&) {
        std::mt19937 random(25);
        std::uniform_real_distribution<double> beyond(-5e-7, 5e-7);
        std::size_t crossing = 0;
        for (int round = 0; round < 2000; ++round) {
            const std::size_t side = 2 + random() % 6;
            Loops loops;
            for (std::size_t k = 0; k < 3; ++k) {
                loops.projection.u[k] = static_cast<float>(axes[0][k]);
                loops.projection.v[k] = static_cast<float>(axes[1][k]);
            }
            loops.add_in_space(rectangle_with_needle(random, axes, side, 0.5 + beyond(random)));
            if (!loops.simple()) {
                ++crossing;
                ASSERT_FALSE(loops.certainly_simple()) << "round " << round;
            }
            Loops clear = loops;
            clear.vertices.clear();
            clear.edges.clear();
            clear.ends.clear();
            clear.add_in_space(rectangle_with_needle(random, axes, side, 0.49));
            ASSERT_TRUE(clear.certainly_simple()) << "round " << round;
        }
        EXPECT_GT(crossing, 500u);
    });
}

TEST(ContourTest, DecidesTheSameOnEveryTarget) {
    std::vector<std::vector<bool>> decisions;
    on_each_target([&](const std::string&) {
        std::mt19937 random(24);
        std::vector<bool> decided;
        for (int round = 0; round < 300; ++round) {
            Loops loops;
            loops.add(wobbly_circle(random, 3 + random() % 400, 1, 0.03 * double(round % 10)));
            if (round % 4 == 0) loops.add(wobbly_circle(random, 3 + random() % 40, 0.4, 0.2));
            decided.push_back(loops.certainly_simple());
        }
        EXPECT_GT(std::count(decided.begin(), decided.end(), true), 30);
        EXPECT_GT(std::count(decided.begin(), decided.end(), false), 30);
        decisions.push_back(decided);
    });
    for (const auto& decided : decisions) EXPECT_EQ(decided, decisions.front());
}

TEST(ContourTest, AreaTellsWhichWayALoopRuns) {
    for (const std::size_t size : sizes_about_chains) {
        Loops loops;
        loops.add(circle(size));
        std::vector<Point> hole = circle(size, 0.4);
        std::reverse(hole.begin(), hole.end());
        loops.add(hole);
        ProjectedContours scratch;
        ASSERT_TRUE(loops.certainly_simple(scratch)) << size;
        const double area = double(size) * std::sin(6.283185307179586 / double(size));
        EXPECT_NEAR(certain_area(scratch, scratch.loops[0]), area, 1e-4) << size;
        EXPECT_NEAR(certain_area(scratch, scratch.loops[1]), -0.16 * area, 1e-4) << size;
    }
}

}  // namespace
}  // namespace pliant::regularity
