// A coarse cage of tetrahedra for a dense body [Mendoza2005, 3]: the surface is simplified, and filled.
#pragma once

#include <cstddef>

#include "simplify/simplify.hpp"
#include "tetrahedralize/tetrahedralize.hpp"

namespace pliant::tetrahedralize {

struct Cage {
    simplify::TriangleMesh surface;  ///< simplified; closed
    TetrahedralMesh mesh;            ///< what it encloses, in cells as large as its triangles where these are enough
};

/// From any surface that encloses something. One that is closed and manifold is simplified as it is; of any other the
/// boundary of a filling is, so that the result is closed all the same. The boundary of the tetrahedra has no hole,
/// though it may touch itself along an edge, and their volume is the body's within about a third. Empty where nothing
/// is enclosed, or where so few triangles leave nothing like the body. `triangles`: about so many of the simplified
/// surface, at least 20. The same bytes for any number of threads.
Cage make_cage(const SurfaceView& surface, std::size_t triangles, parallel::Workers& workers);

}  // namespace pliant::tetrahedralize
