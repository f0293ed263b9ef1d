#include "scene/impact_question.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "frame/flaws.hpp"
#include "narrow_phase/waves.hpp"

namespace pliant {

using broad_phase::FeatureBatch;
using frame::Bodies;
using narrow_phase::FoundImpact;
using narrow_phase::ImpactFindings;
using narrow_phase::ImpactTest;

namespace {

// The earliest impact is looked for in the first part of the step, then in the whole: boxes of a short step are small.
constexpr double first_part = 0x1p-5;
// Pieces that share what is known of the earliest impact; a constant, so that the work does not depend on threads.
constexpr std::size_t pieces_per_wave = 32;

void require_separation(const ImpactOptions& options) {
    if (!(options.minimum_separation >= 0 && std::isfinite(options.minimum_separation))) {
        throw std::invalid_argument("pliant: the minimum separation is not a number, or negative");
    }
}

}  // namespace

void ImpactQuestion::start_step(Bodies& bodies, parallel::Workers& workers) {
    bodies.update(workers);
    start_.begin(bodies);
}

const Impacts& ImpactQuestion::impacts(Bodies& bodies, const ImpactOptions& options, parallel::Workers& workers) {
    require_separation(options);
    Report& report = answer_.report;
    frame::start(report);
    const auto started = frame::Clock::now();
    read(bodies, options, workers);
    (report.rebuilt ? report.milliseconds.build : report.milliseconds.update) = frame::milliseconds_since(started);
    const Query query{bodies, options, workers, report};
    find(query);
    write(query);
    report.milliseconds.find = frame::milliseconds_since(query.started);
    return answer_;
}

SafeStep ImpactQuestion::safe_step(Bodies& bodies, const ImpactOptions& options, parallel::Workers& workers) {
    ImpactOptions earliest = options;
    earliest.selection = ImpactSelection::earliest;
    earliest.budget.impacts.reset();
    const Impacts& found = impacts(bodies, earliest, workers);
    SafeStep out;
    out.met = !found.empty();
    out.time = searched_;
    // The first time may be the lower bound itself.
    if (out.met) out.time = std::min(out.time, std::nextafter(found[0].impact.time[0], -1.0));
    out.time = std::max(out.time, 0.0);
    out.report = found.report;
    return out;
}

/// Positions, and boxes over the whole step unless only the earliest is wanted.
void ImpactQuestion::read(Bodies& bodies, const ImpactOptions& options, parallel::Workers& workers) {
    bodies.update(workers);
    start_.ask(bodies);
    contents_ = {start_.start(), start_.end(bodies)};
    contents_.distance = options.minimum_separation;
    contents_.fraction = options.selection == ImpactSelection::earliest ? first_part : 1;
    tree_.fit(bodies, contents_, broad_phase::Suspicion::not_finite, workers, answer_.report);
}

void ImpactQuestion::find(const Query& query) {
    earliest_.clear();
    pieces_ = found_ = 0;
    searched_ = 0;
    if (query.options.selection == ImpactSelection::earliest) return find_earliest(query);
    search(query, 1);
}

void ImpactQuestion::find_earliest(const Query& query) {
    search(query, first_part);
    const bool found = !earliest_.empty() && earliest_.front().impact.time[1] <= first_part;
    if (found || query.report.stopped_by != Limit::none) return;
    contents_.fraction = 1;
    tree_.fit(query.bodies, contents_, broad_phase::Suspicion::not_finite, query.workers, query.report);
    search(query, 1);
}

/// Everything that meets up to a time, or the earliest of it. What a piece may pass over depends on the waves before it
/// alone: not on threads.
void ImpactQuestion::search(const Query& query, double until) {
    const ImpactOptions& options = query.options;
    const std::size_t pieces = tree_.start(query.bodies, {options.self, options.between, true, true});
    if (findings_.size() < pieces) findings_.resize(pieces);
    ImpactTest test{start_.steps(), options.minimum_separation, options.selection == ImpactSelection::earliest, until};
    const bool in_waves = test.only_earliest || query.limited();
    for (std::size_t first = 0; first < pieces && query.report.stopped_by == Limit::none;) {
        const std::size_t count = in_waves ? std::min(pieces_per_wave, pieces - first) : pieces;
        if (test.only_earliest && !earliest_.empty() && test.minimum_separation == 0) {
            test.until = std::min(until, narrow_phase::until_after(earliest_.front().impact));
        }
        query.workers.for_each(count, [&](std::size_t i) {
            ImpactFindings& piece = findings_[first + i];
            piece.clear();
            tree_.run(first + i, piece.counters, [&](FeatureBatch& batch) { piece.test(test, batch); });
        });
        for (std::size_t i = first; i < first + count; ++i) take(findings_[i], query);
        pieces_ = first += count;
        if (first < pieces) query.report.stopped_by = limit_reached(query, double(first) / double(pieces));
    }
    if (query.report.stopped_by == Limit::none) searched_ = until;
}

void ImpactQuestion::take(ImpactFindings& piece, const Query& query) {
    Counters& counters = query.report.counters;
    counters.box_tests += piece.counters.box_tests;
    counters.candidates += piece.counters.candidates;
    counters.exact_tests += piece.counters.exact_tests;
    if (query.options.selection == ImpactSelection::all) {  // it stays where it is
        found_ += piece.impacts.size();
        return;
    }
    for (const FoundImpact& impact : piece.impacts) narrow_phase::keep_earliest(impact, earliest_);
    found_ = earliest_.size();
}

Limit ImpactQuestion::limit_reached(const Query& query, double done) const {
    const ImpactBudget& budget = query.options.budget;
    if (budget.candidates && query.report.counters.candidates >= *budget.candidates) return Limit::candidates;
    if (!query.go_on(done, found_)) return Limit::caller;
    return query.late() ? Limit::time : Limit::none;
}

void ImpactQuestion::write(const Query& query) {
    Report& report = query.report;
    const bool earliest = query.options.selection == ImpactSelection::earliest;
    order_.clear();
    if (earliest) {
        order_.add(earliest_);
    } else {
        for (std::size_t i = 0; i < pieces_; ++i) order_.add(findings_[i].impacts);
    }
    const std::uint64_t most = earliest ? 1 : query.options.budget.impacts.value_or(order_.size());
    order_.write(query.bodies, std::size_t(std::min<std::uint64_t>(most, order_.size())), query.workers, answer_.items);
    if (!earliest && order_.size() > most && report.stopped_by == Limit::none) report.stopped_by = Limit::impacts;
    answer_.vertex_triangle = answer_.edge_edge = 0;
    for (const FeatureImpact& item : answer_.items) {
        ++(item.kind == FeatureKind::vertex_triangle ? answer_.vertex_triangle : answer_.edge_edge);
    }
    frame::collect_flaws(query.bodies, tree_.unsound(), report.set_aside);
    report.set_aside.insert(report.set_aside.end(), start_.flaws().begin(), start_.flaws().end());
    std::sort(report.set_aside.begin(), report.set_aside.end());
    report.detector = Detector::feature_tree;
    report.complete = report.stopped_by == Limit::none;
}

}  // namespace pliant
