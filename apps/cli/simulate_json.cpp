// JSON of `simulate`: the names and their order are a promise.
#include <optional>
#include <utility>

#include "json.hpp"
#include "simulate.hpp"

namespace pliant::cli {
namespace {

Json energy_as_json(const Energy& energy) {
    return {{"kinetic", number(energy.kinetic)},
            {"elastic", number(energy.elastic)},
            {"gravity", number(energy.gravity)},
            {"total", number(energy.total())}};
}

Json bound(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

Json question_as_json(const simulate::Asked& question) {
    return {{"name", question.name},
            {"unit", question.unit},
            {"at_least", bound(question.at_least)},
            {"at_most", bound(question.at_most)}};
}

Json frame_as_json(const SimulatedFrame& frame) {
    const StepTimes& ms = frame.step.milliseconds;
    Json answers = Json::array();
    for (const double answer : frame.answers) answers.push_back(number(answer));
    return {{"frame", frame.frame},
            {"time", number(frame.step.time)},
            {"contacts", frame.step.contacts},
            {"pushing", frame.step.pushing},
            {"iterations", frame.step.iterations},
            {"curves", frame.step.curves},
            {"impacts", frame.step.impacts},
            {"repaired", frame.step.repaired},
            {"torn", frame.step.torn},
            {"share", number(frame.step.share)},
            {"certified", frame.step.certified},
            {"intersections", frame.step.intersections},
            {"complete", frame.step.complete},
            {"deepest", number(frame.deepest)},
            {"answers", std::move(answers)},
            {"finite", frame.finite},
            {"energy", energy_as_json(frame.energy)},
            {"momentum", point(frame.momentum)},
            {"milliseconds",
             {{"deform", number(ms.deform)}, {"detect", number(ms.detect)}, {"respond", number(ms.respond)}}}};
}

}  // namespace

std::string simulate_as_json(const SimulateResult& result) {
    std::vector<Json> bodies, questions, frames;
    for (const SimulatedBody& body : result.bodies) {
        bodies.push_back({{"name", body.name},
                          {"kind", name(body.kind)},
                          {"vertices", body.vertices},
                          {"triangles", body.triangles},
                          {"tetrahedra", body.tetrahedra}});
    }
    for (const simulate::Asked& question : result.questions) questions.push_back(question_as_json(question));
    for (const SimulatedFrame& frame : result.frames) frames.push_back(frame_as_json(frame));
    return document_by_lines("simulate", {{"scene", dump(Json(result.scene))},
                                          {"seconds_per_frame", dump(number(result.seconds_per_frame))},
                                          {"body_size", dump(number(result.body_size))},
                                          {"interrupted", dump(Json(result.interrupted))},
                                          {"certify", dump(Json(result.certify))},
                                          {"bodies", list_by_lines(bodies)},
                                          {"questions", list_by_lines(questions)},
                                          {"start", dump(energy_as_json(result.start))},
                                          {"frames", list_by_lines(frames)}});
}

}  // namespace pliant::cli
