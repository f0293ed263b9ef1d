// Pieces of a search, done in parallel and joined in order, until the budget is used up.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <vector>

#include <pliant/report.hpp>

#include "narrow_phase/pair_tests.hpp"
#include "parallel/parallel.hpp"

namespace pliant::narrow_phase {

/// Pieces between two looks at the budget.
constexpr std::size_t pieces_per_wave = 16;

/// Without a budget all pieces are one wave. With one, where the search stops depends on the work done, not on the
/// threads. `work(i)` runs in parallel, `join(i)` in order; `limit()` says which limit is reached, if any.
template <class Work, class Join, class LimitReached>
void in_waves(parallel::Workers& workers, const Budget& budget, std::size_t pieces, Report& report, const Work& work,
              const Join& join, const LimitReached& limit, std::size_t wave = pieces_per_wave) {
    const bool limited = budget.time || budget.tests || budget.pairs;
    for (std::size_t first = 0; first < pieces && report.stopped_by == Limit::none;) {
        const std::size_t count = limited ? std::min(wave, pieces - first) : pieces;
        workers.for_each(count, [&](std::size_t i) { work(first + i); });
        for (std::size_t i = first; i < first + count; ++i) join(i);
        first += count;
        if (first < pieces) report.stopped_by = limit();
    }
}

using Clock = std::chrono::steady_clock;

/// The search for pairs of triangles: `work(i)` does a piece, `findings(i)` is what it found. The budget of time counts
/// from `started`.
template <class Work, class FindingsOf>
void find_in_waves(parallel::Workers& workers, const Budget& budget, std::size_t pieces, Clock::time_point started,
                   FoundPairs& found, Report& report, const Work& work, const FindingsOf& findings,
                   std::size_t wave = pieces_per_wave) {
    found.all.clear();
    in_waves(
        workers, budget, pieces, report, work,
        [&](std::size_t i) {
            const Findings& piece = findings(i);
            found.all.insert(found.all.end(), piece.pairs.begin(), piece.pairs.end());
            report.counters.box_tests += piece.counters.box_tests;
            report.counters.candidates += piece.counters.candidates;
            report.counters.exact_tests += piece.counters.exact_tests;
        },
        [&] {
            if (budget.tests && report.counters.candidates >= *budget.tests) return Limit::tests;
            if (budget.pairs && crossings(found.all) > *budget.pairs) return Limit::pairs;
            if (budget.time && Clock::now() - started >= *budget.time) return Limit::time;
            return Limit::none;
        },
        wave);
}

}  // namespace pliant::narrow_phase
