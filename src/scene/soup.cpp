#include <pliant/soup.hpp>

#include <array>
#include <span>

#include "detect/gjk_cut/gjk_cut.hpp"
#include "frame/bodies.hpp"
#include "frame/query.hpp"
#include "parallel/floating_point_mode.hpp"
#include "parallel/parallel.hpp"

namespace pliant {

namespace {

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
    detector.find({bodies, question, workers, report}, answer);
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
