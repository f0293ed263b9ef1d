// Hierarchies of spheres by adaptive approximation of the medial axis [Bradshaw2004], as Mendoza2005 takes them.
#include <stdexcept>
#include <utility>

#include <pliant/meshing.hpp>

#include "detect/sphere_tree/fit_error.hpp"
#include "detect/sphere_tree/hierarchy.hpp"
#include "medial_axis/medial_divider.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant::meshing {

bool has_medial_axis() { return true; }

SphereHierarchy make_medial_hierarchy(const SurfaceView& surface, const MedialOptions& options) {
    const parallel::FloatingPointMode mode;
    if (options.branching < 2 || options.branching > 64) {
        throw std::invalid_argument("pliant: a sphere has 2 to 64 children");
    }
    const sphere_tree::SurfaceNow now{surface.positions, surface.triangles};
    sphere_tree::DividedPieces pieces = sphere_tree::pieces_of(now, sphere_tree::usable_triangles(now));
    const sphere_tree::DividedPieces known = pieces;  // the divider goes by what the hierarchy is made from
    const sphere_tree::Solid solid(surface);
    medial_axis::MedialDivider divider(known, solid, options.branching, options.levels);
    SphereHierarchy made = sphere_tree::divide_all(now, std::move(pieces), divider);
    made.errors = sphere_tree::errors_of(made, surface, solid);
    return made;
}

}  // namespace pliant::meshing
