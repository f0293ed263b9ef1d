// Bounding boxes eight at a time. A block is the unit of the box tree: eight triangles, or eight child nodes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "simd/vertices.hpp"

namespace pliant::simd {

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

/// Boxes of `blocks` x 8 triangles; those of doubles are rounded outwards. suspects[i] gets a bit for each triangle of
/// block i whose area could not be shown to be positive: degenerate, nearly so, or with a coordinate that is not
/// finite. nullptr where that is known.
void triangle_boxes(const Vertices& vertices, const CornerBlock* corners, std::size_t blocks, BoxBlock* boxes,
                    std::uint8_t* suspects);

/// The union of the eight boxes of each child block, into lane i % 8 of parents[i / 8].
void unite(const BoxBlock* children, std::size_t first_child, std::size_t last_child, BoxBlock* parents);

/// The pairs of overlapping boxes of each pair of blocks, as pairs of slots. `out` has room for 64 per input pair.
/// Each function returns how many it wrote.
std::size_t overlapping_boxes(const BoxBlock* a, const BoxBlock* b, std::span<const Pair> pairs, Pair* out);

/// The same within one tree: of a block paired with itself each pair once, and each box with itself.
std::size_t overlapping_boxes_within(const BoxBlock* boxes, std::span<const Pair> pairs, Pair* out);

/// The same for the triangles of one body: pairs of different triangles that share no vertex.
std::size_t overlapping_strangers(const BoxBlock* boxes, const CornerBlock* corners, std::span<const Pair> pairs,
                                  Pair* out);

/// For each pair of blocks of one tree, bit 8 * i + k where box i of the first overlaps box k of the second; of a block
/// paired with itself, only where i < k.
void overlap_bits(const BoxBlock* boxes, std::span<const Pair> pairs, std::uint64_t* out);

/// Name of the vector target in use, for reports.
const char* target_name();

}  // namespace pliant::simd
