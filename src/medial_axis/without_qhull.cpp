#include <pliant/meshing.hpp>

namespace pliant::meshing {

bool has_medial_axis() { return false; }

SphereHierarchy make_medial_hierarchy(const SurfaceView&, const MedialOptions&) {
    throw MeshingError("pliant was built without Qhull: there is no builder medial");
}

}  // namespace pliant::meshing
