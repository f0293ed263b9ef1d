// Tetrahedra by Netgen, whose boundary is the given surface itself. Built where Netgen's nglib is found.
#pragma once

#include <stdexcept>

#include "tetrahedralize/tetrahedralize.hpp"

namespace pliant::netgen {

/// What Netgen says to surfaces that are open, cross themselves or have triangles without area.
class NetgenError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

[[nodiscard]] bool available();

/// Keeps the triangles of a closed surface and fills it. `cell_size` is the largest edge inside. Netgen has global
/// state: one call at a time. Throws NetgenError, and always where it is not available.
tetrahedralize::TetrahedralMesh fill(const SurfaceView& surface, const tetrahedralize::Options& options);

}  // namespace pliant::netgen
