#include "netgen/netgen.hpp"

namespace pliant::netgen {

bool available() { return false; }

tetrahedralize::TetrahedralMesh fill(const SurfaceView&, const tetrahedralize::Options&) {
    throw NetgenError(
        "this pliant was built without Netgen: install libnglib-dev and configure with -DPLIANT_NETGEN=ON");
}

}  // namespace pliant::netgen
