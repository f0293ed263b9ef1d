// Small vector algebra, one point per lane. Sums are added from left to right, (x + y) + z, so that every kernel rounds
// alike. Included once per vector target.
#if defined(PLIANT_SIMD_COORDINATES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_COORDINATES_INL
#undef PLIANT_SIMD_COORDINATES_INL
#else
#define PLIANT_SIMD_COORDINATES_INL
#endif

#include "simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

/// One vector per coordinate (SoA).
template <class Vector>
struct Coordinates {
    Vector x, y, z;
};
using Points3 = Coordinates<Double>;
using FloatPoints3 = Coordinates<Float>;

template <class Vector>
HWY_INLINE Coordinates<Vector> operator-(const Coordinates<Vector>& a, const Coordinates<Vector>& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

template <class Vector>
HWY_INLINE Coordinates<Vector> operator+(const Coordinates<Vector>& a, const Coordinates<Vector>& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

template <class Vector>
HWY_INLINE Coordinates<Vector> cross(const Coordinates<Vector>& a, const Coordinates<Vector>& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

template <class Vector>
HWY_INLINE Vector dot(const Coordinates<Vector>& a, const Coordinates<Vector>& b) {
    return hn::Add(hn::Add(hn::Mul(a.x, b.x), hn::Mul(a.y, b.y)), hn::Mul(a.z, b.z));
}

/// |x| + |y| + |z|, the norm of error bounds. NaN where a coordinate is: a maximum would drop it.
template <class Vector>
HWY_INLINE Vector sum_of_magnitudes(const Coordinates<Vector>& p) {
    return hn::Add(hn::Add(hn::Abs(p.x), hn::Abs(p.y)), hn::Abs(p.z));
}

/// max(|x|, |y|, |z|). Not NaN-safe.
template <class Vector>
HWY_INLINE Vector largest_magnitude(const Coordinates<Vector>& p) {
    return hn::Max(hn::Max(hn::Abs(p.x), hn::Abs(p.y)), hn::Abs(p.z));
}

template <class Vector>
HWY_INLINE Vector min_of(Vector a, Vector b, Vector c) {
    return hn::Min(hn::Min(a, b), c);
}

template <class Vector>
HWY_INLINE Vector max_of(Vector a, Vector b, Vector c) {
    return hn::Max(hn::Max(a, b), c);
}

/// `a` in the lanes of `first`, `b` in the others.
template <class Mask, class Vector>
HWY_INLINE Coordinates<Vector> choose(Mask first, const Coordinates<Vector>& a, const Coordinates<Vector>& b) {
    return {hn::IfThenElse(first, a.x, b.x), hn::IfThenElse(first, a.y, b.y), hn::IfThenElse(first, a.z, b.z)};
}

/// A value and the sum of the magnitudes of its terms, for error bounds.
struct Bounded {
    Double value, magnitude;
};

HWY_INLINE Bounded bounded_dot(const Points3& a, const Points3& b) {
    const auto x = hn::Mul(a.x, b.x), y = hn::Mul(a.y, b.y), z = hn::Mul(a.z, b.z);
    return {hn::Add(hn::Add(x, y), z), hn::Add(hn::Add(hn::Abs(x), hn::Abs(y)), hn::Abs(z))};
}

/// One box as two vector loads; the fourth numbers are not used.
struct alignas(16) BoxAround {
    float lo[4], hi[4];
};

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
