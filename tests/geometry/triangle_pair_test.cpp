// meet, meet_beyond_vertex and meet_beyond_edge against the clipping oracle: about two million pairs a run.
#include "geometry/triangle_pair.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iomanip>
#include <iterator>
#include <sstream>
#include <string>

#include "geometry/pair_families.hpp"
#include "oracle/triangle_oracle.hpp"

namespace pliant::geometry {
namespace {

using oracle::Int128;
using oracle::Random;
using oracle::TwoTriangles;
using Kind = std::optional<PairKind>;

std::string text(const Kind& kind) { return kind ? std::string(name(*kind)) : "apart"; }

std::string text(const TwoTriangles& pair) {
    std::ostringstream out;
    out << std::hexfloat;
    for (const TriangleCorners* t : {&pair.a, &pair.b})
        for (const Vec3& p : *t) out << (&p == t->data() ? "\n" : "  ") << p.x << ", " << p.y << ", " << p.z;
    return out.str();
}

Kind meet_beyond(int shared, const TwoTriangles& pair) {
    if (shared == 0) return meet(pair.a, pair.b);
    return shared == 1 ? meet_beyond_vertex(pair.a, pair.b) : meet_beyond_edge(pair.a, pair.b);
}

/// How often each answer came up.
struct Tally {
    int apart = 0, crossing = 0, touching = 0, coplanar = 0, fold = 0;

