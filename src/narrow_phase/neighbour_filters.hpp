// First stage for triangles that share a vertex: most pairs, and most whole fans, are proved not to meet beyond what
// they share; the rest is handed on to the exact test. A rejection is a proof: rounding errors are bounded, and a lane
// in which anything overflows is handed on. All vector targets keep the same candidates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/vertices.hpp"

namespace pliant::narrow_phase {

/// Vertex numbers of a pair of triangles that share `v` and no other vertex.
struct VertexNeighbours {
    std::uint32_t v, a1, a2, b1, b2;
};

/// Vertex numbers of a pair of triangles that share the edge (v, w); their third corners are a and b.
struct EdgeNeighbours {
    std::uint32_t v, w, a, b;
};

/// Writes the indices of the pairs that are kept (room for all of them) and returns how many.
std::size_t possibly_meeting_beyond_vertex(const simd::Vertices& vertices, std::span<const VertexNeighbours> pairs,
                                           std::uint32_t* kept);
std::size_t possibly_meeting_beyond_edge(const simd::Vertices& vertices, std::span<const EdgeNeighbours> pairs,
                                         std::uint32_t* kept);

/// The triangles around a vertex in order: triangle i has the corners vertex, ring[first + i], ring[first + i + 1], all
/// turning the same way. `closed`: the last leg is the first again.
struct Fan {
    std::uint32_t vertex, first, wedges;
    bool closed;
};

/// Valid vertex numbers behind the last leg of the last fan, since kernels load whole vectors.
inline constexpr std::size_t ring_padding = 4;

/// A fan whose triangles project side by side onto some plane has no two that meet beyond what they share (the argument
/// of [Volino1994, 2.1] around one vertex). Writes the indices of the fans for which that could not be shown (room for
/// all of them) and returns how many.
std::size_t irregular_fans(const simd::Vertices& vertices, std::span<const Fan> fans, const std::uint32_t* ring,
                           std::uint32_t* irregular);

}  // namespace pliant::narrow_phase
