// Bounds on the rounding of certain impacts, one by one and in vectors.
#pragma once

#include "simd/rounding.hpp"

namespace pliant::impact {

/// Of the cubic, relative to the sum of the magnitudes of its terms. A term of a determinant is rounded eight times at
/// most, its differences included. A coefficient is the mean of three determinants (3 more). A part of the cubic adds
/// nine, an evaluation nine again: 29 units.
inline constexpr double volume_units = 32;
/// Relative to the product of the greatest magnitudes of the vectors that are multiplied. A component of u(t): 4 units.
/// Of u x v: 20. (u x v) . (w x v): 276. Doubled for safety. Where no vector moves by more than r times its size, a
/// time that is off by d moves a component by r d, a cross product by 4 r d (1 + r d / 2), such a product by twelve
/// times as much; r d is at most 1.
inline constexpr double product_units = 552, product_drift = 96;
/// Products of magnitudes outside these may over- or underflow.
inline constexpr double least_size = 0x1p-200, most_size = 0x1p200;
/// A product of tiny components that underflows is off by 2^-1075, times two sizes at most; with all terms far below
/// this.
inline constexpr double underflow = 0x1p-600;
/// Times are rounded by less than this where a part of the cubic is mapped to the whole.
inline constexpr double time_rounding = 4 * simd::Rounding<double>::unit;
/// A step of Newton's that is no longer than this squares the error: about 2^-56.
inline constexpr double last_step = 0x1p-28;
inline constexpr int most_newton_steps = 60;
/// Half the width of the interval around a root is tried so often, each time eight times as wide.
inline constexpr int most_widths = 3;
/// n . n is mostly rounding where it is below this, times u . u and v . v.
inline constexpr double flat_square = 0x1p-90;
/// Below this n . n may be denormal, and less precise than it looks.
inline constexpr double least_square = 0x1p-900;

}  // namespace pliant::impact