    void add(const Kind& kind) {
        if (!kind) return void(++apart);
        switch (*kind) {
            case PairKind::crossing: ++crossing; break;
            case PairKind::touching: ++touching; break;
            case PairKind::coplanar: ++coplanar; break;
            case PairKind::fold: ++fold; break;
        }
    }
    [[nodiscard]] int all() const { return apart + crossing + touching + coplanar + fold; }
};

/// Small samples may miss the share by chance: four standard deviations are let through.
void expect_share(const char* what, int count, int all, double percent) {
    const double expected = percent * all / 100;
    EXPECT_GE(count, expected - 4 * std::sqrt(expected)) << what << ": the family no longer makes what it is for";
}

/// Shares of the answers in percent that a family must reach, so that its test cannot pass empty. Of pairs that share
/// an edge, `crossing` and `touching` cannot happen and `coplanar` stands for folds.
struct Floors {
    double apart, crossing, touching, coplanar;
};

void expect_floors(const Tally& tally, const Floors& floors) {
    const int all = tally.all();
    ASSERT_GT(all, 0);
    expect_share("apart", tally.apart, all, floors.apart);
    expect_share("crossing", tally.crossing, all, floors.crossing);
    expect_share("touching", tally.touching, all, floors.touching);
    expect_share("coplanar or fold", tally.coplanar + tally.fold, all, floors.coplanar);
}

struct Family {
    const char* name;
    TwoTriangles (*make)(Random&);
    int cases;
    bool small_grid;               // the oracle may use 128-bit integers
    std::array<Floors, 3> floors;  // by number of shared vertices
};

const Family families[] = {
    {"grid_2", oracle::grid_pair<2>, 400'000, true, {{{30, 12, 30, 0.5}, {40, 6, 20, 2}, {70, 0, 0, 9}}}},
    {"grid_3", oracle::grid_pair<3>, 400'000, true, {{{40, 15, 15, 0.15}, {50, 9, 12, 0.8}, {70, 0, 0, 5}}}},
    {"grid_4", oracle::grid_pair<4>, 400'000, true, {{{40, 18, 10, 0.06}, {50, 10, 8, 0.35}, {70, 0, 0, 3}}}},
    {"uniform", oracle::uniform_pair, 20'000, false, {{{50, 20, 0, 0}, {60, 12, 0, 0}, {90, 0, 0, 0}}}},
    {"floats", oracle::float_pair, 20'000, false, {{{50, 20, 0, 0}, {60, 12, 0, 0}, {90, 0, 0, 0}}}},
    {"axis_plane", oracle::axis_plane_pair, 20'000, false, {{{20, 0, 5, 40}, {20, 0, 3, 40}, {20, 0, 0, 40}}}},
    {"lattice", oracle::lattice_pair, 20'000, false, {{{25, 4, 10, 30}, {30, 2, 7, 30}, {30, 0, 0, 30}}}},
    {"almost_touching", oracle::almost_touching_pair, 30'000, false, {{{20, 40, 4, 0}, {30, 30, 4, 0}, {60, 0, 0, 1}}}},
    {"crossed_edges", oracle::crossed_edges_pair, 20'000, false, {{{10, 50, 0, 0}, {20, 40, 0, 0}, {90, 0, 0, 0}}}},
    {"nudged", oracle::nudged_pair, 30'000, false, {{{40, 15, 10, 0.1}, {50, 10, 7, 0.4}, {60, 0, 0, 3}}}},
    {"needle", oracle::needle_pair, 30'000, false, {{{10, 30, 15, 0}, {40, 2, 20, 0}, {90, 0, 0, 0}}}},
    {"far_scale", oracle::far_scale_pair, 10'000, false, {{{15, 50, 2, 0}, {25, 35, 2, 0}, {60, 0, 0, 1}}}},
    {"overflowing", oracle::overflowing_pair, 4'000, false, {{{40, 15, 5, 0}, {50, 8, 4, 0}, {70, 0, 0, 1}}}},
    {"extreme", oracle::extreme_pair, 2'000, false, {{{40, 12, 12, 0.3}, {50, 8, 6, 0.3}, {70, 0, 0, 3}}}},
};

bool has_collinear(const TwoTriangles& pair) {
    return oracle::exact_collinear(pair.a[0], pair.a[1], pair.a[2]) ||
           oracle::exact_collinear(pair.b[0], pair.b[1], pair.b[2]);
}

Kind expected_kind(const Family& family, int shared, const TwoTriangles& pair) {
    return family.small_grid ? oracle::exact_meet_beyond<Int128>(shared, pair.a, pair.b)
                             : oracle::exact_meet_beyond(shared, pair.a, pair.b);
}

class PairFamily : public testing::TestWithParam<std::size_t> {
protected:
    void check(int shared) {
        const Family& family = families[GetParam()];
        Tally tally;
        const auto number = GetParam() * 4 + static_cast<std::uint64_t>(shared);
        const int cases = shared == 0 ? family.cases : family.cases / 3;  // fewer ways to lie
        for (const std::uint64_t seed : oracle::seeds(100 + number, cases)) {
            Random random(seed);
            const TwoTriangles pair = oracle::sharing(shared, family.make(random));
            if (has_collinear(pair)) continue;
            const Kind expected = expected_kind(family, shared, pair);
            tally.add(expected);
            ASSERT_EQ(text(meet_beyond(shared, pair)), text(expected)) << "seed " << seed << text(pair);
            const TwoTriangles other = oracle::reordered(random, shared, pair);
            ASSERT_EQ(text(meet_beyond(shared, other)), text(expected)) << "seed " << seed << text(other);
        }
        expect_floors(tally, family.floors[static_cast<std::size_t>(shared)]);
    }
};

TEST_P(PairFamily, meet_is_exact) { check(0); }
TEST_P(PairFamily, meet_beyond_vertex_is_exact) { check(1); }
TEST_P(PairFamily, meet_beyond_edge_is_exact) { check(2); }

INSTANTIATE_TEST_SUITE_P(Pairs, PairFamily, testing::Range<std::size_t>(0, std::size(families)),
                         [](const auto& instance) { return std::string(families[instance.param].name); });

/// The grid tells the answer; the library sees the grid stretched to the ends of the range of double.
TEST(TrianglePair, kinds_survive_any_power_of_two_along_each_axis) {
    for (int shared = 0; shared < 3; ++shared) {
        Tally tally;
        for (const std::uint64_t seed : oracle::seeds(200 + static_cast<std::uint64_t>(shared), 20'000)) {
            Random random(seed);
            const TwoTriangles grid = oracle::sharing(shared, oracle::any_grid_pair(random));
            if (has_collinear(grid)) continue;
            const Kind expected = oracle::exact_meet_beyond<Int128>(shared, grid.a, grid.b);
            tally.add(expected);
            const TwoTriangles pair = oracle::stretched(random, grid);
            ASSERT_EQ(text(meet_beyond(shared, pair)), text(expected)) << "seed " << seed << text(pair);
        }
        const bool edge = shared == 2;
        expect_floors(tally, {40, edge ? 0.0 : 8.0, edge ? 0.0 : 8.0, edge ? 4.0 : 0.2});
    }
}

std::array<TriangleCorners, 6> corner_orders(const TriangleCorners& t) {
    return {{{t[0], t[1], t[2]},
             {t[0], t[2], t[1]},
             {t[1], t[0], t[2]},
             {t[1], t[2], t[0]},
             {t[2], t[0], t[1]},
             {t[2], t[1], t[0]}}};
}

TEST_P(PairFamily, meet_is_the_same_in_all_72_orders) {
    int met = 0, asked = 0;
    for (const std::uint64_t seed : oracle::seeds(210 + GetParam(), 500)) {
        Random random(seed);
        const TwoTriangles pair = families[GetParam()].make(random);
        if (has_collinear(pair)) continue;
        const Kind expected = meet(pair.a, pair.b);
        ++asked;
        met += expected ? 1 : 0;
        for (const TriangleCorners& a : corner_orders(pair.a))
            for (const TriangleCorners& b : corner_orders(pair.b)) {
                ASSERT_EQ(text(meet(a, b)), text(expected)) << "seed " << seed << text(TwoTriangles{a, b});
                ASSERT_EQ(text(meet(b, a)), text(expected)) << "seed " << seed << text(TwoTriangles{b, a});
            }
    }
    expect_share("meeting", met, asked, 20);
}

TEST(TrianglePair, all_three_vertices_shared_is_a_fold) {
    for (const std::uint64_t seed : oracle::seeds(230, 10'000)) {
        Random random(seed);
        const TwoTriangles pair = oracle::sharing(3, oracle::needle_pair(random));
        if (has_collinear(pair)) continue;
        ASSERT_EQ(text(meet_beyond_edge(pair.a, pair.b)), "fold") << "seed " << seed;
    }
}

}  // namespace
}  // namespace pliant::geometry
