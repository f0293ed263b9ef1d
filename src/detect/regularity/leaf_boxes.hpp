// Boxes of the triangles of the leaves that a search has come to, and of no others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/grid_boxes.hpp"
#include "detect/regularity/leaf_update.hpp"
#include "detect/regularity/regions.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::regularity {

/// On a grid of sixteen bits, or in floats where that is too coarse. Memory is that of the visited leaves.
class LeafBoxes {
public:
    /// Pairs of leaves that may be asked for at once.
    static constexpr std::size_t most_pairs = 32;

    /// Once per topology.
    void build(std::size_t leaves);

    /// Finds the boxes of all leaves of `pairs`: of those triangles that are not set aside.
    void fit(const frame::Bodies& bodies, const Regions& regions, const Leaves& leaves, const LeafUpdate& update,
             std::span<const broad_phase::Pair> pairs, parallel::Workers& workers);

    /// For each pair, bit 8 * i + k where block i of the first leaf and block k of the second overlap.
    void overlapping_blocks(std::span<const broad_phase::Pair> pairs, std::uint64_t* out) const;
    /// Of two leaves; see regularity::overlapping_triangles.
    [[nodiscard]] FoundBlocks overlapping_triangles(broad_phase::Pair leaves, std::uint64_t wanted,
                                                    const SharedVertices& shared, TrianglesOfBlocks* unconnected,
                                                    TrianglesOfBlocks* neighbours) const;

private:
    /// A leaf that was visited, and where its boxes are.
    struct Fitted {
        std::uint32_t leaf;
        std::uint8_t kinds;         // on_grid, in_floats
        std::uint32_t grid_block;   // its first one
        std::uint32_t float_leaf;   // its place among those in floats
        std::uint32_t float_block;  // its first one
    };
    static constexpr std::uint8_t on_grid = 1, in_floats = 2;
    static constexpr std::uint32_t not_visited = none;

    void list_visited(std::span<const broad_phase::Pair> pairs);
    void lay_grid(const Regions& regions);
    void choose_kinds(const Regions& regions, std::span<const broad_phase::Pair> pairs);
    void make_room(const LeafBlocks& blocks);
    void fit_leaf(const frame::Bodies& bodies, const Leaves& leaves, const LeafUpdate& update, std::size_t place);
    [[nodiscard]] bool suits_grid(const RegionBounds& bounds) const;
    [[nodiscard]] bool both_on_grid(const Fitted& a, const Fitted& b) const {
        return (a.kinds & b.kinds & on_grid) != 0;
    }

    std::vector<std::uint32_t> place_;  // in fitted_, by leaf
    std::vector<Fitted> fitted_;
    BoxGrid grid_{};
    std::vector<GridBoxBlock> grid_boxes_, leaf_grid_boxes_;       // of triangles; by place, of the blocks of a leaf
    std::vector<broad_phase::BoxBlock> float_boxes_, leaf_boxes_;  // the same in floats
};

}  // namespace pliant::regularity
