// The vertices of each leaf, and its triangles in terms of them. Made once per topology.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/grid_boxes.hpp"
#include "simd/prefetch.hpp"

namespace pliant::regularity {

class LeafVertices {
public:
    /// Eight blocks are a leaf.
    void build(std::span<const broad_phase::CornerBlock> blocks);

    [[nodiscard]] OwnVertices of(std::size_t leaf) const {
        return {vertices_.data() + first_[leaf], first_[leaf + 1] - first_[leaf], &corners_[leaf]};
    }

    void prefetch(std::size_t leaf) const {
        simd::prefetch(vertices_.data() + first_[leaf], (first_[leaf + 1] - first_[leaf]) * sizeof(std::uint32_t));
        simd::prefetch(&corners_[leaf], sizeof(OwnCorners));
    }

private:
    std::vector<std::uint32_t> vertices_;  // of the leaves, one after the other
    std::vector<std::uint32_t> first_;     // by leaf, and one more
    std::vector<OwnCorners> corners_;
};

}  // namespace pliant::regularity
