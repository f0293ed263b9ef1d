// Fits spheres to the positions of a frame: around vertices, or around the spheres of children.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pliant/contacts.hpp>

#include "detect/sphere_tree/tree_shape.hpp"
#include "numeric/box.hpp"
#include "numeric/vec.hpp"

namespace pliant::sphere_tree {

/// Finite, and with an area, exactly.
bool sound(const geometry::TriangleCorners& t);

class SphereFit {
public:
    enum class Held { sound, finite };  ///< triangles: without those that have no area, or with them

    /// Memory for the nodes of a tree.
    void start(std::uint32_t nodes);

    /// A node whose children were fitted; they have `spheres`. Different nodes may be fitted at the same time.
    [[nodiscard]] Sphere fit(std::uint32_t node, const TreeShape& shape, const SurfaceNow& surface,
                             std::span<const Sphere> spheres);
    /// From the vertices alone.
    [[nodiscard]] Sphere fit_to_vertices(std::uint32_t node, const TreeShape& shape, const SurfaceNow& surface,
                                         Held held = Held::sound);
    /// Around a box that holds all its vertices; not yet known whether all its triangles are sound.
    [[nodiscard]] Sphere fit_to_box(std::uint32_t node, const Box<double>& box);
    /// The last fit has left out a triangle of the node.
    [[nodiscard]] bool flawed(std::uint32_t node) const { return flawed_[node] != 0; }

    /// Around the children alone.
    [[nodiscard]] Sphere fit_to_children(std::uint32_t node, const TreeShape& shape, std::span<const Sphere> spheres);

private:
    std::vector<Box<double>> boxes_;    // of the vertices
    std::vector<std::uint8_t> flawed_;  // by node
};

}  // namespace pliant::sphere_tree
