#include "deform/cloth_pushes.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::deform {

namespace {

constexpr double led_out = 0.1;               // of what is missing, in a substep
constexpr double faster = 2, nearness = 0.5;  // of the speed so far; of the distance

void move(const Push& push, std::span<const ClothVertex> masses, std::span<ClothVertex> positions,
          const Vec3& impulse) {
    for (std::uint32_t k = 0; k < push.count; ++k) {
        const std::uint32_t v = push.vertices[k];
        put(positions[v], place(positions[v]) + (inverse_mass(masses[v]) * push.weights[k]) * impulse);
    }
}

/// From one side to the other, at some time of the step.
Vec3 across(const Push& push, std::span<const ClothVertex> positions, double time) {
    Vec3 sum = Vec3(push.anchor) - (1 - time) * Vec3(push.anchor_motion);
    for (std::uint32_t k = 0; k < push.count; ++k) sum = sum + push.weights[k] * place(positions[push.vertices[k]]);
    return sum;
}

}  // namespace

void solve(Push& push, const PushedState& s, const SubstepTime& time) {
    const Vec3 n(push.normal), now = across(push, s.positions, time.end);
    const double height = dot(n, now);
    if (height >= push.distance) return;
    double mobility = 0;
    for (std::uint32_t k = 0; k < push.count; ++k)
        mobility += push.weights[k] * push.weights[k] * inverse_mass(s.positions[push.vertices[k]]);
    if (!(mobility > 0)) return;
    const Vec3 before = across(push, s.before, time.start);
    const double height_before = dot(n, before);
    const double missing = std::min(push.distance, height_before) - height;
    if (missing > 0) {
        const double impulse = missing / mobility;
        const Vec3 slide = now - before - (height - height_before) * n;
        const double way = std::sqrt(dot(slide, slide)), most = push.friction * missing;
        const double brake = way > most ? most / way : 1;
        move(push, s.positions, s.positions, impulse * n - (brake / mobility) * slide);
        push.force += impulse / s.seconds;
    }
    const double short_of = push.distance - std::max(height, height_before);
    if (short_of <= 0) return;
    const Vec3 shift = (led_out * short_of / mobility) * n;
    move(push, s.positions, s.positions, shift);
    move(push, s.positions, s.before, shift);
}

bool may_act(const Push& push, const PushedState& s, const SubstepTime& time, double substeps) {
    if (push.force > 0) return true;
    const Vec3 n(push.normal);
    const double height = dot(n, across(push, s.positions, time.end));
    const double nearer = std::max(0.0, dot(n, across(push, s.before, time.start)) - height);
    return height - faster * substeps * nearer < (1 + nearness) * push.distance;
}

}  // namespace pliant::deform
