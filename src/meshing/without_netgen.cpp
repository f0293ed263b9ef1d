#include "meshing/netgen.hpp"

namespace pliant::meshing {

bool has_netgen() { return false; }

VolumeMesh fill_by_netgen(const SurfaceView&, const Cells&) {
    throw MeshingError(
        "this pliant was built without Netgen: install libnglib-dev and configure with -DPLIANT_NETGEN=ON");
}

}  // namespace pliant::meshing
