// Bounds of boxes as floats, rounded outwards. Included once per vector target.
#if defined(PLIANT_BROAD_PHASE_BOX_BOUNDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_BROAD_PHASE_BOX_BOUNDS_INL
#undef PLIANT_BROAD_PHASE_BOX_BOUNDS_INL
#else
#define PLIANT_BROAD_PHASE_BOX_BOUNDS_INL
#endif

#include <limits>

#include "simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::broad_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

using FewFloats = hn::Rebind<float, Doubles>;

// One unit in the last place of a float and the smallest normal one: more than a conversion can be off, even where
// denormals are flushed to zero.
constexpr float float_step = 0x1p-23f;
constexpr float float_least = 0x1p-126f;

/// Bounds of doubles as floats: rounded outwards. Numbers beyond the largest float count as that float, which keeps
/// their order; were they infinite, a box of everything would meet the empty ones, whose lo is infinite.
HWY_INLINE void store_bounds(Double lo, Double hi, float* lo_out, float* hi_out) {
    const FewFloats f;
    const auto largest = hn::Set(f, std::numeric_limits<float>::max()), lowest = hn::Neg(largest);
    const auto step = hn::Set(f, float_step), least = hn::Set(f, float_least);
    const auto lower = hn::Min(hn::Max(hn::DemoteTo(f, lo), lowest), largest);
    const auto upper = hn::Min(hn::Max(hn::DemoteTo(f, hi), lowest), largest);
    hn::StoreU(hn::Max(hn::Sub(lower, hn::Add(hn::Mul(hn::Abs(lower), step), least)), lowest), f, lo_out);
    hn::StoreU(hn::Min(hn::Add(upper, hn::Add(hn::Mul(hn::Abs(upper), step), least)), largest), f, hi_out);
}

HWY_INLINE void store_bounds(Float lo, Float hi, float* lo_out, float* hi_out) {
    hn::Store(lo, Floats(), lo_out);
    hn::Store(hi, Floats(), hi_out);
}

/// The same of bounds that were computed in floats, with an error of half a unit in the last place at most.
HWY_INLINE void store_widened_bounds(Float lo, Float hi, float* lo_out, float* hi_out) {
    const Floats f;
    const auto largest = hn::Set(f, std::numeric_limits<float>::max()), lowest = hn::Neg(largest);
    const auto step = hn::Set(f, float_step), least = hn::Set(f, float_least);
    hn::Store(hn::Max(hn::Sub(lo, hn::Add(hn::Mul(hn::Abs(lo), step), least)), lowest), f, lo_out);
    hn::Store(hn::Min(hn::Add(hi, hn::Add(hn::Mul(hn::Abs(hi), step), least)), largest), f, hi_out);
}

HWY_INLINE void store_widened_bounds(Double lo, Double hi, float* lo_out, float* hi_out) {
    store_bounds(lo, hi, lo_out, hi_out);  // by a whole unit in the last place of a float: rounding doubles is far less
}

}  // namespace pliant::broad_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
