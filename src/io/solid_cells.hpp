// Solid cells other than tetrahedra, cut into tetrahedra that fit those of their neighbours.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/views.hpp>

namespace pliant::io {

enum class SolidCell : std::uint8_t { tetrahedron, pyramid, prism, hexahedron, tetrahedron_of_ten };

/// How many corners, or nodes, `cut` takes: 4, 5, 6, 8, 10.
constexpr std::size_t corners_of(SolidCell cell) {
    constexpr std::size_t corners[] = {4, 5, 6, 8, 10};
    return corners[std::size_t(cell)];
}

/// Corners in the order of Gmsh and VTK: the base around, then the apex, or the top above the base. Every quadrilateral
/// is cut through its smallest vertex number, on either side [Dompierre1999]. A tetrahedron of second order, its
/// six middles in the order of VTK, becomes eight, which meet in every node.
void cut(SolidCell cell, std::span<const std::uint32_t> corners, std::vector<Tetrahedron>& tetrahedra);

}  // namespace pliant::io
