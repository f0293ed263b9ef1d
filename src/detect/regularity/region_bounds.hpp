// Bounds of regions: a box and the set of sampled directions along which every triangle of the region faces.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "broad_phase/blocks.hpp"

namespace pliant::regularity {

inline constexpr std::size_t blocks_per_leaf = 8;
inline constexpr std::size_t sampled_directions = 198, most_own_directions = 256 - sampled_directions;

/// A set of up to 256 directions: first those that are sampled, then such as regions have of their own.
struct alignas(32) DirectionSet {
    std::uint64_t word[4];

    void insert(std::size_t number) { word[number / 64] |= std::uint64_t{1} << (number % 64); }
    [[nodiscard]] bool contains(std::size_t number) const { return (word[number / 64] >> (number % 64) & 1) != 0; }

    [[nodiscard]] bool empty() const { return (word[0] | word[1] | word[2] | word[3]) == 0; }
    friend DirectionSet operator&(const DirectionSet& a, const DirectionSet& b) {
        return {{a.word[0] & b.word[0], a.word[1] & b.word[1], a.word[2] & b.word[2], a.word[3] & b.word[3]}};
    }
};

struct alignas(64) RegionBounds {
    float lo[4], hi[4];  // the fourth is unused
    DirectionSet directions;
};

/// Bounds of two regions together.
inline RegionBounds united(const RegionBounds& a, const RegionBounds& b) {
    RegionBounds out;
    for (int axis = 0; axis < 4; ++axis) {
        out.lo[axis] = std::min(a.lo[axis], b.lo[axis]);
        out.hi[axis] = std::max(a.hi[axis], b.hi[axis]);
    }
    out.directions = a.directions & b.directions;
    return out;
}

/// A region and the two that it is made of.
struct Parent {
    std::uint32_t region, left, right;
};

/// Bit 8 * i + k where the boxes of regions a[i] and b[k] meet: one to eight on either side.
std::uint64_t meeting_boxes(const RegionBounds* bounds, std::span<const std::uint32_t> a,
                            std::span<const std::uint32_t> b);

/// Bounds of parents from those of their children, one after the other.
void unite_regions(std::span<const Parent> parents, RegionBounds* bounds);

}  // namespace pliant::regularity
