// Hierarchies of spheres by adaptive approximation of the medial axis [Bradshaw2004], as Mendoza2005 takes them: each
// sphere gives way to those that fit the surface in it best, found among Voronoi vertices of samples.
#pragma once

#include <cstdint>

#include <pliant/sphere_hierarchy.hpp>

namespace pliant::medial_axis {

struct Options {
    std::uint32_t branching = 8;  ///< children of a sphere, 2 to 64
    std::uint32_t levels = 3;     ///< below the root that are made so; finer ones are made by splits at medians
};

/// Whether it was built with Qhull.
bool available();

/// The same bytes on every run. std::runtime_error where it was built without Qhull, std::invalid_argument for a
/// branching that is not allowed.
SphereHierarchy make(const SurfaceView& surface, const Options& options);

}  // namespace pliant::medial_axis
