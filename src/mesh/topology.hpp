// Topology of a triangle mesh from connectivity alone: closed, manifold, oriented, components, Euler characteristic.
#pragma once

#include <cstddef>
#include <span>

#include <pliant/views.hpp>

namespace pliant::mesh {

/// Counts over the sound triangles: those with three different vertices that the mesh has.
struct Topology {
    std::size_t triangles = 0;              ///< sound ones
    std::size_t unsound_triangles = 0;      ///< a vertex named twice, or one that the mesh does not have
    std::size_t duplicate_triangles = 0;    ///< same three vertices as an earlier triangle, in any order
    std::size_t used_vertices = 0;          ///< by sound triangles
    std::size_t unused_vertices = 0;        ///< by no sound triangle
    std::size_t edges = 0;                  ///< of sound triangles
    std::size_t boundary_edges = 0;         ///< used by one triangle
    std::size_t non_manifold_edges = 0;     ///< used by three triangles or more
    std::size_t inconsistent_edges = 0;     ///< used by two triangles that run along it in the same direction
    std::size_t non_manifold_vertices = 0;  ///< whose triangles form more than one fan
    std::size_t components = 0;             ///< pieces that share no vertex

    /// Every edge is used by exactly two triangles.
    [[nodiscard]] bool closed() const { return triangles > 0 && boundary_edges == 0 && non_manifold_edges == 0; }
    [[nodiscard]] bool edge_manifold() const { return non_manifold_edges == 0; }
    [[nodiscard]] bool vertex_manifold() const { return edge_manifold() && non_manifold_vertices == 0; }
    [[nodiscard]] bool consistently_oriented() const { return edge_manifold() && inconsistent_edges == 0; }
    /// Vertices - edges + triangles.
    [[nodiscard]] std::ptrdiff_t euler_number() const {
        return std::ptrdiff_t(used_vertices) - std::ptrdiff_t(edges) + std::ptrdiff_t(triangles);
    }
};

/// Linear in the size of the mesh.
Topology topology(std::size_t vertices, std::span<const Triangle> triangles);

/// Topology::closed() and Topology::edge_manifold(), without the rest: in a third of the memory.
struct EdgeUse {
    bool closed = false, manifold = true;
};
EdgeUse edge_use(std::size_t vertices, std::span<const Triangle> triangles);

}  // namespace pliant::mesh
