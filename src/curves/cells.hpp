// Pieces of a surface that is cut along curves: vertices and sides of curves that are connected, by union-find.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "curves/vertex_triangles.hpp"
#include "frame/bodies.hpp"

namespace pliant::curves {

/// Elements are sides of curves, numbered first, and vertices, numbered as they are met. A vertex or triangle is known
/// by a stamp, so that starting anew costs nothing.
class Cells {
public:
    void start(const frame::Bodies& bodies, const frame::Body& body, std::size_t sides);

    std::uint32_t vertex(std::uint32_t number);
    void join(std::uint32_t a, std::uint32_t b);
    std::uint32_t root(std::uint32_t element) {
        while (parent_[element] != element) element = parent_[element] = parent_[parent_[element]];
        return element;
    }
    /// Triangles that are cut connect their corners only along edges that no curve crosses.
    void cut(std::uint32_t triangle) {
        if (is_cut(triangle)) return;
        cut_[triangle] = stamp_;
        crossed_[triangle] = 0;
        cut_triangles_.push_back(triangle);
    }
    /// `edge` by its first corner.
    void cross(std::uint32_t triangle, std::size_t edge) {
        crossed_[triangle] = static_cast<std::uint8_t>(crossed_[triangle] | 1u << edge);
    }
    [[nodiscard]] bool is_cut(std::uint32_t triangle) const { return cut_[triangle] == stamp_; }
    [[nodiscard]] bool is_crossed(std::uint32_t triangle, std::size_t edge) const {
        return (crossed_[triangle] >> edge & 1) != 0;
    }
    /// Marks a triangle that is cut: a curve lies within it.
    void hold(std::uint32_t triangle) { crossed_[triangle] |= holds_bit; }
    [[nodiscard]] bool holds_curve(std::uint32_t triangle) const { return (crossed_[triangle] & holds_bit) != 0; }
    [[nodiscard]] const std::vector<std::uint32_t>& cut_triangles() const { return cut_triangles_; }

    /// Spreads from all vertices met so far, a ring at a time, until all pieces but one
    /// are whole, and that one is larger than any other.
    void flood(const frame::Bodies& bodies, const VertexTriangles& around);
    /// The rest of that one.
    void flood_rest(const frame::Bodies& bodies, const VertexTriangles& around);

    /// Whether all vertices of the piece are known.
    [[nodiscard]] bool whole(std::uint32_t root) const { return pending_[root] == 0; }
    /// Vertices met so far.
    [[nodiscard]] std::uint32_t size(std::uint32_t root) const { return size_[root]; }
    [[nodiscard]] const std::vector<std::uint32_t>& vertices() const { return met_; }
    /// Of a vertex, where it has been met; else none.
    [[nodiscard]] std::uint32_t element_of(std::uint32_t number) const {
        return vertex_stamp_[number] == stamp_ ? element_of_[number] : none;
    }
    static constexpr std::uint32_t none = ~0u;

private:
    static constexpr std::uint8_t holds_bit = 0x80;

    std::uint32_t add();
    void spread_over(const frame::Bodies& bodies, std::uint32_t triangle, std::uint32_t vertex, std::uint32_t own);
    void spread(const frame::Bodies& bodies, const VertexTriangles& around);

    std::uint32_t stamp_ = 0;
    std::vector<std::uint32_t> vertex_stamp_, element_of_, cut_;  // by number in the common numbering
    std::vector<std::uint8_t> crossed_;                           // bits of edges, of triangles that are cut
    std::vector<std::uint32_t> cut_triangles_;
    std::vector<std::uint32_t> parent_, size_, pending_;  // by element
    std::vector<std::uint32_t> met_;                      // vertices in the order in which they were met
    std::size_t spread_ = 0;                              // of them; the others are still to be spread from
    std::size_t growing_ = 0;                             // pieces with vertices to be spread from
    std::uint32_t largest_whole_ = 0;
    bool flawed_ = false;  // the body has vertices that are not finite
};

}  // namespace pliant::curves
