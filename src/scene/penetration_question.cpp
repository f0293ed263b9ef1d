#include "scene/penetration_question.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "scene/elapsed.hpp"

namespace pliant {

namespace {

/// Depths are handed on from vertex to vertex: they take everything that can be found, whatever is returned.
PenetrationOptions search_for(const PenetrationOptions& options) {
    PenetrationOptions search = options;
    if (options.depth) {
        search.once_per_body = false;
        search.budget.pairs.reset();
    }
    return search;
}

/// One for each vertex and body; of several the first strict one, or else the first.
void keep_once_per_body(std::vector<Penetration>& sorted) {
    std::size_t kept = 0;
    for (const Penetration& p : sorted) {
        Penetration* last = kept > 0 ? &sorted[kept - 1] : nullptr;
        if (last == nullptr || last->vertex != p.vertex || last->tetrahedron.body != p.tetrahedron.body) {
            sorted[kept++] = p;
        } else if (p.kind < last->kind) {
            *last = p;
        }
    }
    sorted.resize(kept);
}

/// Strict ones stay before contacts.
void cut_to(std::size_t count, std::vector<Penetration>& items) {
    const auto place = [](const Penetration& p) { return std::tie(p.vertex, p.tetrahedron); };
    const auto last = items.begin() + static_cast<std::ptrdiff_t>(count);
    std::nth_element(items.begin(), last, items.end(), [&](const Penetration& p, const Penetration& q) {
        return p.kind != q.kind ? p.kind < q.kind : place(p) < place(q);
    });
    items.resize(count);
    std::sort(items.begin(), items.end(),
              [&](const Penetration& p, const Penetration& q) { return place(p) < place(q); });
}

}  // namespace

const Penetrations& PenetrationQuestion::answer(frame::Bodies& bodies, const frame::Volumes& volumes,
                                                parallel::Workers& workers, const PenetrationOptions& options) {
    if (options.hash.cell_size && !(*options.hash.cell_size > 0 && std::isfinite(*options.hash.cell_size))) {
        throw std::invalid_argument("pliant: the size of cells is not a positive number");
    }
    Report& report = answer_.report;
    report.stopped_by = Limit::none;
    report.detector = options.method == PenetrationMethod::brute_force ? Detector::brute_force : Detector::spatial_hash;
    report.rebuilt = false;
    report.counters = {};
    report.milliseconds = {};
    const auto started = std::chrono::steady_clock::now();
    bodies.update(workers);
    tetrahedra_.update(bodies, volumes);
    if (report.detector == Detector::spatial_hash) {
        spatial_hash_.update(bodies, tetrahedra_, options.hash, workers, report);
    }
    if (options.depth && depth_.update(bodies, tetrahedra_)) report.rebuilt = true;
    (report.rebuilt ? report.milliseconds.build : report.milliseconds.update) = milliseconds_since(started);
    const auto updated = std::chrono::steady_clock::now();
    const PenetrationOptions search = search_for(options);
    if (report.detector == Detector::spatial_hash) {
        spatial_hash_.find(bodies, tetrahedra_, search, workers, answer_);
    } else {
        brute_force_.find(bodies, tetrahedra_, search, workers, answer_);
    }
    if (options.depth) measure_depth(bodies, workers, options, updated);
    report.milliseconds.find = milliseconds_since(updated);
    report.complete = report.stopped_by == Limit::none;
    return answer_;
}

void PenetrationQuestion::measure_depth(const frame::Bodies& bodies, parallel::Workers& workers,
                                        const PenetrationOptions& options,
                                        std::chrono::steady_clock::time_point started) {
    std::optional<spatial_hash::Depth::TimeLimit> limit;
    if (options.budget.time) limit = {started, *options.budget.time};
    const bool reached = depth_.measure(bodies, tetrahedra_, workers, limit, answer_.items);
    Report& report = answer_.report;
    if (!reached) report.stopped_by = Limit::time;
    if (options.once_per_body) keep_once_per_body(answer_.items);
    if (options.budget.pairs && answer_.size() > *options.budget.pairs) {
        cut_to(*options.budget.pairs, answer_.items);
        if (report.stopped_by == Limit::none) report.stopped_by = Limit::pairs;
    }
}

}  // namespace pliant
