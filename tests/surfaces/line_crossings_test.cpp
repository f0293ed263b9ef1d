// Line kernels against exact arithmetic and plain loops, on every vector target.
#include "surfaces/line_crossings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

#include "each_target.hpp"
#include "geometry/line_crossing.hpp"
#include "oracle/random.hpp"
#include "test_vertices.hpp"

namespace pliant::surfaces {

using namespace simd;
namespace {

using oracle::Random;
using TriangleIds = std::array<std::uint32_t, 3>;

constexpr std::uint32_t columns = 16;

double as_float(double x) { return static_cast<float>(x); }

struct Soup {
    TestVertices vertices;
    std::vector<TriangleIds> triangles;

    void add(const Vec3& a, const Vec3& b, const Vec3& c) {
        triangles.push_back({vertices.add(a), vertices.add(b), vertices.add(c)});
    }
    /// With `axis` last.
    [[nodiscard]] geometry::TriangleCorners corners(std::size_t i, int axis) const {
        geometry::TriangleCorners t;
        for (std::size_t k = 0; k < 3; ++k) {
            const Vec3 p = vertices.at(triangles[i][k]);
            t[k] = axis == 0 ? Vec3{p.y, p.z, p.x} : axis == 1 ? Vec3{p.z, p.x, p.y} : p;
        }
        return t;
    }
};

/// Lines over [-1, 1] x [-1, 1].
struct Lines {
    LineGrid grid;
    LinePlaces places;

