// The oracle is checked by hand-made cases, by GMP's own rationals, and by what must hold of any common set.
#include "oracle/orientation_oracle.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "oracle/random.hpp"
#include "oracle/triangle_oracle.hpp"

namespace pliant::oracle {
namespace {

constexpr double least = std::numeric_limits<double>::denorm_min();
constexpr double greatest = std::numeric_limits<double>::max();
const TriangleCorners flat{Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 4, 0}};

int dimension_of(const TriangleCorners& a, const TriangleCorners& b) { return dimension(common_set(a, b).points); }

TEST(Dyadic, takes_doubles_apart_exactly) {
    Random random(first_seed(1));
    for (int i = 0; i < 100'000; ++i) {
        const double value = random.any_finite();
        const Dyadic d = dyadic(value);
        ASSERT_EQ(std::ldexp(static_cast<double>(d.mantissa), d.exponent), value);
        ASSERT_TRUE(d.mantissa % 2 != 0 || value == 0);
    }
    EXPECT_EQ(dyadic(least).exponent, -1074);
    EXPECT_EQ(dyadic(-12.0).mantissa, -3);
}

TEST(OrientationOracle, is_the_sign_of_the_determinant) {
    const Vec3 o{0, 0, 0}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
    EXPECT_EQ(exact_orient3d(o, x, y, z), 1);
    EXPECT_EQ(exact_orient3d(o, y, x, z), -1);
    EXPECT_EQ(exact_orient3d(o, x, y, Vec3{5, 7, 0}), 0);
    EXPECT_EQ(exact_orient3d(o, x, y, Vec3{5, 7, -least}), -1);
    EXPECT_EQ(exact_orient2d(o, x, y, Along::z), 1);
    EXPECT_EQ(exact_orient2d(o, y, z, Along::x), 1);
    EXPECT_EQ(exact_orient2d(o, z, x, Along::y), 1);
    EXPECT_TRUE(exact_collinear(o, Vec3{greatest, greatest, 0}, Vec3{-least, -least, 0}));
    EXPECT_FALSE(exact_collinear(o, Vec3{greatest, greatest, 0}, Vec3{-least, least, 0}));
}

mpq_class minor_of(const Vec3& u, const Vec3& v, std::size_t i, std::size_t j) {
    return mpq_class(u[i]) * mpq_class(v[j]) - mpq_class(u[j]) * mpq_class(v[i]);
}

mpq_class determinant(const Vec3& u, const Vec3& v, const Vec3& w) {
    return minor_of(u, v, 1, 2) * mpq_class(w.x) + minor_of(u, v, 2, 0) * mpq_class(w.y) +
           minor_of(u, v, 0, 1) * mpq_class(w.z);
}

/// The 4 x 4 determinant expanded along its column of ones, in rationals that GMP made of the doubles.
int rational_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
    const mpq_class sum = determinant(b, c, d) - determinant(a, c, d) + determinant(a, b, d) - determinant(a, b, c);
    return sgn(sum);
}

