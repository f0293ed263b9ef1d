// Whether a triangle certainly has an area. Included once per vector target.
#if defined(PLIANT_SIMD_AREA_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_AREA_INL
#undef PLIANT_SIMD_AREA_INL
#else
#define PLIANT_SIMD_AREA_INL
#endif

#include "simd/coordinates-inl.hpp"
#include "simd/rounding.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

/// Lanes in which left - right, a component of a cross product, certainly differs from zero.
template <class Tag, class Vector>
HWY_INLINE hn::Mask<Tag> certainly_not_zero(Tag d, Vector left, Vector right) {
    using Limits = Rounding<hn::TFromD<Tag>>;
    const auto magnitude = hn::Add(hn::Abs(left), hn::Abs(right));
    const auto error =
        hn::Add(hn::Mul(magnitude, hn::Set(d, cross_units * Limits::unit)), hn::Set(d, Limits::cross_underflow));
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
    // An infinite coordinate or a NaN makes this sum infinite or NaN, and its difference with itself NaN.
    const auto sum = hn::Add(hn::Add(hn::Add(u.x, u.y), hn::Add(u.z, v.x)), hn::Add(v.y, v.z));
    const auto finite = hn::Eq(hn::Sub(sum, sum), hn::Zero(d));
    return hn::And(finite, hn::Or(x, hn::Or(y, z)));
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
