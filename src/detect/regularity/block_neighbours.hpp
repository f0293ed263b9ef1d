// Which triangles of two blocks have a vertex in common. Made once per topology.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/grid_boxes.hpp"
#include "detect/regularity/leaf_blocks.hpp"
#include "detect/regularity/loops.hpp"
#include "simd/prefetch.hpp"

namespace pliant::regularity {

class BlockNeighbours {
public:
    /// Two leaves that have a vertex in common.
    struct Leaves {
        std::uint32_t other;  // the second; not before the first
        std::uint32_t first;  // of their words
    };

    /// Borrows `blocks`.
    void plan(Loops& loops, const LeafBlocks& blocks, std::size_t vertices);

    /// What is known of two leaves, a <= b. nullptr where nothing is.
    [[nodiscard]] const Leaves* between(std::uint32_t a, std::uint32_t b) const {
        assert(a <= b);
        for (std::uint32_t i = first_[a]; i < first_[a + 1]; ++i) {
            if (leaves_[i].other == b) return &leaves_[i];
        }
        return nullptr;
    }

    /// For the pairs of blocks of two leaves that have a bit 8 * i + k in `wanted`: the triangles of block i of the
    /// first and block k of the second that share a vertex. `blocks` are those of the last build, `known` is what
    /// `between` gave. Lanes without a triangle of their own count for nothing, or as what they repeat. Where there are
    /// too many triangles around a vertex to be listed, they are compared, and `room` holds the words.
    struct Room {
        std::array<std::uint64_t, broad_phase::block_size * broad_phase::block_size> words;
    };
    [[nodiscard]] SharedVertices shared(const Leaves* known, const LeafBlocks& blocks, broad_phase::Pair leaves,
                                        std::uint64_t wanted, Room& room) const {
        if ((leaf_at_hub_[leaves.a] & leaf_at_hub_[leaves.b]) != 0)
            return compared(known, blocks, leaves, wanted, room);
        if (known == nullptr) return nothing_shared;
        return {places_of(known).place.data(), words_.data() + known->first};
    }

    /// Of what `between` has given: most of the words, of those that are needed most.
    void prefetch(const Leaves* leaves) const {
        constexpr std::size_t lines = 3;
        if (leaves == nullptr) return;
        simd::prefetch(&places_of(leaves), sizeof(Places));
        simd::prefetch(words_.data() + leaves->first, lines * simd::cache_line);
    }

    /// Of leaves that have no vertex in common.
    static const SharedVertices nothing_shared;

private:
    /// What a leaf shares with another, by pair of blocks.
    struct Words {
        std::uint32_t other;
        std::array<std::uint64_t, broad_phase::block_size * broad_phase::block_size> word;
    };

    /// Of a word, by pair of blocks.
    struct alignas(64) Places {
        std::array<std::uint8_t, broad_phase::block_size * broad_phase::block_size> place;
    };

    [[nodiscard]] const Places& places_of(const Leaves* leaves) const {
        return places_[static_cast<std::size_t>(leaves - leaves_.data())];
    }
    /// Scratch of a build: the triangles around each vertex, and what the leaf at hand shares.
    struct Scratch {
        struct Place {
            std::uint32_t leaf, place;
        };
        std::vector<std::uint32_t> ends;  // of the places of each vertex, once they are sorted
        std::vector<Place> places;
        std::vector<std::uint32_t> entry_of;  // by other leaf
        std::vector<Words> entries;

        [[nodiscard]] std::span<const Place> around(std::uint32_t vertex) const {
            const std::uint32_t first = vertex == 0 ? 0 : ends[vertex - 1];
            return {places.data() + first, ends[vertex] - first};
        }
    };

    void plan_triangles_around_vertices(Loops& loops, const LeafBlocks& blocks, std::size_t vertices);
    void begin_entries(const LeafBlocks& blocks);
    void add_leaf(const LeafBlocks& blocks, std::uint32_t leaf);
    void add_corner(const LeafBlocks& blocks, std::uint32_t leaf, std::uint32_t place, std::uint32_t vertex);
    void store(const Words& entry);
    SharedVertices compared(const Leaves* known, const LeafBlocks& blocks, broad_phase::Pair leaves,
                            std::uint64_t wanted, Room& room) const;

    std::vector<std::uint8_t> at_hub_;  // by block: whether it has a vertex of so many triangles that none are listed
    std::vector<std::uint8_t> leaf_at_hub_;  // whether some block of the leaf is
    std::vector<std::uint32_t> first_;       // by leaf: its first entry
    std::vector<Leaves> leaves_;             // apart from their places: short enough to stay in the cache
    std::vector<Places> places_;             // one each
    std::vector<std::uint64_t> words_;       // the first of each entry is 0, for the blocks that share nothing
    Scratch scratch_;                        // freed at the end of a build
};

}  // namespace pliant::regularity
