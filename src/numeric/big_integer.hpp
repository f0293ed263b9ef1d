// Signed integers of up to 6656 bits on the stack: enough for a 3 x 3 determinant of any doubles brought to a common
// exponent (3 x 2099 bits and a few). The last resort of the exact signs, where expansions would over- or underflow.
#pragma once

#include <array>
#include <cstdint>

namespace pliant {

class BigInteger {
public:
    BigInteger() = default;

    /// value / 2^exponent, which must be an integer: `exponent` is at most the exponent of the lowest bit of `value`.
    static BigInteger scaled_from(double value, int exponent);

    [[nodiscard]] int sign() const { return sign_; }

    friend BigInteger operator+(const BigInteger& a, const BigInteger& b);
    friend BigInteger operator-(const BigInteger& a, const BigInteger& b) { return a + b.negated(); }
    friend BigInteger operator*(const BigInteger& a, const BigInteger& b);

private:
    static constexpr int capacity = 208;

    [[nodiscard]] BigInteger negated() const;
    static int compare_magnitudes(const BigInteger& a, const BigInteger& b);
    static BigInteger sum_of_magnitudes(const BigInteger& a, const BigInteger& b);
    static BigInteger difference_of_magnitudes(const BigInteger& larger, const BigInteger& smaller);
    void drop_leading_zeros();

    std::array<std::uint32_t, capacity> limb_;  // lowest first; undefined from size_ on
    int size_ = 0;
    int sign_ = 0;
};

/// Exponent of the lowest set bit of a finite, non-zero double.
int lowest_bit_exponent(double value);

}  // namespace pliant
