// Tetrahedra by Netgen, which keeps the given surface as boundary. Built with PLIANT_NETGEN where nglib is found.
#pragma once

#include "meshing/stuffing.hpp"

namespace pliant::meshing {

/// Fills a closed surface and keeps its triangles. `cells` limits the length of inner edges. Netgen has global state:
/// one call at a time. Throws MeshingError on failure, and always in a build without Netgen.
VolumeMesh fill_by_netgen(const SurfaceView& surface, const Cells& cells);

}  // namespace pliant::meshing
