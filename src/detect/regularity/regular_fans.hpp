// Triangles all of whose vertices have a regular fan around them: they meet no neighbour beyond what they share. Found
// for some leaves in each frame.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/leaf_vertices.hpp"
#include "frame/bodies.hpp"
#include "narrow_phase/neighbours.hpp"

namespace pliant::regularity {

/// The fan of a vertex is regular where its triangles certainly lie side by side, so that no two of them meet beyond
/// what they share. Leaves are tested when they are first asked for in a frame, by whichever thread it is: all find the
/// same.
class RegularFans {
public:
    /// Once per topology. Both are borrowed until the next build.
    void build(const frame::Bodies& bodies, const LeafBlocks& blocks, const LeafVertices& vertices);
    [[nodiscard]] bool built() const { return blocks_ != nullptr; }
    void clear() { *this = {}; }

    /// Forgets what is known of all.
    void start_frame();

    /// Bit 8 * i + k where all fans of triangle i of block a, or all of triangle k of block b, are regular: of blocks
    /// `first` of the first leaf and `second` of the second.
    struct BlockOfLeaf {
        std::uint32_t leaf, block;
    };
    [[nodiscard]] std::uint64_t pairs(const frame::Bodies& bodies, BlockOfLeaf first, BlockOfLeaf second);

private:
    enum class State : std::uint8_t { unknown, regular, irregular };

    [[nodiscard]] unsigned of_block(const frame::Bodies& bodies, BlockOfLeaf block);
    void test_leaf(const frame::Bodies& bodies, std::uint32_t leaf);
    void test_vertices(const frame::Bodies& bodies, std::span<const std::uint32_t> vertices);
    [[nodiscard]] State load(std::uint32_t vertex) {
        return std::atomic_ref(states_[vertex]).load(std::memory_order_relaxed);
    }
    void store(std::uint32_t vertex, State state) {
        std::atomic_ref(states_[vertex]).store(state, std::memory_order_relaxed);
    }

    const LeafBlocks* blocks_ = nullptr;      // borrowed
    const LeafVertices* vertices_ = nullptr;  // borrowed
    narrow_phase::Neighbours neighbours_;
    std::vector<State> states_;             // by vertex
    std::vector<std::uint16_t> of_blocks_;  // bits of such triangles, and one more where they are known
};

}  // namespace pliant::regularity
