// Signed integers of any size, for polynomials and their roots. Up to 2048 bits lie on the stack, larger ones on the
// heap.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

namespace pliant {

class GrowingInteger {
public:
    GrowingInteger() = default;
    GrowingInteger(const GrowingInteger& other) { *this = other; }
    GrowingInteger(GrowingInteger&& other) noexcept { *this = std::move(other); }
    GrowingInteger& operator=(const GrowingInteger& other);
    GrowingInteger& operator=(GrowingInteger&& other) noexcept;
    ~GrowingInteger() = default;

    static GrowingInteger whole(std::int64_t value);
    /// value / 2^exponent, which must be an integer: `exponent` is at most the exponent of the lowest bit of `value`.
    static GrowingInteger scaled_from(double value, int exponent);

    [[nodiscard]] int sign() const { return sign_; }
    /// Bits of the magnitude; 0 of zero.
    [[nodiscard]] int bits() const;
    /// Zeros below the lowest set bit; 0 of zero.
    [[nodiscard]] int trailing_zeros() const;
    [[nodiscard]] GrowingInteger negated() const;
    /// this * 2^places; where places < 0, the division must have no remainder.
    [[nodiscard]] GrowingInteger shifted(int places) const;
    /// this * 2^exponent rounded down, to the next double at or below it.
    [[nodiscard]] double rounded_down(int exponent) const;
    [[nodiscard]] double rounded_up(int exponent) const { return -negated().rounded_down(exponent); }

    friend GrowingInteger operator+(const GrowingInteger& a, const GrowingInteger& b) { return sum(a, b, b.sign_); }
    friend GrowingInteger operator-(const GrowingInteger& a, const GrowingInteger& b) { return sum(a, b, -b.sign_); }
    friend GrowingInteger operator*(const GrowingInteger& a, const GrowingInteger& b);

private:
    using Limb = std::uint64_t;
    static constexpr int limb_bits = 64;
    static constexpr int on_stack = 32;

    [[nodiscard]] const Limb* limbs() const { return heap_ ? heap_.get() : stack_.data(); }
    [[nodiscard]] Limb* limbs() { return heap_ ? heap_.get() : stack_.data(); }
    /// Room for so many limbs; what they were is lost.
    Limb* resize(int size);
    static GrowingInteger sum(const GrowingInteger& a, const GrowingInteger& b, int sign_of_b);
    static int compare_magnitudes(const GrowingInteger& a, const GrowingInteger& b);
    static void add_magnitudes(const GrowingInteger& longer, const GrowingInteger& shorter, GrowingInteger& out);
    static void subtract_magnitudes(const GrowingInteger& larger, const GrowingInteger& smaller, GrowingInteger& out);
    void drop_leading_zeros();
    [[nodiscard]] Limb bits_from(int lowest) const;
    [[nodiscard]] bool any_bit_below(int place) const;

    // Lowest limb first; undefined from size_ on. NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
    std::array<Limb, on_stack> stack_;
    std::unique_ptr<Limb[]> heap_;
    int heap_size_ = 0;
    int size_ = 0;
    int sign_ = 0;
};

}  // namespace pliant
