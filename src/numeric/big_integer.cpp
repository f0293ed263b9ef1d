#include "numeric/big_integer.hpp"

#include <bit>
#include <cassert>
#include <cmath>

namespace pliant {

namespace {

struct Binary {
    std::uint64_t mantissa;  // |value| = mantissa * 2^exponent
    int exponent;
};

Binary decompose(double value) {
    int exponent = 0;
    const double fraction = std::frexp(std::abs(value), &exponent);  // in [0.5, 1)
    return {static_cast<std::uint64_t>(std::ldexp(fraction, 53)), exponent - 53};
}

}  // namespace

int lowest_bit_exponent(double value) {
    const auto [mantissa, exponent] = decompose(value);
    return exponent + std::countr_zero(mantissa);
}

BigInteger BigInteger::scaled_from(double value, int exponent) {
    BigInteger out;
    if (value == 0) return out;
    auto [mantissa, own_exponent] = decompose(value);
    int shift = own_exponent - exponent;
    if (shift < 0) {
        assert(std::countr_zero(mantissa) >= -shift);
        mantissa >>= -shift;
        shift = 0;
    }
    out.sign_ = value > 0 ? 1 : -1;
    out.size_ = shift / 32 + 3;
    assert(out.size_ <= capacity);
    for (int i = 0; i < out.size_; ++i) out.limb_[i] = 0;
    const int bits = shift % 32;
    const std::uint64_t low = mantissa << bits;
    out.limb_[out.size_ - 3] = static_cast<std::uint32_t>(low);
    out.limb_[out.size_ - 2] = static_cast<std::uint32_t>(low >> 32);
    out.limb_[out.size_ - 1] = bits == 0 ? 0 : static_cast<std::uint32_t>(mantissa >> (64 - bits));
    out.drop_leading_zeros();
    return out;
}

BigInteger BigInteger::negated() const {
    BigInteger out = *this;
    out.sign_ = -sign_;
    return out;
}

void BigInteger::drop_leading_zeros() {
    while (size_ > 0 && limb_[size_ - 1] == 0) --size_;
    if (size_ == 0) sign_ = 0;
}

int BigInteger::compare_magnitudes(const BigInteger& a, const BigInteger& b) {
    if (a.size_ != b.size_) return a.size_ < b.size_ ? -1 : 1;
    for (int i = a.size_ - 1; i >= 0; --i) {
        if (a.limb_[i] != b.limb_[i]) return a.limb_[i] < b.limb_[i] ? -1 : 1;
    }
    return 0;
}

BigInteger BigInteger::sum_of_magnitudes(const BigInteger& a, const BigInteger& b) {
    const BigInteger& longer = a.size_ >= b.size_ ? a : b;
    const BigInteger& shorter = a.size_ >= b.size_ ? b : a;
    assert(longer.size_ < capacity);
    BigInteger out;
    out.size_ = longer.size_ + 1;
    std::uint64_t carry = 0;
    for (int i = 0; i < longer.size_; ++i) {
        carry += longer.limb_[i];
        if (i < shorter.size_) carry += shorter.limb_[i];
        out.limb_[i] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
    }
    out.limb_[longer.size_] = static_cast<std::uint32_t>(carry);
    return out;
}

BigInteger BigInteger::difference_of_magnitudes(const BigInteger& larger, const BigInteger& smaller) {
    BigInteger out;
    out.size_ = larger.size_;
    std::uint64_t borrow = 0;
    for (int i = 0; i < larger.size_; ++i) {
        const std::uint64_t taken = borrow + (i < smaller.size_ ? smaller.limb_[i] : 0);
        borrow = larger.limb_[i] < taken ? 1 : 0;
        out.limb_[i] = static_cast<std::uint32_t>((borrow << 32) + larger.limb_[i] - taken);
    }
    return out;
}

BigInteger operator+(const BigInteger& a, const BigInteger& b) {
    if (a.sign_ == 0) return b;
    if (b.sign_ == 0) return a;
    BigInteger out;
    if (a.sign_ == b.sign_) {
        out = BigInteger::sum_of_magnitudes(a, b);
        out.sign_ = a.sign_;
    } else {
        const int order = BigInteger::compare_magnitudes(a, b);
        if (order == 0) return {};
        out = order > 0 ? BigInteger::difference_of_magnitudes(a, b) : BigInteger::difference_of_magnitudes(b, a);
        out.sign_ = order > 0 ? a.sign_ : b.sign_;
    }
    out.drop_leading_zeros();
    return out;
}

BigInteger operator*(const BigInteger& a, const BigInteger& b) {
    BigInteger out;
    if (a.sign_ == 0 || b.sign_ == 0) return out;
    out.sign_ = a.sign_ * b.sign_;
    out.size_ = a.size_ + b.size_;
    assert(out.size_ <= BigInteger::capacity);
    for (int i = 0; i < out.size_; ++i) out.limb_[i] = 0;
    for (int i = 0; i < a.size_; ++i) {
        std::uint64_t carry = 0;
        for (int j = 0; j < b.size_; ++j) {
            carry += std::uint64_t{a.limb_[i]} * b.limb_[j] + out.limb_[i + j];
            out.limb_[i + j] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
        out.limb_[i + b.size_] = static_cast<std::uint32_t>(carry);
    }
    out.drop_leading_zeros();
    return out;
}

}  // namespace pliant
