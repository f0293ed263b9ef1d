#include <pliant/scene.hpp>

#include <chrono>
#include <utility>
#include <vector>

#include "bodies/bodies.hpp"
#include "box_tree/box_tree.hpp"
#include "brute_force/brute_force.hpp"
#include "mesh/boundary.hpp"
#include "parallel/parallel.hpp"
#include "regularity/regularity.hpp"

namespace pliant {

namespace {

/// Milliseconds since the last call.
class Stopwatch {
public:
    double lap() {
        const auto now = std::chrono::steady_clock::now();
        return std::chrono::duration<double, std::milli>(now - std::exchange(last_, now)).count();
    }

private:
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// Whoever asks for brute force gets it; the box tree answers everything else.
Method choose(Method asked) { return asked == Method::automatic ? Method::box_tree : asked; }

}  // namespace

struct Scene::State {
    explicit State(const SceneOptions& options) : workers(options.threads) {}

    parallel::Workers workers;
    bodies::Bodies bodies;
    box_tree::BoxTree box_tree;
    regularity::Regularity regularity;
    brute_force::BruteForce brute_force;
    Answer<TrianglePair> intersections;
};

Scene::Scene(const SceneOptions& options) : state_(std::make_unique<State>(options)) {}
Scene::~Scene() = default;
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;

BodyId Scene::add(const SurfaceView& surface) {
    return state_->bodies.add(surface.positions, {surface.triangles.begin(), surface.triangles.end()});
}

BodyId Scene::add(const VolumeView& volume) {
    return state_->bodies.add(volume.positions, mesh::boundary(volume.tetrahedra));
}

void Scene::move(BodyId body, Points positions) { state_->bodies.move(body, positions); }

void Scene::remove(BodyId body) { state_->bodies.remove(body); }

std::span<const Triangle> Scene::triangles(BodyId body) const { return state_->bodies.at(body).triangles; }

const Answer<TrianglePair>& Scene::intersections(const IntersectionOptions& options) {
    Answer<TrianglePair>& answer = state_->intersections;
    Report& report = answer.report;
    report.stopped_by = Limit::none;
    report.method = choose(options.method);
    report.rebuilt = false;
    report.contours_assumed = options.contours == ContourTest::assume_simple && report.method == Method::regularity;
    report.counters = {};
    report.milliseconds = {};

    Stopwatch watch;
    State& state = *state_;
    state.bodies.update(state.workers);
    const auto ask = [&](auto& detector) {
        detector.update(state.bodies, state.workers, report);
        (report.rebuilt ? report.milliseconds.build : report.milliseconds.update) = watch.lap();
        detector.find(state.bodies, options, state.workers, answer);
    };
    switch (report.method) {
        case Method::brute_force: ask(state.brute_force); break;
        case Method::regularity: ask(state.regularity); break;
        case Method::automatic:
        case Method::box_tree: ask(state.box_tree); break;
    }
    report.milliseconds.find = watch.lap();
    report.complete = report.stopped_by == Limit::none && report.set_aside.empty() && !report.contours_assumed;
    return answer;
}

}  // namespace pliant
