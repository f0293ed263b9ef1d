// Signed integers of a fixed capacity, on the stack: exact sums and products of doubles brought to a common exponent.
// The cost goes by how long a number is, not by how long it could be.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace pliant {

/// |value| = mantissa * 2^exponent, of a finite double.
struct BinaryParts {
    std::uint64_t mantissa;
    int exponent;
};

inline BinaryParts binary_parts(double value) {
    int exponent = 0;
    const double fraction = std::frexp(std::abs(value), &exponent);  // in [0.5, 1)
    return {static_cast<std::uint64_t>(std::ldexp(fraction, 53)), exponent - 53};
}

/// mantissa * 2^exponent, 1/2 <= |mantissa| < 1 or 0: a number beyond the range of doubles, rounded.
struct FarNumber {
    double mantissa = 0;
    int exponent = 0;
};

/// A number may have up to `Bits` bits: whoever computes sees to it, and debug builds check.
template <int Bits>
class WideInteger {
public:
    WideInteger() = default;
    // Only what is used is copied.
    WideInteger(const WideInteger& other) : size_(other.size_), sign_(other.sign_) { copy_limbs(other); }
    WideInteger& operator=(const WideInteger& other) {
        size_ = other.size_;
        sign_ = other.sign_;
        copy_limbs(other);
        return *this;
    }
    ~WideInteger() = default;

    /// value / 2^exponent, which must be an integer: `exponent` is at most the exponent of the lowest bit of `value`.
    static WideInteger scaled_from(double value, int exponent) {
        WideInteger out;
        if (value == 0) return out;
        auto [mantissa, own_exponent] = binary_parts(value);
        int shift = own_exponent - exponent;
        if (shift < 0) {
            assert(std::countr_zero(mantissa) >= -shift);
            mantissa >>= -shift;
            shift = 0;
        }
        out.sign_ = value > 0 ? 1 : -1;
        out.size_ = shift / limb_bits + 1 + 64 / limb_bits;
        assert(out.size_ <= capacity);
        for (int i = 0; i < out.size_; ++i) out.limb_[i] = 0;
        for (int i = 0, at = shift / limb_bits; i < 64; i += limb_bits, ++at) {
            const auto part = Twice{static_cast<Limb>(mantissa >> i)} << shift % limb_bits;
            out.limb_[at] |= static_cast<Limb>(part);
            out.limb_[at + 1] |= static_cast<Limb>(part >> limb_bits);
        }
        out.drop_leading_zeros();
        return out;
    }

    [[nodiscard]] int sign() const { return sign_; }

    /// Rounded to a double with an exponent of its own.
    [[nodiscard]] FarNumber rounded() const {
        if (sign_ == 0) return {};
        double value = 0;
        // Three limbs hold more than a double does whatever leading zeros the first has; what is below is lost.
        for (int i = size_ - 1; i >= std::max(size_ - 3, 0); --i) {
            value += std::ldexp(static_cast<double>(limb_[i]), (i - size_) * limb_bits);
        }
        int exponent = 0;
        const double mantissa = std::frexp(value, &exponent);
        return {sign_ * mantissa, exponent + size_ * limb_bits};
    }

