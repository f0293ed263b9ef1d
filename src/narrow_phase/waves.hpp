// Pieces of a search, done in parallel and joined in order, until the budget is used up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include <pliant/report.hpp>
#include <pliant/scene.hpp>

#include "frame/query.hpp"
#include "narrow_phase/found_pairs.hpp"
#include "narrow_phase/pair_tests.hpp"

namespace pliant::narrow_phase {

using frame::Clock;

/// Pieces between two tests of the budget.
constexpr std::size_t pieces_per_wave = 16;

/// Where a search may be cut: the pieces of a wave are done before the budget is tested, so that the place depends on
/// the work done and not on the threads. Without a budget all pieces are one wave. `run(first, count)` does pieces,
/// `join(i)` is called for each of them in order, `limit(done)` says which limit is reached, if any,
/// after this share of the pieces.
template <class Options, class Run, class Join, class LimitReached>
void run_waves(const frame::Query<Options>& query, std::size_t pieces, const Run& run, const Join& join,
               const LimitReached& limit, std::size_t wave = pieces_per_wave) {
    const bool limited = query.limited();
    Report& report = query.report;
    for (std::size_t first = 0; first < pieces && report.stopped_by == Limit::none;) {
        const std::size_t count = limited ? std::min(wave, pieces - first) : pieces;
        run(first, count);
        for (std::size_t i = first; i < first + count; ++i) join(i);
        first += count;
        if (first < pieces) report.stopped_by = limit(double(first) / double(pieces));
    }
}

/// The same with `work(i)` for each piece, in parallel.
template <class Options, class Work, class Join, class LimitReached>
void in_waves(const frame::Query<Options>& query, std::size_t pieces, const Work& work, const Join& join,
              const LimitReached& limit, std::size_t wave = pieces_per_wave) {
    const auto run = [&](std::size_t first, std::size_t count) {
        query.workers.for_each(count, [&](std::size_t i) { work(first + i); });
    };
    run_waves(query, pieces, run, join, limit, wave);
}

/// Pairs that a piece has found, put to all others. While pairs are counted, never more than twice those to be kept.
inline void add(const frame::Query<IntersectionOptions>& query, const Findings& piece, FoundPairs& found) {
    for (std::size_t kind = 0; kind < found.dropped.size(); ++kind) found.dropped[kind] += piece.counters.pairs[kind];
    found.all.insert(found.all.end(), piece.pairs.begin(), piece.pairs.end());
    if (query.counting()) keep_most_important(found.all, query.room->kept(), found.dropped);
}

/// Kept and not.
inline std::uint64_t number_of(const FoundPairs& found) {
    return std::accumulate(found.dropped.begin(), found.dropped.end(), std::uint64_t{found.all.size()});
}

/// Which limit of its budget a search for pairs of triangles has reached, if any.
inline Limit limit_reached(const frame::Query<IntersectionOptions>& query, const FoundPairs& found, double done) {
    const IntersectionBudget& budget = query.options.budget;
    if (budget.candidates && query.report.counters.candidates >= *budget.candidates) return Limit::candidates;
    if (budget.pairs && crossings(found.all) > *budget.pairs) return Limit::pairs;
    if (!query.go_on(done, number_of(found))) return Limit::caller;
    return query.late() ? Limit::time : Limit::none;
}

/// The search for pairs of triangles: `work(i)` does a piece, `findings(i)` is what it found.
template <class Work, class FindingsOf>
void find_in_waves(const frame::Query<IntersectionOptions>& query, std::size_t pieces, FoundPairs& found,
                   const Work& work, const FindingsOf& findings, std::size_t wave = pieces_per_wave) {
    found.clear();
    const auto join = [&](std::size_t i) {
        const Findings& piece = findings(i);
        add(query, piece, found);
        Counters& counters = query.report.counters;
        counters.box_tests += piece.counters.box_tests;
        counters.candidates += piece.counters.candidates;
        counters.exact_tests += piece.counters.exact_tests;
    };
    in_waves(
        query, pieces, work, join, [&](double done) { return limit_reached(query, found, done); }, wave);
}

}  // namespace pliant::narrow_phase
