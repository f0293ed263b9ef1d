// Regions of a surface: connected, round, nested. Made once per topology by grouping neighbouring regions two by two,
// from single triangles upwards, so that each group has a good shape factor sqrt(area) / perimeter [Volino1994, 2.3.1].
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "frame/bodies.hpp"

namespace pliant::regularity {

inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

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
};

EdgeGraph edge_graph(const frame::Bodies& bodies);

/// Uses the positions of the moment for areas and lengths.
GroupedHierarchy group(const frame::Bodies& bodies, const EdgeGraph& edges);

}  // namespace pliant::regularity
