// GrowingInteger against GMP. It shows only its sign, so values are compared by the sign of a difference.
#include "numeric/growing_integer.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "oracle/integers.hpp"
#include "oracle/random.hpp"

namespace pliant {
namespace growing_integer_test {
namespace {

using oracle::Random;

constexpr int lowest = -1074;  // exponent of the smallest denormal

struct Both {
    GrowingInteger ours;
    mpz_class theirs;
};

Both both(double value) {
    return {GrowingInteger::scaled_from(value, lowest), oracle::scaled<mpz_class>(value, lowest)};
}
Both operator+(const Both& a, const Both& b) { return {a.ours + b.ours, a.theirs + b.theirs}; }
Both operator-(const Both& a, const Both& b) { return {a.ours - b.ours, a.theirs - b.theirs}; }
Both operator*(const Both& a, const Both& b) { return {a.ours * b.ours, a.theirs * b.theirs}; }

/// Built up from 32-bit digits by Horner's rule.
GrowingInteger from_gmp(const mpz_class& value) {
    const GrowingInteger base = GrowingInteger::scaled_from(4294967296.0, 0);
    const mpz_class magnitude = abs(value);
    GrowingInteger result;
    for (std::size_t digit = (mpz_sizeinbase(magnitude.get_mpz_t(), 2) + 31) / 32; digit-- > 0;) {
        const mpz_class low = (magnitude >> (32 * digit)) & mpz_class(0xFFFFFFFFul);
        const GrowingInteger next = GrowingInteger::scaled_from(low.get_d(), 0);
        result = result * base + next;
    }
    return sgn(value) < 0 ? GrowingInteger() - result : result;
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

TEST(GrowingInteger, reads_every_double) {
    for (const std::uint64_t seed : oracle::seeds(45, 2'000)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        ASSERT_NO_FATAL_FAILURE(expect_same(both(number(random))));
    }
}

TEST(GrowingInteger, adds_subtracts_and_multiplies_like_gmp) {
    for (const std::uint64_t seed : oracle::seeds(46, 2'000)) {
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

TEST(GrowingInteger, difference_of_equals_is_zero_and_stays_zero) {
    const Both a = both(-0.1);
    const Both zero = a * a - a * a;
    EXPECT_EQ(zero.ours.sign(), 0);
    EXPECT_EQ((zero.ours * a.ours).sign(), 0);
    EXPECT_EQ((zero.ours + a.ours).sign(), -1);
    EXPECT_EQ((zero.ours - a.ours).sign(), 1);
}

TEST(GrowingInteger, shifts_and_rounds_like_gmp) {
    for (const std::uint64_t seed : oracle::seeds(44, 2'000)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        const Both a = both(random.uniform(-1, 1)) * both(random.uniform(-1, 1));
        const int places = random.integer(0, 200);
        ASSERT_NO_FATAL_FAILURE(expect_same({a.ours.shifted(places), a.theirs << static_cast<unsigned>(places)}));
        ASSERT_NO_FATAL_FAILURE(expect_same({a.ours.shifted(places).shifted(-places), a.theirs}));
        if (a.ours.sign() == 0) continue;
        ASSERT_EQ(a.ours.bits(), static_cast<int>(mpz_sizeinbase(a.theirs.get_mpz_t(), 2)));
        const double down = a.ours.rounded_down(2 * lowest), up = a.ours.rounded_up(2 * lowest);
        mpq_class exact(a.theirs);
        mpq_div_2exp(exact.get_mpq_t(), exact.get_mpq_t(), -2 * lowest);
        ASSERT_TRUE(mpq_class(down) <= exact && exact <= mpq_class(up));
        ASSERT_GE(std::nextafter(down, 2), up);
    }
}

/// More than fits on the stack.
TEST(GrowingInteger, grows_beyond_the_stack) {
    Both power = both(std::numeric_limits<double>::max());
    for (int i = 0; i < 4; ++i) power = power * power;
    EXPECT_NO_FATAL_FAILURE(expect_same(power));
    Both copy = power;
    copy = both(1) - copy;
    power = std::move(copy);
    EXPECT_EQ(power.ours.sign(), -1);
    EXPECT_NO_FATAL_FAILURE(expect_same(power));
}

/// Six terms, each of three differences of the largest doubles at the scale of the smallest: the promised capacity.
TEST(GrowingInteger, holds_the_largest_determinant) {
    const double greatest = std::numeric_limits<double>::max();
    const Both width = both(greatest) - both(-greatest);
    const Both cube = width * width * width;
    Both sum = cube;
    for (int i = 1; i < 6; ++i) sum = sum + cube;
    EXPECT_EQ(sum.ours.sign(), 1);
    EXPECT_NO_FATAL_FAILURE(expect_same(sum));
    EXPECT_NO_FATAL_FAILURE(expect_same(sum - cube - cube));
}

}  // namespace
}  // namespace growing_integer_test
}  // namespace pliant
