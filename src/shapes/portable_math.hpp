// Portable elementary functions by + - * / and sqrt alone, which IEEE 754 rounds correctly. The sines of C libraries
// differ in the last bits, and the scenes must not.
#pragma once

#include <cmath>

#include "numeric/vec.hpp"

namespace pliant::shapes {

inline constexpr double full_turn = 6.283185307179586476925;  // radians

struct SinCos {
    double sin = 0, cos = 1;
};

namespace detail {

// Taylor series for |x| <= pi/4: the first term left out is below 1e-17. Coefficients are 1 / n!.
constexpr double sin_series(double x) {
    constexpr double c3 = 1.0 / 6, c5 = 1.0 / 120, c7 = 1.0 / 5040, c9 = 1.0 / 362880, c11 = 1.0 / 39916800;
    constexpr double c13 = 1.0 / 6227020800, c15 = 1.0 / 1307674368000;
    const double y = x * x;
    return x - x * y * (c3 - y * (c5 - y * (c7 - y * (c9 - y * (c11 - y * (c13 - y * c15))))));
}

constexpr double cos_series(double x) {
    constexpr double c2 = 1.0 / 2, c4 = 1.0 / 24, c6 = 1.0 / 720, c8 = 1.0 / 40320, c10 = 1.0 / 3628800;
    constexpr double c12 = 1.0 / 479001600, c14 = 1.0 / 87178291200, c16 = 1.0 / 20922789888000;
    const double y = x * x;
    return 1 - y * (c2 - y * (c4 - y * (c6 - y * (c8 - y * (c10 - y * (c12 - y * (c14 - y * c16)))))));
}

}  // namespace detail

/// Sine and cosine of an angle in full turns, to about 2e-16. Quarter turns are exact.
inline SinCos sincos_turns(double turns) {
    const double rest = turns - std::floor(turns);
    const double quarter = std::floor(4 * rest + 0.5);
    const double x = (rest - quarter / 4) * full_turn;
    const double s = detail::sin_series(x), c = detail::cos_series(x);
    switch (static_cast<int>(quarter)) {
        case 1: return {c, -s};
        case 2: return {-s, -c};
        case 3: return {-c, s};
        default: return {s, c};
    }
}

inline double sin_turns(double turns) { return sincos_turns(turns).sin; }
inline double cos_turns(double turns) { return sincos_turns(turns).cos; }

/// The angle of (x, y) in turns, from -1/2 to 1/2, to about 1e-16; 0 for the origin.
double angle_turns(double x, double y);

/// 0 up to `from`, 1 beyond `to`, smooth between.
constexpr double smooth_step(double from, double to, double x) {
    const double t = x <= from ? 0 : x >= to ? 1 : (x - from) / (to - from);
    return t * t * (3 - 2 * t);
}

inline double length(const Vec3& v) { return std::sqrt(dot(v, v)); }
inline Vec3 unit(const Vec3& v) { return (1 / length(v)) * v; }

}  // namespace pliant::shapes
