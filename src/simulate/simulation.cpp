#include <pliant/simulation.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include <pliant/scene.hpp>

#include "mesh/boundary.hpp"
#include "numeric/vec.hpp"
#include "respond/depth_field.hpp"
#include "respond/vertex_contacts.hpp"

namespace pliant {

using respond::ContactBody;
using respond::VertexContact;

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point began) {
    return std::chrono::duration<double, std::milli>(Clock::now() - began).count();
}

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

struct Simulation::State {
    struct Body {
        std::string name;
        BodyKind kind = BodyKind::soft;
        VertexRange solver;                       // none of obstacles
        std::vector<Point> before, after, given;  // of obstacles; given: for the next step
        std::vector<Triangle> triangles;
        std::vector<Tetrahedron> tetrahedra;
        double friction = 0, stiffness = 0;         // of contacts
        std::optional<respond::DepthField> depths;  // of volumes
    };

    explicit State(const SimulationOptions& o)
        : options(o),
          soft({o.gravity, o.tolerance, 200, o.threads, o.jobs}),
          volumes({o.threads, o.jobs}),
          rain({o.threads, o.jobs}) {}

    SimulationOptions options;
    SoftBodies soft;
    std::vector<Body> bodies;
    // Two scenes with all bodies in order: particles hang together by triangles that mean nothing, so that they count
    // as vertices of a body in `rain`, and have no vertices in `volumes`.
    Scene volumes, rain;
    bool any_particles = false, any_volumes = false;
    respond::VertexContacts contacts;
    std::vector<VertexContact> found, fallen, merged;
    std::vector<ContactBody> contact_bodies;
    StepReport report;

    std::uint32_t add(Body body);
    [[nodiscard]] const Body& at(std::uint32_t body) const { return bodies.at(body); }
    [[nodiscard]] std::uint32_t vertex(std::uint32_t body, std::uint32_t number) const;
    [[nodiscard]] std::span<const Point> positions(const Body& body, std::span<const Point> solver) const;
    void show(std::span<const Point> solver, bool obstacles_after);
    void detect();
    void find_particles();
    void describe_bodies(double seconds);
    void take_obstacles();
};

std::span<const Point> Simulation::State::positions(const Body& body, std::span<const Point> solver) const {
    if (body.kind == BodyKind::obstacle) return body.after;
    return solver.subspan(body.solver.first, body.solver.count);
}

std::uint32_t Simulation::State::vertex(std::uint32_t body, std::uint32_t number) const {
    const Body& b = at(body);
    if (number >= b.solver.count)
        throw std::out_of_range("pliant: body " + std::to_string(body) + " has no vertex " + std::to_string(number) +
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
        rain.add(VolumeView{at_start, body.tetrahedra});
        volumes.add(VolumeView{at_start, body.tetrahedra});
        any_volumes = true;
    }
    bodies.push_back(std::move(body));
    return static_cast<std::uint32_t>(bodies.size() - 1);
}

/// Positions are borrowed by the scenes until they are asked.
void Simulation::State::show(std::span<const Point> solver, bool obstacles_after) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        const Body& body = bodies[i];
        const std::span<const Point> now = body.kind == BodyKind::obstacle && !obstacles_after
                                               ? std::span<const Point>(body.before)
                                               : positions(body, solver);
        if (body.kind != BodyKind::particles) volumes.move(BodyId(i), now);
        if (any_particles) rain.move(BodyId(i), now);
    }
}

void Simulation::State::find_particles() {
    PenetrationOptions asked;
    asked.self = false;
    asked.once_per_body = true;
    fallen.clear();
    for (const Penetration& p : rain.penetrations(asked)) {
        if (bodies[std::size_t(p.vertex.body)].kind != BodyKind::particles) continue;
        const Body& body = bodies[std::size_t(p.tetrahedron.body)];
        VertexContact contact{p.vertex, p.tetrahedron, p.barycentric, 0, {}};
        const std::span<const Point> now = positions(body, soft.predicted());
        if (body.depths->measure(body.tetrahedra[p.tetrahedron.tetrahedron], now, contact)) fallen.push_back(contact);
    }
}

/// Into `found`, sorted by vertex and body.
void Simulation::State::detect() {
    found.clear();
    if (any_volumes) {
        PenetrationOptions asked;
        asked.depth = true;
        asked.once_per_body = true;
        respond::contacts_of(volumes.penetrations(asked), found);
    }
    if (!any_particles) return;
    find_particles();
    merged.resize(found.size() + fallen.size());
    std::merge(found.begin(), found.end(), fallen.begin(), fallen.end(), merged.begin(),
               [](const VertexContact& p, const VertexContact& q) {
                   return std::tie(p.vertex, p.tetrahedron) < std::tie(q.vertex, q.tetrahedron);
               });
    found.swap(merged);
}

