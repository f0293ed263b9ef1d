#include <pliant/simulation.hpp>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "deform/require_material.hpp"
#include "mesh/boundary.hpp"
#include "numeric/vec.hpp"
#include "parallel/floating_point_mode.hpp"
#include "simulate/simulation_state.hpp"

namespace pliant {

namespace {

double mean_edge(const VolumeView& volume) {
    double sum = 0;
    std::size_t count = 0;
    for (const Tetrahedron& t : volume.tetrahedra) {
        for (std::size_t i = 0; i < 4; ++i) {
            for (std::size_t j = i + 1; j < 4; ++j) {
                const Vec3 edge = Vec3(volume.positions[t[i]]) - Vec3(volume.positions[t[j]]);
                sum += std::sqrt(dot(edge, edge));
                ++count;
            }
        }
    }
    return count > 0 ? sum / double(count) : 0;
}

}  // namespace

std::span<const Point> Simulation::State::positions(const Body& body, std::span<const Point> solver) const {
    if (body.kind == BodyKind::obstacle) return body.after;
    if (body.kind == BodyKind::cloth)
        return surfaces.cloths().positions().subspan(body.solver.first, body.solver.count);
    return solver.subspan(body.solver.first, body.solver.count);
}

std::uint32_t Simulation::State::vertex(const Body& b, std::uint32_t number) const {
    if (number >= b.solver.count)
        throw std::out_of_range("pliant: body " + b.name + " has no vertex " + std::to_string(number) +
                                " that a simulation moves");
    return b.solver.first + number;
}

std::uint32_t Simulation::State::add(Body body) {
    const std::span<const Point> at_start = positions(body, soft.positions());
    if (body.kind == BodyKind::particles) {
        std::vector<Triangle> strip;  // every particle is a corner of one
        for (std::uint32_t i = 0; i + 2 < body.solver.count; i += 3) strip.push_back({i, i + 1, i + 2});
        for (std::uint32_t i = body.solver.count / 3 * 3; i < body.solver.count && body.solver.count > 2; ++i)
            strip.push_back({i, 0, 1});
        rain.add(SurfaceView{at_start, strip});
        volumes.add(SurfaceView{});
        any_particles = true;
    } else {
        const bool volume = !body.tetrahedra.empty();
        for (Scene* scene : {&rain, &volumes}) {
            if (volume) scene->add(VolumeView{at_start, body.tetrahedra});
            if (!volume) scene->add(SurfaceView{});
        }
        any_volumes |= volume;
    }
    if (body.kind == BodyKind::particles) surfaces.add_nothing();
    if (body.kind == BodyKind::soft) surfaces.add_soft({at_start, body.tetrahedra}, body.solver, body.friction);
    if (body.kind == BodyKind::obstacle) surfaces.add_obstacle(at_start, body.triangles, body.friction);
    bodies.push_back(std::move(body));
    return static_cast<std::uint32_t>(bodies.size() - 1);
}

/// The scenes and the surface take the tetrahedra of a cut; numbers are given alike everywhere.
void Simulation::State::follow_cut(BodyId id, const VolumeCut& made) {
    Body& body = bodies[std::size_t(id)];
    for (Scene* scene : {&volumes, &rain}) {
        scene->remove_tetrahedra(id, made.removed);
        (void)scene->insert_tetrahedra(id, made.added);
    }
    surfaces.follow_cut(id, made);
    const auto now = volumes.tetrahedra(id);
    body.tetrahedra.assign(now.begin(), now.end());
    body.triangles.clear();
    for (const Triangle& t : volumes.triangles(id)) {
        if (t[0] != ~0u) body.triangles.push_back(t);
    }
    for (const CutVertex& v : made.vertices) {
        Point p{};
        for (std::size_t k = 0; k < 3; ++k) p[k] = (1 - v.share) * body.rest[v.from][k] + v.share * body.rest[v.to][k];
        body.rest.push_back(p);
    }
    body.depths.reset();
}

Simulation::Simulation(const SimulationOptions& options) : state_(std::make_unique<State>(options)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

std::uint32_t Simulation::add_soft(std::string name, const VolumeView& rest, const SoftBodySettings& settings) {
    State::Body body;
    body.name = std::move(name);
    body.kind = BodyKind::soft;
    body.solver = state_->soft.add(rest, settings.material);
    body.tetrahedra.assign(rest.tetrahedra.begin(), rest.tetrahedra.end());
    body.triangles = mesh::boundary(rest.tetrahedra);
    body.friction = settings.friction;
    body.stiffness = settings.contact_stiffness.value_or(10 * settings.material.stiffness * mean_edge(rest));
    for (std::size_t i = 0; i < rest.positions.size(); ++i) body.rest.push_back(rest.positions[i]);
    for (std::uint32_t i = 0; i < body.solver.count; ++i)
        state_->soft.set_velocity(body.solver.first + i, settings.velocity);
    return state_->add(std::move(body));
}

std::uint32_t Simulation::add_particles(std::string name, Points positions, const ParticleSettings& settings) {
    if (!settings.velocities.empty() && settings.velocities.size() != positions.size())
        throw std::invalid_argument("pliant: a velocity for every particle, or none");
    State::Body body;
    body.name = std::move(name);
    body.kind = BodyKind::particles;
    body.solver = state_->soft.add_particles(positions, settings.mass);
    body.friction = settings.friction;
    body.stiffness = settings.contact_stiffness.value_or(0);
    for (std::uint32_t i = 0; i < settings.velocities.size(); ++i)
        state_->soft.set_velocity(body.solver.first + i, settings.velocities[i]);
    return state_->add(std::move(body));
}

std::uint32_t Simulation::add_obstacle(std::string name, const VolumeView& volume, const ObstacleSettings& settings) {
    State::Body body;
    body.name = std::move(name);
    body.kind = BodyKind::obstacle;
    for (std::size_t i = 0; i < volume.positions.size(); ++i) body.after.push_back(volume.positions[i]);
    body.before = body.after;
    body.tetrahedra.assign(volume.tetrahedra.begin(), volume.tetrahedra.end());
    body.triangles = mesh::boundary(volume.tetrahedra);
    body.friction = settings.friction;
    body.rest = body.after;
    return state_->add(std::move(body));
}

std::uint32_t Simulation::add_obstacle(std::string name, const SurfaceView& surface, const ObstacleSettings& settings) {
    State::Body body;
    body.name = std::move(name);
    body.kind = BodyKind::obstacle;
    for (std::size_t i = 0; i < surface.positions.size(); ++i) body.after.push_back(surface.positions[i]);
    body.before = body.after;
    body.triangles.assign(surface.triangles.begin(), surface.triangles.end());
    body.friction = settings.friction;
    return state_->add(std::move(body));
}

std::uint32_t Simulation::add_cloth(std::string name, const SurfaceView& rest, const ClothSettings& settings) {
    deform::require(settings.thickness > 0 && std::isfinite(settings.thickness),
                    "pliant: the thickness of cloth is positive and finite");
    State& s = *state_;
    State::Body body;
    body.name = std::move(name);
    body.kind = BodyKind::cloth;
    body.solver = s.surfaces.cloths().add(rest, settings.material);
    body.triangles.assign(rest.triangles.begin(), rest.triangles.end());
    body.tears = settings.material.tears_at.has_value();
    for (std::uint32_t i = 0; i < body.solver.count; ++i)
        s.surfaces.cloths().set_velocity(body.solver.first + i, settings.velocity);
    s.surfaces.add_cloth(body.solver, rest.triangles, settings);
    return s.add(std::move(body));
}

void Simulation::move_obstacle(std::uint32_t body, Points positions) {
    State::Body& b = state_->bodies.at(body);
    if (b.kind != BodyKind::obstacle || positions.size() != b.after.size())
        throw std::invalid_argument("pliant: an obstacle moves, with as many vertices as it has");
    b.given.clear();
    for (std::size_t i = 0; i < positions.size(); ++i) b.given.push_back(positions[i]);
}

void Simulation::hold(std::uint32_t body, std::uint32_t vertex, bool held) {
    state_->at_vertex(body, vertex, [&](auto& solver, std::uint32_t v) { solver.hold(v, held); });
}

void Simulation::move_held(std::uint32_t body, std::uint32_t vertex, const Point& motion) {
    state_->at_vertex(body, vertex, [&](auto& solver, std::uint32_t v) { solver.set_held_motion(v, motion); });
}

void Simulation::set_velocity(std::uint32_t body, std::uint32_t vertex, const Point& velocity) {
    state_->at_vertex(body, vertex, [&](auto& solver, std::uint32_t v) { solver.set_velocity(v, velocity); });
}

void Simulation::set_position(std::uint32_t body, std::uint32_t vertex, const Point& position) {
    state_->at_vertex(body, vertex, [&](auto& solver, std::uint32_t v) { solver.set_position(v, position); });
}

VolumeCut Simulation::cut(std::uint32_t body, const Blade& blade, const CutOptions& options) {
    const parallel::FloatingPointMode mode;
    State& s = *state_;
    State::Body& cut_body = s.bodies.at(body);
    if (cut_body.kind != BodyKind::soft) throw std::invalid_argument("pliant: only soft bodies can be cut");
    if (s.surfaces.any_cloth()) throw std::invalid_argument("pliant: soft bodies among cloth cannot be cut");
    VolumeCut made = s.soft.cut(cut_body.solver, blade, options);
    if (made.empty()) return made;
    const auto more = static_cast<std::uint32_t>(made.vertices.size());
    cut_body.solver.count += more;
    for (State::Body& other : s.bodies) {
        if (other.solver.count > 0 && other.solver.first > cut_body.solver.first) other.solver.first += more;
    }
    s.show(s.soft.positions(), true);
    s.follow_cut(BodyId(body), made);
    s.contacts.forget(BodyId(body));
    return made;
}

std::uint32_t Simulation::bodies() const { return static_cast<std::uint32_t>(state_->bodies.size()); }
const std::string& Simulation::body_name(std::uint32_t body) const { return state_->at(body).name; }
BodyKind Simulation::kind(std::uint32_t body) const { return state_->at(body).kind; }
std::span<const Triangle> Simulation::triangles(std::uint32_t body) const { return state_->at(body).triangles; }
std::span<const Tetrahedron> Simulation::tetrahedra(std::uint32_t body) const { return state_->at(body).tetrahedra; }

std::span<const Point> Simulation::positions(std::uint32_t body) const {
    return state_->positions(state_->at(body), state_->soft.positions());
}

std::span<const Point> Simulation::velocities(std::uint32_t body) const {
    const State::Body& b = state_->at(body);
    const std::span<const Point> all =
        b.kind == BodyKind::cloth ? state_->surfaces.cloths().velocities() : state_->soft.velocities();
    return all.subspan(b.solver.first, b.solver.count);
}

Energy Simulation::energy() const {
    const Energy a = state_->soft.energy(), b = state_->surfaces.cloths().energy();
    return {a.kinetic + b.kinetic, a.elastic + b.elastic, a.gravity + b.gravity};
}

Point Simulation::momentum() const {
    Point sum = state_->soft.momentum();
    for (std::size_t k = 0; k < 3; ++k) sum[k] += state_->surfaces.cloths().momentum()[k];
    return sum;
}

}  // namespace pliant
