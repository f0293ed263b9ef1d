#include "plain_tree.hpp"

#include <algorithm>
#include <numeric>

#include "geometry/triangle_pair.hpp"

namespace pliant::hatab2006 {

namespace {

bool overlap(const Box<float>& a, const Box<float>& b) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (a.lo[k] > b.hi[k] || b.lo[k] > a.hi[k]) return false;
    }
    return true;
}

float size(const Box<float>& box) { return box.hi[0] - box.lo[0] + box.hi[1] - box.lo[1] + box.hi[2] - box.lo[2]; }

}  // namespace

PlainTree::PlainTree(const Positions& positions, std::span<const Triangle> triangles)
    : positions_(&positions), triangles_(triangles) {
    std::vector<std::uint32_t> all(triangles.size());
    std::iota(all.begin(), all.end(), 0u);
    nodes_.reserve(2 * all.size());
    build(all);
}

Box<float> PlainTree::box_of(std::uint32_t triangle) const {
    Box<float> box = Box<float>::empty();
    for (const std::uint32_t v : triangles_[triangle]) box = united(box, {(*positions_)[v], (*positions_)[v]});
    return box;
}

/// Split in the middle of the longest side; in the middle of the list where all are on one side of that.
std::uint32_t PlainTree::build(std::span<std::uint32_t> triangles) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    nodes_.emplace_back();
    Box<float> box = Box<float>::empty();
    for (const std::uint32_t t : triangles) box = united(box, box_of(t));
    nodes_[number].box = box;
    if (triangles.size() == 1) {
        nodes_[number].triangle = triangles[0];
        return number;
    }
    std::size_t axis = 0;
    for (std::size_t k = 1; k < 3; ++k) {
        if (box.hi[k] - box.lo[k] > box.hi[axis] - box.lo[axis]) axis = k;
    }
    const float middle = box.lo[axis] + box.hi[axis];
    const auto half = std::partition(triangles.begin(), triangles.end(), [&](std::uint32_t t) {
        const Box<float> own = box_of(t);
        return own.lo[axis] + own.hi[axis] < middle;
    });
    auto count = static_cast<std::size_t>(half - triangles.begin());
    if (count == 0 || count == triangles.size()) count = triangles.size() / 2;
    nodes_[number].left = build(triangles.first(count));
    const std::uint32_t right = build(triangles.subspan(count));
    nodes_[number].right = right;
    return number;
}

void PlainTree::refit(const Positions& positions) {
    positions_ = &positions;
    for (std::size_t i = nodes_.size(); i-- > 0;) {
        Node& node = nodes_[i];
        node.box = node.left == 0 ? box_of(node.triangle) : united(nodes_[node.left].box, nodes_[node.right].box);
    }
}

bool PlainTree::meet(const Node& a, const PlainTree& other, const Node& b) const {
    const auto corners = [](const PlainTree& tree, const Node& node) {
        geometry::TriangleCorners out;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto& p = (*tree.positions_)[tree.triangles_[node.triangle][k]];
            out[k] = {p[0], p[1], p[2]};
        }
        return out;
    };
    return geometry::meet(corners(*this, a), corners(other, b)).has_value();
}

std::size_t PlainTree::count_pairs(const PlainTree& a, const PlainTree& b) {
    std::size_t pairs = 0;
    std::vector<std::array<std::uint32_t, 2>> open{{0, 0}};
    while (!open.empty()) {
        const auto [i, j] = open.back();
        open.pop_back();
        const Node &node_a = a.nodes_[i], &node_b = b.nodes_[j];
        if (!overlap(node_a.box, node_b.box)) continue;
        const bool leaf_a = node_a.left == 0, leaf_b = node_b.left == 0;
        if (leaf_a && leaf_b) {
            pairs += a.meet(node_a, b, node_b) ? 1 : 0;
        } else if (leaf_b || (!leaf_a && size(node_a.box) >= size(node_b.box))) {
            open.push_back({node_a.left, j});
            open.push_back({node_a.right, j});
        } else {
            open.push_back({i, node_b.left});
            open.push_back({i, node_b.right});
        }
    }
    return pairs;
}

}  // namespace pliant::hatab2006
