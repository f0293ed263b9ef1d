// Border control and boundary surface of a tetrahedral mesh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/report.hpp>
#include <pliant/views.hpp>

namespace pliant::mesh {

/// Tetrahedra without those that cannot be part of a mesh. Left in, they would tear holes into the boundary.
struct CheckedTetrahedra {
    std::vector<Tetrahedron> sound;
    std::vector<Flaw> flaws;  // of no body yet
};
/// `gone`: by number, those that are no longer there; empty: none.
CheckedTetrahedra check(std::span<const Tetrahedron> tetrahedra, std::size_t vertices,
                        std::span<const std::uint8_t> gone = {});

/// Faces that belong to one tetrahedron only, facing outwards for tetrahedra of positive volume, in the order of the
/// tetrahedra and, within one, opposite to its first, second, third and fourth vertex.
std::vector<Triangle> boundary(std::span<const Tetrahedron> tetrahedra);

}  // namespace pliant::mesh