    friend WideInteger operator+(const WideInteger& a, const WideInteger& b) { return sum(a, b, b.sign_); }
    friend WideInteger operator-(const WideInteger& a, const WideInteger& b) { return sum(a, b, -b.sign_); }
    friend WideInteger operator*(const WideInteger& a, const WideInteger& b) {
        WideInteger out;
        if (a.sign_ == 0 || b.sign_ == 0) return out;
        out.sign_ = a.sign_ * b.sign_;
        out.size_ = a.size_ + b.size_;
        assert(out.size_ <= capacity);
        for (int i = 0; i < out.size_; ++i) out.limb_[i] = 0;
        for (int i = 0; i < a.size_; ++i) {
            Limb carry = 0;
            for (int j = 0; j < b.size_; ++j) {
                const Twice next = Twice{a.limb_[i]} * b.limb_[j] + out.limb_[i + j] + carry;
                out.limb_[i + j] = static_cast<Limb>(next);
                carry = static_cast<Limb>(next >> limb_bits);
            }
            out.limb_[i + b.size_] = carry;
        }
        out.drop_leading_zeros();
        return out;
    }
    friend WideInteger operator-(WideInteger a) {
        a.sign_ = -a.sign_;
        return a;
    }
    /// The sign of a - b.
    friend int compare(const WideInteger& a, const WideInteger& b) {
        if (a.sign_ != b.sign_) return a.sign_ < b.sign_ ? -1 : 1;
        return a.sign_ * compare_magnitudes(a, b);
    }

private:
#ifdef __SIZEOF_INT128__
    using Limb = std::uint64_t;
    __extension__ using Twice = unsigned __int128;
#else
    using Limb = std::uint32_t;
    using Twice = std::uint64_t;
#endif
    static constexpr int limb_bits = 8 * sizeof(Limb);
    static constexpr int capacity = (Bits + limb_bits - 1) / limb_bits + 2;

    void copy_limbs(const WideInteger& other) { std::copy_n(other.limb_.begin(), other.size_, limb_.begin()); }

    void drop_leading_zeros() {
        while (size_ > 0 && limb_[size_ - 1] == 0) --size_;
        if (size_ == 0) sign_ = 0;
    }

    static int compare_magnitudes(const WideInteger& a, const WideInteger& b) {
        if (a.size_ != b.size_) return a.size_ < b.size_ ? -1 : 1;
        for (int i = a.size_ - 1; i >= 0; --i) {
            if (a.limb_[i] != b.limb_[i]) return a.limb_[i] < b.limb_[i] ? -1 : 1;
        }
        return 0;
    }

    static WideInteger sum_of_magnitudes(const WideInteger& a, const WideInteger& b) {
        const WideInteger& longer = a.size_ >= b.size_ ? a : b;
        const WideInteger& shorter = a.size_ >= b.size_ ? b : a;
        assert(longer.size_ < capacity);
        WideInteger out;
        out.size_ = longer.size_ + 1;
        Twice carry = 0;
        for (int i = 0; i < longer.size_; ++i) {
            carry += longer.limb_[i];
            if (i < shorter.size_) carry += shorter.limb_[i];
            out.limb_[i] = static_cast<Limb>(carry);
            carry >>= limb_bits;
        }
        out.limb_[longer.size_] = static_cast<Limb>(carry);
        return out;
    }

    static WideInteger difference_of_magnitudes(const WideInteger& larger, const WideInteger& smaller) {
        WideInteger out;
        out.size_ = larger.size_;
        Limb borrow = 0;
        for (int i = 0; i < larger.size_; ++i) {
            const Twice taken = Twice{borrow} + (i < smaller.size_ ? smaller.limb_[i] : 0);
            borrow = larger.limb_[i] < taken ? 1 : 0;
            out.limb_[i] = static_cast<Limb>(larger.limb_[i] - taken);
        }
        return out;
    }

    /// a + b, b with another sign.
    static WideInteger sum(const WideInteger& a, const WideInteger& b, int sign_of_b) {
        WideInteger out;
        if (sign_of_b == 0) return a;
        if (a.sign_ == 0) {
            out = b;
            out.sign_ = sign_of_b;
            return out;
        }
        if (a.sign_ == sign_of_b) {
            out = sum_of_magnitudes(a, b);
            out.sign_ = a.sign_;
        } else {
            const int order = compare_magnitudes(a, b);
            if (order == 0) return out;
            out = order > 0 ? difference_of_magnitudes(a, b) : difference_of_magnitudes(b, a);
            out.sign_ = order > 0 ? a.sign_ : sign_of_b;
        }
        out.drop_leading_zeros();
        return out;
    }

    std::array<Limb, capacity> limb_;  // lowest first; undefined from size_ on
    int size_ = 0;
    int sign_ = 0;
};

}  // namespace pliant
