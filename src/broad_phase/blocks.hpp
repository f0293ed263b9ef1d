// Triangles and boxes in blocks of eight (SoA): the unit that kernels work on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace pliant::broad_phase {

inline constexpr std::size_t block_size = 8;

/// A slot numbers the lanes of consecutive blocks: block_size * block + lane.
template <class Number>
constexpr Number slot_of(Number block, std::size_t lane) {
    return static_cast<Number>(block * block_size + lane);
}
template <class Number>
constexpr Number block_of(Number slot) {
    return static_cast<Number>(slot / block_size);
}
constexpr std::size_t lane_of(std::size_t slot) { return slot % block_size; }
/// Pairs of slots of two blocks.
inline constexpr std::size_t pairs_of_blocks = block_size * block_size;
/// Blocks that hold `count` slots; the last may be filled in part.
constexpr std::size_t blocks_for(std::size_t count) { return (count + block_size - 1) / block_size; }

/// Eight closed boxes. A box with lo > hi is empty: it overlaps nothing and adds nothing to a union.
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

/// Boxes of the same things at the start and at the end of a step; borrowed. `end` is nullptr where nothing moves.
struct StepBoxes {
    const BoxBlock* start = nullptr;
    const BoxBlock* end = nullptr;

    [[nodiscard]] bool moves() const { return end != nullptr; }
};

/// Vertex numbers of eight triangles.
struct alignas(32) CornerBlock {
    std::uint32_t vertex[3][block_size];
};

/// A pair of blocks, or of slots.
struct Pair {
    std::uint32_t a, b;
};

/// Triangles in blocks, by slot; borrowed.
struct TriangleBlocks {
    const CornerBlock* corners;
    const std::uint32_t* triangles;  // by slot

    [[nodiscard]] std::uint32_t triangle(std::uint32_t slot) const { return triangles[slot]; }
    /// The vertex number of a corner of the triangle in a slot.
    [[nodiscard]] std::uint32_t vertex(std::uint32_t slot, std::size_t corner) const {
        return corners[block_of(slot)].vertex[corner][lane_of(slot)];
    }
};

}  // namespace pliant::broad_phase
