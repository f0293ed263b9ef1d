// Vertices of several triangles turned into one vector per coordinate. Included once per vector target.
#if defined(PLIANT_SIMD_GATHER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_GATHER_INL
#undef PLIANT_SIMD_GATHER_INL
#else
#define PLIANT_SIMD_GATHER_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::CappedTag<double, 4>;
using Double = hn::Vec<Doubles>;
inline constexpr std::size_t double_lanes = hn::MaxLanes(Doubles());

/// One vector per coordinate.
struct Points3 {
    Double x, y, z;
};

/// Vertices ids[0], ids[1], ... of an array of four doubles each.
HWY_INLINE Points3 gather(const double* vertices, const std::uint32_t* ids) {
    const Doubles d;
#if HWY_MAX_BYTES >= 32
    const auto v0 = hn::Load(d, vertices + 4 * std::size_t{ids[0]}),
               v1 = hn::Load(d, vertices + 4 * std::size_t{ids[1]});
    const auto v2 = hn::Load(d, vertices + 4 * std::size_t{ids[2]}),
               v3 = hn::Load(d, vertices + 4 * std::size_t{ids[3]});
    const auto xz01 = hn::InterleaveLower(d, v0, v1), yw01 = hn::InterleaveUpper(d, v0, v1);
    const auto xz23 = hn::InterleaveLower(d, v2, v3), yw23 = hn::InterleaveUpper(d, v2, v3);
    return {hn::ConcatLowerLower(d, xz23, xz01), hn::ConcatLowerLower(d, yw23, yw01),
            hn::ConcatUpperUpper(d, xz23, xz01)};
#elif HWY_TARGET == HWY_SCALAR
    const double* p = vertices + 4 * std::size_t{ids[0]};
    return {hn::Set(d, p[0]), hn::Set(d, p[1]), hn::Set(d, p[2])};
#else
    static_assert(double_lanes == 2, "the narrowest vector target has 128 bits");
    const double *p = vertices + 4 * std::size_t{ids[0]}, *q = vertices + 4 * std::size_t{ids[1]};
    const auto xy0 = hn::Load(d, p), xy1 = hn::Load(d, q);
    const auto zw0 = hn::Load(d, p + 2), zw1 = hn::Load(d, q + 2);
    return {hn::InterleaveLower(d, xy0, xy1), hn::InterleaveUpper(d, xy0, xy1), hn::InterleaveLower(d, zw0, zw1)};
#endif
}

HWY_INLINE Points3 operator-(const Points3& a, const Points3& b) {
    return {hn::Sub(a.x, b.x), hn::Sub(a.y, b.y), hn::Sub(a.z, b.z)};
}

HWY_INLINE Points3 operator+(const Points3& a, const Points3& b) {
    return {hn::Add(a.x, b.x), hn::Add(a.y, b.y), hn::Add(a.z, b.z)};
}

HWY_INLINE Points3 cross(const Points3& a, const Points3& b) {
    return {hn::Sub(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Sub(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
            hn::Sub(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
}

/// A value and the sum of the magnitudes of its terms, for error bounds.
struct Bounded {
    Double value, magnitude;
};

HWY_INLINE Bounded dot(const Points3& a, const Points3& b) {
    const auto x = hn::Mul(a.x, b.x), y = hn::Mul(a.y, b.y), z = hn::Mul(a.z, b.z);
    return {hn::Add(hn::Add(x, y), z), hn::Add(hn::Add(hn::Abs(x), hn::Abs(y)), hn::Abs(z))};
}

HWY_INLINE unsigned bits_of(hn::Mask<Doubles> mask) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(Doubles(), mask, bytes);
    return bytes[0];
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
