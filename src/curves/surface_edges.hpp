// The edges of all surfaces: the triangles around each, and the edges around each vertex. Kept until bodies or their
// triangles change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "frame/bodies.hpp"
#include "simd/prefetch.hpp"

namespace pliant::curves {

/// Half-edge 3 * t + k runs from corner k of triangle t to the next, in the common numbering. An edge goes by the
/// smallest of its half-edges.
class SurfaceEdges {
public:
    struct Neighbour {
        std::uint32_t vertex, edge;
    };

    void update(const frame::Bodies& bodies);

    /// The next half-edge of the same edge, in a ring: itself at a border.
    [[nodiscard]] std::uint32_t next(std::uint32_t half) const { return next_[half]; }
    void prefetch(std::uint32_t half) const { simd::prefetch(&next_[half]); }
    [[nodiscard]] std::uint32_t edge_of(std::uint32_t half) const;
    /// The half-edge of the same edge in a triangle that has it.
    [[nodiscard]] std::uint32_t half_in(std::uint32_t half, std::uint32_t triangle) const {
        while (half / 3 != triangle) half = next_[half];
        return half;
    }
    /// How many triangles have the edge.
    [[nodiscard]] std::size_t triangles_at(std::uint32_t half) const;
    /// Vertices that an edge connects with this one, ascending.
    [[nodiscard]] std::span<const Neighbour> around(std::uint32_t vertex) const {
        return {neighbours_.data() + first_[vertex], neighbours_.data() + first_[vertex + 1]};
    }
    [[nodiscard]] std::size_t half_edges() const { return next_.size(); }

    /// visit(half) for every half-edge of an edge.
    template <class Visit>
    void for_each_half(std::uint32_t edge, const Visit& visit) const {
        std::uint32_t half = edge;
        do {
            visit(half);
            half = next_[half];
        } while (half != edge);
    }

private:
    struct HalfEdge {
        std::uint32_t high, half;
        auto operator<=>(const HalfEdge&) const = default;
    };

    void sort_by_vertices(const frame::Bodies& bodies);
    void close_rings();

    bool made_ = false;
    std::uint64_t version_ = 0;
    std::vector<std::uint32_t> next_;   // by half-edge
    std::vector<std::uint32_t> first_;  // by vertex, into neighbours_
    std::vector<Neighbour> neighbours_;
    std::vector<HalfEdge> half_edges_;   // by their smaller vertex, sorted
    std::vector<std::uint32_t> places_;  // by vertex: of its half-edges
};

}  // namespace pliant::curves
