// Regions of a surface: connected, round, nested. Made once per topology by grouping neighbouring regions two by two,
// from single triangles upwards, so that each group has a good shape factor sqrt(area) / perimeter [Volino1994, 2.3.1].
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/regularity/edge_graph.hpp"
#include "detect/regularity/grouping.hpp"
#include "detect/regularity/loops.hpp"
#include "frame/bodies.hpp"

namespace pliant::regularity {

/// The lowest regions hold at most this many triangles: eight blocks of eight.
inline constexpr std::uint32_t leaf_capacity = 64;

/// A region is a run of leaves, so that membership is a comparison.
struct Region {
    std::uint32_t first_leaf, last_leaf;  // last not included
    std::uint32_t left = none, right = none;
    std::uint32_t parent = none;
    std::uint32_t body = 0;

    [[nodiscard]] bool is_leaf() const { return left == none; }
    [[nodiscard]] bool contains_leaf(std::uint32_t leaf) const { return first_leaf <= leaf && leaf < last_leaf; }
    [[nodiscard]] std::uint32_t leaves() const { return last_leaf - first_leaf; }
};

/// Of two regions of so many leaves, not both of one, the one whose children a search goes on with.
inline bool splits_first(std::uint32_t leaves_a, std::uint32_t leaves_b) { return leaves_a >= leaves_b; }

struct Hierarchy {
    std::vector<Region> regions;             // parents before their children
    std::vector<std::uint32_t> roots;        // one for each connected piece of each body
    std::vector<std::uint32_t> leaf_region;  // by leaf
};

/// With what only a build needs: LeafBlocks keeps the triangles of the leaves.
struct GroupedHierarchy : Hierarchy {
    std::vector<std::uint32_t> triangles;  // leaf * leaf_capacity + place; none where a leaf is not full
    std::vector<std::uint32_t> leaf_size;  // triangles of each leaf
    std::vector<std::uint32_t> leaf_of_triangle;
};

/// Turns groups into regions, cut off at leaves, and leaves into blocks.
class HierarchyMaker {
public:
    /// Borrows all three.
    void plan(Loops& loops, const std::vector<Group>& groups, const EdgeGraph& edges, GroupedHierarchy& out);

private:
    /// Where a group is in the hierarchy.
    struct Place {
        std::uint32_t region, leaf;  // region: none within a leaf
        std::uint32_t parent;        // of the region; within a leaf, the place of the group's first triangle
    };

    void plan_numbering(Loops& loops, const std::vector<Group>& groups, GroupedHierarchy& out);
    void plan_leaves(Loops& loops, const EdgeGraph& edges, GroupedHierarchy& out);

    void count_leaves(const std::vector<Group>& groups, std::size_t first, std::size_t last);
    void place_roots(std::size_t first, std::size_t last, GroupedHierarchy& out);
    void place(const frame::Bodies& bodies, const std::vector<Group>& groups, std::uint32_t group,
               GroupedHierarchy& out);
    void place_in_leaf(const frame::Bodies& bodies, const std::vector<Group>& groups, std::uint32_t group,
                       GroupedHierarchy& out);

    std::vector<std::uint32_t> leaves_;   // of each group; 1 within a leaf
    std::vector<std::uint8_t> is_child_;  // by group
    std::vector<Place> places_;           // by group
    std::uint32_t regions_ = 0, all_leaves_ = 0;
    int round_ = 0;  // of straightening borders
    bool any_moved_ = false;
};

/// Uses the positions of the moment for areas and lengths.
GroupedHierarchy group(const frame::Bodies& bodies, const EdgeGraph& edges);

}  // namespace pliant::regularity
