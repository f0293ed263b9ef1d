// Pairs of triangles that certainly pass through one another, several at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/box_kernels.hpp"
#include "simd/vertices.hpp"

namespace pliant::simd {

enum class Verdict : std::uint8_t {
    open,      ///< too close to call: the exact test has the last word
    crossing,  ///< each has corners strictly on both sides of the other's plane, and they share more than a point
    apart,
};

/// One verdict for each candidate; candidates as for keep_possibly_meeting. `crossing` and `apart` are proofs, so that
/// all vector targets come to the same answer in the end.
void find_crossings(const Vertices& vertices, const std::uint32_t* corners, std::span<const Pair> candidates,
                    Verdict* verdicts);

}  // namespace pliant::simd