void Simulation::State::describe_bodies(double seconds) {
    contact_bodies.clear();
    for (const Body& body : bodies) {
        // A particle is lifted out within a step by a spring that outweighs it a hundredfold.
        const double lifting = body.kind == BodyKind::particles && body.stiffness == 0 && body.solver.count > 0
                                   ? 100 * soft.mass(body.solver.first) / (seconds * seconds)
                                   : body.stiffness;
        contact_bodies.push_back({body.solver, body.before, body.after, body.tetrahedra, lifting, body.friction});
    }
}

void Simulation::State::take_obstacles() {
    for (Body& body : bodies) {
        if (body.kind != BodyKind::obstacle) continue;
        body.before = body.after;
        if (body.given.empty()) continue;
        body.after.swap(body.given);
        body.given.clear();
    }
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
    body.depths.emplace(rest);
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
    body.depths.emplace(volume);
    return state_->add(std::move(body));
}

void Simulation::move_obstacle(std::uint32_t body, Points positions) {
    State::Body& b = state_->bodies.at(body);
    if (b.kind != BodyKind::obstacle || positions.size() != b.after.size())
        throw std::invalid_argument("pliant: an obstacle moves, with as many vertices as it has");
    b.given.clear();
    for (std::size_t i = 0; i < positions.size(); ++i) b.given.push_back(positions[i]);
}

void Simulation::hold(std::uint32_t body, std::uint32_t vertex, bool held) {
    state_->soft.hold(state_->vertex(body, vertex), held);
}

void Simulation::move_held(std::uint32_t body, std::uint32_t vertex, const Point& motion) {
    state_->soft.set_held_motion(state_->vertex(body, vertex), motion);
}

void Simulation::set_velocity(std::uint32_t body, std::uint32_t vertex, const Point& velocity) {
    state_->soft.set_velocity(state_->vertex(body, vertex), velocity);
}

void Simulation::set_position(std::uint32_t body, std::uint32_t vertex, const Point& position) {
    state_->soft.set_position(state_->vertex(body, vertex), position);
}

const StepReport& Simulation::step(double seconds) {
    State& s = *state_;
    StepReport& report = s.report;
    const std::uint64_t iterations = s.soft.iterations();
    auto began = Clock::now();
    s.take_obstacles();
    s.describe_bodies(seconds);
    s.contacts.recall(s.contact_bodies);
    s.soft.start(seconds, s.contacts.pushes());
    report.milliseconds.deform = milliseconds_since(began);

    began = Clock::now();
    s.show(s.soft.predicted(), true);
    s.detect();
    report.milliseconds.detect = milliseconds_since(began);

    began = Clock::now();
    s.contacts.update(s.found, s.contact_bodies);
    s.soft.push(s.contacts.pushes());
    s.contacts.remember();
    s.soft.finish();
    report.contacts = s.found.size();
    report.pushing = 0;
    for (const Push& push : s.contacts.pushes()) report.pushing += push.force > 0;
    report.milliseconds.respond = milliseconds_since(began);
    report.iterations = s.soft.iterations() - iterations;
    report.time += seconds;
    return report;
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
    return state_->soft.velocities().subspan(b.solver.first, b.solver.count);
}

Energy Simulation::energy() const { return state_->soft.energy(); }
Point Simulation::momentum() const { return state_->soft.momentum(); }

double Simulation::deepest_penetration() {
    State& s = *state_;
    s.show(s.soft.positions(), true);
    double deepest = 0;
    PenetrationOptions asked;
    asked.depth = true;
    if (s.any_volumes) {
        for (const Penetration& p : s.volumes.penetrations(asked)) {
            const bool own = p.vertex.body == p.tetrahedron.body;
            // An obstacle is what it is: how it is filled with tetrahedra is not for contacts to mend.
            if (own && s.bodies[std::size_t(p.vertex.body)].kind != BodyKind::soft) continue;
            deepest = std::max(deepest, p.depth);
        }
    }
    if (!s.any_particles) return deepest;
    asked.depth = false;
    for (const Penetration& p : s.rain.penetrations(asked)) {
        if (s.bodies[std::size_t(p.vertex.body)].kind != BodyKind::particles) continue;
        const State::Body& body = s.bodies[std::size_t(p.tetrahedron.body)];
        VertexContact contact{p.vertex, p.tetrahedron, p.barycentric, 0, {}};
        if (body.depths->measure(body.tetrahedra[p.tetrahedron.tetrahedron], s.positions(body, s.soft.positions()),
                                 contact))
            deepest = std::max(deepest, contact.depth);
    }
    return deepest;
}

}  // namespace pliant
