// Which triangles of two blocks have a vertex in common. Made once per topology.
#pragma once

#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "simd/box_kernels.hpp"

namespace pliant::regularity {

class BlockNeighbours {
public:
    /// `slots` has a bit for each of the eight places of a block that holds a triangle of its own.
    void build(std::span<const simd::CornerBlock> blocks, std::span<const std::uint8_t> slots, std::size_t vertices);

    /// Bit 8 * i + k where triangle i of block a and triangle k of block b share a vertex; a <= b. `blocks` are those
    /// of the last build. Places without a triangle of their own count for nothing, or as what they repeat.
    [[nodiscard]] std::uint64_t shared(std::span<const simd::CornerBlock> blocks, std::uint32_t a,
                                       std::uint32_t b) const {
        assert(a <= b);
        if (at_hub_[a] != 0 && at_hub_[b] != 0) return compared(blocks[a], blocks[b]);
        for (std::uint32_t i = first_[a]; i < first_[a + 1]; ++i) {
            if (other_[i] == b) return bits_[i];
        }
        return 0;
    }

private:
    static std::uint64_t compared(const simd::CornerBlock& a, const simd::CornerBlock& b);

    std::vector<std::uint8_t> at_hub_;  // by block: whether it has a vertex of so many triangles that none are listed
    std::vector<std::uint32_t> first_;  // by block: its first entry
    std::vector<std::uint32_t> other_;  // by entry: the other block, not before this one
    std::vector<std::uint64_t> bits_;   // by entry
};

}  // namespace pliant::regularity
