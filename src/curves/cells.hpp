// Pieces of a surface that is cut along curves: vertices and sides of curves that are connected, by union-find.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "curves/surface_edges.hpp"
#include "frame/bodies.hpp"
#include "simd/prefetch.hpp"

namespace pliant::curves {

/// Elements are sides of curves, numbered first, and vertices at cut edges, numbered as they are met; every other
/// vertex takes the element of the one it was met from. A vertex, edge or triangle is known by a stamp, so that
/// starting anew costs nothing.
class Cells {
public:
    void start(const frame::Bodies& bodies, const frame::Body& body, const SurfaceEdges& edges, std::size_t sides);

    std::uint32_t vertex(std::uint32_t number);
    void join(std::uint32_t a, std::uint32_t b);
    std::uint32_t root(std::uint32_t element) {
        while (parent_[element] != element) element = parent_[element] = parent_[parent_[element]];
        return element;
    }
    /// Triangles and edges that a curve passes. Such edges do not connect vertices.
    void cut(std::uint32_t triangle) {
        if (is_cut(triangle)) return;
        cut_[triangle] = stamp_;
        cut_triangles_.push_back(triangle);
    }
    void prefetch_triangle(std::uint32_t triangle) const { simd::prefetch(&cut_[triangle]); }
    void prefetch_edge(std::uint32_t edge) const { simd::prefetch(&crossed_[edge]); }
    void cross(std::uint32_t edge) { crossed_[edge] = stamp_; }
    [[nodiscard]] bool is_cut(std::uint32_t triangle) const { return (cut_[triangle] | 1) == (stamp_ | 1); }
    [[nodiscard]] bool is_crossed(std::uint32_t edge) const { return crossed_[edge] == stamp_; }
    /// Marks a triangle that is cut: a curve lies within it.
    void hold(std::uint32_t triangle) { cut_[triangle] = stamp_ | 1; }
    [[nodiscard]] bool holds_curve(std::uint32_t triangle) const { return cut_[triangle] == (stamp_ | 1); }
    [[nodiscard]] const std::vector<std::uint32_t>& cut_triangles() const { return cut_triangles_; }

    /// Spreads from all vertices met so far, a ring at a time, until all pieces but one
    /// are whole, and that one is larger than any other.
    void flood(const frame::Bodies& bodies, const SurfaceEdges& edges);
    /// The rest of that one.
    void flood_rest(const frame::Bodies& bodies, const SurfaceEdges& edges);

    /// Whether all vertices of the piece are known.
    [[nodiscard]] bool whole(std::uint32_t root) const { return pending_[root] == 0; }
    /// Vertices met so far.
    [[nodiscard]] std::uint32_t size(std::uint32_t root) const { return size_[root]; }
    [[nodiscard]] const std::vector<std::uint32_t>& vertices() const { return met_; }
    /// Of a vertex, where it has been met; else none.
    [[nodiscard]] std::uint32_t element_of(std::uint32_t number) const {
        return met_at_[number].stamp == stamp_ ? met_at_[number].element : none;
    }
    static constexpr std::uint32_t none = ~0u;

private:
    struct MetAt {
        std::uint32_t stamp = 0, element = 0;
    };

    std::uint32_t add();
    void spread(const frame::Bodies& bodies, const SurfaceEdges& edges);

    std::uint32_t stamp_ = 0;                   // even
    std::vector<MetAt> met_at_;                 // by vertex in the common numbering
    std::vector<std::uint32_t> cut_, crossed_;  // stamps by triangle, by edge
    std::vector<std::uint32_t> cut_triangles_;
    std::vector<std::uint32_t> parent_, size_, pending_;  // by element
    std::vector<std::uint32_t> met_;                      // vertices in the order in which they were met
    std::size_t spread_ = 0;                              // of them; the others are still to be spread from
    std::size_t growing_ = 0;                             // pieces with vertices to be spread from
    std::uint32_t largest_whole_ = 0;
    bool flawed_ = false;  // the body has vertices that are not finite
};

}  // namespace pliant::curves