TEST(OrientationOracle, agrees_with_rationals) {
    std::array<int, 3> counts{};
    for (const std::uint64_t seed : seeds(2, 20'000)) {
        Random random(seed);
        std::array<Vec3, 4> p;
        for (Vec3& q : p)
            q = random.chance(50) ? random.on_grid(2)
                                  : Vec3{random.any_finite(), random.any_finite(), random.uniform()};
        const int expected = rational_orient3d(p[0], p[1], p[2], p[3]);
        ASSERT_EQ(exact_orient3d(p[0], p[1], p[2], p[3]), expected) << "seed " << seed;
        ++counts[static_cast<std::size_t>(expected + 1)];
    }
    for (const int count : counts) EXPECT_GT(count, cases(400));
}

TEST(TriangleOracle, finds_the_common_set) {
    EXPECT_EQ(dimension_of(flat, {Vec3{1, 1, -1}, Vec3{1, 1, 1}, Vec3{9, 9, 0}}), 1);
    EXPECT_EQ(dimension_of(flat, {Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{2, 1, 1}}), 0);
    EXPECT_EQ(dimension_of(flat, {Vec3{1, 1, 0}, Vec3{2, 1, 0}, Vec3{2, 1, 1}}), 1);
    EXPECT_EQ(dimension_of(flat, {Vec3{1, 1, 0}, Vec3{2, 1, 0}, Vec3{1, 2, 0}}), 2);
    EXPECT_EQ(dimension_of(flat, {Vec3{4, 0, 0}, Vec3{8, 0, 0}, Vec3{8, 4, 0}}), 0);
    EXPECT_EQ(dimension_of(flat, {Vec3{0, 0, least}, Vec3{4, 0, least}, Vec3{0, 4, least}}), -1);
    EXPECT_EQ(common_set(flat, {Vec3{1, 1, -1}, Vec3{1, 1, 3}, Vec3{1, 9, -1}}).points.size(), 2u);
    EXPECT_EQ(common_set(flat, {Vec3{3, 3, 0}, Vec3{-2, 3, 0}, Vec3{3, -2, 0}}).points.size(), 6u);  // a star of David
}

TEST(TriangleOracle, gives_exact_points) {
    const auto set = common_set<Int128>(flat, {Vec3{1, 1, -1}, Vec3{2, 1, 2}, Vec3{9, 9, 2}});
    ASSERT_EQ(set.points.size(), 2u);
    const Homogeneous<Int128> third{4, 3, 0, 3};
    EXPECT_TRUE(set.points[0] == third || set.points[1] == third);
}

TEST(TriangleOracle, names_the_kinds) {
    EXPECT_EQ(exact_meet(flat, {Vec3{1, 1, -1}, Vec3{1, 1, 1}, Vec3{9, 9, 0}}), PairKind::crossing);
    EXPECT_EQ(exact_meet(flat, {Vec3{1, 1, 0}, Vec3{1, 1, 1}, Vec3{2, 1, 1}}), PairKind::touching);
    EXPECT_EQ(exact_meet(flat, {Vec3{0, -1, -1}, Vec3{0, 9, -1}, Vec3{0, 1, 9}}), PairKind::touching);
    EXPECT_EQ(exact_meet(flat, {Vec3{1, 1, 0}, Vec3{2, 1, 0}, Vec3{1, 2, 0}}), PairKind::coplanar);
    EXPECT_EQ(exact_meet(flat, flat), PairKind::coplanar);
    EXPECT_EQ(exact_meet(flat, {Vec3{4, 0, 0}, Vec3{0, 4, 0}, Vec3{4, 4, 0}}), PairKind::touching);
    EXPECT_EQ(exact_meet(flat, {Vec3{5, 0, 0}, Vec3{0, 5, 0}, Vec3{4, 4, 0}}), std::nullopt);
}

TEST(TriangleOracle, looks_beyond_what_is_shared) {
    const Vec3 v = flat[0];
    EXPECT_EQ(exact_meet_beyond_vertex(flat, {v, Vec3{1, 1, -1}, Vec3{1, 1, 1}}), PairKind::crossing);
    EXPECT_EQ(exact_meet_beyond_vertex(flat, {v, Vec3{1, 1, 0}, Vec3{1, 1, 1}}), PairKind::touching);
    EXPECT_EQ(exact_meet_beyond_vertex(flat, {v, Vec3{1, 1, 0}, Vec3{1, 2, 0}}), PairKind::coplanar);
    EXPECT_EQ(exact_meet_beyond_vertex(flat, {v, Vec3{-1, 0, 0}, Vec3{0, -1, 0}}), std::nullopt);
    EXPECT_EQ(exact_meet_beyond_vertex(flat, {v, Vec3{1, 1, 1}, Vec3{1, 2, 1}}), std::nullopt);
    EXPECT_EQ(exact_meet_beyond_edge(flat, {v, flat[1], Vec3{1, 1, 1}}), std::nullopt);
    EXPECT_EQ(exact_meet_beyond_edge(flat, {v, flat[1], Vec3{1, -1, 0}}), std::nullopt);
    EXPECT_EQ(exact_meet_beyond_edge(flat, {v, flat[1], Vec3{9, 1, 0}}), PairKind::fold);
    EXPECT_EQ(exact_meet_beyond_edge(flat, flat), PairKind::fold);
}

template <class Number>
std::vector<Homogeneous<Number>> sorted_points(const TriangleCorners& a, const TriangleCorners& b) {
    auto points = common_set<Number>(a, b).points;
    std::sort(points.begin(), points.end());
    return points;
}

/// Flat corners of the set may stand in one list and not in the other, so hulls are compared by mutual containment.
template <class Number>
bool covers(const TriangleCorners& a, const TriangleCorners& b, const std::vector<Homogeneous<Number>>& points) {
    const auto p = integer_points<Number, 6>({a[0], a[1], a[2], b[0], b[1], b[2]});
    const auto holds = [&points](const TriangleSides<Number>& sides) {
        return std::all_of(points.begin(), points.end(), [&sides](const auto& q) {
            return sign(height(sides.plane, q)) == 0 &&
                   std::all_of(sides.edges.begin(), sides.edges.end(),
                               [&q](const auto& edge) { return sign(height(edge, q)) >= 0; });
        });
    };
    return holds(triangle_sides(p[0], p[1], p[2])) && holds(triangle_sides(p[3], p[4], p[5]));
}

TEST(TriangleOracle, common_set_is_the_same_seen_from_either_side) {
    int met = 0;
    for (const std::uint64_t seed : seeds(3, 50'000)) {
        Random random(seed);
        TriangleCorners a, b;
        for (Vec3& p : a) p = random.on_grid(3);
        for (Vec3& p : b) p = random.on_grid(3);
        if (exact_collinear<Int128>(a[0], a[1], a[2]) || exact_collinear<Int128>(b[0], b[1], b[2])) continue;
        const auto from_a = sorted_points<Int128>(a, b), from_b = sorted_points<Int128>(b, a);
        ASSERT_TRUE(covers(a, b, from_a)) << "seed " << seed;
        ASSERT_EQ(dimension(from_a), dimension(from_b)) << "seed " << seed;
        ASSERT_TRUE(dimension(from_a) == 2 || from_a == from_b) << "seed " << seed;
        ASSERT_EQ(exact_meet<Int128>(a, b), exact_meet<Int128>(b, a)) << "seed " << seed;
        ASSERT_EQ(exact_meet<Int128>(a, b), exact_meet<mpz_class>(a, b)) << "seed " << seed;
        met += from_a.empty() ? 0 : 1;
    }
    EXPECT_GT(met, cases(10'000));
}

}  // namespace
}  // namespace pliant::oracle
