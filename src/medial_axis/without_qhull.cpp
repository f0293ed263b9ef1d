#include <stdexcept>

#include "medial_axis/medial_axis.hpp"

namespace pliant::medial_axis {

bool available() { return false; }

SphereHierarchy make(const SurfaceView&, const Options&) {
    throw std::runtime_error("pliant was built without Qhull: there is no builder medial");
}

}  // namespace pliant::medial_axis
