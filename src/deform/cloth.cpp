// Extended position-based dynamics [Macklin2016] by small steps [Macklin2019].
#include <pliant/cloth.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "deform/cloth_elements.hpp"
#include "deform/cloth_pushes.hpp"
#include "deform/require_finite.hpp"
#include "deform/require_material.hpp"
#include "deform/schedule.hpp"
#include "parallel/floating_point_mode.hpp"
#include "parallel/parallel.hpp"

namespace pliant {

using namespace deform;

namespace {

constexpr std::size_t chunk_size = 1024, part_size = 256;  // vertices

void require_sound(const ClothMaterial& m) {
    const auto sound = [](double value) { return std::isfinite(value) && value >= 0; };
    require(m.stretch > 0 && m.density > 0 && sound(m.stretch) && sound(m.density) && sound(m.shear) &&
                sound(m.bending) && sound(m.damping) && sound(m.drag),
            "pliant: cloth has a positive stretch stiffness and density, and no negative number");
    require(finite(Vec3(m.warp)) && dot(Vec3(m.warp), Vec3(m.warp)) > 0, "pliant: the warp has a direction");
}

Point point(const Vec3& v) { return {v.x, v.y, v.z}; }

}  // namespace

struct Cloths::State {
    explicit State(const ClothOptions& o) : options(o), workers(o.threads, o.jobs) {}

    ClothOptions options;
    parallel::Workers workers;
    std::vector<Membrane> membranes;
    std::vector<Hinge> hinges;
    Schedule membrane_order, hinge_order, push_order;
    std::vector<std::uint32_t> part;  // of a vertex
    std::size_t parts = 0;
    std::vector<Point> positions, rest, velocities, held_motion;
    std::vector<double> masses, inverse_masses, drag;  // drag: of a vertex over its mass, 1/s
    std::vector<std::uint8_t> held, guest;
    bool structured = false;
    double seconds = 0;                    // of the step that was started
    std::vector<Vec3> x, before, v;        // within it
    std::vector<Point> predicted, speeds;  // at its end

    VertexRange add_vertices(Points points, bool are_guests);
    void build_structure();
    void begin();
    void end();
    void predict(double h, double share, bool first);
    void take_velocities(double h);
    template <class Body>
    void each_vertex(const Body& body);
};

VertexRange Cloths::State::add_vertices(Points points, bool are_guests) {
    require_finite(points);
    const VertexRange range{static_cast<std::uint32_t>(positions.size()), static_cast<std::uint32_t>(points.size())};
    for (std::size_t i = 0; i < points.size(); ++i) {
        positions.push_back(points[i]);
        rest.push_back(points[i]);
    }
    for (std::vector<Point>* vectors : {&velocities, &held_motion}) vectors->resize(positions.size());
    for (std::vector<double>* numbers : {&masses, &drag}) numbers->resize(positions.size());
    held.resize(positions.size());
    guest.resize(positions.size(), are_guests ? 1 : 0);
    structured = false;
    return range;
}

void Cloths::State::build_structure() {
    const auto corners_of = [](const auto& elements) {
        return [&elements](std::size_t i) -> const auto& { return elements[i].vertices; };
    };
    part = parts_of(membranes.size(), positions.size(), part_size, corners_of(membranes));
    parts = (positions.size() + part_size - 1) / part_size;
    membrane_order.build(membranes.size(), part, parts, corners_of(membranes));
    hinge_order.build(hinges.size(), part, parts, corners_of(hinges));
    structured = true;
}

template <class Body>
void Cloths::State::each_vertex(const Body& body) {
    const parallel::Chunks chunks{positions.size(), chunk_size};
    workers.for_each(chunks.number(), [&](std::size_t chunk) {
        for (std::size_t i = chunks.begin(chunk); i < chunks.end(chunk); ++i) body(i);
    });
}

void Cloths::State::begin() {
    if (!structured) build_structure();
    const std::size_t count = positions.size();
    for (std::vector<Vec3>* vectors : {&x, &before, &v}) vectors->resize(count);
    inverse_masses.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        x[i] = positions[i];
        v[i] = velocities[i];
        inverse_masses[i] = held[i] != 0 || !(masses[i] > 0) ? 0 : 1 / masses[i];
    }
}

