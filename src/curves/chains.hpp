// Segments in a row: from pair to pair through the points that they share.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/curves.hpp>

#include "curves/pair_joins.hpp"
#include "curves/pair_segments.hpp"

namespace pliant::curves {

/// A segment as its curve passes it.
struct Link {
    std::uint32_t pair;
    bool reversed;  // from its second end to its first
    bool swapped;   // its triangle b is on the sheet that the curve calls a
};

struct Chain {
    BodyId a{}, b{};
    std::uint32_t first = 0, count = 0;  // links
    std::uint32_t smallest = 0;          // number of its first pair
    bool closed = false;
    bool one_sided = false;  // closed, but the sheets have changed places: they are one surface
};

class Chains {
public:
    /// Chains by their bodies, then by their first pair.
    void find(std::span<const TrianglePair> pairs, const PairSegments& segments, const PairJoins& joins);

    [[nodiscard]] std::span<const Chain> all() const { return chains_; }
    [[nodiscard]] std::span<const Link> links(const Chain& chain) const {
        return {links_.data() + chain.first, chain.count};
    }
    /// Of all chains, in the order in which they were found.
    [[nodiscard]] std::span<const Link> all_links() const { return links_; }
    /// Ends `2 * pair + k` where a link starts and where it ends.
    [[nodiscard]] static std::uint32_t start(const Link& link) { return 2 * link.pair + (link.reversed ? 1u : 0u); }
    [[nodiscard]] static std::uint32_t end(const Link& link) { return 2 * link.pair + (link.reversed ? 0u : 1u); }

private:
    /// What follows at end `at` of a link.
    bool follow(std::uint32_t at, const Link& link, Link& next) const;
    void walk(std::uint32_t pair);

    const PairJoins* joins_ = nullptr;
    std::vector<std::uint8_t> visited_;
    std::vector<Link> links_, forwards_;
    std::vector<Chain> chains_;
};

}  // namespace pliant::curves
