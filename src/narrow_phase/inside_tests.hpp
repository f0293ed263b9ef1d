// Filters in floating point: signs of volumes, and vertices inside tetrahedra, each with proof or not at all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "broad_phase/tetrahedron_blocks.hpp"
#include "simd/vertices.hpp"

namespace pliant::narrow_phase {

/// Bits for the tetrahedra of a block by the sign of their volume. Neither bit: flat, nearly so, or with a coordinate
/// that is infinite or NaN.
struct VolumeSigns {
    std::uint8_t positive, negative;
};
void volume_signs(const simd::Vertices& vertices, const broad_phase::TetrahedronBlock* blocks, std::size_t first,
                  std::size_t last, VolumeSigns* out);

/// `no`: outside, not even on the boundary. `yes`: strictly inside. `unsure`: the error bound leaves it open.
enum class Inside : std::uint8_t { no, yes, unsure };

/// Where candidates lie, with proof, by barycentric coordinates [Teschner2003, 4.4].
void judge(const simd::Vertices& vertices, const broad_phase::TetrahedronBlock* blocks,
           const broad_phase::Candidates& candidates, Inside* out);

/// Barycentric coordinates of vertices in tetrahedra: the same bytes as those of geometry::barycentric.
struct VertexInTetrahedron {
    std::uint32_t vertex, tetrahedron;
};
void weigh(const simd::Vertices& vertices, const std::array<std::uint32_t, 4>* tetrahedra,
           const VertexInTetrahedron* pairs, std::size_t count, std::array<double, 4>* out);

}  // namespace pliant::narrow_phase
