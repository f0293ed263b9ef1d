// Isosurface stuffing [Labelle2007]: tetrahedra from any surface that encloses something.
#pragma once

#include <optional>

#include <pliant/meshing.hpp>

#include "parallel/parallel.hpp"

namespace pliant::meshing {

/// Size of lattice cells.
struct Cells {
    std::optional<double> size{};  // edge length; unset: by `resolution`
    unsigned resolution = 20;      // cells along the longest side of the surface's box
};

/// As `tetrahedralize` promises for Mesher::stuffing.
VolumeMesh stuff(const SurfaceView& surface, const Cells& cells, parallel::Workers& workers);

/// Throws std::domain_error where coordinates are so large or small that volumes overflow or underflow. `stuff` checks
/// this, too.
void require_measurable(const SurfaceView& surface);

}  // namespace pliant::meshing
