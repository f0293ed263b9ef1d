// Pushes in an implicit step: which act, with what friction, and the solution with them.
#include <algorithm>
#include <vector>

#include "deform/soft_state.hpp"

namespace pliant {

using namespace deform;

/// Tangential strain of the contact at the end of the step: that of before, plus the relative motion within the step.
Vec SoftBodies::State::slid(const Push& push) const {
    Vec sum = vector(push.slip) + vector(push.anchor_motion);
    for (std::uint32_t k = 0; k < push.count; ++k) {
        const std::uint32_t v = push.vertices[k];
        sum += push.weights[k] * (vector(predicted[v]) - vector(positions[v]));
    }
    const Vec n = vector(push.normal);
    return sum - n.dot(sum) * n;
}

double SoftBodies::State::violation(const Push& push) const {
    Vec sum = vector(push.anchor);
    for (std::uint32_t k = 0; k < push.count; ++k) sum += push.weights[k] * vector(predicted[push.vertices[k]]);
    return push.distance - vector(push.normal).dot(sum);
}

/// Active set: which pushes act at the result of the last solve, and their friction.
void SoftBodies::State::update_activity(std::span<Push> pushes, bool first) {
    const double h2 = seconds * seconds;
    for (std::size_t k = 0; k < pushes.size(); ++k) {
        Push& push = pushes[k];
        SolverPush& s = active[k];
        const double depth = violation(push);
        const bool acts = depth > 0;
        push.force = acts ? push.stiffness * depth : 0;
        s.spring = acts ? static_cast<float>(h2 * push.stiffness) : 0;
        s.brake = 0;
        if (!acts || push.friction <= 0) continue;
        // Coulomb's law by a secant stiffness: a contact that sticks is as stiff as along its normal; one that slips is
        // softer, so that its force is the bound, by the last solve. The first solve takes that of the step before.
        const double slide = slid(push).norm(), most = push.friction * push.force;
        if (!first || push.grip <= 0) push.grip = push.stiffness * slide > most ? most / slide : push.stiffness;
        s.brake = static_cast<float>(h2 * push.grip);
    }
}

void SoftBodies::State::set_up(std::span<const Push> pushes) {
    active.assign(pushes.size(), {});
    for (std::size_t k = 0; k < pushes.size(); ++k) {
        const Push& p = pushes[k];
        SolverPush& a = active[k];
        a.vertices = p.vertices;
        a.count = p.count;
        for (std::size_t i = 0; i < 5; ++i) a.weights[i] = static_cast<float>(p.weights[i]);
        for (std::size_t i = 0; i < 3; ++i) a.normal[i] = static_cast<float>(p.normal[i]);
    }
}

/// The right-hand side: what acts at dv = 0.
void SoftBodies::State::load_up(std::span<const Push> pushes) {
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = lane(load[i]);
    for (std::size_t k = 0; k < pushes.size(); ++k) {
        const Push& p = pushes[k];
        const SolverPush& a = active[k];
        if (a.spring == 0) continue;
        Vec sum = vector(p.anchor), slide = vector(p.slip) + vector(p.anchor_motion);
        for (std::uint32_t i = 0; i < p.count; ++i) {
            const Vec motion = seconds * vector(velocities[p.vertices[i]]);
            sum += p.weights[i] * (vector(positions[p.vertices[i]]) + motion);
            slide += p.weights[i] * motion;
        }
        const Vec n = vector(p.normal);
        const Vec impulse = (double(a.spring) * (p.distance - n.dot(sum)) / seconds) * n -
                            (double(a.brake) / seconds) * (slide - n.dot(slide) * n);
        for (std::uint32_t i = 0; i < p.count; ++i) {
            const Lane add = lane(p.weights[i] * impulse);
            for (std::size_t axis = 0; axis < 3; ++axis) b[p.vertices[i]][axis] += add[axis];
        }
    }
}

/// Starts from the result of the last solve; at first from the velocities of the step before.
void SoftBodies::State::solve_with(std::span<Push> pushes, int rounds) {
    for (Group& group : groups) group.shift.setZero();
    set_up(pushes);
    for (int round = 0; round < rounds; ++round) {
        update_activity(pushes, round == 0);
        load_up(pushes);
        solve(active);
        predict();
    }
    for (Push& p : pushes) {
        p.force = std::max(0.0, p.stiffness * violation(p));
        const Vec slide = slid(p);
        const double strain = p.stiffness * slide.norm(), most = p.friction * p.force;
        p.slip_after = strain > most ? point((most / strain) * slide) : point(slide);
    }
    keep_momentum(pushes);
    predict();
}

}  // namespace pliant
