// The vertices of each leaf, and its triangles in terms of them. Made once per topology.
#pragma once

#include <cstdint>
#include <vector>

#include "detect/regularity/grid_boxes.hpp"
#include "detect/regularity/leaf_blocks.hpp"
#include "detect/regularity/loops.hpp"
#include "simd/prefetch.hpp"

namespace pliant::regularity {

/// Leaves with too many vertices, and leaves of a single block, have none listed.
class LeafVertices {
public:
    /// Borrows `blocks`.
    void plan(Loops& loops, const LeafBlocks& blocks);

    [[nodiscard]] OwnVertices of(std::size_t leaf) const {
        const Leaf &own = leaves_[leaf], &next = leaves_[leaf + 1];
        return {vertices_.data() + own.first, next.first - own.first, corners_.data() + own.corners};
    }

    void prefetch(std::size_t leaf) const {
        const OwnVertices own = of(leaf);
        simd::prefetch(own.vertices, own.count * sizeof(std::uint32_t));
        if (own.count != 0) simd::prefetch(own.corners, sizeof(OwnCorners));
    }

private:
    void clear();
    void add_leaf(const LeafBlocks& blocks, std::size_t leaf);

    struct Leaf {
        std::uint32_t first;    // of its vertices
        std::uint32_t corners;  // which of corners_ is its own, where it has vertices listed
    };

    std::vector<std::uint32_t> vertices_;  // of the leaves, one after the other
    std::vector<Leaf> leaves_;             // and a sentinel
    std::vector<OwnCorners> corners_;
};

}  // namespace pliant::regularity
