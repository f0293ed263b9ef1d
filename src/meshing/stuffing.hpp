// Tetrahedra from any surface that encloses something: isosurface stuffing [Labelle2007].
#pragma once

#include <optional>

#include <pliant/meshing.hpp>

#include "parallel/parallel.hpp"

namespace pliant::meshing {

/// How large the cells of a filling are.
struct Cells {
    std::optional<double> size{};  // of an edge; unset: by `resolution`
    unsigned resolution = 20;      // cells along the longest side of the surface's box
};

/// As `tetrahedralize` promises for Mesher::stuffing.
VolumeMesh stuff(const SurfaceView& surface, const Cells& cells, parallel::Workers& workers);

/// Throws std::domain_error where the surface is so large or small that volumes are no longer numbers. `stuff` asks,
/// too.
void require_measurable(const SurfaceView& surface);

}  // namespace pliant::meshing
