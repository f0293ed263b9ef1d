// The narrow phase of vertices and tetrahedra: signs of volumes and sides of faces, proved in spite of rounding or left
// open.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "broad_phase/tetrahedron_blocks.hpp"
#include "simd/vertices.hpp"

namespace pliant::narrow_phase {

/// Bits for the tetrahedra of a block by the sign of their volume; neither where it is not certain: flat, nearly so, or
/// with a coordinate that is not finite.
struct VolumeSigns {
    std::uint8_t positive, negative;
};
void volume_signs(const simd::Vertices& vertices, const broad_phase::TetrahedronBlock* blocks, std::size_t first,
                  std::size_t last, VolumeSigns* out);

/// Whether a vertex is in a tetrahedron: certainly not, not even on its boundary; certainly and strictly; or not
/// certain.
enum class Inside : std::uint8_t { no, yes, unsure };

/// Where candidates lie, where that is certain. `by_half_spaces`: four determinants, one for each face, instead of the
/// three and the volume that barycentric coordinates take [Teschner2003, 4.4].
void judge(const simd::Vertices& vertices, const broad_phase::TetrahedronBlock* blocks,
           const broad_phase::Candidates& candidates, bool by_half_spaces, Inside* out);

/// Barycentric coordinates of vertices in tetrahedra: the same bytes as those of geometry::barycentric.
struct VertexInTetrahedron {
    std::uint32_t vertex, tetrahedron;
};
void weigh(const simd::Vertices& vertices, const std::array<std::uint32_t, 4>* tetrahedra,
           const VertexInTetrahedron* pairs, std::size_t count, std::array<double, 4>* out);

}  // namespace pliant::narrow_phase
