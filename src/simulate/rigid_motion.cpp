#include "simulate/rigid_motion.hpp"

#include <algorithm>
#include <cmath>

#include "shapes/meshes.hpp"

namespace pliant::simulate {
namespace {

using scene_file::Keyframe;
using scene_file::Rotation;

struct Quaternion {
    double w = 1;
    Vec3 v;
};

Quaternion quaternion(const Rotation& r) {
    const shapes::SinCos half = shapes::sincos_turns(r.degrees / 720);
    return {half.cos, half.sin * shapes::unit(Vec3(r.axis))};
}

/// Turns of less than half a turn, by way of the shorter arc.
Rotation rotation(const Quaternion& q) {
    const double sine = shapes::length(q.v);
    if (sine == 0) return {};
    const Vec3 axis = (1 / sine) * q.v;
    return {{axis.x, axis.y, axis.z}, 720 * shapes::angle_turns(q.w, sine)};
}

bool same_axis(const Rotation& a, const Rotation& b) {
    const Vec3 difference = shapes::unit(Vec3(a.axis)) - shapes::unit(Vec3(b.axis));
    return shapes::length(difference) < 1e-12;
}

/// About one axis any number of turns; between two axes quaternions are blended and normalised.
Rotation between(const Rotation& from, const Rotation& to, double share) {
    if (from.degrees == 0) return {to.axis, share * to.degrees};
    if (to.degrees == 0) return {from.axis, (1 - share) * from.degrees};
    if (same_axis(from, to)) return {to.axis, from.degrees + share * (to.degrees - from.degrees)};
    const Quaternion p = quaternion(from);
    Quaternion q = quaternion(to);
    if (p.w * q.w + dot(p.v, q.v) < 0) q = {-q.w, -1 * q.v};
    const Quaternion mixed{(1 - share) * p.w + share * q.w, (1 - share) * p.v + share * q.v};
    const double length = std::sqrt(mixed.w * mixed.w + dot(mixed.v, mixed.v));
    return rotation({mixed.w / length, (1 / length) * mixed.v});
}

Keyframe pose_between(const Keyframe& from, const Keyframe& to, double time, bool smooth) {
    double share = (time - from.time) / (to.time - from.time);
    if (smooth) share = share * share * (3 - 2 * share);
    Keyframe pose;
    pose.time = time;
    for (std::size_t k = 0; k < 3; ++k)
        pose.position[k] = from.position[k] + share * (to.position[k] - from.position[k]);
    pose.rotation = between(from.rotation, to.rotation, share);
    return pose;
}

Keyframe pose_at(const scene_file::Motion& motion, double time) {
    if (motion.keyframes.empty()) return {};
    if (motion.repeat) time = std::fmod(time, motion.keyframes.back().time);
    Keyframe before;
    for (const Keyframe& next : motion.keyframes) {
        if (time < next.time) return pose_between(before, next, time, motion.smooth);
        before = next;
    }
    return before;
}

}  // namespace

RigidMotion::RigidMotion(const scene_file::Motion& motion, const Point& usual_centre)
    : motion_(motion), centre_(motion.centre.value_or(usual_centre)) {}

bool RigidMotion::is_still() const {
    return motion_.velocity == Point{} && motion_.degrees_per_second == 0 && motion_.keyframes.empty();
}

Point RigidMotion::Pose::operator()(const Point& start) const {
    return shapes::position(key_(spin_(Vec3(start) - centre_)) + centre_);
}

RigidMotion::Pose RigidMotion::at(double time) const {
    const double passed = std::clamp(time, motion_.begin, motion_.end) - motion_.begin;
    const Keyframe key = pose_at(motion_, passed);
    const Vec3 shift = passed * Vec3(motion_.velocity) + Vec3(key.position);
    const shapes::Placement spin(shapes::unit(Vec3(motion_.axis)), motion_.degrees_per_second / 360 * passed, {});
    const shapes::Placement turned(shapes::unit(Vec3(key.rotation.axis)), key.rotation.degrees / 360, shift);
    return {spin, turned, centre_};
}

}  // namespace pliant::simulate
