// Tetrahedra by Netgen, whose boundary is the given surface itself. Built where Netgen's nglib is found.
#pragma once

#include "meshing/stuffing.hpp"

namespace pliant::meshing {

/// Keeps the triangles of a closed surface and fills it. The size of cells is the largest edge inside. Netgen has
/// global state: one call at a time. Throws MeshingError, and always where Netgen is not there.
VolumeMesh fill_by_netgen(const SurfaceView& surface, const Cells& cells);

}  // namespace pliant::meshing
