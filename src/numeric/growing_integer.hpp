// Signed integers of any size, for polynomials and their roots. Up to 2048 bits lie on the stack, larger ones on the
// heap.
#pragma once

#include <array>
#include <memory>
#include <utility>

#include "numeric/signed_integer.hpp"

namespace pliant {

class GrowingLimbs {
public:
    GrowingLimbs() = default;
    GrowingLimbs(const GrowingLimbs& other) { *this = other; }
    GrowingLimbs(GrowingLimbs&& other) noexcept { *this = std::move(other); }
    GrowingLimbs& operator=(const GrowingLimbs& other);
    GrowingLimbs& operator=(GrowingLimbs&& other) noexcept;
    ~GrowingLimbs() = default;

    [[nodiscard]] const Limb* data() const { return heap_ ? heap_.get() : stack_.data(); }
    [[nodiscard]] int size() const { return size_; }
    Limb* resize(int size);
    void shrink(int size) { size_ = size; }

private:
    static constexpr int on_stack = 32;

    [[nodiscard]] Limb* data() { return heap_ ? heap_.get() : stack_.data(); }

    // Undefined from size_ on. NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
    std::array<Limb, on_stack> stack_;
    std::unique_ptr<Limb[]> heap_;
    int heap_size_ = 0;
    int size_ = 0;
};

using GrowingInteger = SignedInteger<GrowingLimbs>;
extern template class SignedInteger<GrowingLimbs>;

}  // namespace pliant
