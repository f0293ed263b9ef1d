#include "detect/regularity/block_neighbours.hpp"
#include "broad_phase/blocks.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>

namespace pliant::regularity {

using broad_phase::block_size;
using broad_phase::CornerBlock;

namespace {

// Lists around a vertex of more triangles would grow with the square of their number.
constexpr std::uint32_t hub = 64;

constexpr std::array<std::uint8_t, block_size * block_size> all_at_first{};
constexpr std::uint64_t no_bits = 0;

constexpr std::array<std::uint8_t, block_size * block_size> make_places() {
    std::array<std::uint8_t, block_size * block_size> places{};
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<std::uint8_t>(i);
    return places;
}
constexpr auto each_at_its_own = make_places();

/// Calls visit(vertex, leaf, place) for each corner of each triangle.
template <class Visit>
void for_each_corner(const LeafBlocks& blocks, std::uint32_t leaf, const Visit& visit) {
    const auto corners = blocks.corners(leaf);
    for (std::uint32_t place = 0; place < blocks.size(leaf); ++place) {
        for (const auto& corner : corners[place / block_size].vertex) visit(corner[place % block_size], leaf, place);
    }
}

/// The triangles around each vertex: leaf and place.
struct TrianglesAround {
    struct Place {
        std::uint32_t leaf, place;
    };
    std::vector<std::uint32_t> first;
    std::vector<Place> places;

    TrianglesAround(const LeafBlocks& blocks, std::size_t vertices) : first(vertices + 1, 0) {
        for (std::uint32_t leaf = 0; leaf < blocks.leaves(); ++leaf) {
            for_each_corner(blocks, leaf, [&](std::uint32_t v, std::uint32_t, std::uint32_t) { ++first[v + 1]; });
        }
        for (std::size_t v = 0; v < vertices; ++v) first[v + 1] += first[v];
        places.resize(first.back());
        std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
        for (std::uint32_t leaf = 0; leaf < blocks.leaves(); ++leaf) {
            for_each_corner(blocks, leaf, [&](std::uint32_t v, std::uint32_t l, std::uint32_t place) {
                places[next[v]++] = {l, place};
            });
        }
    }

    [[nodiscard]] std::span<const Place> of(std::uint32_t vertex) const {
        return {places.data() + first[vertex], first[vertex + 1] - first[vertex]};
    }
};

/// Bit 8 * i + k where triangle i of the one and triangle k of the other share a vertex.
std::uint64_t sharing(const CornerBlock& a, const CornerBlock& b) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < block_size; ++i) {
        for (std::size_t k = 0; k < block_size; ++k) {
            bool share = false;
            for (const auto& p : a.vertex) {
                for (const auto& q : b.vertex) share |= p[i] == q[k];
            }
            bits |= std::uint64_t{share} << (block_size * i + k);
        }
    }
    return bits;
}

}  // namespace

constinit const SharedVertices BlockNeighbours::nothing_shared{all_at_first.data(), &no_bits};

void BlockNeighbours::build(const LeafBlocks& blocks, std::size_t vertices) {
    const TrianglesAround around(blocks, vertices);
    constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> entry_of(blocks.leaves(), nowhere);  // by other leaf, for the leaf at hand
    std::vector<Words> entries;                                     // the same
    at_hub_.assign(blocks.block_count(), 0);
    leaf_at_hub_.assign(blocks.leaves(), 0);
    first_.assign(1, 0);
    leaves_.clear();
    places_.clear();
    words_.clear();
    for (std::uint32_t leaf = 0; leaf < blocks.leaves(); ++leaf) {
        for_each_corner(blocks, leaf, [&](std::uint32_t vertex, std::uint32_t, std::uint32_t place) {
            const auto near = around.of(vertex);
            const std::size_t block = place / block_size;
            if (near.size() > hub) {
                at_hub_[blocks.first_block(leaf) + block] = leaf_at_hub_[leaf] = 1;
                return;
            }
            for (const auto& other : near) {
                // Each pair of blocks once.
                if (other.leaf < leaf || (other.leaf == leaf && other.place / block_size < block)) continue;
                std::uint32_t& entry = entry_of[other.leaf];
                if (entry == nowhere) {
                    entry = static_cast<std::uint32_t>(entries.size());
                    entries.push_back({other.leaf, {}});
                }
                entries[entry].word[block_size * block + other.place / block_size] |=
                    std::uint64_t{1} << (block_size * (place % block_size) + other.place % block_size);
            }
        });
        for (const Words& entry : entries) {
            entry_of[entry.other] = nowhere;
            store(entry);
        }
        entries.clear();
        first_.push_back(static_cast<std::uint32_t>(leaves_.size()));
    }
    first_.shrink_to_fit();
    leaves_.shrink_to_fit();
    places_.shrink_to_fit();
    words_.shrink_to_fit();
}

void BlockNeighbours::store(const Words& entry) {
    const auto first = static_cast<std::uint32_t>(words_.size());
    leaves_.push_back({entry.other, first});
    auto& place = places_.emplace_back().place;
    words_.push_back(0);
    for (std::size_t pair = 0; pair < entry.word.size(); ++pair) {
        place[pair] = 0;
        if (entry.word[pair] == 0) continue;
        place[pair] = static_cast<std::uint8_t>(words_.size() - first);
        words_.push_back(entry.word[pair]);
    }
}

SharedVertices BlockNeighbours::compared(const Leaves* known, const LeafBlocks& blocks, broad_phase::Pair leaves,
                                         std::uint64_t wanted, Room& room) const {
    const auto a = blocks.corners(leaves.a), b = blocks.corners(leaves.b);
    for (; wanted != 0; wanted &= wanted - 1) {
        const auto place = static_cast<std::size_t>(std::countr_zero(wanted));
        const std::size_t i = place / block_size, k = place % block_size;
        const bool hubs = (at_hub_[blocks.first_block(leaves.a) + i] & at_hub_[blocks.first_block(leaves.b) + k]) != 0;
        if (hubs) {
            room.words[place] = sharing(a[i], b[k]);
        } else {
            room.words[place] = known == nullptr ? 0 : words_[known->first + places_of(known).place[place]];
        }
    }
    return {each_at_its_own.data(), room.words.data()};
}

}  // namespace pliant::regularity
