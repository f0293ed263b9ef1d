// The vertex numbers of pairs of triangles. Included once per vector target.
#if defined(PLIANT_SIMD_PAIR_CORNERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_PAIR_CORNERS_INL
#undef PLIANT_SIMD_PAIR_CORNERS_INL
#else
#define PLIANT_SIMD_PAIR_CORNERS_INL
#endif

#include <cstddef>
#include <cstdint>

#include "simd/box_kernels.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

/// Where the vertex numbers of a pair's corners are.
struct ByTriangle {
    const std::uint32_t* corners;

    [[nodiscard]] HWY_INLINE std::uint32_t of_a(const Pair& pair, std::size_t corner) const {
        return corners[3 * std::size_t{pair.a} + corner];
    }
    [[nodiscard]] HWY_INLINE std::uint32_t of_b(const Pair& pair, std::size_t corner) const {
        return corners[3 * std::size_t{pair.b} + corner];
    }
};
struct BySlot {
    const CornerBlock *a, *b;

    [[nodiscard]] HWY_INLINE std::uint32_t of_a(const Pair& pair, std::size_t corner) const {
        return a[pair.a / block_size].vertex[corner][pair.a % block_size];
    }
    [[nodiscard]] HWY_INLINE std::uint32_t of_b(const Pair& pair, std::size_t corner) const {
        return b[pair.b / block_size].vertex[corner][pair.b % block_size];
    }
};

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