/// The velocity of the substep before, and motion without constraints.
void Cloths::State::predict(double h, double share, bool first) {
    const Vec3 gravity(options.gravity);
    each_vertex([&](std::size_t i) {
        if (!first) v[i] = (1 / h) * (x[i] - before[i]);
        before[i] = x[i];
        if (held[i] != 0) {
            x[i] = x[i] + share * Vec3(held_motion[i]);
        } else if (guest[i] != 0) {
            x[i] = x[i] + h * v[i];
        } else if (inverse_masses[i] > 0) {
            x[i] = x[i] + (h / (1 + h * drag[i])) * (v[i] + h * gravity);
        }
    });
}

/// Those of the last substep, damped.
void Cloths::State::take_velocities(double h) {
    each_vertex([&](std::size_t i) { v[i] = (1 / h) * (x[i] - before[i]); });
    const DampedState state{x, v, inverse_masses, seconds};
    membrane_order.each(workers, [&](std::size_t i) { damp(membranes[i], state); });
    hinge_order.each(workers, [&](std::size_t i) { damp(hinges[i], state); });
}

void Cloths::State::end() {
    predicted.resize(positions.size());
    speeds.resize(positions.size());
    each_vertex([&](std::size_t i) {
        predicted[i] = point(x[i]);
        speeds[i] = point(v[i]);
    });
}

Cloths::Cloths(const ClothOptions& options) : state_(std::make_unique<State>(options)) {
    require(options.substeps > 0, "pliant: a step has at least one substep");
}
Cloths::~Cloths() = default;
Cloths::Cloths(Cloths&&) noexcept = default;
Cloths& Cloths::operator=(Cloths&&) noexcept = default;

VertexRange Cloths::add(const SurfaceView& surface, const ClothMaterial& material) {
    const parallel::FloatingPointMode mode;
    require_sound(material);
    require_finite(surface.positions);
    State& s = *state_;
    std::vector<Point> own;
    for (std::size_t i = 0; i < surface.positions.size(); ++i) own.push_back(surface.positions[i]);
    std::vector<Membrane> membranes;
    for (std::size_t i = 0; i < surface.triangles.size(); ++i) {
        const Triangle& t = surface.triangles[i];
        require(*std::max_element(t.begin(), t.end()) < own.size(),
                "pliant: a triangle of cloth names a vertex that is not there");
        if (!make_membrane(t, own, material, membranes.emplace_back()))
            throw std::invalid_argument("pliant: triangle " + std::to_string(i) + " of cloth has no area");
    }
    std::vector<Hinge> hinges;
    make_hinges(surface.triangles, own, material, hinges);
    const VertexRange range = s.add_vertices(own, false);
    for (const Triangle& t : surface.triangles) {
        const double a = area(t, own);
        for (const std::uint32_t v : t) {
            s.masses[range.first + v] += material.density * a / 3;
            s.drag[range.first + v] = material.drag / material.density;
        }
    }
    const auto take = [&](auto& from, auto& to) {
        for (auto& element : from) {
            for (std::uint32_t& v : element.vertices) v += range.first;
            to.push_back(element);
        }
    };
    take(membranes, s.membranes);
    take(hinges, s.hinges);
    return range;
}

VertexRange Cloths::add_guests(Points positions, std::span<const double> masses) {
    require(masses.size() == positions.size(), "pliant: a mass for every guest");
    for (const double m : masses) require(m > 0 && std::isfinite(m), "pliant: a guest has a positive, finite mass");
    const VertexRange range = state_->add_vertices(positions, true);
    std::copy(masses.begin(), masses.end(), state_->masses.begin() + range.first);
    return range;
}

void Cloths::set_guest(std::uint32_t guest, const Point& position, const Point& velocity, double mass) {
    require(mass > 0, "pliant: a guest has a positive mass");
    state_->masses.at(guest) = mass;
    state_->positions[guest] = position;
    state_->velocities[guest] = velocity;
}

