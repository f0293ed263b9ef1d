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
/// triangles running against each other (an outer edge is fine).
struct EdgeGraph {
    std::vector<SharedEdge> shared;
    std::vector<std::uint8_t> irregular;  // by triangle
    std::vector<std::uint32_t> across;    // by triangle and edge (3 t + i, from corner i to i + 1): triangle, or none
    std::size_t edges = 0;                // all of them
    std::size_t of_two = 0;               // those of exactly two triangles
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

    std::vector<std::uint32_t> starts_;  // by lower vertex; one more
    std::vector<HalfEdge> half_edges_;
};

EdgeGraph edge_graph(const frame::Bodies& bodies);

}  // namespace pliant::regularity
