// Compress: the lanes that are kept, moved to the front. Unlike Highway's Compress, whose table compilers copy to the
// stack on each call, it permutes by a static table. Included once per vector target.
#if defined(PLIANT_SIMD_COMPRESS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_COMPRESS_INL
#undef PLIANT_SIMD_COMPRESS_INL
#else
#define PLIANT_SIMD_COMPRESS_INL
#endif

#include <cstddef>
#include <cstdint>

#include "simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

/// By bits of the kept lanes: the permutation that moves these to the front, in order, and the others behind them.
struct CompressOrders {
    alignas(32) std::int32_t lane[1 << float_lanes][float_lanes];
};

constexpr CompressOrders make_compress_orders() {
    CompressOrders orders{};
    for (unsigned bits = 0; bits < 1u << float_lanes; ++bits) {
        std::size_t next = 0;
        for (const unsigned wanted : {1u, 0u}) {
            for (unsigned lane = 0; lane < float_lanes; ++lane) {
                if ((bits >> lane & 1) == wanted) orders.lane[bits][next++] = static_cast<std::int32_t>(lane);
            }
        }
    }
    return orders;
}

inline constexpr CompressOrders compress_orders = make_compress_orders();

/// The permutation as indices for TableLookupLanes: computed once for several vectors.
template <class Tag>
HWY_INLINE auto compress_indices(Tag d, unsigned kept) {
    return hn::SetTableIndices(d, compress_orders.lane[kept]);
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
