#include "numeric/growing_integer.hpp"

#include <algorithm>
#include <utility>

namespace pliant {

GrowingLimbs& GrowingLimbs::operator=(const GrowingLimbs& other) {
    if (this == &other) return *this;
    std::copy_n(other.data(), other.size_, resize(other.size_));
    return *this;
}

GrowingLimbs& GrowingLimbs::operator=(GrowingLimbs&& other) noexcept {
    if (this == &other) return *this;
    if (other.heap_) {
        heap_ = std::move(other.heap_);
        heap_size_ = std::exchange(other.heap_size_, 0);
        size_ = std::exchange(other.size_, 0);
        return *this;
    }
    // At most what lies on the stack: never more than either place has.
    size_ = other.size_;
    std::copy_n(other.stack_.data(), size_, data());
    return *this;
}

Limb* GrowingLimbs::resize(int size) {
    size_ = size;
    if (size > std::max(on_stack, heap_size_)) {
        heap_ = std::make_unique<Limb[]>(2 * static_cast<std::size_t>(size));
        heap_size_ = 2 * size;
    }
    return data();
}

template class SignedInteger<GrowingLimbs>;

}  // namespace pliant
