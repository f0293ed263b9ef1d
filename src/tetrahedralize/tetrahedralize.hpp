// Tetrahedra from any surface that encloses something: isosurface stuffing [Labelle2007]. Needs no clean input: pieces
// that overlap are united, small holes are closed, triangles may be degenerate or face inwards.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include <pliant/views.hpp>

#include "parallel/parallel.hpp"

namespace pliant::tetrahedralize {

struct Options {
    std::optional<double> cell_size{};  ///< edge of a lattice cell, about that of a tetrahedron; unset: by `resolution`
    unsigned resolution = 20;           ///< cells along the longest side of the surface's box
};

struct TetrahedralMesh {
    std::vector<std::array<double, 3>> positions;
    std::vector<Tetrahedron> tetrahedra;  ///< of positive volume
};

/// Fills the surface. The tetrahedra are well shaped; their boundary has its vertices on the surface, and sharp edges
/// are cut off where no vertex happens to lie on them. Empty where nothing is enclosed. The same bytes for any number
/// of threads. Throws std::length_error where the cells would number more than 2^28, std::domain_error where they are
/// so small, or so far from the origin, that their corners would coincide.
TetrahedralMesh fill(const SurfaceView& surface, const Options& options, parallel::Workers& workers);

/// Throws std::domain_error where the surface is so large or small that volumes are no longer numbers. `fill` asks,
/// too.
void require_measurable(const SurfaceView& surface);

/// Least and mean quality of the tetrahedra, and the least angle between two faces.
struct Quality {
    double least_mean_ratio = 0, mean_ratio = 0;  ///< 1: regular; 0: flat
    double least_dihedral = 0;                    ///< degrees
    double volume = 0;
};
Quality quality(const TetrahedralMesh& mesh);

}  // namespace pliant::tetrahedralize
