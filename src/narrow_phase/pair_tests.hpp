// From candidates to pairs: vectorised proofs, then the exact test of what they leave open.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/report.hpp>

#include "broad_phase/blocks.hpp"
#include "frame/bodies.hpp"

namespace pliant::narrow_phase {

/// An intersecting pair in the common numbering, a < b.
struct FoundPair {
    std::uint32_t a, b;
    PairKind kind;
};

/// Triangles in blocks of eight; borrowed.
struct Slots {
    const broad_phase::CornerBlock* corners;
    const std::uint32_t* triangles;  // by slot

    [[nodiscard]] std::uint32_t triangle(std::uint32_t slot) const { return triangles[slot]; }
};

/// What one piece of a search found and what it cost. Pieces are joined in order.
struct Findings {
    std::vector<FoundPair> pairs;
    Counters counters;

    void clear() {
        pairs.clear();
        counters = {};
    }

    void add(std::uint32_t a, std::uint32_t b, PairKind kind) {
        pairs.push_back({std::min(a, b), std::max(a, b), kind});
    }

    /// The exact test of one pair of sound triangles.
    void test(const frame::Bodies& bodies, std::uint32_t a, std::uint32_t b);

    /// Filter and exact test of pairs of sound triangles that share no vertex. Reorders `candidates`.
    void test_strangers(const frame::Bodies& bodies, std::span<broad_phase::Pair> candidates);
    /// The same for pairs of slots: nearer together in memory than the triangles that are there.
    void test_strangers(const frame::Bodies& bodies, const Slots& a, const Slots& b,
                        std::span<broad_phase::Pair> candidates);

    /// The same for pairs that a filter has left; they are counted already.
    void test_unproven(const frame::Bodies& bodies, const Slots& a, const Slots& b,
                       std::span<const broad_phase::Pair> candidates);

    /// The same for pairs that share a vertex or more.
    void test_neighbours(const frame::Bodies& bodies, std::span<const broad_phase::Pair> neighbours);

private:
    void decide(const frame::Bodies& bodies, std::span<const broad_phase::Pair> candidates);
    template <class Find>
    void decide(const frame::Bodies& bodies, std::span<const broad_phase::Pair> candidates, const Find& find);
};

/// All that a search found, and memory for sorting it; both survive the frame.
struct FoundPairs {
    std::vector<FoundPair> all, scratch;
};

/// Pairs that pass through one another: once a budget is full of them, nothing more important can come.
std::size_t crossings(std::span<const FoundPair> found);

/// Sorts, cuts to the budget and translates into the scene's numbering.
void write_answer(const frame::Bodies& bodies, FoundPairs& found, const Budget& budget, Answer<TrianglePair>& answer);

}  // namespace pliant::narrow_phase
