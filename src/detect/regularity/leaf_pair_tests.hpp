// What the search over regions leaves, pairs of leaves, down to pairs of triangles for the narrow phase.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/scene.hpp>

#include "broad_phase/blocks.hpp"
#include "detect/regularity/leaf_boxes.hpp"
#include "detect/regularity/regions.hpp"
#include "detect/regularity/regular_fans.hpp"
#include "frame/query.hpp"
#include "narrow_phase/pair_tests.hpp"

namespace pliant::regularity {

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
