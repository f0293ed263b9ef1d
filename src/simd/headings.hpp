// Edges that all advance along one direction, each from where the one before it ended, cannot meet again: the argument
// for regions [Volino1994, 2.2.1], one dimension lower. Eight edges and eight compass directions are one word.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pliant::simd {

/// Bit i of byte d: edge i of eight certainly advances along compass direction d, or is none. The directions are u, -u,
/// v, -v, u + v, -(u + v), u - v and -(u - v).
using Headings = std::uint64_t;
inline constexpr std::size_t compass = 8;

inline constexpr unsigned all_edges = 0xff;
inline constexpr Headings in_each_byte = 0x0101010101010101;

/// Whether all edges advance along one direction.
inline bool straight_on(Headings h) { return ((~h - in_each_byte) & h & in_each_byte * 0x80) != 0; }

/// A bit for each edge that has one along any direction.
inline unsigned along_any(Headings h) {
    h |= h >> 32;
    h |= h >> 16;
    h |= h >> 8;
    return static_cast<unsigned>(h) & all_edges;
}

/// Keeps the bits of edges from which on all up to the end of the block advance along the direction.
inline Headings up_to_end(Headings h) {
    h &= (h >> 1 & ~(in_each_byte * 0x80)) | in_each_byte * 0x80;
    h &= (h >> 2 & ~(in_each_byte * 0xc0)) | in_each_byte * 0xc0;
    h &= (h >> 4 & ~(in_each_byte * 0xf0)) | in_each_byte * 0xf0;
    return h;
}

/// The bits of `start` and those that follow them without a gap in h.
inline Headings runs_from(Headings start, Headings h) {
    Headings run = start & h;
    h &= ~in_each_byte;  // a bit shifted into another byte goes no further
    run |= run << 1 & h;
    h &= h << 1;
    run |= run << 2 & h;
    h &= h << 2;
    run |= run << 4 & h;
    return run;
}

/// Edges that advance along one direction with the edge after them; of the last one, with the first of `next`.
inline unsigned go_on(Headings h, Headings next) {
    return along_any(h & ((h >> 1 & ~(in_each_byte * 0x80)) | (next & in_each_byte) << 7));
}

/// All bits of the directions for which a block has edge i.
inline Headings directions_with(Headings h, std::size_t i) { return (h >> i & in_each_byte) * all_edges; }

/// Bits of the opposite directions.
inline unsigned opposite(unsigned directions) { return (directions & 0x55) << 1 | (directions & 0xaa) >> 1; }

}  // namespace pliant::simd
