// Outcodes: vertices beyond the sides of a box, and the triangles that may reach into it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "numeric/box.hpp"
#include "simd/vertices.hpp"

namespace pliant::surfaces {

/// Outcodes of the vertices [begin, end): a bit for each side of a closed box beyond which a vertex lies. Vertices are
/// finite; those within rounding of a side may count as not beyond it.
void sides_beyond(const simd::Vertices& vertices, std::size_t begin, std::size_t end, const Box<double>& box,
                  std::uint8_t* sides);
/// Trivial reject by outcodes: copies those of the triangles [begin, end) that do not lie entirely beyond one side, in
/// order. `out` has room for all. Returns how many.
std::size_t triangles_within(const std::uint8_t* sides, const std::array<std::uint32_t, 3>* triangles,
                             std::size_t begin, std::size_t end, std::array<std::uint32_t, 3>* out);

}  // namespace pliant::surfaces
