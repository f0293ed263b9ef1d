// Signed integers of a fixed capacity, on the stack.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>

#include "numeric/signed_integer.hpp"

namespace pliant {

template <int Bits>
class FixedLimbs {
public:
    FixedLimbs() = default;
    // Only what is used is copied.
    FixedLimbs(const FixedLimbs& other) : size_(other.size_) { copy_limbs(other); }
    FixedLimbs& operator=(const FixedLimbs& other) {
        size_ = other.size_;
        copy_limbs(other);
        return *this;
    }
    ~FixedLimbs() = default;

    [[nodiscard]] const Limb* data() const { return limb_.data(); }
    [[nodiscard]] int size() const { return size_; }
    Limb* resize(int size) {
        assert(size <= capacity);
        size_ = size;
        return limb_.data();
    }
    void shrink(int size) { size_ = size; }

private:
    static constexpr int capacity = (Bits + limb_bits - 1) / limb_bits + 2;

    void copy_limbs(const FixedLimbs& other) { std::copy_n(other.limb_.begin(), other.size_, limb_.begin()); }

    std::array<Limb, capacity> limb_;  // undefined from size_ on
    int size_ = 0;
};

/// A number may have up to `Bits` bits: whoever computes sees to it, and debug builds check.
template <int Bits>
using WideInteger = SignedInteger<FixedLimbs<Bits>>;

}  // namespace pliant
