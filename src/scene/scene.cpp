#include <pliant/scene.hpp>

#include <chrono>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "detect/box_tree/box_tree.hpp"
#include "detect/brute_force/brute_force.hpp"
#include "detect/depth_layers/depth_layers.hpp"
#include "detect/gjk_cut/gjk_cut.hpp"
#include "detect/regularity/regularity.hpp"
#include "detect/spatial_hash/triangle_cells.hpp"
#include "frame/bodies.hpp"
#include "frame/query.hpp"
#include "mesh/boundary.hpp"
#include "parallel/parallel.hpp"
#include "scene/choice.hpp"
#include "scene/contact_question.hpp"
#include "scene/penetration_question.hpp"

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

}  // namespace

struct Scene::State {
    explicit State(const SceneOptions& options) : workers(options.threads) {}

    parallel::Workers workers;
    frame::Bodies bodies;
    frame::Volumes volumes;
    box_tree::BoxTree box_tree;
    regularity::Regularity regularity;
    spatial_hash::TriangleCells triangle_cells;
    brute_force::BruteForce brute_force;
    gjk_cut::GjkCut gjk_cut;
    Choice choice;
    Answer<TrianglePair> intersections;
    depth_layers::DepthLayers depth_layers;
    PenetrationQuestion penetrations;
    ContactQuestion contacts;

    void require_surface(BodyId body) const {
        if (volumes.count(body) == 0) return;
        throw std::invalid_argument("pliant: body " + std::to_string(static_cast<std::uint32_t>(body)) +
                                    " is a volume; its triangles are the boundary of its tetrahedra");
    }
};

Scene::Scene(const SceneOptions& options) : state_(std::make_unique<State>(options)) {}
Scene::~Scene() = default;
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;

BodyId Scene::add(const SurfaceView& surface) {
    return state_->bodies.add(surface.positions, {surface.triangles.begin(), surface.triangles.end()});
}

BodyId Scene::add(const VolumeView& volume) {
    mesh::CheckedTetrahedra checked = mesh::check(volume.tetrahedra, volume.positions.size());
    // Made before the body is there: from then on nothing asks for memory.
    frame::Volumes filling;
    filling.emplace(BodyId{}, std::vector<Tetrahedron>(volume.tetrahedra.begin(), volume.tetrahedra.end()));
    auto node = filling.extract(filling.begin());
    const BodyId id = state_->bodies.add(volume.positions, mesh::boundary(checked.sound), std::move(checked.flaws));
    node.key() = id;
    state_->bodies.fill(id, &state_->volumes.insert(std::move(node)).position->second);
    return id;
}

void Scene::move(BodyId body, Points positions) {
    const auto volume = state_->volumes.find(body);
    if (volume != state_->volumes.end() && positions.size() != state_->bodies.at(body).positions.size()) {
        // Other tetrahedra may be in range now, and so other faces outside.
        mesh::CheckedTetrahedra checked = mesh::check(volume->second, positions.size());
        state_->bodies.replace(body, mesh::boundary(checked.sound), std::move(checked.flaws));
    }
    state_->bodies.move(body, positions);
}

void Scene::remove(BodyId body) {
    state_->bodies.remove(body);
    state_->volumes.erase(body);
    state_->contacts.forget(body);
}

std::vector<std::uint32_t> Scene::insert_triangles(BodyId body, std::span<const Triangle> triangles) {
    state_->require_surface(body);
    std::vector<std::uint32_t> numbers;
    state_->bodies.insert(body, triangles, numbers);
    return numbers;
}

void Scene::remove_triangles(BodyId body, std::span<const std::uint32_t> numbers) {
    state_->require_surface(body);
    state_->bodies.erase(body, numbers);
}

std::span<const Triangle> Scene::triangles(BodyId body) const { return state_->bodies.at(body).triangles; }

