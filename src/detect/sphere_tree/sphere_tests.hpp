// One sphere against up to eight others, in vectors: which may overlap it, and what they share. Every bound is rounded
// outwards, and holds for any finite centres.
#pragma once

#include <cstddef>

namespace pliant::sphere_tree {

/// Outward rounding: a relative slack larger than the error of a handful of operations, and the most that underflow of
/// a square can lose.
inline constexpr double sphere_slack = 1e-14, tiny_length = 1e-150, tiny_square = 1e-300;

inline constexpr std::size_t spheres_at_once = 8;

/// Results by lane (SoA); undefined in lanes whose spheres are apart.
struct SphereTests {
    alignas(64) double x[spheres_at_once];  // of the smallest ball around all that the two share, up to rounding
    alignas(64) double y[spheres_at_once];
    alignas(64) double z[spheres_at_once];
    alignas(64) double error[spheres_at_once];  // its radius
    alignas(64) double gap[spheres_at_once];    // no two points of the two are farther apart
    alignas(64) double depth[spheres_at_once];  // how far they lie in one another
    // Unit vector from the one to the sphere; zero where the centres coincide or overflow.
    alignas(64) double normal_x[spheres_at_once];
    alignas(64) double normal_y[spheres_at_once];
    alignas(64) double normal_z[spheres_at_once];
};

/// Spheres are four numbers each: centre and radius; a negative radius is an empty sphere. `count` is at most
/// `spheres_at_once`. Returns a bit for each sphere that is not proved to be apart; overflow proves nothing.
unsigned test_spheres(const double* spheres, std::size_t count, const double* one, SphereTests& out);

}  // namespace pliant::sphere_tree
