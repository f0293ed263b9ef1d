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
            nodes_.push_back({key, 0, {}});
            return slot.node;
        }
        if (slot.tag == tag && nodes_[slot.node].key == key) return slot.node;
    }
}

void NodeTable::fill(std::span<const PairEnds> pairs) {
    // In general position every edge has two triangles: as many nodes as pairs. At borders more.
    const std::size_t size = std::bit_ceil(std::max<std::size_t>(4 * pairs.size(), 16));
    mask_ = size - 1;
    slots_.assign(size, Slot{none, 0});
    nodes_.clear();
    node_of_end_.resize(2 * pairs.size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (i + ahead < pairs.size()) {
            for (const NodeKey& key : pairs[i + ahead].nodes) simd::prefetch(&slots_[key.hash() & mask_]);
        }
        if (!pairs[i].any) continue;
        for (std::size_t k = 0; k < 2; ++k) {
            const NodeKey& key = pairs[i].nodes[k];
            const auto end = static_cast<std::uint32_t>(2 * i + k);
            const std::uint32_t number = node_of_end_[end] = find_or_add(key, key.hash());
            Node& node = nodes_[number];
            if (node.ends < 2) node.end[node.ends] = end;
            ++node.ends;
        }
    }
}

}  // namespace pliant::curves
