// First stage of the narrow phase: most candidates are proved apart by a separating plane, the rest is handed on. A
// rejection is a proof: rounding errors are bounded, and a lane in which anything overflows is handed on. All vector
// targets keep the same candidates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "broad_phase/blocks.hpp"
#include "simd/vertices.hpp"

namespace pliant::narrow_phase {

/// Candidates are pairs of numbers of triangles with corners[3 * t], [3 * t + 1], [3 * t + 2] as vertex numbers. Moves
/// the kept ones to the front of `candidates` in their order and returns how many.
std::size_t keep_possibly_meeting(const simd::Vertices& vertices, const std::uint32_t* corners,
                                  std::span<broad_phase::Pair> candidates);

/// The same for pairs of slots of blocks, the first of `a`, the second of `b`.
std::size_t keep_possibly_meeting(const simd::Vertices& vertices, const broad_phase::CornerBlock* a,
                                  const broad_phase::CornerBlock* b, std::span<broad_phase::Pair> candidates);

}  // namespace pliant::narrow_phase
