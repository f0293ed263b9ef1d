// A sphere against some others that lie side by side: which may meet it, and what they share. Every bound is rounded
// outwards, and holds for any finite centres.
#pragma once

#include <cstddef>

namespace pliant::sphere_tree {

/// What bounds are rounded outwards by: more than a handful of roundings can be off; and what a square that underflows
/// may have lost.
inline constexpr double sphere_slack = 1e-14, tiny_length = 1e-150, tiny_square = 1e-300;

inline constexpr std::size_t spheres_at_once = 8;

/// Of each sphere and the one; of those that are apart, anything.
struct SphereTests {
    alignas(64) double x[spheres_at_once];  // of the smallest ball around all that the two share, up to rounding
    alignas(64) double y[spheres_at_once];
    alignas(64) double z[spheres_at_once];
    alignas(64) double error[spheres_at_once];  // its radius
    alignas(64) double gap[spheres_at_once];    // no two points of the two are farther apart
    alignas(64) double depth[spheres_at_once];  // how far they lie in one another
    // Of length one, from the one to the sphere; zero where there is no telling.
    alignas(64) double normal_x[spheres_at_once];
    alignas(64) double normal_y[spheres_at_once];
    alignas(64) double normal_z[spheres_at_once];
};

/// Spheres are four numbers each: centre and radius, negative for nothing. At most `spheres_at_once` of them. Bits of
/// those that are not proved to be apart; what overflows proves nothing.
unsigned test_spheres(const double* spheres, std::size_t count, const double* one, SphereTests& out);

}  // namespace pliant::sphere_tree
