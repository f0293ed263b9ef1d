// Pairs of triangles that certainly pass through one another, several at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/box_kernels.hpp"
#include "simd/vertices.hpp"

namespace pliant::simd {

/// How many candidates certainly pass through one another, and how many are too close to call.
struct Crossings {
    std::size_t crossing = 0, open = 0;
};

/// Writes the candidates that certainly cross (each has corners strictly on both sides of the other's plane, and they
/// share more than a point) and those that are too close to call; there is room for all in either. What is neither is
/// certainly apart. Candidates as for keep_possibly_meeting. These are proofs, so that all vector targets come to the
/// same answer in the end.
Crossings find_crossings(const Vertices& vertices, const std::uint32_t* corners, std::span<const Pair> candidates,
                         Pair* crossing, Pair* open);

/// The same, of what `find_crossings` left open: in doubles whatever the vertices are. `open` may be the candidates.
Crossings find_close_crossings(const Vertices& vertices, const std::uint32_t* corners, std::span<const Pair> candidates,
                               Pair* crossing, Pair* open);

}  // namespace pliant::simd
