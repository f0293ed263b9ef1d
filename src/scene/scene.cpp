#include <pliant/scene.hpp>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "frame/bodies.hpp"
#include "mesh/boundary.hpp"
#include "parallel/floating_point_mode.hpp"
#include "parallel/parallel.hpp"
#include "scene/contact_question.hpp"
#include "scene/curve_question.hpp"
#include "scene/distance_question.hpp"
#include "scene/impact_question.hpp"
#include "scene/intersection_question.hpp"
#include "scene/overlap_question.hpp"
#include "scene/penetration_question.hpp"
#include "scene/proximity_question.hpp"
#include "scene/relation_question.hpp"

namespace pliant {

using parallel::FloatingPointMode;

namespace {

/// Whether other elements of a volume name vertices that are there, once it has this many.
bool may_change_range(const frame::Body& body, std::size_t vertices) {
    const auto waits = [](const Flaw& flaw) { return flaw.kind == FlawKind::index_out_of_range; };
    return vertices < body.positions.size() ||
           (vertices > body.positions.size() && std::any_of(body.given_flaws.begin(), body.given_flaws.end(), waits));
}

}  // namespace

struct Scene::State {
    explicit State(const SceneOptions& options) : workers(options.threads, options.jobs) {
        bodies.set_duplicates_aside(options.set_duplicates_aside);
    }

    parallel::Workers workers;
    frame::Bodies bodies;
    frame::Volumes volumes;
    IntersectionQuestion intersections;
    OverlapQuestion overlaps;
    PenetrationQuestion penetrations;
    ContactQuestion contacts;
    RelationQuestion relations;
    CurveQuestion curves;
    ImpactQuestion impacts;
    ProximityQuestion proximities;
    DistanceQuestion distances;

    void require_surface(BodyId body) const {
        if (volumes.count(body) == 0) return;
        throw std::invalid_argument("pliant: body " + std::to_string(static_cast<std::uint32_t>(body)) +
                                    " is a volume; its triangles are the boundary of its tetrahedra");
    }

    frame::Volume& volume(BodyId body) {
        (void)bodies.at(body);
        const auto at = volumes.find(body);
        if (at != volumes.end()) return at->second;
        throw std::invalid_argument("pliant: body " + std::to_string(static_cast<std::uint32_t>(body)) +
                                    " is a surface; it has no tetrahedra");
    }

