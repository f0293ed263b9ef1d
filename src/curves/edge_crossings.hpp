// Where edges meet triangles: geometry::edge_crossing of many at once.
#pragma once

#include <cstddef>
#include <cstdint>

#include "geometry/edge_crossing.hpp"
#include "simd/vertices.hpp"

namespace pliant::curves {

/// Vertices of an edge and a triangle.
struct EdgeAndTriangle {
    std::uint32_t from, to;
    std::uint32_t corners[3];
};

/// How many are measured at once, at most.
inline constexpr std::size_t crossings_at_once = 64;

/// Writes what is certain within little more than rounding, the same bytes on every vector target. The others have
/// `error` < 0: they take expansions.
void find_edge_crossings(const simd::Vertices& vertices, const EdgeAndTriangle* asked, std::size_t count,
                         geometry::EdgeCrossing* out);

}  // namespace pliant::curves
