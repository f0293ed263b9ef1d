// Subtrees of a sphere tree that are bounded by one box, so that a frame need not fit what no search looks at.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/sphere_tree/tree_shape.hpp"
#include "numeric/box.hpp"

namespace pliant::sphere_tree {

/// The largest nodes with so few pieces that fitting all below one is quick; a leaf with more is one by itself.
class Patches {
public:
    static constexpr std::uint32_t most_pieces = 256;

    /// Once per topology.
    void build(const TreeShape& shape, const SurfaceNow& surface);
    void clear() { roots_.clear(); }
    [[nodiscard]] bool built() const { return !roots_.empty(); }

    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(roots_.size()); }
    [[nodiscard]] std::uint32_t root(std::uint32_t patch) const { return roots_[patch]; }
    /// Of a node at or below the root of one; `none` above.
    static constexpr std::uint32_t none = 0xffffffffu;
    [[nodiscard]] std::uint32_t patch_of(std::uint32_t node) const { return patch_of_[node]; }
    /// Of all finite vertices.
    [[nodiscard]] Box<double> box(std::uint32_t patch, const SurfaceNow& surface) const;

private:
    void list_vertices(std::uint32_t root, const TreeShape& shape, const SurfaceNow& surface);

    std::vector<std::uint32_t> roots_, patch_of_;  // by patch; by node
    std::vector<std::uint32_t> first_, vertices_;  // by patch; each vertex once
};

}  // namespace pliant::sphere_tree
