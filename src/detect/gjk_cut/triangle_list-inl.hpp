// Reading lists of triangles, and copying some of them. Included once per vector target.
#if defined(PLIANT_GJK_CUT_LIST_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_GJK_CUT_LIST_INL
#undef PLIANT_GJK_CUT_LIST_INL
#else
#define PLIANT_GJK_CUT_LIST_INL
#endif

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "detect/gjk_cut/triangle_list.hpp"
#include "simd/compress-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::gjk_cut::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

using Numbers = hn::Rebind<std::uint32_t, Floats>;

HWY_INLINE unsigned valid_bits(std::size_t left) { return (1u << std::min(left, float_lanes)) - 1; }

HWY_INLINE Float corner(const TriangleList& list, std::size_t row, std::size_t i) {
    return hn::LoadU(Floats(), list.corner[row] + i);
}

/// Writes the kept ones of the triangles at `i` behind the first `at` of `to`; returns how many. Whole vectors are
/// stored, and what is behind the kept ones is written over next: stores under a mask take many times as long on some
/// processors.
HWY_INLINE std::size_t copy_kept(const TriangleList& from, std::size_t i, unsigned kept, const TriangleList& to,
                                 std::size_t at) {
    const Floats d;
    const Numbers n;
    const auto order = hn::SetTableIndices(d, compress_orders.lane[kept]);
    for (std::size_t row = 0; row < 9; ++row) {
        hn::StoreU(hn::TableLookupLanes(corner(from, row, i), order), d, to.corner[row] + at);
    }
    const auto numbers = hn::TableLookupLanes(hn::BitCast(d, hn::LoadU(n, from.number + i)), order);
    hn::StoreU(hn::BitCast(n, numbers), n, to.number + at);
    return static_cast<std::size_t>(std::popcount(kept));
}

}  // namespace pliant::gjk_cut::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
