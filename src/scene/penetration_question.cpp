#include "scene/penetration_question.hpp"

#include <chrono>
#include <cmath>
#include <stdexcept>
#include "scene/elapsed.hpp"

namespace pliant {

const Penetrations& PenetrationQuestion::answer(bodies::Bodies& bodies, const bodies::Volumes& volumes,
                                                parallel::Workers& workers, const PenetrationOptions& options) {
    if (options.hash.cell_size && !(*options.hash.cell_size > 0 && std::isfinite(*options.hash.cell_size))) {
        throw std::invalid_argument("pliant: the size of cells is not a positive number");
    }
    Report& report = answer_.report;
    report.stopped_by = Limit::none;
    report.method = options.method == Method::brute_force ? Method::brute_force : Method::spatial_hash;
    report.rebuilt = false;
    report.counters = {};
    report.milliseconds = {};
    const auto started = std::chrono::steady_clock::now();
    bodies.update(workers);
    tetrahedra_.update(bodies, volumes);
    if (report.method == Method::spatial_hash) {
        spatial_hash_.update(bodies, tetrahedra_, options.hash, workers, report);
    }
    (report.rebuilt ? report.milliseconds.build : report.milliseconds.update) = milliseconds_since(started);
    const auto updated = std::chrono::steady_clock::now();
    if (report.method == Method::spatial_hash) {
        spatial_hash_.find(bodies, tetrahedra_, options, workers, answer_);
    } else {
        brute_force_.find(bodies, tetrahedra_, options, workers, answer_);
    }
    if (options.depth) depth_.measure(bodies, tetrahedra_, answer_.items);
    report.milliseconds.find = milliseconds_since(updated);
    report.complete = report.stopped_by == Limit::none && report.set_aside.empty();
    return answer_;
}

}  // namespace pliant
