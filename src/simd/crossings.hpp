// Pairs of triangles that certainly pass through one another, several at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/box_kernels.hpp"
#include "simd/vertices.hpp"

namespace pliant::simd {

/// How many candidates certainly pass through one another, certainly touch, and are too close to call.
struct Crossings {
    std::size_t crossing = 0, touching = 0, open = 0;
};

/// Where each of them is written; there is room for all candidates in any.
struct CrossingLists {
    Pair *crossing, *touching, *open;
};

/// Writes the candidates that certainly cross (each has corners strictly on both sides of the other's plane, and they
/// share more than a point), those that certainly touch (the same, but they share a single point), and those that are
/// too close to call. What is none of these is certainly apart. Candidates as for keep_possibly_meeting. These are
/// proofs, so that all vector targets come to the same answer in the end.
Crossings find_crossings(const Vertices& vertices, const std::uint32_t* corners, std::span<const Pair> candidates,
                         const CrossingLists& out);

/// The same for pairs of slots of blocks.
Crossings find_crossings(const Vertices& vertices, const CornerBlock* a, const CornerBlock* b,
                         std::span<const Pair> candidates, const CrossingLists& out);

/// The same, of what `find_crossings` left open: in doubles whatever the vertices are. The open ones may be written
/// over the candidates.
Crossings find_close_crossings(const Vertices& vertices, const std::uint32_t* corners, std::span<const Pair> candidates,
                               const CrossingLists& out);

}  // namespace pliant::simd
