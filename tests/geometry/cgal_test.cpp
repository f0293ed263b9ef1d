// meet() against CGAL's exact kernel: a judge that shares neither code nor author with our oracle.
#include <CGAL/Exact_predicates_exact_constructions_kernel.h>
#include <CGAL/Triangle_3.h>
#include <CGAL/intersections.h>
#include <gtest/gtest.h>

#include <iterator>
#include <string>
#include <vector>

#include "geometry/pair_families.hpp"
#include "geometry/triangle_pair.hpp"

namespace pliant::geometry {
namespace {

using Kernel = CGAL::Exact_predicates_exact_constructions_kernel;
using oracle::Random;
using oracle::TwoTriangles;

Kernel::Triangle_3 triangle(const TriangleCorners& t) {
    const auto point = [](const Vec3& p) { return Kernel::Point_3(p.x, p.y, p.z); };
    return {point(t[0]), point(t[1]), point(t[2])};
}

bool on_border(const Kernel::Triangle_3& t, const Kernel::Point_3& p) {
    for (int i = 0; i < 3; ++i)
        if (Kernel::Segment_3(t.vertex(i), t.vertex(i + 1)).has_on(p)) return true;
    return false;
}

std::string kind_of(const Kernel::Triangle_3& a, const Kernel::Triangle_3& b) {
    const auto common = CGAL::intersection(a, b);
    if (!common) return "apart";
    if (boost::get<Kernel::Point_3>(&*common) != nullptr) return "touching";
    if (const auto* segment = boost::get<Kernel::Segment_3>(&*common)) {
        const Kernel::Point_3 middle = CGAL::midpoint(segment->source(), segment->target());
        return on_border(a, middle) || on_border(b, middle) ? "touching" : "crossing";
    }
    return "coplanar";  // a triangle or a polygon
}

struct Family {
    const char* name;
    TwoTriangles (*make)(Random&);
    int pairs;
    int least_met;  // percent, so that the test cannot pass empty
};

const Family families[] = {
    {"grid_2", oracle::grid_pair<2>, 30'000, 35},
    {"grid_4", oracle::grid_pair<4>, 40'000, 20},
    {"uniform", oracle::uniform_pair, 30'000, 15},
    {"axis_plane", oracle::axis_plane_pair, 15'000, 40},
    {"lattice", oracle::lattice_pair, 15'000, 40},
    {"almost_touching", oracle::almost_touching_pair, 20'000, 40},
    {"crossed_edges", oracle::crossed_edges_pair, 15'000, 40},
    {"nudged", oracle::nudged_pair, 20'000, 25},
    {"needle", oracle::needle_pair, 15'000, 40},
};

class AgainstCgal : public testing::TestWithParam<std::size_t> {};

TEST_P(AgainstCgal, kinds_agree) {
    const Family& family = families[GetParam()];
    int met = 0, asked = 0;
    for (const std::uint64_t seed : oracle::seeds(300 + GetParam(), family.pairs)) {
        Random random(seed);
        const TwoTriangles pair = family.make(random);
        const Kernel::Triangle_3 a = triangle(pair.a), b = triangle(pair.b);
        if (a.is_degenerate() || b.is_degenerate()) continue;
        const std::optional<PairKind> kind = meet(pair.a, pair.b);
        ASSERT_EQ(kind.has_value(), CGAL::do_intersect(a, b)) << "seed " << seed;
        ASSERT_EQ(kind ? std::string(name(*kind)) : "apart", kind_of(a, b)) << "seed " << seed;
        ++asked;
        met += kind ? 1 : 0;
    }
    EXPECT_GE(met * 100, family.least_met * asked);
}

INSTANTIATE_TEST_SUITE_P(Pairs, AgainstCgal, testing::Range<std::size_t>(0, std::size(families)),
                         [](const auto& instance) { return std::string(families[instance.param].name); });

}  // namespace
}  // namespace pliant::geometry
