#include "shapes/deformations.hpp"

#include <algorithm>

namespace pliant::shapes {

namespace {

constexpr double quarter_turn = full_turn / 4;

Vec3 turned_about_z(const Vec3& p, double turns) {
    const SinCos angle = sincos_turns(turns);
    return {angle.cos * p.x - angle.sin * p.y, angle.sin * p.x + angle.cos * p.y, p.z};
}

}  // namespace

Vec3 Twist::operator()(const Vec3& p) const { return turned_about_z(p, turns_per_unit * p.z); }

Vec3 Bend::operator()(const Vec3& p) const {
    if (turns_per_unit == 0) return p;
    const double radius = 1 / (turns_per_unit * full_turn);
    const SinCos angle = sincos_turns(turns_per_unit * p.x);
    return {(radius - p.z) * angle.sin, p.y, radius - (radius - p.z) * angle.cos};
}

Vec3 Pulse::operator()(const Vec3& p) const {
    return (1 + breath * sin_turns(phase) + ripple * sin_turns(dot(along, p) - phase)) * p;
}

Vec3 Squeeze::operator()(const Vec3& p) const {
    const double wider = 1 / std::sqrt(height);
    return {wider * p.x, wider * p.y, height * p.z};
}

Vec3 Dent::operator()(const Vec3& p) const {
    const Vec3 from_centre = p - centre;
    const double along = dot(from_centre, push);
    const Vec3 aside = from_centre - along * push;
    // A paraboloid that touches the ball from outside, shifted by 3 % so that the ball penetrates around its pole.
    const double front = radius * (0.97 - 0.5 * dot(aside, aside) / (radius * radius));
    return along < front ? p + (front - along) * push : p;
}

Vec3 Fold::operator()(const Vec3& p) const {
    const double layer = layers * p.x;
    const double way = layer / 2;
    // Rounded triangle wave: constant speed within a layer, smooth at the turns.
    const double x = width * 0.9 * (sin_turns(way) - sin_turns(3 * way) / 9);
    const double ripple = sin_turns(1.3 * p.y + 0.31 * x + 0.37 * layer + phase) +
                          0.6 * sin_turns(0.7 * x - 1.9 * p.y + 0.61 * layer - phase);
    return {x, p.y, gap * layer + wrinkle * ripple};
}

Vec3 Drape::operator()(const Vec3& polar) const {
    const double r = polar.x, angle = polar.y;
    const double hang = smooth_step(0.5, 2.4, r), low = smooth_step(1.2, 2.7, r);
    const double uneven = sin_turns(3 * angle + shifts[0]), swing = sin_turns(phase + angle + shifts[1]);
    const double pleat = pleats * angle + 0.10 * sin_turns(angle + shifts[2]) +
                         0.07 * sin_turns(2 * angle + shifts[3]) + 0.03 * hang * swing;
    const SinCos lobe = sincos_turns(pleat);
    const double outwards = depth * hang * (1 + 0.25 * uneven + 0.12 * swing) * (0.5 + 0.5 * lobe.cos);
    const double turn_over = overturn * low * (1 + 0.2 * uneven + 0.08 * swing) / (full_turn * pleats);
    const double around = angle - turn_over * 2 * lobe.sin * lobe.cos + 0.01 * low * sin_turns(phase - 0.2 * r);

    const double on_sphere = std::min(r, quarter_turn), below = r - on_sphere;
    const SinCos slope = sincos_turns(on_sphere / full_turn);
    const double reach = (1 + clearance) * slope.sin + outwards - 0.12 * hang * low;
    return turned_about_z({reach, 0, (1 + clearance) * slope.cos - below + 0.3 * outwards}, around);
}

Placement::Placement(const Vec3& axis, double turns, const Vec3& shift) : shift_(shift) {
    const SinCos angle = sincos_turns(turns);
    const Vec3 k = unit(axis);
    const double c = 1 - angle.cos, s = angle.sin;
    rows_[0] = {angle.cos + c * k.x * k.x, c * k.x * k.y - s * k.z, c * k.x * k.z + s * k.y};
    rows_[1] = {c * k.y * k.x + s * k.z, angle.cos + c * k.y * k.y, c * k.y * k.z - s * k.x};
    rows_[2] = {c * k.z * k.x - s * k.y, c * k.z * k.y + s * k.x, angle.cos + c * k.z * k.z};
}

}  // namespace pliant::shapes
