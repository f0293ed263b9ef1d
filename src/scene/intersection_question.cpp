#include "scene/intersection_question.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <optional>

namespace pliant {

using frame::Bodies;

namespace {

Detector detector_of(IntersectionMethod method) {
    switch (method) {
        case IntersectionMethod::brute_force: return Detector::brute_force;
        case IntersectionMethod::regularity: return Detector::regularity;
        case IntersectionMethod::gjk_cut: return Detector::gjk_cut;
        case IntersectionMethod::spatial_hash: return Detector::spatial_hash;
        case IntersectionMethod::automatic:
        case IntersectionMethod::tuned:
        case IntersectionMethod::box_tree: break;
    }
    return Detector::box_tree;
}

constexpr std::uint32_t bit(IntersectionMethod method) { return 1u << static_cast<unsigned>(method); }

bool by_name(const IntersectionOptions& options) {
    return options.method != IntersectionMethod::automatic && options.method != IntersectionMethod::tuned;
}

}  // namespace

const Answer<TrianglePair>& IntersectionQuestion::answer(Bodies& bodies, const IntersectionOptions& options,
                                                         parallel::Workers& workers) {
    Report& report = answer_.report;
    const auto started = frame::Clock::now();
    bodies.lay();
    bodies.consider(options.only);  // a question that is refused changes nothing
    const IntersectionMethod method = choose(bodies, options);
    frame::start(report);
    read(bodies, method, workers);
    const Query query{bodies, options, workers, report, started, nullptr, resting_.start(bodies, options, answer_)};
    const IntersectionMethod answered = ask_within_memory(method, query);
    resting_.finish(bodies, options, answer_);
    free_unused(options, answered);
    build_ahead(query);
    report.detector = detector_of(answered);
    report.contours_assumed =
        options.contours == ContourTest::assume_simple && answered == IntersectionMethod::regularity;
    report.complete = report.stopped_by == Limit::none && !report.contours_assumed;
    return answer_;
}

IntersectionMethod IntersectionQuestion::choose(const Bodies& bodies, const IntersectionOptions& options) {
    newcomers_apart_ = false;
    if (options.method == IntersectionMethod::tuned) return tuned_.next(options, bodies.topology_version());
    regularity_->recognise(bodies);
    const bool built = regularity_->is_built(bodies), automatic = options.method == IntersectionMethod::automatic;
    const IntersectionMethod method = automatic ? automatic_.next(options, bodies, built) : options.method;
    const bool wanted = method == IntersectionMethod::regularity ||
                        (automatic && options.self && method == IntersectionMethod::box_tree);
    newcomers_apart_ = wanted && !built && RestingBodies::is_asked_for_all(options) && serves_most(bodies);
    return newcomers_apart_ ? IntersectionMethod::regularity : method;
}

/// Whether bodies have only come, and few triangles with them, since regularity was built.
bool IntersectionQuestion::serves_most(const Bodies& bodies) const {
    const std::size_t served = regularity_->bodies_served(bodies);
    if (served == 0) return false;
    const std::size_t all = bodies.triangles().size();
    const std::size_t known = served == bodies.all().size() ? all : bodies.all()[served].first_triangle;
    return 4 * (all - known) <= all;
}

/// Regularity for the bodies that it was built for, and gjk_cut, which needs no build, for pairs with one of the
/// others.
void IntersectionQuestion::ask_of_newcomers_apart(const Query& query) {
    struct Served {
        regularity::Regularity& regularity;
        void update(const Bodies& bodies, parallel::Workers& workers, Report&) {
            regularity.update_served(bodies, workers);
        }
        void find(const Query& asked, Answer<TrianglePair>& answer) { regularity.find(asked, answer); }
    } served{*regularity_};
    update_and_find(served, query);
    of_served_.swap(answer_.items);
    const Stages before = query.report.milliseconds;
    served_.assign(query.bodies.all().size(), 0);
    std::fill_n(served_.begin(), regularity_->bodies_served(query.bodies), std::uint8_t{1});
    update_and_find(gjk_cut_, Query{query.bodies, query.options, query.workers, query.report, frame::Clock::now(),
                                    nullptr, served_});
    query.report.milliseconds.update += before.update;
    query.report.milliseconds.find += before.find;
    unite(answer_, of_served_, united_);
}

/// Builds a part of regularity after each question, so that no single frame pays for all of it.
void IntersectionQuestion::build_ahead(const Query& query) {
    const bool automatic = query.options.method == IntersectionMethod::automatic;
    if (automatic ? !automatic_.builds_regularity(query.options) : !newcomers_apart_) return;
    const auto started = frame::Clock::now();
    const std::uint64_t work = AutomaticChoice::work_per_triangle * query.bodies.triangles().size();
    if (!next_regularity_) next_regularity_ = std::make_unique<regularity::Regularity>();
    if (!next_regularity_->build_part(query.bodies, work)) {
        automatic_.give_up_regularity();
        next_regularity_.reset();
    } else if (next_regularity_->is_built(query.bodies)) {
        regularity_ = std::move(next_regularity_);
    }
    query.report.milliseconds.build += frame::milliseconds_since(started);
}

/// Where the pairs do not fit, box_tree searches again and counts: of all detectors it keeps the least beside the
/// pairs.
IntersectionMethod IntersectionQuestion::ask_within_memory(IntersectionMethod method, const Query& query) {
    const IntersectionOptions& options = query.options;
    const auto ask_any = [&](const Query& asked) {
        if (options.method == IntersectionMethod::tuned) return ask_with_patience(method, asked);
        return ask(method, asked), method;
    };
    if (!options.budget.bytes) return ask_any(query);
    frame::PairRoom room(*options.budget.bytes);
    const Query limited{query.bodies, options, query.workers, query.report, query.started, &room};
    try {
        return ask_any(limited);
    } catch (const frame::TooManyPairs&) {
        free(method);
        answer_.items = {};
    }
    room.start_counting();
    frame::start(query.report);
    ask(IntersectionMethod::box_tree, limited);
    if (query.report.stopped_by == Limit::none) query.report.stopped_by = Limit::bytes;
    return IntersectionMethod::box_tree;
}

/// Reads what has moved. `regularity` follows with each batch, on the thread that has just read it and has it in L2:
/// one pass over memory.
void IntersectionQuestion::read(Bodies& bodies, IntersectionMethod method, parallel::Workers& workers) {
    if (method != IntersectionMethod::regularity) return bodies.update(workers);
    if (!bodies.start_reading(workers)) return;
    regularity_->start_update(bodies);
    workers.for_each(bodies.spans(), [&](std::size_t span) {
        for (std::size_t batch = 0; batch < bodies.batches(span); ++batch) {
            regularity_->update_batch(bodies, bodies.read(span, batch));
        }
    });
    bodies.finish_reading();
}

void IntersectionQuestion::ask(IntersectionMethod method, const Query& query) {
    switch (method) {
        case IntersectionMethod::brute_force: return update_and_find(brute_force_, query);
        case IntersectionMethod::regularity:
            return newcomers_apart_ ? ask_of_newcomers_apart(query) : update_and_find(*regularity_, query);
        case IntersectionMethod::gjk_cut: return update_and_find(gjk_cut_, query);
        case IntersectionMethod::spatial_hash: return update_and_find(triangle_cells_, query);
        case IntersectionMethod::automatic:
        case IntersectionMethod::tuned:
        case IntersectionMethod::box_tree: return update_and_find(box_tree_, query);
    }
}

/// `query.started` is where reading began; the budget of time counts from where the search does.
template <class Asked>
void IntersectionQuestion::update_and_find(Asked& detector, const Query& query) {
    Stages& stages = query.report.milliseconds;
    detector.update(query.bodies, query.workers, query.report);
    (query.report.rebuilt ? stages.build : stages.update) = frame::milliseconds_since(query.started);
    const double built = stages.build;
    const auto updated = frame::Clock::now();
    detector.find(Query{query.bodies, query.options, query.workers, query.report, updated, query.room, query.resting},
                  answer_);
    stages.find = frame::milliseconds_since(updated) - (stages.build - built);
}

/// One whose time is not known yet gives up after a while, and another one answers.
IntersectionMethod IntersectionQuestion::ask_with_patience(IntersectionMethod method, const Query& query) {
    Report& report = query.report;
    std::optional<double> patience;
    if (!query.options.budget.time) patience = tuned_.patience(method, query.bodies.triangles().size());
    IntersectionOptions limited = query.options;
    if (patience) limited.budget.time = std::chrono::nanoseconds(static_cast<std::int64_t>(1e6 * *patience));
    ask(method, {query.bodies, limited, query.workers, report, query.started, query.room});
    if (patience && report.stopped_by == Limit::time) {
        method = tuned_.gave_up(method);
        frame::start(report);
        ask(method, {query.bodies, query.options, query.workers, report, frame::Clock::now(), query.room});
    }
    tuned_.took(method, report.milliseconds.update + report.milliseconds.find, report.rebuilt);
    return method;
}

/// What a choice has moved on from is freed, unless a question has asked for it by name.
void IntersectionQuestion::free_unused(const IntersectionOptions& options, IntersectionMethod answered) {
    if (by_name(options)) {
        chosen_ &= ~bit(answered);
        return;
    }
    chosen_ |= bit(answered);
    if (newcomers_apart_) chosen_ |= bit(IntersectionMethod::gjk_cut);
    for (const IntersectionMethod method : {IntersectionMethod::box_tree, IntersectionMethod::regularity,
                                            IntersectionMethod::gjk_cut, IntersectionMethod::spatial_hash}) {
        const bool unused =
            options.method == IntersectionMethod::tuned ? tuned_.lost(method) : !automatic_.uses(method);
        if (newcomers_apart_ && method == IntersectionMethod::gjk_cut) continue;
        if (method == answered || !unused || (chosen_ & bit(method)) == 0) continue;
        free(method);
        chosen_ &= ~bit(method);
    }
}

void IntersectionQuestion::free(IntersectionMethod method) {
    switch (method) {
        case IntersectionMethod::box_tree: box_tree_ = {}; break;
        case IntersectionMethod::regularity: *regularity_ = {}; break;
        case IntersectionMethod::gjk_cut: gjk_cut_ = {}; break;
        case IntersectionMethod::spatial_hash: triangle_cells_ = {}; break;
        case IntersectionMethod::brute_force: brute_force_ = {}; break;
        case IntersectionMethod::automatic:
        case IntersectionMethod::tuned: break;
    }
}

}  // namespace pliant
