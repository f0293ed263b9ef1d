// Bounding boxes in blocks of eight: of triangles, of child nodes, and which of them overlap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "broad_phase/blocks.hpp"
#include "simd/vertices.hpp"

namespace pliant::broad_phase {

/// Boxes of the triangles of `blocks` blocks; those of doubles are rounded outwards. suspects[i] gets a bit for each
/// triangle of block i whose area could not be shown to be positive: degenerate, nearly so, or with a coordinate that
/// is not finite. With suspects == nullptr areas are not tested.
void triangle_boxes(const simd::Vertices& vertices, const CornerBlock* corners, std::size_t blocks, BoxBlock* boxes,
                    std::uint8_t* suspects);

/// The union of the eight boxes of each child block, into slot i of the parents.
void unite(const BoxBlock* children, std::size_t first_child, std::size_t last_child, BoxBlock* parents);

/// The pairs of overlapping boxes of each pair of blocks, as pairs of slots. `out` has room for
/// `pairs_of_blocks` per input pair.
/// Each function returns how many it wrote.
std::size_t overlapping_boxes(const BoxBlock* a, const BoxBlock* b, std::span<const Pair> pairs, Pair* out);

/// The same within one tree: of a block paired with itself each pair once, and each box with itself.
std::size_t overlapping_boxes_within(const BoxBlock* boxes, std::span<const Pair> pairs, Pair* out);

/// The same of boxes that move: the pairs that no axis keeps apart. Where a coordinate tells two boxes apart at the
/// start and, in the same order, at the end, it does so at all times: each difference of two points is linear in time.
std::size_t possibly_meeting_boxes(const StepBoxes& a, const StepBoxes& b, std::span<const Pair> pairs, Pair* out);
std::size_t possibly_meeting_boxes_within(const StepBoxes& boxes, std::span<const Pair> pairs, Pair* out);

/// The same for the triangles of one body: pairs of unconnected triangles, which share no vertex.
std::size_t overlapping_unconnected(const BoxBlock* boxes, const CornerBlock* corners, std::span<const Pair> pairs,
                                    Pair* out);

/// For each pair of blocks of one tree, bit 8 * i + k where box i of the first overlaps box k of the second; of a block
/// paired with itself, only where i < k.
void overlap_bits(const BoxBlock* boxes, std::span<const Pair> pairs, std::uint64_t* out);

}  // namespace pliant::broad_phase
