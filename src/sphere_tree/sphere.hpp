// Two spheres: are they apart, what do they share? Every bound is rounded outwards, and holds for any finite centres.
#pragma once

#include <algorithm>
#include <cmath>

#include <pliant/contacts.hpp>

#include "numeric/vec.hpp"

namespace pliant::sphere_tree {

// More than a handful of roundings can be off; and what a square that underflows may have lost.
inline constexpr double slack = 1e-14;
inline constexpr double tiny_length = 1e-150, tiny_square = 1e-300;

inline double squared_distance(const Vec3& p, const Vec3& q) {
    const Vec3 d = p - q;
    return dot(d, d);
}

inline double distance(const Vec3& p, const Vec3& q) { return std::sqrt(squared_distance(p, q)); }

/// A length that is not below what a rounded one stands for.
inline double upper(double length) { return length * (1 + slack) + tiny_length; }

/// Proof that no point lies in both. What overflows proves nothing.
inline bool apart(const Sphere& a, const Sphere& b) {
    if (a.radius < 0 || b.radius < 0) return true;
    const double reach = a.radius + b.radius;
    return squared_distance(a.centre, b.centre) > reach * reach * (1 + slack) + tiny_square;
}

/// The smallest ball around all that two overlapping spheres share, up to rounding.
inline Sphere shared_ball(const Sphere& a, const Sphere& b) {
    const Sphere& smaller = a.radius < b.radius ? a : b;
    const Sphere& larger = a.radius < b.radius ? b : a;
    const double d = distance(a.centre, b.centre), r = smaller.radius, s = larger.radius;
    // From the smaller one's centre to the plane in which the two spheres meet.
    const double h = (d + (r - s) * ((r + s) / d)) / 2;
    if (!(d > 1e-3 * s) || !(h > 0) || !std::isfinite(s)) return smaller;
    const double radius = upper(std::sqrt(std::max(0.0, (r - h) * (r + h)) + slack * (r * r + s * s) * (s / d)));
    if (!(radius < r)) return smaller;
    const Vec3 from = smaller.centre, to = larger.centre, centre = from + (h / d) * (to - from);
    const double size = std::abs(centre.x) + std::abs(centre.y) + std::abs(centre.z);
    return {{centre.x, centre.y, centre.z}, radius + slack * size};
}

/// No two points of two spheres are farther apart.
inline double farthest(const Sphere& a, const Sphere& b) {
    return upper(distance(a.centre, b.centre) + a.radius + b.radius);
}

}  // namespace pliant::sphere_tree
