#include "detect/feature_tree/proximity_search.hpp"

#include <algorithm>

#include "frame/flaws.hpp"
#include "narrow_phase/waves.hpp"

namespace pliant::feature_tree {

using narrow_phase::FoundProximity;
using narrow_phase::ProximityFindings;
using narrow_phase::ProximityTests;

namespace {

/// What a search holds beyond a budget of proximities before it lets the farthest go: rarely enough to cost nothing.
constexpr std::size_t held_beyond_budget = 4096;

/// Whether some of what is found may be left out in the end: then all of it is gathered in one list.
bool selects(const ProximitySearch::Query& query) {
    return query.options.nearest > 0 || query.options.budget.proximities;
}

}  // namespace

void ProximitySearch::update(const Query& query, const ProximityTests& tests) {
    const simd::Vertices vertices = query.bodies.vertices();
    const broad_phase::BoxContents contents{vertices, vertices, 1, tests.nearness.distance, tests.nearness.thickness};
    tree_.fit(query.bodies, contents, broad_phase::Suspicion::no_area, query.workers, query.report);
}

void ProximitySearch::find(const Query& query, const ProximityTests& tests, Proximities& answer) {
    writer_.start();
    run(query, tests);
    frame::collect_flaws(query.bodies, tree_.unsound(), answer.report.set_aside);
    const auto& most = query.options.budget.proximities;
    if (query.options.nearest > 0) writer_.keep_nearest_of_each(all_.found, query.options.nearest);
    if (most && all_.found.size() > *most) {
        narrow_phase::keep_nearest(all_.found, std::size_t(*most));
        query.report.stopped_by = Limit::proximities;
    }
    writer_.add(all_.found);
    writer_.write(query.bodies, tree_, query.workers, answer);
    answer.left_at_rest = all_.left_at_rest;
}

void ProximitySearch::run(const Query& query, const ProximityTests& tests) {
    const ProximityBudget& budget = query.options.budget;
    const std::size_t pieces = tree_.start(query.bodies, {query.options.self, query.options.between});
    if (findings_.size() < pieces) findings_.resize(pieces);
    all_.clear();
    const auto work = [&](std::size_t i) {
        ProximityFindings& findings = findings_[i];
        findings.clear();
        tree_.run(i, findings.counters, [&](broad_phase::FeatureBatch& batch) {
            findings.test(tests, batch);
            trim(query, findings.found, held_beyond_budget);
        });
    };
    const auto join = [&](std::size_t i) {
        const ProximityFindings& piece = findings_[i];
        if (selects(query)) {
            all_.found.insert(all_.found.end(), piece.found.begin(), piece.found.end());
        } else {
            writer_.add(piece.found);
        }
        all_.left_at_rest += piece.left_at_rest;
        Counters& counters = query.report.counters;
        counters.box_tests += piece.counters.box_tests;
        counters.candidates += piece.counters.candidates;
        counters.exact_tests += piece.counters.exact_tests;
        trim(query, all_.found, held_beyond_budget);
    };
    narrow_phase::in_waves(query, pieces, work, join, [&](double done) {
        if (budget.candidates && query.report.counters.candidates >= *budget.candidates) return Limit::candidates;
        if (!query.go_on(done, all_.found.size())) return Limit::caller;
        return query.late() ? Limit::time : Limit::none;
    });
}

/// With a budget of proximities, those that are certainly not among the nearest may go early: one more than the budget
/// stays, so that the end can be told. Not where only the nearest of each feature count, which are not known yet.
void ProximitySearch::trim(const Query& query, std::vector<FoundProximity>& found, std::size_t beyond) const {
    const auto& most = query.options.budget.proximities;
    if (!most || query.options.nearest > 0) return;
    if (found.size() > *most + beyond) narrow_phase::keep_nearest(found, std::size_t(*most + 1));
}

}  // namespace pliant::feature_tree
