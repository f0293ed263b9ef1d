// Extended position-based dynamics [Macklin2016] by small steps [Macklin2019].
#include <pliant/cloth.hpp>

#include <cmath>

#include "deform/cloth_pushes.hpp"
#include "deform/cloth_state.hpp"
#include "deform/require_material.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant {

using namespace deform;

namespace {

Point point(const Vec3& v) { return {v.x, v.y, v.z}; }

}  // namespace

void Cloths::State::begin() {
    if (!structured) build_structure();
    const std::size_t count = positions.size();
    for (std::vector<ClothVertex>* vertices : {&x, &before}) vertices->assign(count + 1, {});
    motion.resize(count);
    inverse_masses.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Point& p = positions[i];
        inverse_masses[i] = held[i] != 0 || !(masses[i] > 0) ? 0 : 1 / masses[i];
        x[i] = {p[0], p[1], p[2], inverse_masses[i]};
        motion[i] = velocities[i];
    }
}

/// The velocity of the substep before, and motion without constraints.
void Cloths::State::predict(double h, double share, bool first) {
    const Vec3 gravity(options.gravity);
    each_vertex([&](std::size_t i) {
        const Vec3 from = place(x[i]);
        if (!first) motion[i] = (1 / h) * (from - place(before[i]));
        before[i] = x[i];
        if (held[i] != 0) {
            put(x[i], from + share * Vec3(held_motion[i]));
        } else if (guest[i] != 0) {
            put(x[i], from + h * motion[i]);
        } else if (inverse_mass(x[i]) > 0) {
            put(x[i], from + (h / (1 + h * drag[i])) * (motion[i] + h * gravity));
        }
    });
}

/// At the end of the step; velocities are those of the last substep, damped.
void Cloths::State::end(double h) {
    predicted.resize(positions.size());
    each_vertex([&](std::size_t i) {
        motion[i] = (1 / h) * (place(x[i]) - place(before[i]));
        predicted[i] = point(place(x[i]));
    });
    const DampedState state{predicted, motion, inverse_masses, seconds};
    membrane_order.each(workers, [&](std::size_t i) { damp(membranes[i], state); });
    hinge_order.each(workers, [&](std::size_t i) { damp(hinges[i], state); });
    speeds.resize(positions.size());
    each_vertex([&](std::size_t i) { speeds[i] = point(motion[i]); });
}

Cloths::Cloths(const ClothOptions& options) : state_(std::make_unique<State>(options)) {
    require(options.substeps > 0, "pliant: a step has at least one substep");
}
Cloths::~Cloths() = default;
Cloths::Cloths(Cloths&&) noexcept = default;
Cloths& Cloths::operator=(Cloths&&) noexcept = default;

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
    const PushedState pushed{s.x, s.before, h};
    for (std::uint32_t k = 0; k < count; ++k) {
        const SubstepTime time{double(k) / count, double(k + 1) / count};
        s.predict(h, 1.0 / count, k == 0);
        s.membrane_blocks.each(s.workers, [&](std::size_t first, std::size_t end) {
            solve(std::span(s.membrane_lanes).subspan(first, end - first), s.x.data(), h);
        });
        s.hinge_blocks.each(s.workers, [&](std::size_t first, std::size_t end) {
            solve(std::span(s.hinge_lanes).subspan(first, end - first), s.x.data(), h);
        });
        s.push_order.each(s.workers, [&](std::size_t i) { solve(pushes[i], pushed, time); });
        if (k > 0) continue;
        const double ahead = count - 1;
        s.push_order.keep(s.workers, [&](std::size_t i) { return may_act(pushes[i], pushed, time, ahead); });
    }
    s.end(h);
    for (Push& push : pushes) push.force /= seconds;
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
