// A hierarchy of spheres over a mesh, made once for its triangles: how it is made, kept in a file and given to a Scene.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/export.hpp>
#include <pliant/skin.hpp>
#include <pliant/views.hpp>

namespace pliant {

/// A triangle, or a part of one that is too long for small spheres.
struct SurfacePiece {
    static constexpr std::uint32_t whole = ~0u;  ///< a `cut` of pieces that are whole triangles
    std::uint32_t triangle = 0;                  ///< number within the mesh
    std::uint32_t cut = whole;                   ///< where its corners stand in SphereHierarchy::cuts
    bool operator==(const SurfacePiece&) const = default;
};

/// Corners of a part of a triangle as weights of the triangle's corners.
using CutCorners = std::array<std::array<double, 3>, 3>;

/// Which pieces of a surface lie together in which sphere: no positions, so that it holds for every shape that the mesh
/// takes. Nodes lie level by level, root first, and the children of a node side by side.
struct SphereHierarchy {
    std::uint32_t vertices = 0;        ///< of the mesh
    std::uint32_t triangles = 0;       ///< of the mesh
    std::uint64_t mark = 0;            ///< of its triangles: another mesh has another one
    std::vector<SurfacePiece> pieces;  ///< those of a node stand side by side
    std::vector<CutCorners> cuts;      ///< of pieces that are parts of triangles
    std::vector<std::uint32_t> begin;  ///< by node: its first piece
    std::vector<std::uint32_t> end;    ///< by node: behind its last piece
    std::vector<std::uint32_t>
        first_child;                   ///< by node, and one more: children of i: [first_child[i], first_child[i+1])
    std::vector<std::uint32_t> level;  ///< first node of each, and one more
    /// Where the centres of the first nodes hang: by a link from three vertices of the mesh. A link whose vertices are
    /// all 0, and every node that has none: the middle of the box of its pieces.
    std::vector<RigidLink> centres;
    /// By level, in the shape that it was made in: no point of its spheres is farther outside of what the surface
    /// encloses than this. Where nothing is enclosed: farther from the surface.
    std::vector<double> errors;

    /// How many spheres it has.
    [[nodiscard]] std::uint32_t nodes() const { return static_cast<std::uint32_t>(begin.size()); }
    bool operator==(const SphereHierarchy&) const = default;
};

/// The shape of the hierarchy.
struct HierarchyOptions {
    std::uint32_t branching = 8;  ///< children of a sphere, 2 to 64
};

/// By splits at medians, as Scene makes it by itself. std::invalid_argument for a branching that is not allowed.
PLIANT_EXPORT SphereHierarchy make_sphere_hierarchy(const SurfaceView& surface, const HierarchyOptions& options = {});

/// As the bytes of a file: little-endian, with version and check sum.
PLIANT_EXPORT std::vector<std::byte> save_sphere_hierarchy(const SphereHierarchy& hierarchy);

/// Back from the bytes. std::invalid_argument, in one line, where they are not such a file, of another version, cut off
/// or damaged.
PLIANT_EXPORT SphereHierarchy load_sphere_hierarchy(std::span<const std::byte> bytes);

}  // namespace pliant
