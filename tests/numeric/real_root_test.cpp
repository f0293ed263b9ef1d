// Roots of polynomials whose roots are known, and signs there.
#include "numeric/real_root.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

#include "oracle/random.hpp"

namespace pliant {
namespace {

GrowingInteger whole(std::int64_t value) { return GrowingInteger::whole(value); }

/// q t - p: zero at p / q.
Polynomial zero_at(std::int64_t p, std::int64_t q) { return Polynomial::linear(whole(-p), whole(q)); }

std::vector<std::array<double, 2>> roots_of(const Polynomial& p) {
    std::vector<std::array<double, 2>> out;
    RootsInUnitInterval roots(p);
    for (RealRoot root; roots.next(root);) {
        root.refine_to(60);
        out.push_back(root.bounds());
    }
    return out;
}

TEST(RealRoot, roots_are_found_in_order_each_once) {
    const Polynomial p = zero_at(1, 3) * zero_at(1, 3) * zero_at(0, 1) * zero_at(1, 1) * zero_at(5, 4) * zero_at(1, 2);
    const auto roots = roots_of(p);
    ASSERT_EQ(roots.size(), 4u);
    EXPECT_EQ(roots[0], (std::array<double, 2>{0, 0}));
    EXPECT_LE(roots[1][0], 1.0 / 3);  // which is less than a third
    EXPECT_GT(roots[1][1], 1.0 / 3);
    EXPECT_LE(roots[1][1] - roots[1][0], 0x1p-53);
    EXPECT_EQ(roots[2], (std::array<double, 2>{0.5, 0.5}));
    EXPECT_EQ(roots[3], (std::array<double, 2>{1, 1}));
}

/// (t - r)^2 + e > 0, = 0 and < 0, for the smallest e there is.
TEST(RealRoot, nearly_double_roots_are_told_apart) {
    const std::int64_t r = 123456789, one = 1LL << 30;
    const Polynomial square = zero_at(r, one) * zero_at(r, one);
    EXPECT_EQ(roots_of(square).size(), 1u);
    EXPECT_EQ(roots_of(square + Polynomial::linear(whole(1), whole(0))).size(), 0u);
    EXPECT_EQ(roots_of(square - Polynomial::linear(whole(1), whole(0))).size(), 2u);
}

/// Halving one by one against as many at once, which are guessed and then proven: cubics, some with two roots so near
/// each other that no guess is any good, some with roots that are dyadic fractions.
TEST(RealRoot, many_halves_at_once_come_to_the_same) {
    int found = 0;
    for (const std::uint64_t seed : oracle::seeds(24, 400)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        oracle::Random random(seed);
        const auto root_at = [&] {
            const int bits = random.integer(1, 30);
            const auto denominator = random.chance(30) ? std::int64_t{1} << bits : random.integer(1, 1 << bits);
            return zero_at(random.integer(0, static_cast<int>(denominator)), denominator);
        };
        Polynomial p = root_at() * root_at() * root_at();
        if (random.chance(50)) p = p + Polynomial::linear(whole(random.integer(-3, 3)), whole(random.integer(-3, 3)));
        if (p.zero()) continue;
        RootsInUnitInterval all(p), again(p);
        for (RealRoot at_once, one_by_one; all.next(at_once) && again.next(one_by_one); ++found) {
            const int times = random.integer(1, 90);
            at_once.refine(times);
            for (int i = 0; i < times; ++i) one_by_one.refine(1);
            ASSERT_EQ(at_once.bounds(), one_by_one.bounds()) << times;
            const Polynomial other = root_at();
            ASSERT_EQ(at_once.sign_of(other), one_by_one.sign_of(other)) << times;
        }
    }
    EXPECT_GT(found, oracle::sanitized ? 30 : 300);
}

TEST(RealRoot, sign_at_a_root_is_exact) {
    // The root 1 / sqrt(2) of 2 t^2 - 1.
    const Polynomial p = zero_at(0, 2) * zero_at(0, 1) - Polynomial::linear(whole(1), whole(0));
    RootsInUnitInterval roots(p);
    RealRoot root;
    ASSERT_TRUE(roots.next(root));
    EXPECT_EQ(root.sign_of(p), 0);
    EXPECT_EQ(root.sign_of(p * zero_at(1, 2)), 0);
    EXPECT_EQ(root.sign_of(zero_at(1, 2)), 1);
    EXPECT_EQ(root.sign_of(zero_at(3, 4)), -1);
    // Continued fractions of 1 / sqrt(2), from below and above.
    EXPECT_EQ(root.sign_of(zero_at(470832, 665857)), 1);
    EXPECT_EQ(root.sign_of(zero_at(1136689, 1607521)), -1);
    EXPECT_FALSE(roots.next(root));
}

/// Products of linear factors: signs of others at each root are those of fractions.
TEST(RealRoot, signs_agree_with_fractions) {
    for (const std::uint64_t seed : oracle::seeds(43, 2'000)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        oracle::Random random(seed);
        struct Fraction {
            std::int64_t p, q;
        };
        const auto fraction = [&] { return Fraction{random.integer(0, 8), random.integer(8, 11)}; };
        const Fraction a = fraction(), b = fraction(), c = fraction(), x = fraction(), y = fraction();
        const Polynomial p = zero_at(a.p, a.q) * zero_at(b.p, b.q) * zero_at(c.p, c.q);
        const auto at = [](Fraction root, Fraction f) {
            const std::int64_t d = root.p * f.q - f.p * root.q;
            return d > 0 ? 1 : d < 0 ? -1 : 0;
        };
        RootsInUnitInterval roots(p);
        std::vector<Fraction> sorted{a, b, c};
        std::sort(sorted.begin(), sorted.end(), [&](Fraction l, Fraction r) { return at(l, r) < 0; });
        std::size_t next = 0;
        for (RealRoot root; roots.next(root);) {
            while (next > 0 && next < 3 && at(sorted[next], sorted[next - 1]) == 0) ++next;
            ASSERT_LT(next, 3u);
            ASSERT_EQ(root.sign_of(zero_at(x.p, x.q) * zero_at(y.p, y.q)), at(sorted[next], x) * at(sorted[next], y));
            ++next;
        }
    }
}

}  // namespace
}  // namespace pliant
