// Contours of regions and who lies behind them. Made once per topology.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bodies/bodies.hpp"
#include "regularity/hierarchy.hpp"
#include "simd/box_kernels.hpp"
#include "simd/contour_kernels.hpp"

namespace pliant::regularity {

/// The contours of all regions: closed loops of edges, one after the other, with the region on their left.
class Contours {
public:
    void build(const bodies::Bodies& bodies, const EdgeGraph& edges, const Hierarchy& hierarchy);

    /// Edges of a region, loop after loop.
    [[nodiscard]] simd::ContourEdges edges(std::uint32_t region) const;
    /// The leaf behind each edge; none where the surface ends. May be read a little beyond its end.
    [[nodiscard]] std::span<const std::uint32_t> behind(std::uint32_t region) const;
    /// Where each loop ends, counted from the region's first edge.
    [[nodiscard]] std::span<const std::uint32_t> loop_ends(std::uint32_t region) const;

    /// Whether the rules may be applied: oriented, edge-manifold, and no contour passes twice through a vertex.
    [[nodiscard]] bool regular(std::uint32_t region) const { return records_[region].regular; }

    /// Whether two regions have a vertex in common, from the few stored vertices at which the neighbouring
    /// highest-level region changes [Volino1994, 2.3.3].
    [[nodiscard]] bool adjacent(const Hierarchy& hierarchy, std::uint32_t a, std::uint32_t b) const;

    /// How many vertices are stored for adjacency, over all regions: O(1) per region.
    [[nodiscard]] std::size_t stored_vertices() const { return key_vertices_.size(); }

private:
    struct Record {
        std::uint32_t first_edge = 0, last_edge = 0;
        std::uint32_t first_loop = 0, last_loop = 0;
        std::uint32_t first_key = 0, last_key = 0;
        bool regular = false;
    };
    struct Open {
        std::uint32_t from, to, behind;
    };

    void add_leaf(const bodies::Bodies& bodies, const EdgeGraph& edges, const Hierarchy& hierarchy,
                  std::uint32_t region);
    void add_parent(const Hierarchy& hierarchy, std::uint32_t region);
    void close_loops(Record& record);
    void add_edge(const Open& open);
    void store_key_vertices(const Hierarchy& hierarchy, std::uint32_t region);
    void list_leaves_around_vertices(const bodies::Bodies& bodies, const Hierarchy& hierarchy);
    [[nodiscard]] bool touches(std::uint32_t region, const Region& other) const;

    std::vector<Record> records_;
    std::vector<std::uint32_t> from_, to_, behind_;  // by edge
    std::vector<std::uint32_t> loop_ends_;
    std::vector<std::uint32_t> key_vertices_;
    std::vector<std::uint32_t> first_leaf_around_, leaves_around_;  // by vertex
    std::vector<Open> open_;                                        // scratch of a build
};

}  // namespace pliant::regularity
