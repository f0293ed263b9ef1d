#include "detect/sphere_tree/pair_numbers.hpp"

#include <algorithm>
#include <utility>

namespace pliant::sphere_tree {

namespace {

std::uint64_t key_of(std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} << 32 | b; }

}  // namespace

void PairNumbers::clear() {
    taken_ = 0;
    if (++stamp_ != 0) return;
    std::fill(slots_.begin(), slots_.end(), Slot{});
    stamp_ = 1;
}

std::uint32_t PairNumbers::find_or_add(std::uint32_t a, std::uint32_t b, std::uint32_t number) {
    if (2 * (taken_ + 1) > slots_.size()) grow();
    const std::uint64_t pair = key_of(a, b);
    Slot& slot = slots_[place_of(pair)];
    if (slot.stamp == stamp_) return slot.number;
    slot = {pair, number, stamp_};
    ++taken_;
    return number;
}

std::optional<std::uint32_t> PairNumbers::find(std::uint32_t a, std::uint32_t b) const {
    if (taken_ == 0) return std::nullopt;
    const Slot& slot = slots_[place_of(key_of(a, b))];
    return slot.stamp == stamp_ ? std::optional(slot.number) : std::nullopt;
}

/// The slot of the pair, or the free one where it would go.
std::size_t PairNumbers::place_of(std::uint64_t pair) const {
    const std::size_t mask = slots_.size() - 1;
    auto at = static_cast<std::size_t>((pair * 0x9e3779b97f4a7c15u) >> 20) & mask;
    while (slots_[at].stamp == stamp_ && slots_[at].pair != pair) at = (at + 1) & mask;
    return at;
}

void PairNumbers::grow() {
    std::vector<Slot> before(std::max<std::size_t>(64, 2 * slots_.size()), Slot{});
    std::swap(before, slots_);
    for (const Slot& slot : before) {
        if (slot.stamp == stamp_) slots_[place_of(slot.pair)] = slot;
    }
}

}  // namespace pliant::sphere_tree
