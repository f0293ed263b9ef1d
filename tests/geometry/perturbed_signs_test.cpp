// Perturbed signs, against the determinant of points that are moved by numbers small enough.
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "geometry/perturbed_signs.hpp"
#include "numeric/orientation.hpp"
#include "oracle/random.hpp"

namespace pliant::geometry {
namespace {

using oracle::Random;
using Rational3 = std::array<mpq_class, 3>;

mpq_class small(unsigned exponent) {
    mpz_class power = 1;
    power <<= exponent;
    return mpq_class(1, power);
}

int orientation(const std::array<Rational3, 4>& p) {
    std::array<Rational3, 3> e;
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 3; ++k) e[i][k] = p[i + 1][k] - p[0][k];
    }
    const auto& [u, v, w] = e;
    return sgn(mpq_class(u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) +
                         u[2] * (v[0] * w[1] - v[1] * w[0])));
}

Rational3 exact(const Vec3& p) { return {mpq_class(p.x), mpq_class(p.y), mpq_class(p.z)}; }

/// Integer coordinates up to 3: the largest term that is not zero is at least 1, all others together are below 1000.
int by_moving(const std::array<NumberedPoint, 4>& p) {
    std::array<Rational3, 4> moved;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto rank = std::count_if(p.begin(), p.end(), [&](const auto& q) { return q.number < p[i].number; });
        moved[i] = exact(p[i].at);
        for (unsigned k = 0; k < 3; ++k) moved[i][k] += small(16u << (3 * unsigned(rank) + k));
    }
    return orientation(moved);
}

std::array<NumberedPoint, 4> random_numbered_points(Random& random) {
    std::array<NumberedPoint, 4> p;
    const int most = random.integer(0, 3);
    for (std::size_t i = 0; i < 4; ++i) {
        p[i] = {{double(random.integer(0, most)), double(random.integer(0, most)), double(random.integer(0, most))},
                std::uint32_t(10 * random.integer(0, 20) + int(i))};
    }
    return p;
}

TEST(PerturbedOrientation, IsThatOfPointsMovedByLittle) {
    int flat = 0;
    for (const std::uint64_t seed : oracle::seeds(920, 4000)) {
        Random random(seed);
        const auto p = random_numbered_points(random);
        ASSERT_EQ(perturbed_orient3d(p), by_moving(p)) << seed;
        flat += orient3d(p[0].at, p[1].at, p[2].at, p[3].at) == 0;
    }
    EXPECT_GT(flat, oracle::cases(4000) / 4);
}

TEST(PerturbedOrientation, ChangesItsSignWithEachSwap) {
    for (const std::uint64_t seed : oracle::seeds(921, 2000)) {
        Random random(seed);
        auto p = random_numbered_points(random);
        const int sign = perturbed_orient3d(p);
        ASSERT_NE(sign, 0);
        std::swap(p[random.integer(0, 1)], p[random.integer(2, 3)]);
        ASSERT_EQ(perturbed_orient3d(p), -sign) << seed;
    }
}

TriangleCorners random_triangle(Random& random, int most) {
    for (;;) {
        TriangleCorners t;
        for (Vec3& p : t)
            p = {double(random.integer(0, most)), double(random.integer(0, most)), double(random.integer(0, most))};
        if (!collinear(t[0], t[1], t[2])) return t;
    }
}

TEST(SignsOfTwoBodies, AreThoseOfTheSecondMovedByLittle) {
    const Triangle a_numbers{0, 1, 2}, b_numbers{3, 4, 5};
    for (const std::uint64_t seed : oracle::seeds(922, 3000)) {
        Random random(seed);
        const TriangleCorners a = random_triangle(random, 3), b = random_triangle(random, 3);
        const PairSigns signs(a, a_numbers, b, b_numbers, Perturbation::second_body);
        std::array<Rational3, 3> ea, eb;
        for (std::size_t i = 0; i < 3; ++i) {
            ea[i] = exact(a[i]);
            eb[i] = exact(b[i]);
            for (unsigned k = 0; k < 3; ++k) eb[i][k] += small(20 * (k + 1));
        }
        for (std::size_t i = 0; i < 3; ++i) {
            ASSERT_EQ(signs.a_corner(i), orientation({eb[0], eb[1], eb[2], ea[i]})) << seed;
            ASSERT_EQ(signs.b_corner(i), orientation({ea[0], ea[1], ea[2], eb[i]})) << seed;
            for (std::size_t k = 0; k < 3; ++k) {
                const int sign = orientation({ea[i], ea[(i + 1) % 3], eb[k], eb[(k + 1) % 3]});
                if (sign != 0) {  // edges are not parallel
                    ASSERT_EQ(signs.edges(i, (i + 1) % 3, k, (k + 1) % 3), sign) << seed;
                }
            }
        }
    }
}

}  // namespace
}  // namespace pliant::geometry
