// Tetrahedra in blocks of eight, and vertices that may be in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "broad_phase/box_overlaps.hpp"

namespace pliant::broad_phase {

/// Vertex numbers of eight tetrahedra.
struct alignas(32) TetrahedronBlock {
    std::uint32_t vertex[4][block_size];
};

/// Blocks that lie together are a group. Its tetrahedra are bits of a number, by slot within the group.
inline constexpr std::size_t blocks_per_group = 4;  // at most

/// A corner of tetrahedra of a group.
struct OwnVertex {
    std::uint32_t vertex, lanes;
};

/// The place of a vertex in a hash table that is read for each vertex near a group. The multiplier of a group makes the
/// hash perfect: no two of its own vertices share a place.
inline constexpr int own_place_bits = 10;
inline constexpr std::uint32_t own_place(std::uint32_t vertex, std::uint32_t multiplier) {
    return vertex * multiplier >> (32 - own_place_bits);
}

struct BlockGroup {
    std::uint32_t block, own;  // its first ones; it ends where the next group begins
    std::uint32_t multiplier;
};
struct GroupedBlocks {
    const TetrahedronBlock* blocks;
    const std::uint8_t* filled;  // lanes of each block that hold a tetrahedron, as bits
    const BlockGroup* groups;    // and one more
    const OwnVertex* own;        // at most 255 of a group; the first of each stands for every other vertex
};

/// Vertices in boxes of tetrahedra of which they are not corners: pairs, as two arrays.
class Candidates {
public:
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] std::uint32_t slot(std::size_t i) const { return slots_[i]; }
    [[nodiscard]] std::uint32_t vertex(std::size_t i) const { return vertices_[i]; }

    void clear() { size_ = 0; }
    void resize(std::size_t fewer) { size_ = fewer; }
    void set(std::size_t i, std::uint32_t slot, std::uint32_t vertex) {
        slots_[i] = slot;
        vertices_[i] = vertex;
    }
    void add(std::uint32_t slot, std::uint32_t vertex) {
        make_room();
        set(size_++, slot, vertex);
    }

    /// Room for `more` pairs behind the last: kernels store whole vectors there, then say how many were `added`.
    void make_room(std::size_t more = block_size) {
        if (size_ + more <= vertices_.size()) return;  // the one that grows last, even if the other could not
        const std::size_t larger = 2 * vertices_.size() + more + 64;
        slots_.resize(larger);
        vertices_.resize(larger);
    }
    [[nodiscard]] std::uint32_t* next_slots() { return slots_.data() + size_; }
    [[nodiscard]] std::uint32_t* next_vertices() { return vertices_.data() + size_; }
    void added(std::size_t count) { size_ += count; }

private:
    std::vector<std::uint32_t> slots_, vertices_;
    std::size_t size_ = 0;
};

}  // namespace pliant::broad_phase
