#include <pliant/soup.hpp>

#include <array>
#include <optional>
#include <span>

#include "detect/box_tree/box_tree.hpp"
#include "detect/gjk_cut/gjk_cut.hpp"
#include "frame/bodies.hpp"
#include "frame/query.hpp"
#include "parallel/floating_point_mode.hpp"
#include "parallel/parallel.hpp"

namespace pliant {

namespace {

/// The pairs do not fit: they are counted, and those that matter most kept.
void count(const frame::Query<IntersectionOptions>& query, Answer<TrianglePair>& answer) {
    query.room->start_counting();
    query.report.counters = {};
    query.report.detector = Detector::box_tree;
    box_tree::BoxTree detector;
    detector.update(query.bodies, query.workers, query.report);
    detector.find(query, answer);
    if (query.report.stopped_by == Limit::none) query.report.stopped_by = Limit::bytes;
}

Answer<TrianglePair> find(std::span<const SurfaceView> surfaces, const SoupOptions& options) {
    const parallel::FloatingPointMode mode;
    const auto started = frame::Clock::now();
    parallel::Workers workers(options.threads);
    frame::Bodies bodies;
    for (const SurfaceView& surface : surfaces) {
        bodies.add(surface.positions, {surface.triangles.begin(), surface.triangles.end()});
    }
    bodies.update(workers);
    Answer<TrianglePair> answer;
    Report& report = answer.report;
    report.detector = Detector::gjk_cut;
    gjk_cut::GjkCut detector;
    detector.update(bodies, workers, report);
    report.milliseconds.update = frame::milliseconds_since(started);
    IntersectionOptions question;
    question.self = options.self;
    question.between = options.between;
    question.neighbours = options.neighbours;
    question.budget = options.budget;
    std::optional<frame::PairRoom> room;
    if (question.budget.bytes) room.emplace(*question.budget.bytes);
    frame::Query<IntersectionOptions> query{bodies, question, workers, report};
    if (room) query.room = &*room;
    try {
        detector.find(query, answer);
    } catch (const frame::TooManyPairs&) {
        count(query, answer);
    }
    report.milliseconds.find = frame::milliseconds_since(started) - report.milliseconds.update;
    report.complete = report.stopped_by == Limit::none;
    return answer;
}

}  // namespace

Answer<TrianglePair> intersections(const SurfaceView& a, const SurfaceView& b, const SoupOptions& options) {
    return find(std::array{a, b}, options);
}

Answer<TrianglePair> self_intersections(const SurfaceView& soup, SoupOptions options) {
    options.self = true;
    return find(std::array{soup}, options);
}

}  // namespace pliant
