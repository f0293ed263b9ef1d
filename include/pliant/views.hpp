// Meshes, borrowed from the caller.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <pliant/points.hpp>

namespace pliant {

/// Three vertex numbers, counter-clockwise seen from outside.
using Triangle = std::array<std::uint32_t, 3>;
/// Four vertex numbers; positive volume when the fourth lies on the side that the first three show counter-clockwise
/// from behind, det(b - a, c - a, d - a) > 0.
using Tetrahedron = std::array<std::uint32_t, 4>;

/// A triangle mesh or soup. The positions must live until the body is moved again or removed;
/// the triangles are copied by Scene::add.
struct SurfaceView {
    Points positions;                     ///< of the vertices
    std::span<const Triangle> triangles;  ///< three vertex numbers each
};

/// A tetrahedral mesh. Questions about surfaces are asked of its boundary (see Scene::triangles).
struct VolumeView {
    Points positions;                         ///< of the vertices
    std::span<const Tetrahedron> tetrahedra;  ///< four vertex numbers each
};

}  // namespace pliant
