// Both kinds of signed integers against GMP: values are compared by the sign of a difference.
#include <gtest/gtest.h>

#include <limits>
#include <utility>

#include "numeric/big_integer.hpp"
#include "numeric/growing_integer.hpp"
#include "oracle/integers.hpp"
#include "oracle/random.hpp"

namespace pliant {
namespace {

using oracle::Random;

constexpr int lowest = -1074;  // exponent of the smallest denormal

template <class Integer>
struct Both {
    Integer ours;
    mpz_class theirs;

    static Both of(double value) {
        return {Integer::scaled_from(value, lowest), oracle::scaled<mpz_class>(value, lowest)};
    }
    friend Both operator+(const Both& a, const Both& b) { return {a.ours + b.ours, a.theirs + b.theirs}; }
    friend Both operator-(const Both& a, const Both& b) { return {a.ours - b.ours, a.theirs - b.theirs}; }
    friend Both operator*(const Both& a, const Both& b) { return {a.ours * b.ours, a.theirs * b.theirs}; }
};

/// Built up from 32-bit digits by Horner's rule.
template <class Integer>
Integer from_gmp(const mpz_class& value) {
    const Integer base = Integer::whole(std::int64_t{1} << 32);
    const mpz_class magnitude = abs(value);
    Integer result;
    for (std::size_t digit = (mpz_sizeinbase(magnitude.get_mpz_t(), 2) + 31) / 32; digit-- > 0;) {
        const mpz_class low = (magnitude >> (32 * digit)) & mpz_class(0xFFFFFFFFul);
        const Integer next = Integer::scaled_from(low.get_d(), 0);
        result = result * base + next;
    }
    return sgn(value) < 0 ? Integer() - result : result;
}

template <class Integer>
void expect_same(const Both<Integer>& value) {
    ASSERT_EQ(value.ours.sign(), sgn(value.theirs));
    ASSERT_EQ((value.ours - from_gmp<Integer>(value.theirs)).sign(), 0);
    ASSERT_EQ((value.ours - from_gmp<Integer>(value.theirs + 1)).sign(), -1);
    ASSERT_EQ((value.ours - from_gmp<Integer>(value.theirs - 1)).sign(), 1);
}

double number(Random& random) {
    if (random.chance(10)) return 0;
    if (random.chance(20)) return random.sign() * std::ldexp(1.0, random.integer(-1074, 1023));
    return random.chance(50) ? random.any_finite() : random.uniform(-1, 1);
}

template <class Integer>
class SignedIntegers : public testing::Test {};

using Kinds = testing::Types<BigInteger, GrowingInteger>;
TYPED_TEST_SUITE(SignedIntegers, Kinds);

TYPED_TEST(SignedIntegers, read_every_double) {
    for (const std::uint64_t seed : oracle::seeds(40, 2'000)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        ASSERT_NO_FATAL_FAILURE(expect_same(Both<TypeParam>::of(number(random))));
    }
}

TYPED_TEST(SignedIntegers, add_subtract_and_multiply_like_gmp) {
    for (const std::uint64_t seed : oracle::seeds(41, 2'000)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        const auto next = [&] { return Both<TypeParam>::of(number(random)); };
        const Both<TypeParam> a = next(), b = next(), c = next();
        ASSERT_NO_FATAL_FAILURE(expect_same(a + b));
        ASSERT_NO_FATAL_FAILURE(expect_same(a - b));
        ASSERT_NO_FATAL_FAILURE(expect_same((a - b) * c));
        ASSERT_NO_FATAL_FAILURE(expect_same((a - b) * (b - c) + (c - a) * b));
        ASSERT_NO_FATAL_FAILURE(expect_same((a - b) * (b - c) * (c + a)));
        ASSERT_NO_FATAL_FAILURE(expect_same(Both<TypeParam>{-(a.ours - b.ours), -(a.theirs - b.theirs)}));
        ASSERT_EQ(compare(a.ours * b.ours, b.ours * c.ours), oracle::sign(a.theirs * b.theirs - b.theirs * c.theirs));
    }
}

TYPED_TEST(SignedIntegers, difference_of_equals_is_zero_and_stays_zero) {
    const auto a = Both<TypeParam>::of(-0.1);
    const auto zero = a * a - a * a;
    EXPECT_EQ(zero.ours.sign(), 0);
    EXPECT_EQ((zero.ours * a.ours).sign(), 0);
    EXPECT_EQ((zero.ours + a.ours).sign(), -1);
    EXPECT_EQ((zero.ours - a.ours).sign(), 1);
}

TYPED_TEST(SignedIntegers, shift_and_round_like_gmp) {
    for (const std::uint64_t seed : oracle::seeds(44, 2'000)) {
        SCOPED_TRACE(testing::Message() << "seed " << seed);
        Random random(seed);
        const auto a = Both<TypeParam>::of(random.uniform(-1, 1)) * Both<TypeParam>::of(random.uniform(-1, 1));
        const int places = random.integer(0, 200);
        const TypeParam shifted = a.ours.shifted(places);
        ASSERT_NO_FATAL_FAILURE(expect_same(Both<TypeParam>{shifted, a.theirs << static_cast<unsigned>(places)}));
        ASSERT_NO_FATAL_FAILURE(expect_same(Both<TypeParam>{shifted.shifted(-places), a.theirs}));
        if (a.ours.sign() == 0) continue;
        ASSERT_EQ(a.ours.bits(), static_cast<int>(mpz_sizeinbase(a.theirs.get_mpz_t(), 2)));
        const double down = a.ours.rounded_down(2 * lowest), up = a.ours.rounded_up(2 * lowest);
        mpq_class exact(a.theirs);
        mpq_div_2exp(exact.get_mpq_t(), exact.get_mpq_t(), -2 * lowest);
        ASSERT_TRUE(mpq_class(down) <= exact && exact <= mpq_class(up));
        ASSERT_GE(std::nextafter(down, 2), up);
        const FarNumber far = a.ours.rounded();
        ASSERT_NEAR(std::ldexp(far.mantissa, far.exponent + 2 * lowest) / down, 1, 0x1p-51);
    }
}

/// Six terms, each of three differences of the largest doubles at the scale of the smallest: the promised capacity.
TYPED_TEST(SignedIntegers, hold_the_largest_determinant) {
    const double largest = std::numeric_limits<double>::max();
    const auto width = Both<TypeParam>::of(largest) - Both<TypeParam>::of(-largest);
    const auto cube = width * width * width;
    auto sum = cube;
    for (int i = 1; i < 6; ++i) sum = sum + cube;
    EXPECT_EQ(sum.ours.sign(), 1);
    EXPECT_NO_FATAL_FAILURE(expect_same(sum));
    EXPECT_NO_FATAL_FAILURE(expect_same(sum - cube - cube));
}

/// More than fits on the stack.
TEST(GrowingInteger, grows_beyond_the_stack) {
    using Growing = Both<GrowingInteger>;
    Growing power = Growing::of(std::numeric_limits<double>::max());
    for (int i = 0; i < 4; ++i) power = power * power;
    EXPECT_NO_FATAL_FAILURE(expect_same(power));
    Growing copy = power;
    copy = Growing::of(1) - copy;
    power = std::move(copy);
    EXPECT_EQ(power.ours.sign(), -1);
    EXPECT_NO_FATAL_FAILURE(expect_same(power));
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
