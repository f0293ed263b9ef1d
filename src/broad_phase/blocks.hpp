// Triangles and boxes in blocks of eight (SoA): the unit that kernels work on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace pliant::broad_phase {

inline constexpr std::size_t block_size = 8;

/// Eight closed boxes. A box with lo > hi is empty: it meets nothing and adds nothing to a union.
struct alignas(64) BoxBlock {
    float lo[3][block_size];
    float hi[3][block_size];

    static BoxBlock empty() {
        BoxBlock block;
        for (std::size_t lane = 0; lane < block_size; ++lane) block.clear(lane);
        return block;
    }

    void clear(std::size_t lane) {
        for (int axis = 0; axis < 3; ++axis) {
            lo[axis][lane] = std::numeric_limits<float>::infinity();
            hi[axis][lane] = -std::numeric_limits<float>::infinity();
        }
    }
};

/// Vertex numbers of eight triangles.
struct alignas(32) CornerBlock {
    std::uint32_t vertex[3][block_size];
};

/// A pair of blocks, or of slots (8 * block + lane).
struct Pair {
    std::uint32_t a, b;
};

}  // namespace pliant::broad_phase
