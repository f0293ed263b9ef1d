// Triangles eight at a time, laid out for proofs that two of them are apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/grid_boxes.hpp"
#include "simd/vertices.hpp"

namespace pliant::regularity {

/// Eight triangles and their planes.
struct alignas(64) TriangleBlock {
    float corner[3][3][broad_phase::block_size];  // by corner and axis
    float normal[3][broad_phase::block_size];
    float length[broad_phase::block_size];     // |x| + |y| + |z| of the normal
    float thickness[broad_phase::block_size];  // of normal . (p - first corner) no p of the triangle has more;
                                               // underflows included
};

/// Those of the eight blocks of a leaf that have a bit in `wanted`.
struct BlocksOfLeaf {
    const broad_phase::CornerBlock* corners;
    TriangleBlock* triangles;
    unsigned wanted;
};

/// Corners and planes of the triangles of two leaves.
void lay_out_triangles(const simd::FloatVertex* vertices, const BlocksOfLeaf& first, const BlocksOfLeaf& second);

/// Pairs of triangles that were tested, and those of them that are not proven apart.
struct Unproven {
    std::size_t of = 0, number = 0;

    /// Where these are written there is room for all and for as many more.
    static constexpr std::size_t spare = 16;
};

/// For pairs of blocks of two leaves, which begin at `first_blocks` of all blocks: writes the pairs of slots,
/// 8 * block + lane, of triangles that have a bit and are not proven apart. No coordinates of two triangles with a bit
/// differ by more than `reach`.
/// All vector targets write the same, in the order of blocks and bits.
Unproven write_unproven(const TriangleBlock* a, const TriangleBlock* b, float reach, broad_phase::Pair first_blocks,
                        std::span<const TrianglesOfBlocks> pairs, broad_phase::Pair* out);

}  // namespace pliant::regularity
