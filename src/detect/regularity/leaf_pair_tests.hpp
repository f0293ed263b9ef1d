// What the search over regions leaves, pairs of leaves, down to pairs of triangles for the narrow phase.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/scene.hpp>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/leaf_boxes.hpp"
#include "detect/regularity/leaf_vertices.hpp"
#include "detect/regularity/regions.hpp"
#include "frame/bodies.hpp"
#include "frame/query.hpp"
#include "narrow_phase/neighbours.hpp"
#include "narrow_phase/pair_tests.hpp"

namespace pliant::regularity {

/// Triangles all of whose vertices have a regular fan around them meet no neighbour beyond what they share.
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

class LeafPairTests {
public:
    using Query = frame::Query<IntersectionOptions>;

    /// What a search reads: regions and their leaves, and the boxes of those visited.
    struct Input {
        const Regions& regions;
        const Leaves& leaves;
        const LeafBoxes& boxes;
        bool use_fans;  // neighbours in regular fans are passed over
    };

    /// For another topology.
    void clear() { fans_.clear(); }
    /// Tests the triangles of all pairs of leaves, until the budget ends.
    void find(const Query& query, const Input& input, std::span<const broad_phase::Pair> leaf_pairs);
    /// What was found, in any order.
    [[nodiscard]] narrow_phase::FoundPairs& found() { return found_; }

private:
    struct LaidOut;
    struct Unconnected;
    struct Candidates;
    /// Two leaves, those of their blocks whose boxes overlap, and what they share.
    struct LeafPair {
        broad_phase::Pair leaves;
        std::uint64_t overlapping;  // as `overlapping_blocks` gives it
        const BlockNeighbours::Leaves* neighbours;
    };
    /// One piece of a search: many pairs of leaves, whose candidates are tested together.
    class Piece;

    void prepare_fans(const Query& query, const Input& input);

    RegularFans fans_;  // built when neighbours are first asked for
    std::vector<narrow_phase::Findings> findings_;
    narrow_phase::FoundPairs found_;
};

}  // namespace pliant::regularity
