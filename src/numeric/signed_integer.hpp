// Signed integers as sign and magnitude: exact sums and products of doubles brought to a common exponent. One
// arithmetic for numbers of a fixed capacity (wide_integer.hpp) and of any size (growing_integer.hpp). The cost goes by
// how long a number is, not by how long it could be.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdint>

namespace pliant {

/// A digit of a magnitude.
using Limb = std::uint64_t;
inline constexpr int limb_bits = 64;

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

struct TwoLimbs {
    Limb low, high;
};

/// a * b + c + d, which fits into 128 bits.
inline TwoLimbs multiply_add(Limb a, Limb b, Limb c, Limb d) {
#ifdef __SIZEOF_INT128__
    __extension__ using Double = unsigned __int128;
    const Double all = static_cast<Double>(a) * b + c + d;
    return {static_cast<Limb>(all), static_cast<Limb>(all >> 64)};
#else
    const Limb mask = 0xFFFFFFFFu;
    const Limb low = (a & mask) * (b & mask), cross = (a >> 32) * (b & mask) + (low >> 32);
    const Limb other = (a & mask) * (b >> 32) + (cross & mask);
    TwoLimbs out{(other << 32) | (low & mask), (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32)};
    out.low += c;
    out.high += out.low < c;
    out.low += d;
    out.high += out.low < d;
    return out;
#endif
}

/// mantissa * 2^exponent, 1/2 <= |mantissa| < 1 or 0: a number beyond the range of doubles, rounded.
struct FarNumber {
    double mantissa = 0;
    int exponent = 0;
};

/// `Limbs` is where the magnitude lies, lowest limb first: `data()`, `size()`, `resize(size)`, which loses what they
/// were, and `shrink(size)`. A moved-from number may only be assigned to.
template <class Limbs>
class SignedInteger {
public:
    SignedInteger() = default;

    static SignedInteger whole(std::int64_t value) {
        SignedInteger out;
        if (value == 0) return out;
        *out.resize(1) = value > 0 ? static_cast<Limb>(value) : -static_cast<Limb>(value);
        out.sign_ = value > 0 ? 1 : -1;
        return out;
    }

    /// value / 2^exponent, which must be an integer: `exponent` is at most the exponent of the lowest bit of `value`.
    static SignedInteger scaled_from(double value, int exponent) {
        SignedInteger out;
        if (value == 0) return out;
        auto [mantissa, own_exponent] = binary_parts(value);
        int shift = own_exponent - exponent;
        if (shift < 0) {
            assert(std::countr_zero(mantissa) >= -shift);
            mantissa >>= -shift;
            shift = 0;
        }
        const int zeros = shift / limb_bits, bits = shift % limb_bits;
        Limb* const limb = out.resize(zeros + 2);
        std::fill_n(limb, zeros, Limb{0});
        limb[zeros] = mantissa << bits;
        limb[zeros + 1] = bits == 0 ? 0 : mantissa >> (limb_bits - bits);
        out.sign_ = value > 0 ? 1 : -1;
        out.drop_leading_zeros();
        return out;
    }

    [[nodiscard]] int sign() const { return sign_; }

    /// Bits of the magnitude; 0 of zero.
    [[nodiscard]] int bits() const {
        if (size() == 0) return 0;
        return (size() - 1) * limb_bits + static_cast<int>(std::bit_width(limbs()[size() - 1]));
    }

    /// Zeros below the lowest set bit; 0 of zero.
    [[nodiscard]] int trailing_zeros() const {
        for (int i = 0; i < size(); ++i) {
            if (limbs()[i] != 0) return i * limb_bits + std::countr_zero(limbs()[i]);
        }
        return 0;
    }

    /// this * 2^places; where places < 0, the division must have no remainder.
    [[nodiscard]] SignedInteger shifted(int places) const {
        if (sign_ == 0) return {};
        SignedInteger out = places < 0 ? shifted_right(-places) : shifted_left(places);
        out.sign_ = sign_;
        out.drop_leading_zeros();
        return out;
    }

    /// Rounded to a double with an exponent of its own.
    [[nodiscard]] FarNumber rounded() const {
        if (sign_ == 0) return {};
        double value = 0;
        // Three limbs hold more than a double does whatever leading zeros the first has; what is below is lost.
        for (int i = size() - 1; i >= std::max(size() - 3, 0); --i) {
            value += std::ldexp(static_cast<double>(limbs()[i]), (i - size()) * limb_bits);
        }
        int exponent = 0;
        const double mantissa = std::frexp(value, &exponent);
        return {sign_ * mantissa, exponent + size() * limb_bits};
    }

    /// this * 2^exponent rounded down, to the next double at or below it.
    [[nodiscard]] double rounded_down(int exponent) const {
        if (sign_ == 0) return 0;
        if (bits() + exponent < -1000) return sign_ > 0 ? 0 : -0x1p-1000;  // near denormals, where ldexp would round
        const int dropped = std::max(bits() - 53, 0);
        const double kept = static_cast<double>(bits_from(dropped) & ((Limb{1} << 53) - 1));
        const bool away = sign_ < 0 && trailing_zeros() < dropped;
        return sign_ * std::ldexp(away ? kept + 1 : kept, exponent + dropped);
    }
    [[nodiscard]] double rounded_up(int exponent) const { return -(-*this).rounded_down(exponent); }

