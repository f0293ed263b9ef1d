#include "scene/penetration_question.hpp"

#include <cmath>
#include <stdexcept>

namespace pliant {

namespace {

void require_cell_size(const PenetrationOptions& options) {
    const auto& size = options.hash.cell_size;
    if (size && !(*size > 0 && std::isfinite(*size))) {
        throw std::invalid_argument("pliant: the size of cells is not a positive number");
    }
}

void begin(const PenetrationOptions& options, Report& report) {
    report.stopped_by = Limit::none;
    report.detector = options.method == PenetrationMethod::brute_force ? Detector::brute_force : Detector::spatial_hash;
    report.rebuilt = false;
    report.counters = {};
    report.milliseconds = {};
}

/// Depths are propagated from vertex to vertex: they need everything that can be found, whatever is returned.
PenetrationOptions search_for(const PenetrationOptions& options) {
    PenetrationOptions search = options;
    if (options.depth) {
        search.once_per_body = false;
        search.budget.penetrations.reset();
    }
    return search;
}

}  // namespace

const Penetrations& PenetrationQuestion::answer(frame::Bodies& bodies, const frame::Volumes& volumes,
                                                parallel::Workers& workers, const PenetrationOptions& options) {
    require_cell_size(options);
    Report& report = answer_.report;
    begin(options, report);
    const auto started = frame::Clock::now();
    bodies.update(workers);
    tetrahedra_.update(bodies, volumes);
    const PenetrationOptions search = search_for(options);
    frame::PenetrationQuery query{{bodies, search, workers, report}, tetrahedra_};
    update(query);
    (report.rebuilt ? report.milliseconds.build : report.milliseconds.update) = frame::milliseconds_since(started);
    query.started = frame::Clock::now();  // the budget of time is that of the search
    find(query);
    if (options.depth) narrow_phase::trim(options, answer_);
    report.milliseconds.find = frame::milliseconds_since(query.started);
    report.complete = report.stopped_by == Limit::none;
    return answer_;
}

void PenetrationQuestion::update(const frame::PenetrationQuery& query) {
    if (query.report.detector == Detector::spatial_hash) spatial_hash_.update(query);
    if (query.options.depth && depth_.update(query)) query.report.rebuilt = true;
}

void PenetrationQuestion::find(const frame::PenetrationQuery& query) {
    if (query.report.detector == Detector::spatial_hash) {
        spatial_hash_.find(query, answer_);
    } else {
        brute_force_.find(query, answer_);
    }
    if (query.options.depth && !depth_.measure(query, answer_.items)) query.report.stopped_by = Limit::time;
}

}  // namespace pliant