void Cloths::hold(std::uint32_t vertex, bool held) {
    state_->held.at(vertex) = held ? 1 : 0;
    state_->held_motion[vertex] = {};
    if (held) state_->velocities[vertex] = {};
}

void Cloths::set_held_motion(std::uint32_t vertex, const Point& motion) { state_->held_motion.at(vertex) = motion; }
void Cloths::set_velocity(std::uint32_t vertex, const Point& velocity) { state_->velocities.at(vertex) = velocity; }
void Cloths::set_position(std::uint32_t vertex, const Point& position) { state_->positions.at(vertex) = position; }

void Cloths::step(double seconds, std::span<Push> pushes) {
    start(seconds, pushes);
    finish();
}

void Cloths::start(double seconds, std::span<Push> pushes) {
    const parallel::FloatingPointMode mode;
    State& s = *state_;
    require(seconds > 0 && std::isfinite(seconds), "pliant: a step takes a positive, finite time");
    s.seconds = seconds;
    s.begin();
    for (Push& push : pushes) push.force = 0;
    s.push_order.build(pushes.size(), s.part, s.parts,
                       [&](std::size_t i) { return std::span(pushes[i].vertices).first(pushes[i].count); });
    const std::uint32_t count = s.options.substeps;
    const double h = seconds / count;
    const SubstepState state{s.x, s.before, s.inverse_masses, h};
    for (std::uint32_t k = 0; k < count; ++k) {
        const SubstepTime time{double(k) / count, double(k + 1) / count};
        s.predict(h, 1.0 / count, k == 0);
        s.membrane_order.each(s.workers, [&](std::size_t i) { solve(s.membranes[i], state); });
        s.hinge_order.each(s.workers, [&](std::size_t i) { solve(s.hinges[i], state); });
        s.push_order.each(s.workers, [&](std::size_t i) { solve(pushes[i], state, time); });
    }
    s.take_velocities(h);
    for (Push& push : pushes) push.force /= seconds;
    s.end();
}

void Cloths::set_predicted(std::uint32_t vertex, const Point& position) {
    State& s = *state_;
    const Vec3 change = Vec3(position) - Vec3(s.predicted.at(vertex));
    s.speeds[vertex] = point(Vec3(s.speeds[vertex]) + (1 / s.seconds) * change);
    s.predicted[vertex] = position;
}

void Cloths::finish(double share) {
    State& s = *state_;
    require(s.predicted.size() == s.positions.size(), "pliant: a step was started before it is finished");
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        const Vec3 motion = Vec3(s.predicted[i]) - Vec3(s.positions[i]);
        s.positions[i] = share == 1 ? s.predicted[i] : point(Vec3(s.positions[i]) + share * motion);
        s.velocities[i] = s.speeds[i];
        s.held_motion[i] = {};
    }
}

std::span<const Point> Cloths::predicted() const { return state_->predicted; }
std::span<const Point> Cloths::positions() const { return state_->positions; }
std::span<const Point> Cloths::rest() const { return state_->rest; }
std::span<const Point> Cloths::velocities() const { return state_->velocities; }
double Cloths::mass(std::uint32_t vertex) const { return state_->masses.at(vertex); }
bool Cloths::held(std::uint32_t vertex) const { return state_->held.at(vertex) != 0; }

Energy Cloths::energy() const {
    const State& s = *state_;
    Energy sum;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        if (s.guest[i] != 0) continue;
        sum.kinetic += 0.5 * s.masses[i] * dot(Vec3(s.velocities[i]), Vec3(s.velocities[i]));
        sum.gravity -= s.masses[i] * dot(Vec3(s.options.gravity), Vec3(s.positions[i]));
    }
    for (const Membrane& m : s.membranes) sum.elastic += elastic_energy(m, s.positions);
    for (const Hinge& h : s.hinges) sum.elastic += elastic_energy(h, s.positions);
    return sum;
}

Point Cloths::momentum() const {
    const State& s = *state_;
    Vec3 sum;
    for (std::size_t i = 0; i < s.positions.size(); ++i) {
        if (s.held[i] == 0 && s.guest[i] == 0) sum = sum + s.masses[i] * Vec3(s.velocities[i]);
    }
    return point(sum);
}

}  // namespace pliant
