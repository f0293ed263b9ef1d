// The nodes of a sphere tree, without spheres. They lie in one array, level by level, the children of a node side by
// side.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/sphere_hierarchy.hpp>

#include "detect/sphere_tree/pieces.hpp"

namespace pliant::sphere_tree {

class TreeShape {
public:
    /// Splits at medians. `removed`: by number of triangle. Triangles with vertices that do not exist are left out,
    /// too.
    void split(const SurfaceNow& surface, std::span<const std::uint8_t> removed);
    /// Takes a hierarchy that was made before: it fits the surface (see `fits`), and no triangle is removed.
    void take(const SphereHierarchy& hierarchy);

    [[nodiscard]] std::uint32_t nodes() const { return hierarchy_.nodes(); }
    [[nodiscard]] std::uint32_t first_child(std::uint32_t node) const { return hierarchy_.first_child[node]; }
    [[nodiscard]] std::uint32_t children(std::uint32_t node) const {
        return hierarchy_.first_child[node + 1] - hierarchy_.first_child[node];
    }
    [[nodiscard]] bool leaf(std::uint32_t node) const { return children(node) == 0; }
    [[nodiscard]] std::uint32_t most_children() const { return most_children_; }

    [[nodiscard]] std::size_t levels() const { return hierarchy_.level.size() - 1; }
    /// Nodes of a level: [first_of(level), first_of(level + 1)).
    [[nodiscard]] std::uint32_t first_of(std::size_t level) const { return hierarchy_.level[level]; }

    [[nodiscard]] std::span<const Piece> pieces(std::uint32_t node) const {
        return std::span(hierarchy_.pieces)
            .subspan(hierarchy_.begin[node], hierarchy_.end[node] - hierarchy_.begin[node]);
    }
    /// Corners of a piece, from those of its triangle.
    [[nodiscard]] geometry::TriangleCorners piece_corners(const Piece& piece,
                                                          const geometry::TriangleCorners& triangle) const {
        return corners_of(piece, hierarchy_.cuts, triangle);
    }
    /// Triangles that have a piece, ascending.
    [[nodiscard]] std::span<const std::uint32_t> usable() const { return usable_; }
    [[nodiscard]] const SphereHierarchy& hierarchy() const { return hierarchy_; }

private:
    void count_children();

    SphereHierarchy hierarchy_;
    std::vector<std::uint32_t> usable_;
    std::uint32_t most_children_ = 0;  // of a node
};

}  // namespace pliant::sphere_tree
