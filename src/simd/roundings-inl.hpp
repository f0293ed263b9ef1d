// What rounding may cost, by kind of number. Included once per vector target.
#if defined(PLIANT_SIMD_ROUNDINGS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_ROUNDINGS_INL
#undef PLIANT_SIMD_ROUNDINGS_INL
#else
#define PLIANT_SIMD_ROUNDINGS_INL
#endif

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

/// Half a unit in the last place, and what an underflow loses at most, with room to spare: a product, or a difference
/// where the processor flushes denormal numbers to zero.
template <class Tag>
struct Roundings;
template <>
struct Roundings<Floats> {
    static constexpr float unit = 0x1p-24f, underflow = 1e-36f;
};
#if HWY_TARGET <= HWY_AVX3
template <>
struct Roundings<SixteenFloats> : Roundings<Floats> {};
#endif
template <>
struct Roundings<Doubles> {
    static constexpr double unit = 0x1p-53, underflow = 1e-290;
};

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
