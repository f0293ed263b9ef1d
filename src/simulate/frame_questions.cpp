#include "simulate/frame_questions.hpp"

#include <algorithm>
#include <limits>

namespace pliant::simulate {
namespace {

using scene_file::Ask;
using scene_file::Question;

bool is_about(const Question& question, BodyId a, BodyId b) {
    const auto named = [&](BodyId body) {
        return std::find(question.bodies.begin(), question.bodies.end(), std::uint32_t(body)) != question.bodies.end();
    };
    return question.bodies.empty() || (named(a) && named(b));
}

}  // namespace

FrameQuestions::FrameQuestions(std::span<const Question> questions, const Simulation& simulation, unsigned threads)
    : questions_(questions), simulation_(simulation), scene_(SceneOptions{threads}) {
    for (std::uint32_t i = 0; i < simulation.bodies(); ++i) {
        if (simulation.kind(i) == BodyKind::particles) {
            scene_.add(SurfaceView{});  // keeps the numbers
        } else if (!simulation.tetrahedra(i).empty()) {
            scene_.add(VolumeView{simulation.positions(i), simulation.tetrahedra(i)});
        } else {
            scene_.add(SurfaceView{simulation.positions(i), simulation.triangles(i)});
        }
    }
}

void FrameQuestions::ask(std::size_t frame, std::vector<double>& answers) {
    const auto its_turn = [&](const Question& question) { return frame % question.every == 0; };
    answers.assign(questions_.size(), std::numeric_limits<double>::quiet_NaN());
    if (std::none_of(questions_.begin(), questions_.end(), its_turn)) return;
    for (std::uint32_t i = 0; i < simulation_.bodies(); ++i)
        if (simulation_.kind(i) != BodyKind::particles) scene_.move(BodyId(i), simulation_.positions(i));
    for (std::size_t i = 0; i < questions_.size(); ++i)
        if (its_turn(questions_[i])) answers[i] = answer(questions_[i]);
}

double FrameQuestions::answer(const Question& question) {
    switch (question.ask) {
        case Ask::intersections: return intersections(question);
        case Ask::curves: return curves(question);
        case Ask::inside: return inside(question);
        case Ask::depth: return depth(question);
        case Ask::overlap: return overlap(question);
        case Ask::clearance: return scene_.distance(BodyId{question.bodies[0]}, BodyId{question.bodies[1]}).distance[0];
    }
    return 0;
}

double FrameQuestions::intersections(const Question& question) {
    const auto& pairs = scene_.intersections().items;
    return double(std::count_if(pairs.begin(), pairs.end(),
                                [&](const TrianglePair& p) { return is_about(question, p.a.body, p.b.body); }));
}

double FrameQuestions::curves(const Question& question) {
    CurveOptions options;
    options.sides = false;
    const auto& curves = scene_.curves(options).items;
    return double(
        std::count_if(curves.begin(), curves.end(), [&](const Curve& c) { return is_about(question, c.a, c.b); }));
}

double FrameQuestions::depth(const Question& question) {
    PenetrationOptions options;
    options.depth = true;
    options.once_per_body = true;
    double deepest = 0;
    for (const Penetration& p : scene_.penetrations(options).items)
        if (is_about(question, p.vertex.body, p.tetrahedron.body)) deepest = std::max(deepest, p.depth);
    return deepest;
}

double FrameQuestions::inside(const Question& question) {
    const std::span<const Point> points = simulation_.positions(question.bodies[0]);
    return double(scene_.contains(BodyId{question.bodies[1]}, points, {.exact = true}).inside.size());
}

double FrameQuestions::overlap(const Question& question) {
    const BodyId first{question.bodies[0]};
    if (question.bodies.size() == 1) return scene_.self_overlap(first).volume;
    return scene_.overlap(first, BodyId{question.bodies[1]}).volume;
}

}  // namespace pliant::simulate
