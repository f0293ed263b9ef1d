// Pieces of triangles: long ones are cut, so that small spheres can cover them [Mendoza2005, 4.4, figure 8]. Pieces
// move with the vertices of their triangle.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/sphere_hierarchy.hpp>
#include <pliant/views.hpp>

#include "geometry/triangle_pair.hpp"

namespace pliant::sphere_tree {

using Piece = SurfacePiece;

inline bool is_cut(const Piece& piece) { return piece.cut != Piece::whole; }

inline constexpr CutCorners uncut{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

struct Pieces {
    std::vector<Piece> list;
    std::vector<CutCorners> cuts;
};

/// Corners of a piece, from those of its triangle; of a cut one they are rounded.
geometry::TriangleCorners corners_of(const Piece& piece, std::span<const CutCorners> cuts,
                                     const geometry::TriangleCorners& triangle);

/// A surface at the positions of this frame. Borrowed.
struct SurfaceNow {
    Points positions;
    std::span<const Triangle> triangles;

    [[nodiscard]] geometry::TriangleCorners corners(std::uint32_t triangle) const {
        const Triangle& t = triangles[triangle];
        return {positions[t[0]], positions[t[1]], positions[t[2]]};
    }
};

/// `usable` are numbers of triangles whose vertices exist. Those much longer than most, or than the body's size allows,
/// are cut, as long as there are not many more pieces than triangles.
Pieces cut_long_triangles(const SurfaceNow& surface, std::span<const std::uint32_t> usable);

}  // namespace pliant::sphere_tree
