#include "numeric/growing_integer.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

namespace pliant {

namespace {

struct MantissaAndExponent {
    std::uint64_t mantissa;  // |value| = mantissa * 2^exponent
    int exponent;
};

MantissaAndExponent parts_of(double value) {
    int exponent = 0;
    const double fraction = std::frexp(std::abs(value), &exponent);  // in [0.5, 1)
    return {static_cast<std::uint64_t>(std::ldexp(fraction, 53)), exponent - 53};
}

struct TwoLimbs {
    std::uint64_t low, high;
};

/// a * b + c + d, which fits into 128 bits.
inline TwoLimbs multiply_add(std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t d) {
#ifdef __SIZEOF_INT128__
    __extension__ using Double = unsigned __int128;
    const Double all = static_cast<Double>(a) * b + c + d;
    return {static_cast<std::uint64_t>(all), static_cast<std::uint64_t>(all >> 64)};
#else
    const std::uint64_t mask = 0xFFFFFFFFu;
    const std::uint64_t low = (a & mask) * (b & mask), cross = (a >> 32) * (b & mask) + (low >> 32);
    const std::uint64_t other = (a & mask) * (b >> 32) + (cross & mask);
    TwoLimbs out{(other << 32) | (low & mask), (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32)};
    out.low += c;
    out.high += out.low < c;
    out.low += d;
    out.high += out.low < d;
    return out;
#endif
}

}  // namespace

GrowingInteger& GrowingInteger::operator=(const GrowingInteger& other) {
    if (this == &other) return *this;
    std::copy_n(other.limbs(), other.size_, resize(other.size_));
    sign_ = other.sign_;
    return *this;
}

GrowingInteger& GrowingInteger::operator=(GrowingInteger&& other) noexcept {
    if (this == &other) return *this;
    if (other.heap_) {
        heap_ = std::move(other.heap_);
        heap_size_ = std::exchange(other.heap_size_, 0);
        size_ = std::exchange(other.size_, 0);
        sign_ = std::exchange(other.sign_, 0);
        return *this;
    }
    // At most what lies on the stack: never more than either place has.
    size_ = other.size_;
    sign_ = other.sign_;
    std::copy_n(other.stack_.data(), size_, limbs());
    return *this;
}

GrowingInteger::Limb* GrowingInteger::resize(int size) {
    size_ = size;
    if (size > std::max(on_stack, heap_size_)) {
        heap_ = std::make_unique<Limb[]>(static_cast<std::size_t>(2 * size));
        heap_size_ = 2 * size;
    }
    return limbs();
}

GrowingInteger GrowingInteger::whole(std::int64_t value) {
    GrowingInteger out;
    if (value == 0) return out;
    out.sign_ = value > 0 ? 1 : -1;
    *out.resize(1) = value > 0 ? static_cast<Limb>(value) : -static_cast<Limb>(value);
    return out;
}

GrowingInteger GrowingInteger::scaled_from(double value, int exponent) {
    GrowingInteger out;
    if (value == 0) return out;
    auto [mantissa, own_exponent] = parts_of(value);
    int shift = own_exponent - exponent;
    if (shift < 0) {
        assert(std::countr_zero(mantissa) >= -shift);
        mantissa >>= -shift;
        shift = 0;
    }
    out.sign_ = value > 0 ? 1 : -1;
    Limb* const limb = out.resize(shift / limb_bits + 2);
    std::fill_n(limb, out.size_, Limb{0});
    const int bits = shift % limb_bits;
    limb[out.size_ - 2] = mantissa << bits;
    limb[out.size_ - 1] = bits == 0 ? 0 : mantissa >> (limb_bits - bits);
    out.drop_leading_zeros();
    return out;
}

int GrowingInteger::bits() const {
    if (size_ == 0) return 0;
    return (size_ - 1) * limb_bits + static_cast<int>(std::bit_width(limbs()[size_ - 1]));
}

int GrowingInteger::trailing_zeros() const {
    for (int i = 0; i < size_; ++i) {
        if (limbs()[i] != 0) return i * limb_bits + std::countr_zero(limbs()[i]);
    }
    return 0;
}

GrowingInteger GrowingInteger::negated() const {
    GrowingInteger out = *this;
    out.sign_ = -sign_;
    return out;
}

GrowingInteger GrowingInteger::shifted(int places) const {
    GrowingInteger out;
    if (sign_ == 0) return out;
    out.sign_ = sign_;
    const Limb* const from = limbs();
    if (places < 0) {
        assert(trailing_zeros() >= -places);
        Limb* const limb = out.resize(size_ - (-places) / limb_bits);
        for (int i = 0; i < out.size_; ++i) limb[i] = bits_from(-places + i * limb_bits);
        out.drop_leading_zeros();
        return out;
    }
    const int whole_limbs = places / limb_bits, part = places % limb_bits;
    Limb* const limb = out.resize(size_ + whole_limbs + 1);
    std::fill_n(limb, whole_limbs, Limb{0});
    Limb carry = 0;
    for (int i = 0; i < size_; ++i) {
        limb[i + whole_limbs] = from[i] << part | carry;
        carry = part == 0 ? 0 : from[i] >> (limb_bits - part);
    }
    limb[size_ + whole_limbs] = carry;
    out.drop_leading_zeros();
    return out;
}

/// 64 bits of the magnitude, the lowest of them at this place.
GrowingInteger::Limb GrowingInteger::bits_from(int lowest) const {
    const int first = lowest / limb_bits, part = lowest % limb_bits;
    const Limb low = first < size_ ? limbs()[first] : 0, high = first + 1 < size_ ? limbs()[first + 1] : 0;
    return part == 0 ? low : low >> part | high << (limb_bits - part);
}

bool GrowingInteger::any_bit_below(int place) const { return size_ > 0 && trailing_zeros() < place; }

double GrowingInteger::rounded_down(int exponent) const {
    if (sign_ == 0) return 0;
    if (bits() + exponent < -1000) return sign_ > 0 ? 0 : -0x1p-1000;  // near denormals, where ldexp would round
    const int dropped = std::max(bits() - 53, 0);
    const double kept = static_cast<double>(bits_from(dropped) & ((Limb{1} << 53) - 1));
    const bool away = sign_ < 0 && any_bit_below(dropped);
    return sign_ * std::ldexp(away ? kept + 1 : kept, exponent + dropped);
}

void GrowingInteger::drop_leading_zeros() {
    const Limb* const limb = limbs();
    while (size_ > 0 && limb[size_ - 1] == 0) --size_;
    if (size_ == 0) sign_ = 0;
}

int GrowingInteger::compare_magnitudes(const GrowingInteger& a, const GrowingInteger& b) {
    if (a.size_ != b.size_) return a.size_ < b.size_ ? -1 : 1;
    const Limb *const x = a.limbs(), *const y = b.limbs();
    for (int i = a.size_ - 1; i >= 0; --i) {
        if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
    }
    return 0;
}

void GrowingInteger::add_magnitudes(const GrowingInteger& longer, const GrowingInteger& shorter, GrowingInteger& out) {
    Limb* const limb = out.resize(longer.size_ + 1);
    const Limb *const x = longer.limbs(), *const y = shorter.limbs();
    Limb carry = 0;
    for (int i = 0; i < longer.size_; ++i) {
        const Limb with_carry = x[i] + carry, added = i < shorter.size_ ? y[i] : 0;
        limb[i] = with_carry + added;
        carry = Limb{with_carry < carry} + Limb{limb[i] < added};
    }
    limb[longer.size_] = carry;
}

void GrowingInteger::subtract_magnitudes(const GrowingInteger& larger, const GrowingInteger& smaller,
                                         GrowingInteger& out) {
    Limb* const limb = out.resize(larger.size_);
    const Limb *const x = larger.limbs(), *const y = smaller.limbs();
    Limb borrow = 0;
    for (int i = 0; i < larger.size_; ++i) {
        const Limb taken = i < smaller.size_ ? y[i] : 0, rest = x[i] - taken;
        limb[i] = rest - borrow;
        borrow = Limb{x[i] < taken} + Limb{rest < borrow};
    }
}

GrowingInteger GrowingInteger::sum(const GrowingInteger& a, const GrowingInteger& b, int sign_of_b) {
    GrowingInteger out;
    if (b.sign_ == 0) return out = a;
    if (a.sign_ == 0) {
        out = b;
        out.sign_ = sign_of_b;
        return out;
    }
    if (a.sign_ == sign_of_b) {
        a.size_ >= b.size_ ? add_magnitudes(a, b, out) : add_magnitudes(b, a, out);
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

GrowingInteger operator*(const GrowingInteger& a, const GrowingInteger& b) {
    GrowingInteger out;
    if (a.sign_ == 0 || b.sign_ == 0) return out;
    out.sign_ = a.sign_ * b.sign_;
    GrowingInteger::Limb* const limb = out.resize(a.size_ + b.size_);
    const GrowingInteger::Limb *const x = a.limbs(), *const y = b.limbs();
    std::fill_n(limb, b.size_, GrowingInteger::Limb{0});
    for (int i = 0; i < a.size_; ++i) {
        GrowingInteger::Limb carry = 0;
        for (int j = 0; j < b.size_; ++j) {
            const TwoLimbs product = multiply_add(x[i], y[j], limb[i + j], carry);
            limb[i + j] = product.low;
            carry = product.high;
        }
        limb[i + b.size_] = carry;
    }
    out.drop_leading_zeros();
    return out;
}

}  // namespace pliant