const Answer<TrianglePair>& Scene::intersections(const IntersectionOptions& options) {
    Answer<TrianglePair>& answer = state_->intersections;
    Report& report = answer.report;
    State& state = *state_;
    Stopwatch watch;
    // The depth layers and sphere trees answer other questions.
    const bool automatic = options.method == Method::automatic || options.method == Method::depth_layers ||
                           options.method == Method::sphere_tree;
    state.bodies.lay();
    state.bodies.consider(options.only);  // a question that is refused changes nothing
    const Method method = automatic ? state.choice.next(options, state.bodies.topology_version()) : options.method;
    state.bodies.update(state.workers, method == Method::regularity ? state.regularity.follower() : nullptr);
    report.stopped_by = Limit::none;
    report.method = method;
    report.rebuilt = false;
    report.contours_assumed = options.contours == ContourTest::assume_simple && report.method == Method::regularity;
    report.counters = {};
    report.milliseconds = {};

    const auto ask = [&](auto& detector, const IntersectionOptions& asked) {
        detector.update(state.bodies, state.workers, report);
        (report.rebuilt ? report.milliseconds.build : report.milliseconds.update) = watch.lap();
        const double built = report.milliseconds.build;
        const frame::Query<IntersectionOptions> query{state.bodies, asked, state.workers, report};
        if constexpr (requires { detector.find(query, answer); }) {
            detector.find(query, answer);
        } else {
            detector.find(state.bodies, asked, state.workers, answer);
        }
        report.milliseconds.find = watch.lap() - (report.milliseconds.build - built);
    };
    const auto ask_method = [&](const IntersectionOptions& asked) {
        switch (report.method) {
            case Method::brute_force: ask(state.brute_force, asked); break;
            case Method::regularity: ask(state.regularity, asked); break;
            case Method::gjk_cut: ask(state.gjk_cut, asked); break;
            case Method::spatial_hash: ask(state.triangle_cells, asked); break;
            case Method::automatic:
            case Method::depth_layers:
            case Method::sphere_tree:
            case Method::box_tree: ask(state.box_tree, asked); break;
        }
    };
    std::optional<double> patience;
    if (automatic && !options.budget.time) {
        patience = state.choice.patience(report.method, state.bodies.triangles().size());
    }
    IntersectionOptions asked = options;
    if (patience) asked.budget.time = std::chrono::nanoseconds(static_cast<std::int64_t>(1e6 * *patience));
    ask_method(asked);
    if (patience && report.stopped_by == Limit::time) {
        report.method = state.choice.gave_up(report.method);
        report.stopped_by = Limit::none;
        report.rebuilt = false;
        report.counters = {};
        ask_method(options);
    }
    const Stages& stages = report.milliseconds;
    if (automatic) state.choice.took(report.method, stages.update + stages.find, report.rebuilt);
    report.complete = report.stopped_by == Limit::none && report.set_aside.empty() && !report.contours_assumed;
    return answer;
}

const Overlap& Scene::overlap(BodyId a, BodyId b, const OverlapOptions& options) {
    state_->bodies.update(state_->workers);
    return state_->depth_layers.overlap(state_->bodies, a, b, options, state_->workers);
}

const Overlap& Scene::self_overlap(BodyId body, const OverlapOptions& options) {
    state_->bodies.update(state_->workers);
    return state_->depth_layers.self_overlap(state_->bodies, body, options, state_->workers);
}

const Containment& Scene::contains(BodyId body, Points points, const ContainsOptions& options) {
    state_->bodies.update(state_->workers);
    return state_->depth_layers.contains(state_->bodies, body, points, options, state_->workers);
}

const Layers& Scene::layers(BodyId body, const LayersOptions& options) {
    state_->bodies.update(state_->workers);
    return state_->depth_layers.layers(state_->bodies, body, options, state_->workers);
}

const Penetrations& Scene::penetrations(const PenetrationOptions& options) {
    return state_->penetrations.answer(state_->bodies, state_->volumes, state_->workers, options);
}

void Scene::follow(BodyId body, const Skin& skin) { state_->contacts.follow(state_->bodies.at(body), skin); }

void Scene::move(BodyId body, Points positions, Points cage) {
    state_->contacts.check_cage(state_->bodies.at(body).id, cage);
    move(body, positions);
    state_->contacts.move_cage(state_->bodies.at(body), cage);
}

const Contacts& Scene::contacts_within(BodyId a, BodyId b, const ContactOptions& options) {
    return state_->contacts.answer(state_->bodies, a, b, options, state_->workers);
}

void Scene::use_sphere_hierarchy(BodyId body, const SphereHierarchy& hierarchy) {
    state_->contacts.use(state_->bodies.at(body), hierarchy);
}

SphereTreeView Scene::sphere_tree(BodyId body) { return state_->contacts.tree(state_->bodies, body, state_->workers); }

}  // namespace pliant
