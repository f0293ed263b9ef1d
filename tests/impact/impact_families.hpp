// Random motions of four points, most of them as degenerate as can be.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>

#include <pliant/points.hpp>

#include "oracle/random.hpp"

namespace pliant::oracle {

/// PLIANT_TEST_IMPACTS in the environment: how many times as many cases.
inline int times_as_many() {
    const char* given = std::getenv("PLIANT_TEST_IMPACTS");
    return given == nullptr ? 1 : std::max(1, std::atoi(given));
}

struct RandomMotion {
    std::array<Point, 4> start, end;
};

inline Point point(const Vec3& p) { return {p.x, p.y, p.z}; }

/// All coordinates whole and small: double roots, motion in a plane, parallel edges and points on lines are common.
inline RandomMotion on_grid(Random& random, int side) {
    RandomMotion m;
    for (auto* points : {&m.start, &m.end})
        for (Point& p : *points) p = point(random.on_grid(side));
    return m;
}

/// As on_grid, and nothing leaves a plane, or a line, that moves.
inline RandomMotion in_plane(Random& random, int side) {
    RandomMotion m = on_grid(random, side);
    const int kind = random.integer(0, 3);
    const double lift = random.integer(0, 2);
    for (std::size_t i = 0; i < 4; ++i) {
        if (kind == 0) m.start[i][2] = 0, m.end[i][2] = lift;
        if (kind == 1) m.start[i][2] = m.start[i][0] + m.start[i][1], m.end[i][2] = m.end[i][0] + m.end[i][1] + lift;
        if (kind == 2) m.start[i][1] = m.start[i][2] = 0, m.end[i][1] = lift, m.end[i][2] = 1;
        if (kind == 3) m.end[i] = m.start[i];
    }
    return m;
}

inline RandomMotion in_cube(Random& random) {
    RandomMotion m;
    for (auto* points : {&m.start, &m.end})
        for (Point& p : *points) p = point(random.in_cube());
    return m;
}

/// A grid motion, every coordinate off by a few units in the last place; or at a corner of the range of doubles.
inline RandomMotion nudged(Random& random) {
    RandomMotion m = on_grid(random, 3);
    const int far = random.integer(0, 2);
    const double shift = far == 0 ? 0 : std::ldexp(1.0, random.integer(0, 20));
    for (auto* points : {&m.start, &m.end})
        for (Point& p : *points)
            for (double& c : p) c = random.nudged(c / 3 + shift, random.integer(0, 2));
    return m;
}

inline RandomMotion any_scale(Random& random) {
    RandomMotion m = random.chance(50) ? on_grid(random, 2) : nudged(random);
    const double scale = random.chance(50) ? 0x1p-1074 : 0x1p995;
    for (auto* points : {&m.start, &m.end})
        for (Point& p : *points)
            for (double& c : p) c = random.chance(3) ? random.any_finite() : std::floor(c * 8) * scale;
    return m;
}

/// Whose four points fall upon each other: a whole motion, stretched by a power of two that differs by axis.
inline RandomMotion stretched(Random& random) {
    RandomMotion m = on_grid(random, 4);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double scale = std::ldexp(1.0, random.integer(-30, 30));
        for (auto* points : {&m.start, &m.end})
            for (Point& p : *points) p[axis] *= scale;
    }
    return m;
}

}  // namespace pliant::oracle
