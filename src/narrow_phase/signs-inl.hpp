// Signs that are certain in spite of rounding, one per lane. Included once per vector target.
#if defined(PLIANT_NARROW_PHASE_SIGNS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_NARROW_PHASE_SIGNS_INL
#undef PLIANT_NARROW_PHASE_SIGNS_INL
#else
#define PLIANT_NARROW_PHASE_SIGNS_INL
#endif

#include "simd/coordinates-inl.hpp"
#include "simd/rounding.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

using Lanes = hn::Mask<Doubles>;

using DoubleRounding = simd::Rounding<double>;
constexpr double projection_bound = simd::projection_units * DoubleRounding::unit;
constexpr double triple_product_bound = simd::triple_product_units * DoubleRounding::unit;
constexpr double normals_bound = simd::normals_units * DoubleRounding::unit;

HWY_INLINE Double error_of(Double magnitude, double bound) {
    const Doubles d;
    return hn::Add(hn::Mul(magnitude, hn::Set(d, bound)), hn::Set(d, DoubleRounding::underflow));
}

/// Lanes in which a bounded value is certainly positive / negative.
HWY_INLINE Lanes positive(const Bounded& b, double bound) { return hn::Gt(b.value, error_of(b.magnitude, bound)); }
HWY_INLINE Lanes negative(const Bounded& b, double bound) {
    return hn::Gt(hn::Neg(b.value), error_of(b.magnitude, bound));
}

/// (a x b) . c of three differences of points, each rounded once.
HWY_INLINE Bounded triple_product(const Points3& a, const Points3& b, const Points3& c) {
    const auto abs_cross = [](Double p, Double q, Double r, Double s) {
        return hn::Add(hn::Abs(hn::Mul(p, q)), hn::Abs(hn::Mul(r, s)));
    };
    const auto value = dot(cross(a, b), c);
    const auto magnitude = hn::Add(hn::Mul(abs_cross(a.y, b.z, a.z, b.y), hn::Abs(c.x)),
                                   hn::Add(hn::Mul(abs_cross(a.z, b.x, a.x, b.z), hn::Abs(c.y)),
                                           hn::Mul(abs_cross(a.x, b.y, a.y, b.x), hn::Abs(c.z))));
    const auto factors = hn::Add(hn::Abs(c.x), hn::Add(hn::Abs(c.y), hn::Abs(c.z)));
    return {value, hn::Add(magnitude, hn::Mul(factors, hn::Set(Doubles(), DoubleRounding::factor_underflow)))};
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
