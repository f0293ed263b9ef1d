#include "scene/proximity_question.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "frame/query.hpp"

namespace pliant {

using frame::Bodies;
using frame::Body;

namespace {

bool finite_and_not_negative(double value) { return std::isfinite(value) && value >= 0; }

[[noreturn]] void refuse(const std::string& why) { throw std::invalid_argument("pliant: " + why); }

std::string named(BodyId body) { return "body " + std::to_string(static_cast<std::uint32_t>(body)); }

void check(const Bodies& bodies, const BodyThickness& given) {
    const Body& body = bodies.at(given.body);
    if (!finite_and_not_negative(given.thickness)) {
        refuse("the thickness of " + named(given.body) + " is negative or not finite");
    }
    if (given.per_vertex.empty()) return;
    if (given.per_vertex.size() != body.positions.size()) {
        refuse(named(given.body) + " has " + std::to_string(body.positions.size()) + " vertices, its thickness " +
               std::to_string(given.per_vertex.size()));
    }
    for (std::size_t i = 0; i < given.per_vertex.size(); ++i) {
        if (finite_and_not_negative(given.per_vertex[i])) continue;
        refuse("the thickness of vertex " + std::to_string(i) + " of " + named(given.body) +
               " is negative or not finite");
    }
}

void check(const Bodies& bodies, const RestPose& given) {
    const Body& body = bodies.at(given.body);
    if (given.positions.size() != body.positions.size()) {
        refuse(named(given.body) + " has " + std::to_string(body.positions.size()) + " vertices, its rest pose " +
               std::to_string(given.positions.size()));
    }
    for (std::size_t i = 0; i < given.positions.size(); ++i) {
        if (finite(Vec3(given.positions[i]))) continue;
        refuse("vertex " + std::to_string(i) + " of " + named(given.body) + " is not finite at rest");
    }
}

void check(const Bodies& bodies, const ProximityOptions& options) {
    if (!finite_and_not_negative(options.distance)) refuse("the distance is negative or not finite");
    if (options.rest_approach && !(*options.rest_approach >= 0 && *options.rest_approach <= 1)) {
        refuse("the approach since rest is not a share between 0 and 1");
    }
    for (const BodyThickness& thickness : options.thickness) check(bodies, thickness);
    for (const RestPose& pose : options.rest) check(bodies, pose);
}

}  // namespace

const Proximities& ProximityQuestion::answer(Bodies& bodies, const ProximityOptions& options,
                                             parallel::Workers& workers) {
    check(bodies, options);  // a question that is refused changes nothing
    Report& report = answer_.report;
    frame::start(report);
    report.detector = Detector::feature_tree;
    frame::Query<ProximityOptions> query{bodies, options, workers, report};
    bodies.lay();
    bodies.consider(std::nullopt);
    bodies.update(workers);
    narrow_phase::ProximityTests tests{bodies, {options.distance}};
    if (!options.thickness.empty()) {
        read_thickness(bodies, options);
        tests.nearness.thickness = thickness_.data();
    }
    if (!options.rest.empty()) read_rest(bodies, options);
    const narrow_phase::RestPositions rest{rest_positions_.data(), rest_bodies_.data(), options.rest_approach};
    if (!options.rest.empty()) tests.rest = &rest;
    search_.update(query, tests);
    (report.rebuilt ? report.milliseconds.build : report.milliseconds.update) =
        frame::milliseconds_since(query.started);
    query.started = frame::Clock::now();  // the budget of time is that of the search
    search_.find(query, tests, answer_);
    report.milliseconds.find = frame::milliseconds_since(query.started);
    report.complete = report.stopped_by == Limit::none;
    return answer_;
}

void ProximityQuestion::read_thickness(const Bodies& bodies, const ProximityOptions& options) {
    thickness_.assign(bodies.vertex_count(), 0);
    for (const BodyThickness& given : options.thickness) {
        const Body& body = bodies.at(given.body);
        for (std::uint32_t i = 0; i < body.vertices; ++i) {
            thickness_[body.first_vertex + i] = given.per_vertex.empty() ? given.thickness : given.per_vertex[i];
        }
    }
}

void ProximityQuestion::read_rest(const Bodies& bodies, const ProximityOptions& options) {
    rest_positions_.resize(bodies.vertex_count());
    rest_bodies_.assign(bodies.vertex_count(), narrow_phase::RestPositions::none);
    for (const RestPose& given : options.rest) {
        const Body& body = bodies.at(given.body);
        for (std::uint32_t i = 0; i < body.vertices; ++i) {
            const Point p = given.positions[i];
            rest_positions_[body.first_vertex + i] = {p[0], p[1], p[2], 0};
            rest_bodies_[body.first_vertex + i] = static_cast<std::uint32_t>(given.body);
        }
    }
}

}  // namespace pliant
