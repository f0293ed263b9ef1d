// Second and third stage of the narrow phase: pairs that certainly cross, touch or are apart, by signs that rounding
// cannot change; first in the precision of the vertices, then in doubles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "broad_phase/blocks.hpp"
#include "simd/vertices.hpp"

namespace pliant::narrow_phase {

/// How many candidates certainly pass through one another, certainly touch, and are too close to call.
struct Crossings {
    std::size_t crossing = 0, touching = 0, open = 0;
};

/// Where each of them is written; there is room for all candidates in any.
struct CrossingLists {
    broad_phase::Pair *crossing, *touching, *open;
};

/// Writes the candidates that certainly cross (each has corners strictly on both sides of the other's plane, and they
/// share more than a point), those that certainly touch (the same, but they share a single point), and those that are
/// too close to call. What is none of these is certainly apart. Candidates as for keep_possibly_meeting. Every verdict
/// is a proof, so that all vector targets lead to the same answer.
Crossings find_crossings(const simd::Vertices& vertices, const std::uint32_t* corners,
                         std::span<const broad_phase::Pair> candidates, const CrossingLists& out);

/// The same for pairs of slots of blocks.
Crossings find_crossings(const simd::Vertices& vertices, const broad_phase::CornerBlock* a,
                         const broad_phase::CornerBlock* b, std::span<const broad_phase::Pair> candidates,
                         const CrossingLists& out);

/// The same, of what `find_crossings` left open: in doubles whatever the vertices are. The open ones may be written
/// over the candidates.
Crossings find_close_crossings(const simd::Vertices& vertices, const std::uint32_t* corners,
                               std::span<const broad_phase::Pair> candidates, const CrossingLists& out);

}  // namespace pliant::narrow_phase
