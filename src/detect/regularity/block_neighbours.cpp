#include "detect/regularity/block_neighbours.hpp"
#include "broad_phase/blocks.hpp"

#include <algorithm>
#include <bit>
#include <limits>

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

bool holds(std::span<const std::uint8_t> slots, std::size_t slot) {
    return (slots[slot / block_size] >> (slot % block_size) & 1) != 0;
}

/// The slots around each vertex.
struct SlotsAround {
    std::vector<std::uint32_t> first, slot;

    SlotsAround(std::span<const CornerBlock> blocks, std::span<const std::uint8_t> slots, std::size_t vertices)
        : first(vertices + 1, 0) {
        for_each_corner(blocks, slots, [&](std::uint32_t vertex, std::uint32_t) { ++first[vertex + 1]; });
        for (std::size_t v = 0; v < vertices; ++v) first[v + 1] += first[v];
        slot.resize(first.back());
        std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
        for_each_corner(blocks, slots, [&](std::uint32_t vertex, std::uint32_t s) { slot[next[vertex]++] = s; });
    }

    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t vertex) const {
        return {slot.data() + first[vertex], first[vertex + 1] - first[vertex]};
    }

    template <class Visit>
    static void for_each_corner(std::span<const CornerBlock> blocks, std::span<const std::uint8_t> slots,
                                const Visit& visit) {
        for (std::size_t s = 0; s < blocks.size() * block_size; ++s) {
            if (!holds(slots, s)) continue;
            for (const auto& corner : blocks[s / block_size].vertex) {
                visit(corner[s % block_size], static_cast<std::uint32_t>(s));
            }
        }
    }
};

}  // namespace

constinit const SharedVertices BlockNeighbours::nothing_shared{all_at_first.data(), &no_bits};

void BlockNeighbours::build(std::span<const CornerBlock> blocks, std::span<const std::uint8_t> slots,
                            std::size_t vertices) {
    const SlotsAround around(blocks, slots, vertices);
    const std::size_t leaves = (blocks.size() + block_size - 1) / block_size;
    constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> entry_of(leaves, nowhere);  // by other leaf, for the leaf at hand
    std::vector<Words> entries;                            // the same
    at_hub_.assign(blocks.size(), 0);
    leaf_at_hub_.assign(leaves, 0);
    first_.assign(1, 0);
    leaves_.clear();
    places_.clear();
    words_.clear();
    const auto add = [&](std::uint32_t block, std::uint32_t other, std::uint64_t bit) {
        std::uint32_t& entry = entry_of[other / block_size];
        if (entry == nowhere) {
            entry = static_cast<std::uint32_t>(entries.size());
            entries.push_back({static_cast<std::uint32_t>(other / block_size), {}});
        }
        entries[entry].word[block_size * (block % block_size) + other % block_size] |= bit;
    };
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
        const std::size_t end = std::min(blocks.size(), (leaf + 1) * block_size);
        for (auto block = static_cast<std::uint32_t>(leaf * block_size); block < end; ++block) {
            for (std::size_t corner = 0; corner < 3 * block_size; ++corner) {
                const std::size_t lane = corner % block_size;
                if (!holds(slots, block * block_size + lane)) continue;
                const auto near = around.of(blocks[block].vertex[corner / block_size][lane]);
                if (near.size() > hub) at_hub_[block] = leaf_at_hub_[leaf] = 1;
                for (std::size_t i = 0; near.size() <= hub && i < near.size(); ++i) {
                    const auto other = static_cast<std::uint32_t>(near[i] / block_size);
                    if (other < block) continue;
                    add(block, other, std::uint64_t{1} << (block_size * lane + near[i] % block_size));
                }
            }
        }
        for (const Words& entry : entries) {
            entry_of[entry.other] = nowhere;
            store(entry);
        }
        entries.clear();
        first_.push_back(static_cast<std::uint32_t>(leaves_.size()));
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

std::uint64_t BlockNeighbours::compared(const CornerBlock& a, const CornerBlock& b) {
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

SharedVertices BlockNeighbours::compared(const Leaves* leaves, std::span<const CornerBlock> blocks,
                                         broad_phase::Pair pair, std::uint64_t wanted, Room& room) const {
    for (; wanted != 0; wanted &= wanted - 1) {
        const auto place = static_cast<std::uint32_t>(std::countr_zero(wanted));
        const auto a = static_cast<std::uint32_t>(pair.a * block_size + place / block_size);
        const auto b = static_cast<std::uint32_t>(pair.b * block_size + place % block_size);
        room.words[place] = shared(leaves, blocks, a, b);
    }
    return {each_at_its_own.data(), room.words.data()};
}

}  // namespace pliant::regularity
