// Whether a triangle certainly has an area. Included once per vector target.
#if defined(PLIANT_SIMD_AREA_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_AREA_INL
#undef PLIANT_SIMD_AREA_INL
#else
#define PLIANT_SIMD_AREA_INL
#endif

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

// A component of the cross product of two edges is off by less than this many units of the last place of the magnitudes
// of its two terms: three roundings in each term and one in their difference, doubled for safety. `underflow` is far
// above what an underflow can hide.
template <class Scalar>
struct CrossBound;
template <>
struct CrossBound<double> {
    static constexpr double relative = 8 * 0x1p-53, underflow = 1e-300;
};
template <>
struct CrossBound<float> {
    static constexpr float relative = 8 * 0x1p-24f, underflow = 1e-35f;
};

template <class Tag, class Vector>
HWY_INLINE hn::Mask<Tag> certainly_not_zero(Tag d, Vector left, Vector right) {
    using Bound = CrossBound<hn::TFromD<Tag>>;
    const auto magnitude = hn::Add(hn::Abs(left), hn::Abs(right));
    const auto error = hn::Add(hn::Mul(magnitude, hn::Set(d, Bound::relative)), hn::Set(d, Bound::underflow));
    return hn::Gt(hn::Abs(hn::Sub(left, right)), error);
}

/// Lanes in which every coordinate is finite and some component of (b - a) x (c - a) certainly differs from zero.
template <class Tag, class Vector>
HWY_INLINE hn::Mask<Tag> has_area(Tag d, const Coordinates<Vector>& a, const Coordinates<Vector>& b,
                                  const Coordinates<Vector>& c) {
    const auto u = b - a, v = c - a;
    const auto x = certainly_not_zero(d, hn::Mul(u.y, v.z), hn::Mul(u.z, v.y));
    const auto y = certainly_not_zero(d, hn::Mul(u.z, v.x), hn::Mul(u.x, v.z));
    const auto z = certainly_not_zero(d, hn::Mul(u.x, v.y), hn::Mul(u.y, v.x));
    // An infinite or undefined coordinate makes this sum, and its difference to itself, something else than zero.
    const auto sum = hn::Add(hn::Add(hn::Add(u.x, u.y), hn::Add(u.z, v.x)), hn::Add(v.y, v.z));
    const auto finite = hn::Eq(hn::Sub(sum, sum), hn::Zero(d));
    return hn::And(finite, hn::Or(x, hn::Or(y, z)));
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
