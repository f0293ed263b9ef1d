// An order of things in space in which neighbours share blocks.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <span>

#include "parallel/parallel.hpp"

namespace pliant::broad_phase {

/// Something with a place; only the order of places matters, so any multiple of the centre will do.
struct PlacedItem {
    std::array<float, 3> centre;
    std::uint32_t id;
};

/// A coordinate of a centre. What is not finite as a float has its place at zero: it is set aside or far away, and
/// where does not matter.
inline float place(double coordinate) {
    const auto value = static_cast<float>(coordinate);
    return std::isfinite(value) ? value : 0.0f;
}

/// Reorders so that the items of a block, of eight blocks, and so on, are near each other: cuts at the median along the
/// widest axis. The order depends on the items alone.
void sort_into_blocks(std::span<PlacedItem> items, parallel::Workers& workers);

}  // namespace pliant::broad_phase
