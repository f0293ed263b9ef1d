#include "deform/cloth_pushes.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::deform {

namespace {

constexpr double led_out = 0.1;  // of what is missing, in a substep

void move(const Push& push, std::span<Vec3> positions, std::span<const double> inverse_masses, const Vec3& impulse) {
    for (std::uint32_t k = 0; k < push.count; ++k) {
        const std::uint32_t v = push.vertices[k];
        positions[v] = positions[v] + (inverse_masses[v] * push.weights[k]) * impulse;
    }
}

}  // namespace

void solve(Push& push, const SubstepState& s, const SubstepTime& time) {
    const Vec3 n(push.normal), motion(push.anchor_motion);
    Vec3 now = Vec3(push.anchor) - (1 - time.end) * motion, before = Vec3(push.anchor) - (1 - time.start) * motion;
    double mobility = 0;
    for (std::uint32_t k = 0; k < push.count; ++k) {
        const std::uint32_t v = push.vertices[k];
        now = now + push.weights[k] * s.positions[v];
        before = before + push.weights[k] * s.before[v];
        mobility += push.weights[k] * push.weights[k] * s.inverse_masses[v];
    }
    const double height = dot(n, now), height_before = dot(n, before);
    if (!(mobility > 0) || height >= push.distance) return;
    const double missing = std::min(push.distance, height_before) - height;
    if (missing > 0) {
        const double impulse = missing / mobility;
        const Vec3 slide = now - before - (height - height_before) * n;
        const double way = std::sqrt(dot(slide, slide)), most = push.friction * missing;
        const double brake = way > most ? most / way : 1;
        move(push, s.positions, s.inverse_masses, impulse * n - (brake / mobility) * slide);
        push.force += impulse / s.seconds;
    }
    const double short_of = push.distance - std::max(height, height_before);
    if (short_of <= 0) return;
    const Vec3 shift = (led_out * short_of / mobility) * n;
    move(push, s.positions, s.inverse_masses, shift);
    move(push, s.before, s.inverse_masses, shift);
}

}  // namespace pliant::deform
