#include "curves/node_table.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "simd/prefetch.hpp"

namespace pliant::curves {

namespace {

/// Slots are random accesses: so many pairs ahead their cache lines are asked for.
constexpr std::size_t ahead = 8;

}  // namespace

std::uint32_t NodeTable::find_or_add(const NodeKey& key, std::uint64_t hash) {
    const auto tag = static_cast<std::uint32_t>(hash >> 24);
    for (std::size_t place = hash & mask_;; place = (place + 1) & mask_) {
        Slot& slot = slots_[place];
        if (slot.node == none) {
            slot = {static_cast<std::uint32_t>(nodes_.size()), tag};
            nodes_.push_back({key, 0, 0});
            return slot.node;
        }
        if (slot.tag == tag && nodes_[slot.node].key == key) return slot.node;
    }
}

/// The triangle that is met stays the same, and with it the sheet that it is on.
void NodeTable::add_end(Node& node, std::uint32_t end, const broad_phase::Pair& pair,
                        std::span<const broad_phase::Pair> all) {
    ++node.ends;
    if (node.ends == 1) {
        node.end = end;
    } else if (node.ends == 2 && !node.key.at_vertex()) {
        const bool swapped = (pair.a == node.key.triangle) != (all[node.end / 2].a == node.key.triangle);
        joins_[end] = Join(node.end, swapped);
        joins_[node.end] = Join(end, swapped);
    } else if (node.ends == 3 && joins_[node.end].any()) {
        joins_[joins_[node.end].end()] = Join();
        joins_[node.end] = Join();
    }
}

void NodeTable::fill(std::span<const PairEnds> pairs, std::span<const broad_phase::Pair> triangles) {
    // In general position every edge has two triangles: as many nodes as pairs. At borders more.
    const std::size_t size = std::bit_ceil(std::max<std::size_t>(4 * pairs.size(), 16));
    mask_ = size - 1;
    slots_.assign(size, Slot{none, 0});
    nodes_.clear();
    node_of_end_.resize(2 * pairs.size());
    joins_.assign(2 * pairs.size(), Join());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (i + ahead < pairs.size()) {
            for (const NodeKey& key : pairs[i + ahead].nodes) simd::prefetch(&slots_[key.hash() & mask_]);
        }
        if (!pairs[i].any) continue;
        for (std::size_t k = 0; k < 2; ++k) {
            const NodeKey& key = pairs[i].nodes[k];
            const auto end = static_cast<std::uint32_t>(2 * i + k);
            const std::uint32_t number = node_of_end_[end] = find_or_add(key, key.hash());
            add_end(nodes_[number], end, triangles[i], triangles);
        }
    }
}

}  // namespace pliant::curves