    friend SignedInteger operator+(const SignedInteger& a, const SignedInteger& b) { return sum(a, b, b.sign_); }
    friend SignedInteger operator-(const SignedInteger& a, const SignedInteger& b) { return sum(a, b, -b.sign_); }
    friend SignedInteger operator-(SignedInteger a) {
        a.sign_ = -a.sign_;
        return a;
    }
    friend SignedInteger operator*(const SignedInteger& a, const SignedInteger& b) {
        SignedInteger out;
        if (a.sign_ == 0 || b.sign_ == 0) return out;
        const int m = a.size(), n = b.size();
        Limb* const limb = out.resize(m + n);
        const Limb *const x = a.limbs(), *const y = b.limbs();
        std::fill_n(limb, n, Limb{0});
        for (int i = 0; i < m; ++i) {
            Limb carry = 0;
            for (int j = 0; j < n; ++j) {
                const TwoLimbs product = multiply_add(x[i], y[j], limb[i + j], carry);
                limb[i + j] = product.low;
                carry = product.high;
            }
            limb[i + n] = carry;
        }
        out.sign_ = a.sign_ * b.sign_;
        out.drop_leading_zeros();
        return out;
    }
    /// The sign of a - b.
    friend int compare(const SignedInteger& a, const SignedInteger& b) {
        if (a.sign_ != b.sign_) return a.sign_ < b.sign_ ? -1 : 1;
        return a.sign_ * compare_magnitudes(a, b);
    }

private:
    [[nodiscard]] int size() const { return limbs_.size(); }
    [[nodiscard]] const Limb* limbs() const { return limbs_.data(); }
    Limb* resize(int size) { return limbs_.resize(size); }

    void drop_leading_zeros() {
        int used = size();
        for (const Limb* const limb = limbs(); used > 0 && limb[used - 1] == 0;) --used;
        limbs_.shrink(used);
        if (used == 0) sign_ = 0;
    }

    /// 64 bits of the magnitude, the lowest of them at this place.
    [[nodiscard]] Limb bits_from(int lowest) const {
        const int first = lowest / limb_bits, part = lowest % limb_bits;
        const Limb low = first < size() ? limbs()[first] : 0, high = first + 1 < size() ? limbs()[first + 1] : 0;
        return part == 0 ? low : low >> part | high << (limb_bits - part);
    }

    [[nodiscard]] SignedInteger shifted_left(int places) const {
        const int zeros = places / limb_bits, part = places % limb_bits;
        SignedInteger out;
        Limb* const limb = out.resize(size() + zeros + 1);
        std::fill_n(limb, zeros, Limb{0});
        Limb carry = 0;
        for (int i = 0; i < size(); ++i) {
            limb[i + zeros] = limbs()[i] << part | carry;
            carry = part == 0 ? 0 : limbs()[i] >> (limb_bits - part);
        }
        limb[size() + zeros] = carry;
        return out;
    }

    [[nodiscard]] SignedInteger shifted_right(int places) const {
        assert(trailing_zeros() >= places);
        SignedInteger out;
        Limb* const limb = out.resize(size() - places / limb_bits);
        for (int i = 0; i < out.size(); ++i) limb[i] = bits_from(places + i * limb_bits);
        return out;
    }

    static int compare_magnitudes(const SignedInteger& a, const SignedInteger& b) {
        if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
        const Limb *const x = a.limbs(), *const y = b.limbs();
        for (int i = a.size() - 1; i >= 0; --i) {
            if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
        }
        return 0;
    }

    static void add_magnitudes(const SignedInteger& longer, const SignedInteger& shorter, SignedInteger& out) {
        const int m = longer.size(), n = shorter.size();
        Limb* const limb = out.resize(m + 1);
        const Limb *const x = longer.limbs(), *const y = shorter.limbs();
        Limb carry = 0;
        for (int i = 0; i < m; ++i) {
            const Limb with_carry = x[i] + carry, added = i < n ? y[i] : 0;
            limb[i] = with_carry + added;
            carry = Limb{with_carry < carry} + Limb{limb[i] < added};
        }
        limb[m] = carry;
    }

    static void subtract_magnitudes(const SignedInteger& larger, const SignedInteger& smaller, SignedInteger& out) {
        const int m = larger.size(), n = smaller.size();
        Limb* const limb = out.resize(m);
        const Limb *const x = larger.limbs(), *const y = smaller.limbs();
        Limb borrow = 0;
        for (int i = 0; i < m; ++i) {
            const Limb taken = i < n ? y[i] : 0, rest = x[i] - taken;
            limb[i] = rest - borrow;
            borrow = Limb{x[i] < taken} + Limb{rest < borrow};
        }
    }

    /// a + b, b with another sign.
    static SignedInteger sum(const SignedInteger& a, const SignedInteger& b, int sign_of_b) {
        if (sign_of_b == 0) return a;
        SignedInteger out;
        if (a.sign_ == 0) {
            out = b;
            out.sign_ = sign_of_b;
            return out;
        }
        if (a.sign_ == sign_of_b) {
            a.size() >= b.size() ? add_magnitudes(a, b, out) : add_magnitudes(b, a, out);
            out.sign_ = a.sign_;
        } else {
            const int order = compare_magnitudes(a, b);
            if (order == 0) return out;
            order > 0 ? subtract_magnitudes(a, b, out) : subtract_magnitudes(b, a, out);
            out.sign_ = order > 0 ? a.sign_ : sign_of_b;
        }
        out.drop_leading_zeros();
        return out;
    }

    Limbs limbs_;
    int sign_ = 0;
};

}  // namespace pliant
