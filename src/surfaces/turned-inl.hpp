// Turned coordinates, one point per lane. Included once per vector target.
#if defined(PLIANT_SURFACES_TURNED_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SURFACES_TURNED_INL
#undef PLIANT_SURFACES_TURNED_INL
#else
#define PLIANT_SURFACES_TURNED_INL
#endif

#include "simd/coordinates-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::surfaces::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

/// The coordinate along the axis comes last.
HWY_INLINE Points3 axis_last(const Points3& p, int axis) {
    if (axis == 0) return {p.y, p.z, p.x};
    if (axis == 1) return {p.z, p.x, p.y};
    return p;
}

}  // namespace pliant::surfaces::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
