// Which triangles follow one another across an edge.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "detect/regularity/loops.hpp"
#include "frame/bodies.hpp"

namespace pliant::regularity {

inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// An edge of the mesh with the triangles on its two sides.
struct SharedEdge {
    std::uint32_t a, b;  // triangles
};

/// Triangles that follow one another across an edge, and those that have an edge which is not shared by exactly two
/// triangles (an outer edge is fine), or by two that run the same way along it however they are turned over.
struct EdgeGraph {
    std::vector<SharedEdge> shared;
    std::vector<std::uint8_t> irregular;  // by triangle
    // By triangle and edge (3 t + i, from corner i to i + 1 of `corners`): triangle, or none.
    std::vector<std::uint32_t> across;
    // By triangle: turned over, so that all of a connected piece run against one another along their edges. Empty where
    // they all do as they are.
    std::vector<std::uint8_t> turned;
    std::size_t edges = 0;   // all of them
    std::size_t of_two = 0;  // those of exactly two triangles

    [[nodiscard]] Triangle corners(const frame::Bodies& bodies, std::uint32_t triangle) const {
        const Triangle& c = bodies.triangles()[triangle];
        return turned.empty() || turned[triangle] == 0 ? c : Triangle{c[0], c[2], c[1]};
    }
};

/// Half edges are sorted by their lower vertex (a counting sort), and paired around each vertex.
class EdgeGraphMaker {
public:
    /// Borrows `out`.
    void plan(Loops& loops, EdgeGraph& out);

private:
    struct HalfEdge {
        std::uint32_t high, place;  // the other vertex; 3 * triangle + edge
        bool ascending;
    };

    void count(const frame::Bodies& bodies, std::size_t first, std::size_t last);
    void sort(const frame::Bodies& bodies, std::size_t first, std::size_t last);
    void pair_up(std::size_t first, std::size_t last, EdgeGraph& out);
    void add(const HalfEdge* begin, const HalfEdge* end, bool repeated_vertex, EdgeGraph& out);
    void plan_turning(Loops& loops, EdgeGraph& out);
    void turn_next(const frame::Bodies& bodies, EdgeGraph& out);

    std::vector<std::uint32_t> starts_;  // by lower vertex; one more
    std::vector<HalfEdge> half_edges_;
    std::size_t run_the_same_way_ = 0;    // edges along which two triangles do
    std::vector<std::uint32_t> to_turn_;  // a stack of triangles whose neighbours are to be looked at
    std::vector<std::uint8_t> seen_;      // by triangle: it is, or was, on the stack
    std::uint32_t next_piece_ = 0;        // no triangle before it is unseen
};

EdgeGraph edge_graph(const frame::Bodies& bodies);

}  // namespace pliant::regularity
