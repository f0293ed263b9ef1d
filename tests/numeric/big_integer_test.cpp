// BigInteger against GMP. It shows only its sign, so values are compared by the sign of a difference.
#include "numeric/big_integer.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "oracle/integers.hpp"
#include "oracle/random.hpp"

namespace pliant {
namespace {

using oracle::Random;

constexpr int lowest = -1074;  // exponent of the smallest denormal

struct Both {
    BigInteger ours;
    mpz_class theirs;
};

Both both(double value) { return {BigInteger::scaled_from(value, lowest), oracle::scaled<mpz_class>(value, lowest)}; }
Both operator+(const Both& a, const Both& b) { return {a.ours + b.ours, a.theirs + b.theirs}; }
Both operator-(const Both& a, const Both& b) { return {a.ours - b.ours, a.theirs - b.theirs}; }
Both operator*(const Both& a, const Both& b) { return {a.ours * b.ours, a.theirs * b.theirs}; }

/// Built up from 32-bit digits by Horner's rule.
BigInteger from_gmp(const mpz_class& value) {
    const BigInteger base = BigInteger::scaled_from(4294967296.0, 0);
    const mpz_class magnitude = abs(value);
    BigInteger result;
    for (std::size_t digit = (mpz_sizeinbase(magnitude.get_mpz_t(), 2) + 31) / 32; digit-- > 0;) {
        const mpz_class low = (magnitude >> (32 * digit)) & mpz_class(0xFFFFFFFFul);
        const BigInteger next = BigInteger::scaled_from(low.get_d(), 0);
        result = result * base + next;
    }
    return sgn(value) < 0 ? BigInteger() - result : result;
}

void expect_same(const Both& value) {
    ASSERT_EQ(value.ours.sign(), sgn(value.theirs));
    ASSERT_EQ((value.ours - from_gmp(value.theirs)).sign(), 0);
    ASSERT_EQ((value.ours - from_gmp(value.theirs + 1)).sign(), -1);
    ASSERT_EQ((value.ours - from_gmp(value.theirs - 1)).sign(), 1);
}

double number(Random& random) {
    if (random.chance(10)) return 0;
    if (random.chance(20)) return random.sign() * std::ldexp(1.0, random.integer(-1074, 1023));
    return random.chance(50) ? random.any_finite() : random.uniform(-1, 1);
}

TEST(BigInteger, reads_every_double) {
    for (const std::uint64_t seed : oracle::seeds(40, 2'000)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        ASSERT_NO_FATAL_FAILURE(expect_same(both(number(random))));
    }
}

TEST(BigInteger, adds_subtracts_and_multiplies_like_gmp) {
    for (const std::uint64_t seed : oracle::seeds(41, 2'000)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        const Both a = both(number(random)), b = both(number(random)), c = both(number(random));
        ASSERT_NO_FATAL_FAILURE(expect_same(a + b));
        ASSERT_NO_FATAL_FAILURE(expect_same(a - b));
        ASSERT_NO_FATAL_FAILURE(expect_same((a - b) * c));
        ASSERT_NO_FATAL_FAILURE(expect_same((a - b) * (b - c) + (c - a) * b));
        ASSERT_NO_FATAL_FAILURE(expect_same((a - b) * (b - c) * (c + a)));
    }
}

TEST(BigInteger, difference_of_equals_is_zero_and_stays_zero) {
    const Both a = both(-0.1);
    const Both zero = a * a - a * a;
    EXPECT_EQ(zero.ours.sign(), 0);
    EXPECT_EQ((zero.ours * a.ours).sign(), 0);
    EXPECT_EQ((zero.ours + a.ours).sign(), -1);
    EXPECT_EQ((zero.ours - a.ours).sign(), 1);
}

/// Six terms, each of three differences of the largest doubles at the scale of the smallest: the promised capacity.
TEST(BigInteger, holds_the_largest_determinant) {
    const double greatest = std::numeric_limits<double>::max();
    const Both width = both(greatest) - both(-greatest);
    const Both cube = width * width * width;
    Both sum = cube;
    for (int i = 1; i < 6; ++i) sum = sum + cube;
    EXPECT_EQ(sum.ours.sign(), 1);
    EXPECT_NO_FATAL_FAILURE(expect_same(sum));
    EXPECT_NO_FATAL_FAILURE(expect_same(sum - cube - cube));
}

TEST(LowestBitExponent, is_that_of_the_dyadic) {
    EXPECT_EQ(lowest_bit_exponent(1.0), 0);
    EXPECT_EQ(lowest_bit_exponent(-12.0), 2);
    EXPECT_EQ(lowest_bit_exponent(5e-324), -1074);
    for (const std::uint64_t seed : oracle::seeds(42, 100'000)) {
        const double value = Random(seed).any_finite();
        if (value == 0) continue;
        ASSERT_EQ(lowest_bit_exponent(value), oracle::dyadic(value).exponent) << "seed " << seed;
    }
}

}  // namespace
}  // namespace pliant
