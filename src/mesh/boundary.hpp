// The surface of a tetrahedral mesh.
#pragma once

#include <span>
#include <vector>

#include <pliant/views.hpp>

namespace pliant::mesh {

/// Faces that belong to one tetrahedron only, facing outwards for tetrahedra of positive volume, in the order of the
/// tetrahedra and, within one, opposite to its first, second, third and fourth vertex.
std::vector<Triangle> boundary(std::span<const Tetrahedron> tetrahedra);

}  // namespace pliant::mesh
