// What rounding and underflow may cost, by type of number: the one table that the error bounds of kernels are made of.
#pragma once

namespace pliant::simd {

/// `unit`: half a unit in the last place of 1. `underflow`: more than a product loses by underflow, or a difference
/// where denormals are flushed to zero. `cross_underflow`: the same for a difference of two products.
template <class Scalar>
struct Rounding;
template <>
struct Rounding<float> {
    static constexpr float unit = 0x1p-24f, underflow = 1e-36f, cross_underflow = 1e-35f;
};
template <>
struct Rounding<double> {
    static constexpr double unit = 0x1p-53, underflow = 1e-290, cross_underflow = 1e-300;
    /// Times a factor that the underflowed product meets afterwards; above `underflow` for any bound below.
    static constexpr double factor_underflow = 1e-280;
};

// Bounds on rounding in units, relative to the sum of the magnitudes of the terms.

/// A component of the cross product of two edges: three roundings in each of two terms and one in their difference,
/// doubled for safety.
inline constexpr int cross_units = 8;
/// A determinant of three differences [Shewchuk1997, 4.3], rounded up.
inline constexpr int determinant_units = 8;
/// direction . (p - q): twice what counting the roundings gives, as in the two below.
inline constexpr int projection_units = 8;
/// (a x b) . c of three differences.
inline constexpr int triple_product_units = 16;
/// (a x b) . (c x d) of differences.
inline constexpr int normals_units = 32;

}  // namespace pliant::simd
