// Turned coordinates: cyclically permuted, so that the axis of the columns comes last.
#pragma once

#include <pliant/overlap.hpp>

#include "numeric/box.hpp"
#include "numeric/vec.hpp"

namespace pliant::surfaces {

/// (x, y, z) with `axis` last; the cyclic order stays.
inline Vec3 axis_last(const Vec3& v, Axis axis) {
    if (axis == Axis::x) return {v.y, v.z, v.x};
    if (axis == Axis::y) return {v.z, v.x, v.y};
    return v;
}

/// The inverse of axis_last.
inline Vec3 axis_restored(const Vec3& v, Axis axis) {
    if (axis == Axis::x) return {v.z, v.x, v.y};
    if (axis == Axis::y) return {v.y, v.z, v.x};
    return v;
}

inline std::array<double, 3> array_of(const Vec3& v) { return {v.x, v.y, v.z}; }
inline Vec3 side_of(const Box<double>& box) { return Vec3(box.hi) - Vec3(box.lo); }

/// Contains no point. A box with a NaN counts as empty.
inline bool is_empty(const Box<double>& box) {
    return !(box.lo[0] <= box.hi[0] && box.lo[1] <= box.hi[1] && box.lo[2] <= box.hi[2]);
}
/// Has no volume.
inline bool is_flat(const Box<double>& box) {
    return !(box.lo[0] < box.hi[0] && box.lo[1] < box.hi[1] && box.lo[2] < box.hi[2]);
}

inline Axis longest_axis(const Box<double>& box) {
    const Vec3 side = side_of(box);
    return side.x >= side.y && side.x >= side.z ? Axis::x : side.y >= side.z ? Axis::y : Axis::z;
}

/// A box in turned coordinates.
struct TurnedBox : Box<double> {
    Axis axis = Axis::z;
};

inline TurnedBox turned(const Box<double>& box, Axis axis) {
    return {{array_of(axis_last(box.lo, axis)), array_of(axis_last(box.hi, axis))}, axis};
}

/// The axis of the longest side: columns along it have the smallest cross-section.
inline TurnedBox along_longest_side(const Box<double>& box) { return turned(box, longest_axis(box)); }

}  // namespace pliant::surfaces
