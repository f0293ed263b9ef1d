// Contours of regions, and the neighbouring regions beyond their edges [Volino1994, 2.3.3]. Made once per topology.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/hierarchy.hpp"
#include "detect/regularity/simple_contours.hpp"
#include "frame/bodies.hpp"

namespace pliant::regularity {

/// Contours of all regions: closed loops of edges, counter-clockwise, so that the region is on their left.
class Contours {
public:
    /// Borrows both.
    void plan(Loops& loops, const EdgeGraph& edges, const GroupedHierarchy& hierarchy);

    /// Vertices of a region's contour, loop after loop: edge i begins at vertex i.
    [[nodiscard]] ContourLoops loops(std::uint32_t region) const;
    /// Two regions that share an edge and that a top-down search reaches. Identified by number; `unconnected` stands
    /// for every pair that shares no edge.
    struct Neighbours {
        std::uint32_t first, edges;            // of loops_around_
        std::array<std::uint32_t, 2> smaller;  // the pairs that the search descends to
    };
    static constexpr std::uint32_t unconnected = 0;
    /// The pair of the two children of a region.
    [[nodiscard]] std::uint32_t between_children(std::uint32_t region) const { return between_children_[region]; }
    [[nodiscard]] const Neighbours& neighbours(std::uint32_t number) const { return neighbours_[number]; }
    /// Contour of the union of two neighbours, where each has one loop and their common edges are one run: one loop
    /// again. Empty for any other pair.
    [[nodiscard]] ContourLoops loop_around(std::uint32_t number) const {
        const Neighbours& two = neighbours_[number];
        return {{loops_around_.data() + two.first, two.edges}, {&two.edges, 1}};
    }

    /// Whether the regularity rules apply: oriented, edge-manifold, and no contour passes twice through a vertex.
    [[nodiscard]] bool regular(std::uint32_t region) const { return records_[region].regular; }

    /// Whether two regions share a vertex, from the few stored vertices at which the neighbouring highest-level region
    /// changes [Volino1994, 2.3.3].
    [[nodiscard]] bool adjacent(const Hierarchy& hierarchy, std::uint32_t a, std::uint32_t b) const;

    /// Number of vertices stored for adjacency, over all regions: O(1) per region.
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
    /// Edges of a loop that a region shares, [begin, end) where they are one run; end < begin where the run wraps
    /// around.
    struct Facing {
        std::size_t edges = 0, runs = 0, begin = 0, end = 0;
    };

    void add_region(const frame::Bodies& bodies, const EdgeGraph& edges, const GroupedHierarchy& hierarchy,
                    std::uint32_t region);
    void add_leaf(const frame::Bodies& bodies, const EdgeGraph& edges, const GroupedHierarchy& hierarchy,
                  std::uint32_t region);
    void add_parent(const Hierarchy& hierarchy, std::uint32_t region);
    void close_loops(Record& record);
    void add_edge(const Open& open);
    void store_key_vertices(const Hierarchy& hierarchy, std::uint32_t region);
    [[nodiscard]] std::span<const std::uint32_t> behind(std::uint32_t region) const;
    [[nodiscard]] Facing facing(std::uint32_t region, const Region& other) const;
    void list_loops_around(const Hierarchy& hierarchy, const Region& region);
    std::uint32_t go_around(const Hierarchy& hierarchy, std::uint32_t a, std::uint32_t b);
    [[nodiscard]] bool one_loop(std::uint32_t region) const;
    void add_remainder(std::uint32_t region, const Facing& facing);
    bool all_different(std::size_t begin);
    void free_what_a_build_needs();
    void plan_leaves_around_vertices(Loops& loops, const GroupedHierarchy& hierarchy);
    void keep_each_leaf_once(std::size_t first, std::size_t last);
    [[nodiscard]] bool touches(std::uint32_t region, const Region& other) const;

    /// Scratch of a build, freed at its end.
    struct Scratch {
        std::vector<std::uint32_t> to, behind;  // by edge, like from_; behind: a leaf, or none where the surface ends
        std::vector<Open> open;
        std::vector<std::uint32_t> seen;  // by vertex: the last look that saw it
        std::uint32_t look = 0;
        std::uint32_t around = 0, around_before = 0;  // ends in leaves_around_: of what is kept, and of what is read
    };

    std::vector<Record> records_;
    std::vector<std::uint32_t> from_;              // by edge
    std::vector<std::uint32_t> loop_ends_;         // counted from the region's first edge
    std::vector<std::uint32_t> between_children_;  // by region
    std::vector<Neighbours> neighbours_;
    std::vector<std::uint32_t> loops_around_;
    std::vector<std::uint32_t> key_vertices_;
    std::vector<std::uint32_t> first_leaf_around_, leaves_around_;  // by vertex
    Scratch scratch_;
};

}  // namespace pliant::regularity
