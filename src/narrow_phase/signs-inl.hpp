// Signs that are certain in spite of rounding, several at once. Included once per vector target.
#if defined(PLIANT_NARROW_PHASE_SIGNS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_NARROW_PHASE_SIGNS_INL
#undef PLIANT_NARROW_PHASE_SIGNS_INL
#else
#define PLIANT_NARROW_PHASE_SIGNS_INL
#endif

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

using Lanes = hn::Mask<Doubles>;

// Bounds on rounding, each at least twice what counting the roundings gives, relative to the sum of magnitudes:
// a projection direction . (p - q), a determinant of three differences, a dot product of two cross products.
constexpr double projection_bound = 8 * 0x1p-53;
constexpr double determinant_bound = 16 * 0x1p-53;
constexpr double normals_bound = 32 * 0x1p-53;
// An underflow loses less than 2^-1074 in a product, times the factor that the product meets afterwards. `underflow` is
// far above the former; `underflow_factor`, times a bound above, covers the latter.
constexpr double underflow = 1e-290;
constexpr double underflow_factor = 1e-280;

HWY_INLINE Double error_of(Double magnitude, double bound) {
    const Doubles d;
    return hn::Add(hn::Mul(magnitude, hn::Set(d, bound)), hn::Set(d, underflow));
}

/// Lanes in which a bounded value is certainly positive / negative.
HWY_INLINE Lanes positive(const Bounded& b, double bound) { return hn::Gt(b.value, error_of(b.magnitude, bound)); }
HWY_INLINE Lanes negative(const Bounded& b, double bound) {
    return hn::Gt(hn::Neg(b.value), error_of(b.magnitude, bound));
}

/// Of three vectors, each of which is a difference of two points, rounded once.
HWY_INLINE Bounded determinant(const Points3& a, const Points3& b, const Points3& c) {
    const auto abs_cross = [](Double p, Double q, Double r, Double s) {
        return hn::Add(hn::Abs(hn::Mul(p, q)), hn::Abs(hn::Mul(r, s)));
    };
    const Bounded value = dot(cross(a, b), c);
    const auto magnitude = hn::Add(hn::Mul(abs_cross(a.y, b.z, a.z, b.y), hn::Abs(c.x)),
                                   hn::Add(hn::Mul(abs_cross(a.z, b.x, a.x, b.z), hn::Abs(c.y)),
                                           hn::Mul(abs_cross(a.x, b.y, a.y, b.x), hn::Abs(c.z))));
    const auto factors = hn::Add(hn::Abs(c.x), hn::Add(hn::Abs(c.y), hn::Abs(c.z)));
    return {value.value, hn::Add(magnitude, hn::Mul(factors, hn::Set(Doubles(), underflow_factor)))};
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
