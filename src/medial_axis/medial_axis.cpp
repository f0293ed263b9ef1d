#include "medial_axis/medial_axis.hpp"

#include <stdexcept>
#include <utility>

#include "detect/sphere_tree/fit_error.hpp"
#include "detect/sphere_tree/hierarchy.hpp"
#include "medial_axis/medial_divider.hpp"

namespace pliant::medial_axis {

bool available() { return true; }

SphereHierarchy make(const SurfaceView& surface, const Options& options) {
    if (options.branching < 2 || options.branching > 64) {
        throw std::invalid_argument("pliant: a sphere has 2 to 64 children");
    }
    const sphere_tree::SurfaceNow now{surface.positions, surface.triangles};
    sphere_tree::DividedPieces pieces = sphere_tree::pieces_of(now, sphere_tree::usable_triangles(now));
    const sphere_tree::DividedPieces known = pieces;  // the divider goes by what the hierarchy is made from
    const sphere_tree::Solid solid(surface);
    MedialDivider divider(known, solid, options.branching, options.levels);
    SphereHierarchy made = sphere_tree::divide_all(now, std::move(pieces), divider);
    made.errors = sphere_tree::errors_of(made, surface, solid);
    return made;
}

}  // namespace pliant::medial_axis
