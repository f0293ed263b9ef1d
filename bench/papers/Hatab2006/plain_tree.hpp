// The paper's opponent: a binary tree of axis-aligned boxes, one triangle a leaf, refitted bottom-up
// [vandenBergen1997], without anything that box_tree has beyond it: no vectors, no blocks, no filters.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/views.hpp>

#include "numeric/box.hpp"

namespace pliant::hatab2006 {

class PlainTree {
public:
    using Positions = std::vector<std::array<float, 3>>;

    PlainTree(const Positions& positions, std::span<const Triangle> triangles);
    void refit(const Positions& positions);

    /// Pairs of triangles of two trees that intersect, tested one by one.
    static std::size_t count_pairs(const PlainTree& a, const PlainTree& b);

private:
    struct Node {
        Box<float> box;
        std::uint32_t left = 0, right = 0;  // children, which come behind their parent; 0: a leaf
        std::uint32_t triangle = 0;
    };

    std::uint32_t build(std::span<std::uint32_t> triangles);
    [[nodiscard]] Box<float> box_of(std::uint32_t triangle) const;
    [[nodiscard]] bool meet(const Node& a, const PlainTree& other, const Node& b) const;

    const Positions* positions_;
    std::span<const Triangle> triangles_;
    std::vector<Node> nodes_;
};

}  // namespace pliant::hatab2006
