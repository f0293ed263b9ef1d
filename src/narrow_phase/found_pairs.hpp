// The pairs that a search found, on their way into the answer: cut to the budget, sorted, in the scene's numbering.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/pairs.hpp>
#include <pliant/report.hpp>
#include <pliant/scene.hpp>

#include "frame/bodies.hpp"

namespace pliant::narrow_phase {

/// An intersecting pair in the common numbering, a < b.
struct FoundPair {
    std::uint32_t a, b;
    PairKind kind;
};

using PairCounts = decltype(Counters::pairs);

/// All that a search found, and memory for sorting it; both survive the frame.
struct FoundPairs {
    std::vector<FoundPair> all, scratch;
    PairCounts dropped{};  // found as well, and not kept

    void clear() {
        all.clear();
        dropped = {};
    }
};

/// Keeps the `count` pairs that matter most, of equal importance the first ones, and counts the others. In place.
void keep_most_important(std::vector<FoundPair>& found, std::size_t count, PairCounts& dropped);

/// Pairs that pass through one another: once a budget is full of them, nothing more important can come.
std::size_t crossings(std::span<const FoundPair> found);

/// Sorts, cuts to the budget and translates into the scene's numbering.
void write_answer(const frame::Bodies& bodies, FoundPairs& found, const IntersectionBudget& budget,
                  Answer<TrianglePair>& answer);

}  // namespace pliant::narrow_phase
