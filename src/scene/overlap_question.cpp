#include "scene/overlap_question.hpp"

#include <optional>
#include <stdexcept>

#include "frame/query.hpp"
#include "surfaces/measuring_frame.hpp"

namespace pliant {

namespace {

// Squares of it are counted in 32 bits.
constexpr std::uint32_t most_along_side = 32768;

void require_resolution(std::uint32_t resolution) {
    if (resolution == 0) throw std::invalid_argument("pliant: the resolution is 0: no columns to look at");
    if (resolution > most_along_side) {
        throw std::invalid_argument("pliant: the resolution is more than 32768 columns along a side");
    }
}

void require_sense(const OverlapOptions& options) {
    if (options.resolution) require_resolution(*options.resolution);
    if (!(options.tolerance >= 0)) throw std::invalid_argument("pliant: the tolerance is negative or not a number");
}

/// Whoever asks for columns gets columns.
bool asks_for_columns(const OverlapOptions& options) {
    return options.resolution || options.axis || options.all_axes || options.gradient || options.budget.columns ||
           options.budget.time;
}

/// What was set aside, and whether the search ran to its end.
void finish(const frame::Bodies& bodies, std::span<const BodyId> ids, Report& report) {
    std::array<const frame::Body*, 2> of{};
    for (std::size_t i = 0; i < ids.size(); ++i) of[i] = &bodies.at(ids[i]);
    surfaces::collect_set_aside(bodies, std::span(of).first(ids.size()), report.set_aside);
    report.complete = report.stopped_by == Limit::none;
}

}  // namespace

std::span<surfaces::SurfaceOfBody> OverlapQuestion::read(const frame::Bodies& bodies, std::span<const BodyId> ids,
                                                         parallel::Workers& workers) {
    for (std::size_t s = 0; s < ids.size(); ++s) {
        sides_[s].read(bodies, bodies.at(ids[s]), workers);
        sides_[s].find_borders();
    }
    return std::span(sides_).first(ids.size());
}

/// By surfaces where they can answer, else by layers.
void OverlapQuestion::measure(const OverlapQuery& query) {
    const OverlapOptions& options = query.options;
    if (options.producer != nullptr) return depth_layers_.produced().find(query, overlap_);
    const auto ended = [&] { return query.report.stopped_by == Limit::caller; };
    if (!query.self() && !asks_for_columns(options) && surface_overlap_.find(query, overlap_)) {
        overlap_.report.detector = Detector::surface_overlap;
        if (options.spans && !ended()) depth_layers_.find_spans(query, overlap_);
    } else {
        depth_layers_.find(query, overlap_);
    }
    if (options.depths && !ended() && !query.self() && overlap_.resolution > 0)
        depth_layers_.find_depths(query, overlap_);
}

const Overlap& OverlapQuestion::overlap(frame::Bodies& bodies, BodyId a, BodyId b, const OverlapOptions& options,
                                        parallel::Workers& workers) {
    bodies.update(workers);
    require_sense(options);
    if (options.producer != nullptr) depth_layers::require_sampled(options);
    const auto started = frame::Clock::now();
    const std::array ids{a, b};
    surfaces::clear(overlap_);
    const auto sides = read(bodies, ids, workers);
    const auto voi = surfaces::volume_of_interest(sides[0].box(), sides[1].box(), options.axis);
    if (voi && !surfaces::is_flat(voi->box)) {
        measure({{bodies, options, workers, overlap_.report, started}, sides, *voi});
    }
    if (options.gradient) {
        overlap_.gradient_a.resize(bodies.at(a).vertices);
        overlap_.gradient_b.resize(bodies.at(b).vertices);
    }
    finish(bodies, ids, overlap_.report);
    overlap_.report.milliseconds = {0, 0, frame::milliseconds_since(started)};
    return overlap_;
}

const Overlap& OverlapQuestion::self_overlap(frame::Bodies& bodies, BodyId body, const OverlapOptions& options,
                                             parallel::Workers& workers) {
    bodies.update(workers);
    require_sense(options);
    if (options.producer != nullptr)
        throw std::invalid_argument("pliant: layers of a producer tell what two bodies share, not one with itself");
    const auto started = frame::Clock::now();
    const std::array ids{body};
    surfaces::clear(overlap_);
    const auto sides = read(bodies, ids, workers);
    const auto voi = surfaces::volume_of_interest(sides[0].box(), sides[0].box(), options.axis);
    if (voi && !surfaces::is_flat(voi->box)) {
        measure({{bodies, options, workers, overlap_.report, started}, sides, *voi});
    }
    finish(bodies, ids, overlap_.report);
    overlap_.report.milliseconds = {0, 0, frame::milliseconds_since(started)};
    return overlap_;
}

const Containment& OverlapQuestion::contains(frame::Bodies& bodies, BodyId body, Points points,
                                             const ContainsOptions& options, parallel::Workers& workers) {
    bodies.update(workers);
    if (options.resolution) require_resolution(*options.resolution);
    if (options.producer != nullptr) return contains_sampled(bodies, body, points, options, workers);
    containment_.sampled = false;
    const depth_layers::ContainsQuery query{{bodies, options, workers, containment_.report}, body, points};
    depth_layers_.contains().update(query);
    const double update = frame::milliseconds_since(query.started);
    depth_layers_.contains().find(query, containment_);
    containment_.report.detector = Detector::depth_layers;
    const std::array ids{body};
    finish(bodies, ids, containment_.report);
    containment_.report.milliseconds = {0, update, frame::milliseconds_since(query.started) - update};
    return containment_;
}

const Containment& OverlapQuestion::contains_sampled(frame::Bodies& bodies, BodyId body, Points points,
                                                     const ContainsOptions& options, parallel::Workers& workers) {
    depth_layers::require_sampled(options);
    const std::array ids{body};
    const auto sides = read(bodies, ids, workers);
    const frame::Query<ContainsOptions> query{bodies, options, workers, containment_.report};
    depth_layers_.produced().find(query, sides[0], points, containment_);
    containment_.report.detector = Detector::depth_layers;
    finish(bodies, ids, containment_.report);
    containment_.report.milliseconds = {0, 0, frame::milliseconds_since(query.started)};
    return containment_;
}

const Layers& OverlapQuestion::layers(frame::Bodies& bodies, BodyId body, const LayersOptions& options,
                                      parallel::Workers& workers) {
    bodies.update(workers);
    require_resolution(options.resolution);
    const depth_layers::LayersQuery query{{bodies, options, workers, layers_.report}, bodies.at(body)};
    depth_layers_.layers().make(query, layers_);
    layers_.report.detector = Detector::depth_layers;
    const std::array ids{body};
    finish(bodies, ids, layers_.report);
    layers_.report.milliseconds = {0, 0, frame::milliseconds_since(query.started)};
    return layers_;
}

}  // namespace pliant
