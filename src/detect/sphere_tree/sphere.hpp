// Distances, and bounds of them: rounded outwards.
#pragma once

#include <cmath>

#include <pliant/contacts.hpp>

#include "detect/sphere_tree/sphere_tests.hpp"
#include "numeric/vec.hpp"

namespace pliant::sphere_tree {

inline constexpr double slack = sphere_slack;

inline double squared_distance(const Vec3& p, const Vec3& q) {
    const Vec3 d = p - q;
    return dot(d, d);
}

inline double distance(const Vec3& p, const Vec3& q) { return std::sqrt(squared_distance(p, q)); }

/// An upper bound of the length that a rounded one stands for.
inline double upper(double length) { return length * (1 + slack) + tiny_length; }

}  // namespace pliant::sphere_tree