    explicit Lines(int axis) {
        grid.axis = axis;
        grid.margin = 0x1p-20 * 2 * columns;
        grid.last = columns - 1;
        places.columns = columns;
        for (std::size_t k = 0; k < 2; ++k) {
            places.lo[k] = -1;
            places.step[k] = 2.0 / columns;
            const std::size_t along = (static_cast<std::size_t>(axis) + 1 + k) % 3;
            grid.lo[along] = -1 + 0.5 * places.step[k];
            grid.per_unit[along] = columns / 2.0;
        }
    }
    [[nodiscard]] double at(std::uint32_t i) const { return -1 + (i + 0.5) * (2.0 / columns); }
    /// Whether a line has a coordinate within `margin` of [lo, hi].
    [[nodiscard]] bool any_within(double lo, double hi, double margin) const {
        for (std::uint32_t i = 0; i < columns; ++i) {
            if (at(i) >= lo - margin && at(i) <= hi + margin) return true;
        }
        return false;
    }
};

struct Range {
    double lo, hi;
};

Range range_of(const geometry::TriangleCorners& t, std::size_t k) {
    return {std::min({t[0][k], t[1][k], t[2][k]}), std::max({t[0][k], t[1][k], t[2][k]})};
}

bool box_near_line(const Lines& lines, const geometry::TriangleCorners& t, double margin) {
    const Range x = range_of(t, 0), y = range_of(t, 1);
    return lines.any_within(x.lo, x.hi, margin) && lines.any_within(y.lo, y.hi, margin);
}

/// Exact crossings: line -> turn.
std::map<std::uint32_t, int> exact_crossings(const Lines& lines, const geometry::TriangleCorners& t) {
    std::map<std::uint32_t, int> found;
    const Range x = range_of(t, 0), y = range_of(t, 1);
    for (std::uint32_t row = 0; row < columns; ++row) {
        for (std::uint32_t column = 0; column < columns; ++column) {
            const double u = lines.at(column), v = lines.at(row);
            if (u < x.lo || u > x.hi || v < y.lo || v > y.hi) continue;
            const int turn = -geometry::crossed_by_line({u, v, 0}, t, Along::z);
            if (turn != 0) found[row * columns + column] = turn;
        }
    }
    return found;
}

/// Small ones that mostly lie between lines.
Soup random_soup() {
    Random random(oracle::first_seed(411));
    Soup soup;
    const auto near = [&](const Vec3& p) {
        const Vec3 q = p + 0.08 * random.in_cube();
        return Vec3{as_float(q.x), as_float(q.y), as_float(q.z)};
    };
    for (int i = 0; i < 3001; ++i) {
        const Vec3 middle = 1.2 * random.in_cube();
        soup.add(near(middle), near(middle), near(middle));
    }
    return soup;
}

/// Lines go through vertices and edges exactly; flat, tiny and huge ones.
Soup hostile_soup() {
    Random random(oracle::first_seed(412));
    Soup soup;
    const auto on_lattice = [&] {  // of half pixels, where the lines are
        const auto at = [&] { return -1 + random.integer(-2, 2 * columns + 2) * (1.0 / columns); };
        return Vec3{at(), at(), at()};
    };
    for (int i = 0; i < 1500; ++i) {
        const Vec3 a = on_lattice();
        const double step = 1.0 / columns;
        const auto by = [&] { return random.integer(-1, 1) * step; };
        soup.add(a, a + Vec3{by(), by(), by()}, a + Vec3{by(), by(), by()});
    }
    for (int i = 0; i < 500; ++i) soup.add(on_lattice(), on_lattice(), on_lattice());
    for (const double size : {1e-30, 1e-42, 1e-7, 4.0, 1e30}) {
        for (int i = 0; i < 100; ++i) {
            const Vec3 a = on_lattice();
            const auto corner = [&] {
                const Vec3 q = a + size * random.in_cube();
                return Vec3{as_float(q.x), as_float(q.y), as_float(q.z)};
            };
            soup.add(corner(), corner(), corner());
        }
    }
    return soup;
}

class LineKernels : public testing::TestWithParam<bool> {};

TEST_P(LineKernels, KeepEveryTriangleWhoseBoxHasALine) {
    std::size_t kept_by_all = 0, left_out = 0;
    for (const Soup& soup : {random_soup(), hostile_soup()}) {
        for (const int axis : {0, 1, 2}) {
            const Lines lines(axis);
            const std::size_t begin = 5, end = soup.triangles.size();
            on_each_target([&](const std::string&) {
                std::vector<std::uint32_t> kept(end - begin);
                kept.resize(possibly_crossed(soup.vertices.as(GetParam()), soup.triangles.data(), begin, end,
                                             lines.grid, kept.data()));
                ASSERT_TRUE(std::is_sorted(kept.begin(), kept.end()));
                for (auto i = static_cast<std::uint32_t>(begin); i < end; ++i) {
                    const bool found = std::binary_search(kept.begin(), kept.end(), i);
                    const auto t = soup.corners(i, axis);
                    ASSERT_TRUE(found || !box_near_line(lines, t, 0)) << "triangle " << i;
                    const double twice = 2 * lines.grid.margin * lines.places.step[0];
                    const bool far = std::abs(t[0].x) > 1e6;  // floats round such places by more than the margin
                    ASSERT_TRUE(!found || far || box_near_line(lines, t, twice)) << "triangle " << i;
                    kept_by_all += found ? 1 : 0;
                    left_out += found ? 0 : 1;
                }
            });
        }
    }
    EXPECT_GT(kept_by_all, 1000u);
    EXPECT_GT(left_out, 1000u);
}

/// Triangles with NaN or infinite corners may be kept or not; their neighbours are told apart all the same.
TEST_P(LineKernels, AreNotConfusedByCornersThatAreNotFinite) {
    Soup sound = random_soup(), spoilt = sound;
    Random random(oracle::first_seed(413));
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const std::array bad{std::nan(""), infinite, -infinite};
    for (std::size_t i = 0; i < spoilt.triangles.size(); i += 7) {
        const double x = bad[static_cast<std::size_t>(random.integer(0, 2))];
        spoilt.triangles[i][static_cast<std::size_t>(random.integer(0, 2))] = spoilt.vertices.add({x, 0.1, x});
    }
    for (const int axis : {0, 1, 2}) {
        const Lines lines(axis);
        on_each_target([&](const std::string&) {
            const std::size_t all = sound.triangles.size();
            std::vector<std::uint32_t> kept(all), of_spoilt(all);
            kept.resize(possibly_crossed(sound.vertices.as(GetParam()), sound.triangles.data(), 0, all, lines.grid,
                                         kept.data()));
            of_spoilt.resize(possibly_crossed(spoilt.vertices.as(GetParam()), spoilt.triangles.data(), 0, all,
                                              lines.grid, of_spoilt.data()));
            const auto is_spoilt = [](std::uint32_t i) { return i % 7 == 0; };
            std::erase_if(kept, is_spoilt);
            std::erase_if(of_spoilt, is_spoilt);
            EXPECT_EQ(kept, of_spoilt);
        });
    }
}

/// What the kernel decides is what exact arithmetic says; the rest is left, in order.
void expect_exact(const Soup& soup, int axis, bool floats, std::size_t& decided_ones) {
    const Lines lines(axis);
    const std::size_t all = soup.triangles.size();
    std::vector<std::uint32_t> triangles(all);
    triangles.resize(
        possibly_crossed(soup.vertices.as(floats), soup.triangles.data(), 0, all, lines.grid, triangles.data()));
    const std::vector<std::uint32_t> given = triangles;
    std::vector<LineCrossing> crossings(given.size());
    const Decided decided = cross_single_lines(soup.vertices.as(floats), soup.triangles.data(), triangles.data(),
                                               triangles.size(), lines.grid, lines.places, crossings.data());
    triangles.resize(decided.left);
    crossings.resize(decided.crossings);
    ASSERT_TRUE(std::is_sorted(triangles.begin(), triangles.end()));
    std::map<std::uint32_t, LineCrossing> by_triangle;
    for (const LineCrossing& crossing : crossings) {
        ASSERT_TRUE(by_triangle.emplace(crossing.point.triangle, crossing).second);
    }
    for (const std::uint32_t i : given) {
        if (std::binary_search(triangles.begin(), triangles.end(), i)) {
            ASSERT_EQ(by_triangle.count(i), 0u);
            continue;
        }
        ++decided_ones;
        const auto t = soup.corners(i, axis);
        std::map<std::uint32_t, int> found;
        if (by_triangle.count(i) > 0) found[by_triangle[i].line] = by_triangle[i].point.turn;
        ASSERT_EQ(found, exact_crossings(lines, t)) << "triangle " << i;
        if (found.empty()) continue;
        const Range depth = range_of(t, 2);
        ASSERT_GE(by_triangle[i].point.depth, depth.lo);
        ASSERT_LE(by_triangle[i].point.depth, depth.hi);
    }
}

TEST_P(LineKernels, DecideLikeExactArithmetic) {
    for (const int axis : {0, 1, 2}) {
        const Soup soup = random_soup();
        on_each_target([&](const std::string&) {
            std::size_t decided = 0;
            expect_exact(soup, axis, GetParam(), decided);
            EXPECT_GT(decided, 100u);
        });
    }
}

TEST_P(LineKernels, LeaveOpenWhatRoundingCannotDecide) {
    for (const int axis : {0, 1, 2}) {
        const Soup soup = hostile_soup();
        on_each_target([&](const std::string&) {
            std::size_t decided = 0;
            expect_exact(soup, axis, GetParam(), decided);
            EXPECT_GT(decided, 10u);
        });
    }
}

TEST_P(LineKernels, FindDepthsOnThePlane) {
    const Soup soup = random_soup();
    const Lines lines(2);
    on_each_target([&](const std::string&) {
        std::vector<std::uint32_t> triangles(soup.triangles.size());
        for (std::uint32_t i = 0; i < triangles.size(); ++i) triangles[i] = i;
        std::vector<LineCrossing> crossings(triangles.size());
        const Decided decided =
            cross_single_lines(soup.vertices.as(GetParam()), soup.triangles.data(), triangles.data(), triangles.size(),
                               lines.grid, lines.places, crossings.data());
        EXPECT_GT(decided.crossings, 30u);
        for (std::size_t i = 0; i < decided.crossings; ++i) {
            const auto t = soup.corners(crossings[i].point.triangle, 2);
            const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
            const Vec3 p{lines.at(crossings[i].line % columns), lines.at(crossings[i].line / columns),
                         crossings[i].point.depth};
            EXPECT_NEAR(dot(normal, p - t[0]), 0, 1e-12 * std::sqrt(dot(normal, normal)));
        }
    });
}

TEST_P(LineKernels, BoundVerticesLikeAPlainLoop) {
    const Soup soup = hostile_soup();
    const std::size_t all = soup.vertices.size();
    Random random(oracle::first_seed(414));
    on_each_target([&](const std::string&) {
        for (int i = 0; i < 200; ++i) {
            const auto begin = static_cast<std::size_t>(random.integer(0, static_cast<int>(all) - 1));
            const std::size_t end = std::min(all, begin + static_cast<std::size_t>(random.integer(1, 40)));
            const Box<double> found = vertex_bounds(soup.vertices.as(GetParam()), begin, end);
            for (std::size_t k = 0; k < 3; ++k) {
                double lo = soup.vertices.at(begin)[k], hi = lo;
                for (std::size_t v = begin; v < end; ++v) {
                    lo = std::min(lo, soup.vertices.at(v)[k]);
                    hi = std::max(hi, soup.vertices.at(v)[k]);
                }
                ASSERT_EQ(found.lo[k], lo);
                ASSERT_EQ(found.hi[k], hi);
            }
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Numbers, LineKernels, testing::Bool(),
                         [](const auto& floats) { return std::string(floats.param ? "floats" : "doubles"); });

}  // namespace
}  // namespace pliant::surfaces
