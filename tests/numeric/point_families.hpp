// Families of four points on which signs are hard: each call makes one case from the random numbers it is given.
#pragma once

#include <array>
#include <limits>

#include "oracle/random.hpp"

namespace pliant::oracle {

using FourPoints = std::array<Vec3, 4>;

inline FourPoints uniform_points(Random& random) {
    return {random.in_cube(), random.in_cube(), random.in_cube(), random.in_cube()};
}

inline FourPoints grid_points(Random& random) {
    const int side = random.integer(1, 4);
    return {random.on_grid(side), random.on_grid(side), random.on_grid(side), random.on_grid(side)};
}

inline Vec3 combination(const Vec3& a, const Vec3& b, const Vec3& c, double s, double t) {
    return a + s * (b - a) + t * (c - a);
}

/// The fourth is rounded onto the plane of the others, or a few neighbours away.
inline FourPoints points_near_plane(Random& random) {
    FourPoints p = uniform_points(random);
    p[3] = random.nudged(combination(p[0], p[1], p[2], random.uniform(-1, 2), random.uniform(-1, 2)), 2);
    return p;
}

/// The third and often the fourth are rounded onto the line of the first two, or a few neighbours away.
inline FourPoints points_near_line(Random& random) {
    FourPoints p = uniform_points(random);
    p[2] = random.nudged(combination(p[0], p[1], p[1], random.uniform(-1, 2), 0), 1);
    if (random.chance(60)) p[3] = random.nudged(combination(p[0], p[1], p[1], random.uniform(-1, 2), 0), 1);
    return p;
}

/// On one plane (in a third of the cases one line) exactly, with products far beyond 53 bits; some are then nudged off.
inline FourPoints lattice_points(Random& random) {
    const int big = 1 << random.integer(2, 24);
    const Vec3 origin = random.whole(-big, big), u = random.whole(-big, big), v = random.whole(-big, big);
    const bool line = random.chance(33);
    FourPoints p;
    for (Vec3& q : p) {
        const double i = random.integer(-big, big), j = line ? 0 : random.integer(-big, big);
        q = origin + i * u + j * v;
    }
    Vec3& one = p[static_cast<std::size_t>(random.integer(0, 3))];
    if (random.chance(50)) one = random.nudged(one, 1);
    return p;
}

/// Whole numbers of up to 54 bits, so close to one line that rounding hides the sign.
inline FourPoints whole_near_line(Random& random) {
    const int big = 1 << random.integer(10, 26);
    const Vec3 origin = double(big) * random.whole(-big, big), along = random.whole(-big, big);
    FourPoints p;
    for (Vec3& q : p) q = origin + double(random.integer(-big, big)) * along + random.whole(-3, 3);
    return p;
}

/// Small differences on top of large coordinates.
inline FourPoints far_away_points(Random& random) {
    FourPoints p = random.chance(50) ? grid_points(random) : uniform_points(random);
    const double step = std::ldexp(1.0, random.integer(-40, 0));
    const Vec3 away = 1e6 * random.in_cube();
    for (Vec3& q : p) q = away + step * q;
    return p;
}

inline double extreme_number(Random& random) {
    constexpr std::array<double, 10> palette{0,     5e-324, 2.2250738585072014e-308,           1e-300, 1e-20, 1, 3,
                                             1e150, 1e300,  std::numeric_limits<double>::max()};
    return random.sign() * palette[static_cast<std::size_t>(random.integer(0, 9))];
}

/// Numbers from the ends of the range, mixed within one case; three of them, zero and neighbours, so that zeros happen.
inline double one_of_three(Random& random, const std::array<double, 3>& numbers) {
    const double value = random.chance(25) ? 0 : numbers[static_cast<std::size_t>(random.integer(0, 2))];
    return random.chance(5) ? random.nudged(value, 1) : value;
}

inline FourPoints extreme_points(Random& random) {
    const std::array<double, 3> numbers{extreme_number(random), extreme_number(random), extreme_number(random)};
    FourPoints p;
    for (Vec3& q : p) q = {one_of_three(random, numbers), one_of_three(random, numbers), one_of_three(random, numbers)};
    return p;
}

inline FourPoints any_finite_points(Random& random) {
    FourPoints p;
    for (Vec3& q : p) q = {random.any_finite(), random.any_finite(), random.any_finite()};
    return p;
}

/// A grid stretched along each axis by its own power of two, from the smallest denormal to the largest double: signs
/// stay what they were on the grid.
inline FourPoints stretched_points(Random& random) {
    FourPoints p = grid_points(random);
    const int i = random.integer(-1074, 1021), j = random.integer(-1074, 1021), k = random.integer(-1074, 1021);
    for (Vec3& q : p) q = {std::ldexp(q.x, i), std::ldexp(q.y, j), std::ldexp(q.z, k)};
    return p;
}

/// Where one kind of arithmetic ends and another must take over: cubes of coordinates leave the range of double, or the
/// coordinates themselves are about to.
inline int exponent_at_a_border(Random& random) {
    switch (random.integer(0, 3)) {
        case 0: return random.integer(-1074, -1000);
        case 1: return random.integer(-400, -290);
        case 2: return random.integer(290, 400);
        default: return random.integer(980, 1021);
    }
}

/// Nearly coplanar there: rounding happens in the denormals, differences and products overflow.
inline FourPoints scaled_near_plane(Random& random) {
    FourPoints p = points_near_plane(random);
    const int exponent = exponent_at_a_border(random);
    for (Vec3& q : p) q = {std::ldexp(q.x, exponent), std::ldexp(q.y, exponent), std::ldexp(q.z, exponent)};
    return p;
}

}  // namespace pliant::oracle
