// Points of curves, each once: where the segments of pairs meet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "curves/pair_segments.hpp"

namespace pliant::curves {

/// `2 * pair + k` is end k of the segment of a pair.
struct Node {
    NodeKey key;
    std::uint32_t ends = 0;  // how many segments end here
    std::uint32_t end = 0;   // the first of them
};

/// From the end of one segment to that of the next.
struct Join {
    static constexpr std::uint32_t none = ~0u;

    std::uint32_t code = none;

    Join() = default;
    Join(std::uint32_t end, bool swapped) : code(end << 1 | (swapped ? 1u : 0u)) {}
    [[nodiscard]] bool any() const { return code != none; }
    [[nodiscard]] std::uint32_t end() const { return code >> 1; }
    /// The triangle that goes on is a of one pair and b of the other.
    [[nodiscard]] bool swapped() const { return (code & 1) != 0; }
};

class NodeTable {
public:
    /// As many pairs as codes of joins can tell apart.
    static constexpr std::size_t most_pairs = std::size_t{1} << 30;

    /// Nodes are numbered in the order in which pairs name them.
    void fill(std::span<const PairEnds> pairs, std::span<const broad_phase::Pair> triangles);

    [[nodiscard]] std::span<const Node> nodes() const { return nodes_; }
    /// Node at end `2 * pair + k` of a pair that has a segment.
    [[nodiscard]] std::uint32_t at(std::uint32_t end) const { return node_of_end_[end]; }
    /// What follows at an end: none where a single segment ends, three do, or at a vertex.
    [[nodiscard]] Join join(std::uint32_t end) const { return joins_[end]; }

private:
    struct Slot {
        std::uint32_t node, tag;
    };
    static constexpr std::uint32_t none = ~0u;

    std::uint32_t find_or_add(const NodeKey& key, std::uint64_t hash);
    void add_end(Node& node, std::uint32_t end, const broad_phase::Pair& pair, std::span<const broad_phase::Pair> all);

    std::vector<Slot> slots_;  // open addressing
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> node_of_end_;
    std::vector<Join> joins_;  // by end
    std::size_t mask_ = 0;
};

}  // namespace pliant::curves
