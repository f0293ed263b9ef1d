// The lanes that are kept, brought to the front. Highway's own Compress does the same, but compilers copy its table to
// the stack each time. Included once per vector target.
#if defined(PLIANT_SIMD_FRONT_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_FRONT_INL
#undef PLIANT_SIMD_FRONT_INL
#else
#define PLIANT_SIMD_FRONT_INL
#endif

#include <cstddef>
#include <cstdint>

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

/// For each set of kept lanes, the lanes in the order that brings the kept ones to the front.
struct FrontOrders {
    alignas(32) std::int32_t lane[1 << float_lanes][float_lanes];
};

constexpr FrontOrders make_front_orders() {
    FrontOrders orders{};
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

inline constexpr FrontOrders front_orders = make_front_orders();

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
