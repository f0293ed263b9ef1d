// The narrow phase of triangles: candidates in, pairs with their kinds out. Each stage settles most of what it is
// given, with a proof, and hands on the rest:
//   plane filter     a plane separates the triangles                              (plane_filter.hpp)
//   crossings        signs that rounding cannot change: crossing, touching, apart (crossings.hpp)
//   close crossings  both again for survivors, in doubles                         (crossings.hpp)
//   exact test       exact signs: the kind, or nothing                            (meet)
// Pairs that share a vertex or an edge pass the neighbour filters in place of the first three.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <pliant/pairs.hpp>
#include <pliant/report.hpp>
#include <pliant/views.hpp>

#include "broad_phase/blocks.hpp"
#include "frame/bodies.hpp"
#include "frame/pair_room.hpp"
#include "narrow_phase/found_pairs.hpp"

namespace pliant::narrow_phase {

/// Two triangles with the vertices that they share in front, in the same order.
struct SharedCorners {
    Triangle a, b;
    int count;
};
SharedCorners shared_corners(Triangle a, Triangle b);

/// The exact test: how two sound triangles meet beyond the vertices they share by number.
std::optional<PairKind> meet(const frame::Bodies& bodies, std::uint32_t a, std::uint32_t b);

/// How many candidates each filter settled. With Counters::exact_tests they add up to Counters::candidates, but for
/// pairs that share three vertices, which are no candidates.
struct SettledPairs {
    std::uint64_t plane_filter = 0, crossings = 0, close_crossings = 0, neighbour_filters = 0;
};

/// What one piece of a search found and what it cost. Pieces are joined in order.
struct Findings {
    std::vector<FoundPair> pairs;
    Counters counters;  // its pairs: those that were found and not kept
    SettledPairs settled;

    /// For the next search, within `limit` where memory is limited.
    void start(frame::PairRoom* limit) {
        pairs.clear();
        counters = {};
        settled = {};
        room_ = limit;
        taken_ = 0;
    }

    void add(std::uint32_t a, std::uint32_t b, PairKind kind) {
        if (pairs.size() == pairs.capacity()) make_room();
        pairs.push_back({std::min(a, b), std::max(a, b), kind});
    }

    /// The exact test of one pair of sound triangles.
    void test(const frame::Bodies& bodies, std::uint32_t a, std::uint32_t b);

    /// All stages for pairs of sound triangles that are unconnected: they share no vertex. Reorders `candidates`.
    void test_unconnected(const frame::Bodies& bodies, std::span<broad_phase::Pair> candidates);
    /// The same for pairs of slots, whose corners are closer in memory than those of the triangles.
    void test_unconnected(const frame::Bodies& bodies, const broad_phase::TriangleBlocks& a,
                          const broad_phase::TriangleBlocks& b, std::span<broad_phase::Pair> candidates);

    /// The stages behind the plane filter, for pairs that a filter of the detector's own has left and counted.
    void test_unproven(const frame::Bodies& bodies, const broad_phase::TriangleBlocks& a,
                       const broad_phase::TriangleBlocks& b, std::span<const broad_phase::Pair> candidates);

    /// Neighbour filters and exact test of pairs of sound triangles that share a vertex or more.
    void test_neighbours(const frame::Bodies& bodies, std::span<const broad_phase::Pair> neighbours);

private:
    void make_room();
    void test_crossings(const frame::Bodies& bodies, std::span<const broad_phase::Pair> candidates);
    template <class FindCrossings>
    void test_crossings(const frame::Bodies& bodies, std::span<const broad_phase::Pair> candidates,
                        const FindCrossings& find);
    /// Close crossings and exact test of pairs of triangles. Reorders `open`.
    void test_close(const frame::Bodies& bodies, std::span<broad_phase::Pair> open);

    frame::PairRoom* room_ = nullptr;
    std::size_t taken_ = 0;  // pairs that the room knows of
};

}  // namespace pliant::narrow_phase
