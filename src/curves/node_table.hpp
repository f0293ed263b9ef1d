// Points of curves, each once: where the segments of pairs meet.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "curves/pair_segments.hpp"

namespace pliant::curves {

/// `2 * pair + k` is end k of the segment of a pair.
struct Node {
    NodeKey key;
    std::uint32_t ends = 0;              // how many segments end here
    std::array<std::uint32_t, 2> end{};  // the first two of them
};

class NodeTable {
public:
    /// Nodes are numbered in the order in which pairs name them.
    void fill(std::span<const PairEnds> pairs);

    [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
    /// Node at end `2 * pair + k` of a pair that has a segment.
    [[nodiscard]] std::uint32_t at(std::uint32_t end) const { return node_of_end_[end]; }

private:
    struct Slot {
        std::uint32_t node, tag;
    };
    static constexpr std::uint32_t none = ~0u;

    std::uint32_t find_or_add(const NodeKey& key, std::uint64_t hash);

    std::vector<Slot> slots_;  // open addressing
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> node_of_end_;
    std::size_t mask_ = 0;
};

}  // namespace pliant::curves
