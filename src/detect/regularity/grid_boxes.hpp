// Boxes eight at a time (SoA), quantised to sixteen bits: half the memory of floats, and twice as many in a vector. And
// what is asked of leaves, of up to eight blocks each: which triangles of two of them have boxes that overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "broad_phase/blocks.hpp"
#include "simd/vertices.hpp"

namespace pliant::regularity {

/// Takes a coordinate to (coordinate - centre) * scale, cut to a whole number. However that is rounded, no two
/// coordinates change places: boxes that overlap do so on the grid.
struct BoxGrid {
    float centre[3], scale[3];

    /// Where the coordinates of all triangles go. Farther out are only the bounds of empty boxes.
    static constexpr float reach = 32000;
};

/// Eight closed boxes on a grid. A box with lo > hi is empty: it meets nothing and adds nothing to a union.
struct alignas(32) GridBoxBlock {
    std::int16_t lo[3][broad_phase::block_size];
    std::int16_t hi[3][broad_phase::block_size];

    static GridBoxBlock empty() {
        GridBoxBlock block;
        for (std::size_t lane = 0; lane < broad_phase::block_size; ++lane) block.clear(lane);
        return block;
    }

    void clear(std::size_t lane) {
        for (int axis = 0; axis < 3; ++axis) {
            lo[axis][lane] = std::numeric_limits<std::int16_t>::max();
            hi[axis][lane] = std::numeric_limits<std::int16_t>::min();
        }
    }
};

/// The corners of the triangles of a leaf, as places in a list of its vertices.
struct alignas(64) OwnCorners {
    std::uint8_t place[3][broad_phase::block_size * broad_phase::block_size];
};
struct OwnVertices {
    static constexpr std::size_t most = 64, at_once = 16;

    const std::uint32_t* vertices;
    std::size_t count;  // a multiple of `at_once`, the last one repeated; 0 for a leaf that has too many
    const OwnCorners* corners;
};

/// Boxes of the triangles of a leaf of `blocks` blocks, those that have a bit 8 * block + lane in `there`, and the
/// unions of those of each block. Others, and the blocks up to the eighth, are empty. No coordinate of triangles that
/// are there is out of reach of the grid. All vector targets come to the same.
void grid_boxes(const simd::Vertices& vertices, const broad_phase::CornerBlock* corners, std::size_t blocks,
                const OwnVertices& own, std::uint64_t there, const BoxGrid& grid, GridBoxBlock* boxes,
                GridBoxBlock& unions);

/// For each pair of leaves, bit 8 * i + k where the box of block i of the first overlaps that of block k of the second.
/// Of a leaf paired with itself, only where i <= k. `leaves` are the boxes of the blocks of each leaf.
void overlapping_blocks(const GridBoxBlock* leaves, std::span<const broad_phase::Pair> pairs, std::uint64_t* out);
void overlapping_blocks(const broad_phase::BoxBlock* leaves, std::span<const broad_phase::Pair> pairs,
                        std::uint64_t* out);

/// For triangles of two leaves: of blocks i and k, bit 8 * p + q of words[place[8 * i + k]] where triangle p of the one
/// and triangle q of the other have a vertex in common.
struct SharedVertices {
    const std::uint8_t* place;
    const std::uint64_t* words;
};

/// A pair of blocks of two leaves, and some pairs of their triangles.
struct TrianglesOfBlocks {
    std::uint64_t bits;   // 8 * p + q
    std::uint32_t place;  // 8 * i + k
};
struct FoundBlocks {
    std::size_t unconnected = 0, neighbours = 0;
    std::uint64_t places_of_unconnected = 0;  // a bit for each
};

/// Of the pairs of blocks of two leaves that have a bit in `wanted`, those with triangles whose boxes overlap and that
/// share no vertex, and those with triangles that do; there is room for all in either. `a` and `b` are the boxes of the
/// blocks of each; of a leaf with itself, a == b, each pair of triangles once. No neighbours are asked for where
/// `neighbours` is null.
FoundBlocks overlapping_triangles(const GridBoxBlock* a, const GridBoxBlock* b, std::uint64_t wanted,
                                  const SharedVertices& shared, TrianglesOfBlocks* unconnected,
                                  TrianglesOfBlocks* neighbours);
FoundBlocks overlapping_triangles(const broad_phase::BoxBlock* a, const broad_phase::BoxBlock* b, std::uint64_t wanted,
                                  const SharedVertices& shared, TrianglesOfBlocks* unconnected,
                                  TrianglesOfBlocks* neighbours);

}  // namespace pliant::regularity
