#include "detect/regularity/block_neighbours.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <span>

#include "broad_phase/blocks.hpp"

namespace pliant::regularity {

using broad_phase::block_size;
using broad_phase::CornerBlock;

namespace {

// Lists around a vertex of more triangles would grow with the square of their number.
constexpr std::uint32_t hub = 64;
constexpr std::uint32_t no_entry = std::numeric_limits<std::uint32_t>::max();

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

void BlockNeighbours::plan(Loops& loops, const LeafBlocks& blocks, std::size_t vertices) {
    plan_triangles_around_vertices(loops, blocks, vertices);
    loops.add({8000,
               [&](const frame::Bodies&) {
                   begin_entries(blocks);
                   return blocks.leaves();
               },
               [&](const frame::Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t leaf = first; leaf < last; ++leaf) {
                       add_leaf(blocks, static_cast<std::uint32_t>(leaf));
                   }
               }});
    loops.add({1, [](const frame::Bodies&) { return std::size_t{1}; },
               [&](const frame::Bodies&, std::size_t, std::size_t) {
                   scratch_ = {};
                   first_.shrink_to_fit();
                   leaves_.shrink_to_fit();
                   places_.shrink_to_fit();
                   words_.shrink_to_fit();
               }});
}

/// A counting sort.
void BlockNeighbours::plan_triangles_around_vertices(Loops& loops, const LeafBlocks& blocks, std::size_t vertices) {
    auto& ends = scratch_.ends;
    loops.add({300,
               [&ends, &blocks, vertices](const frame::Bodies&) {
                   ends.assign(vertices + 1, 0);
                   return blocks.leaves();
               },
               [&](const frame::Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t leaf = first; leaf < last; ++leaf) {
                       for_each_corner(blocks, static_cast<std::uint32_t>(leaf),
                                       [&](std::uint32_t v, std::uint32_t, std::uint32_t) { ++ends[v + 1]; });
                   }
               }});
    loops.add({1, [vertices](const frame::Bodies&) { return vertices; },
               [&](const frame::Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t v = first; v < last; ++v) ends[v + 1] += ends[v];
               }});
    loops.add({600,
               [&](const frame::Bodies&) {
                   scratch_.places.resize(ends.back());
                   return blocks.leaves();
               },
               [&](const frame::Bodies&, std::size_t first, std::size_t last) {
                   for (std::size_t leaf = first; leaf < last; ++leaf) {
                       for_each_corner(blocks, static_cast<std::uint32_t>(leaf),
                                       [&](std::uint32_t v, std::uint32_t l, std::uint32_t place) {
                                           scratch_.places[ends[v]++] = {l, place};
                                       });
                   }
               }});
}

void BlockNeighbours::begin_entries(const LeafBlocks& blocks) {
    scratch_.entries.clear();  // of a build that has failed
    scratch_.entry_of.assign(blocks.leaves(), no_entry);
    at_hub_.assign(blocks.block_count(), 0);
    leaf_at_hub_.assign(blocks.leaves(), 0);
    first_.assign(1, 0);
    leaves_.clear();
    places_.clear();
    words_.clear();
}

void BlockNeighbours::add_leaf(const LeafBlocks& blocks, std::uint32_t leaf) {
    for_each_corner(blocks, leaf, [&](std::uint32_t vertex, std::uint32_t, std::uint32_t place) {
        add_corner(blocks, leaf, place, vertex);
    });
    for (const Words& entry : scratch_.entries) {
        scratch_.entry_of[entry.other] = no_entry;
        store(entry);
    }
    scratch_.entries.clear();
    first_.push_back(static_cast<std::uint32_t>(leaves_.size()));
}

void BlockNeighbours::add_corner(const LeafBlocks& blocks, std::uint32_t leaf, std::uint32_t place,
                                 std::uint32_t vertex) {
    const auto near = scratch_.around(vertex);
    const std::size_t block = place / block_size;
    if (near.size() > hub) {
        at_hub_[blocks.first_block(leaf) + block] = leaf_at_hub_[leaf] = 1;
        return;
    }
    for (const auto& other : near) {
        // Each pair of blocks once.
        if (other.leaf < leaf || (other.leaf == leaf && other.place / block_size < block)) continue;
        std::uint32_t& entry = scratch_.entry_of[other.leaf];
        if (entry == no_entry) {
            entry = static_cast<std::uint32_t>(scratch_.entries.size());
            scratch_.entries.push_back({other.leaf, {}});
        }
        scratch_.entries[entry].word[block_size * block + other.place / block_size] |=
            std::uint64_t{1} << (block_size * (place % block_size) + other.place % block_size);
    }
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
