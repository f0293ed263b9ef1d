// The triangles of all leaves in blocks of eight (SoA): each leaf has as many blocks as it needs. Made once per
// topology.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/hierarchy.hpp"
#include "detect/regularity/loops.hpp"
#include "frame/bodies.hpp"

namespace pliant::regularity {

/// A slot is 8 * block + lane, a place of a leaf its slot less the leaf's first one.
class LeafBlocks {
public:
    /// Borrows `hierarchy`.
    void plan(Loops& loops, const GroupedHierarchy& hierarchy);
    void clear();
    /// One more leaf: triangles in their order, and their numbers.
    void add(std::span<const Triangle> triangles, std::span<const std::uint32_t> numbers);

    [[nodiscard]] std::size_t leaves() const { return size_.size(); }
    /// Triangles of a leaf, 1 to leaf_capacity.
    [[nodiscard]] std::size_t size(std::size_t leaf) const { return size_[leaf]; }
    [[nodiscard]] std::uint32_t first_block(std::size_t leaf) const { return first_[leaf]; }
    [[nodiscard]] std::size_t blocks(std::size_t leaf) const { return first_[leaf + 1] - first_[leaf]; }
    /// Of all leaves.
    [[nodiscard]] std::size_t block_count() const { return corners_.size(); }

    /// The vertices of a leaf's triangles. Lanes beyond its last triangle repeat it: no bound changes.
    [[nodiscard]] std::span<const broad_phase::CornerBlock> corners(std::size_t leaf) const {
        return {corners_.data() + first_[leaf], blocks(leaf)};
    }
    /// The triangles of a leaf, by place.
    [[nodiscard]] std::span<const std::uint32_t> triangles(std::size_t leaf) const {
        return {triangles_.data() + std::size_t{first_[leaf]} * broad_phase::block_size, size(leaf)};
    }
    [[nodiscard]] broad_phase::TriangleBlocks slots() const { return {corners_.data(), triangles_.data()}; }

private:
    void reserve(const GroupedHierarchy& hierarchy);
    void add_leaf(const frame::Bodies& bodies, const GroupedHierarchy& hierarchy, std::size_t leaf);

    std::vector<std::uint32_t> first_{0};  // block, by leaf; one more
    std::vector<std::uint8_t> size_;       // by leaf
    std::vector<broad_phase::CornerBlock> corners_;
    std::vector<std::uint32_t> triangles_;  // by slot
};

}  // namespace pliant::regularity