    /// Changes the tetrahedra of a volume; its boundary follows. What throws changes nothing.
    template <class Change>
    void change_volume(BodyId body, Change&& change) {
        frame::Volume& changed = volume(body);
        try {
            change(changed);
            std::vector<std::uint32_t> numbers;
            bodies.change_volume(body, changed.take_change(), changed.flaws(), numbers);
            changed.number(numbers);
        } catch (...) {
            changed.undo();
            throw;
        }
    }
};

Scene::Scene(const SceneOptions& options) : state_(std::make_unique<State>(options)) {}
Scene::~Scene() = default;
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;

BodyId Scene::add(const SurfaceView& surface) {
    const FloatingPointMode mode;
    return state_->bodies.add(surface.positions, {surface.triangles.begin(), surface.triangles.end()});
}

BodyId Scene::add(const VolumeView& volume) {
    const FloatingPointMode mode;
    mesh::CheckedTetrahedra checked = mesh::check(volume.tetrahedra, volume.positions.size());
    // Made before the body is there: from then on nothing asks for memory.
    frame::Volumes filling;
    filling.emplace(BodyId{},
                    frame::Volume(std::vector<Tetrahedron>(volume.tetrahedra.begin(), volume.tetrahedra.end())));
    auto node = filling.extract(filling.begin());
    const BodyId id = state_->bodies.add(volume.positions, mesh::boundary(checked.sound), std::move(checked.flaws));
    node.key() = id;
    state_->bodies.fill(id, &state_->volumes.insert(std::move(node)).position->second.tetrahedra());
    return id;
}

void Scene::move(BodyId body, Points positions) {
    const FloatingPointMode mode;
    const auto volume = state_->volumes.find(body);
    if (volume != state_->volumes.end() && may_change_range(state_->bodies.at(body), positions.size())) {
        // Other tetrahedra may be in range now, and so other faces outside.
        frame::Volume& tetrahedra = volume->second;
        mesh::CheckedTetrahedra checked = mesh::check(tetrahedra.tetrahedra(), positions.size(), tetrahedra.gone());
        tetrahedra.forget_boundary();
        state_->bodies.replace(body, mesh::boundary(checked.sound), std::move(checked.flaws));
    }
    state_->bodies.move(body, positions);
}

void Scene::remove(BodyId body) {
    const FloatingPointMode mode;
    state_->bodies.remove(body);
    state_->volumes.erase(body);
    state_->contacts.forget(body);
    state_->relations.forget(body);
    state_->impacts.forget(body);
}

std::vector<std::uint32_t> Scene::insert_triangles(BodyId body, std::span<const Triangle> triangles) {
    const FloatingPointMode mode;
    state_->require_surface(body);
    std::vector<std::uint32_t> numbers;
    state_->bodies.insert(body, triangles, numbers);
    return numbers;
}

void Scene::remove_triangles(BodyId body, std::span<const std::uint32_t> numbers) {
    const FloatingPointMode mode;
    state_->require_surface(body);
    state_->bodies.erase(body, numbers);
}

std::vector<std::uint32_t> Scene::insert_tetrahedra(BodyId body, std::span<const Tetrahedron> tetrahedra) {
    const FloatingPointMode mode;
    std::vector<std::uint32_t> numbers;
    state_->change_volume(body,
                          [&](frame::Volume& volume) { numbers = volume.insert(tetrahedra, state_->bodies.at(body)); });
    return numbers;
}

void Scene::remove_tetrahedra(BodyId body, std::span<const std::uint32_t> numbers) {
    const FloatingPointMode mode;
    state_->change_volume(body, [&](frame::Volume& volume) { volume.remove(numbers, state_->bodies.at(body)); });
}

std::span<const Tetrahedron> Scene::tetrahedra(BodyId body) const { return state_->volume(body).tetrahedra(); }

std::span<const Triangle> Scene::triangles(BodyId body) const { return state_->bodies.at(body).triangles; }

const Answer<TrianglePair>& Scene::intersections(const IntersectionOptions& options) {
    const FloatingPointMode mode;
    return state_->intersections.answer(state_->bodies, options, state_->workers);
}

const Overlap& Scene::overlap(BodyId a, BodyId b, const OverlapOptions& options) {
    const FloatingPointMode mode;
    return state_->overlaps.overlap(state_->bodies, a, b, options, state_->workers);
}

const Overlap& Scene::self_overlap(BodyId body, const OverlapOptions& options) {
    const FloatingPointMode mode;
    return state_->overlaps.self_overlap(state_->bodies, body, options, state_->workers);
}

const Containment& Scene::contains(BodyId body, Points points, const ContainsOptions& options) {
    const FloatingPointMode mode;
    return state_->overlaps.contains(state_->bodies, body, points, options, state_->workers);
}

const Layers& Scene::layers(BodyId body, const LayersOptions& options) {
    const FloatingPointMode mode;
    return state_->overlaps.layers(state_->bodies, body, options, state_->workers);
}

const Penetrations& Scene::penetrations(const PenetrationOptions& options) {
    const FloatingPointMode mode;
    return state_->penetrations.answer(state_->bodies, state_->volumes, state_->workers, options);
}

void Scene::follow(BodyId body, const Skin& skin) {
    const FloatingPointMode mode;
    state_->contacts.follow(state_->bodies.at(body), skin);
}

void Scene::move(BodyId body, Points positions, Points cage) {
    const FloatingPointMode mode;
    state_->contacts.check_cage(state_->bodies.at(body).id, cage);
    move(body, positions);
    state_->contacts.move_cage(state_->bodies.at(body), cage);
}

const Contacts& Scene::contacts_within(BodyId a, BodyId b, const ContactOptions& options) {
    const FloatingPointMode mode;
    return state_->contacts.answer(state_->bodies, a, b, options, state_->workers);
}

const Answer<BodyRelation>& Scene::relations(const RelationOptions& options) {
    const FloatingPointMode mode;
    return state_->relations.answer(state_->bodies, options, {state_->intersections, state_->overlaps},
                                    state_->workers);
}

const Curves& Scene::curves(const CurveOptions& options) {
    const FloatingPointMode mode;
    return state_->curves.answer(state_->bodies, options, state_->intersections, state_->workers);
}

const Impacts& Scene::impacts(const ImpactOptions& options) {
    const FloatingPointMode mode;
    return state_->impacts.impacts(state_->bodies, options, state_->workers);
}

SafeStep Scene::safe_step(const ImpactOptions& options) {
    const FloatingPointMode mode;
    return state_->impacts.safe_step(state_->bodies, options, state_->workers);
}

void Scene::start_step() {
    const FloatingPointMode mode;
    state_->impacts.start_step(state_->bodies, state_->workers);
}

const Proximities& Scene::proximities(const ProximityOptions& options) {
    const FloatingPointMode mode;
    return state_->proximities.answer(state_->bodies, options, state_->workers);
}

BodyDistance Scene::distance(BodyId a, BodyId b) {
    const FloatingPointMode mode;
    return state_->distances.distance(state_->bodies, a, b, state_->workers);
}

std::vector<BodyDistance> Scene::distances(double most) {
    const FloatingPointMode mode;
    return state_->distances.distances(state_->bodies, most, state_->workers);
}

void Scene::use_sphere_hierarchy(BodyId body, const SphereHierarchy& hierarchy) {
    const FloatingPointMode mode;
    state_->contacts.use(state_->bodies.at(body), hierarchy);
}

SphereTreeView Scene::sphere_tree(BodyId body) {
    const FloatingPointMode mode;
    return state_->contacts.tree(state_->bodies, body, state_->workers);
}

}  // namespace pliant
