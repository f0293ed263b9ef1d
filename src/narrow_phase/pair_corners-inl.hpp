// The vertex numbers of pairs of triangles. Included once per vector target.
#if defined(PLIANT_NARROW_PHASE_PAIR_CORNERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_NARROW_PHASE_PAIR_CORNERS_INL
#undef PLIANT_NARROW_PHASE_PAIR_CORNERS_INL
#else
#define PLIANT_NARROW_PHASE_PAIR_CORNERS_INL
#endif

#include <cstddef>
#include <cstdint>

#include "broad_phase/blocks.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

/// Where the vertex numbers of a pair's corners are.
struct ByTriangle {
    const std::uint32_t* corners;

    [[nodiscard]] HWY_INLINE std::uint32_t of_a(const broad_phase::Pair& pair, std::size_t corner) const {
        return corners[3 * std::size_t{pair.a} + corner];
    }
    [[nodiscard]] HWY_INLINE std::uint32_t of_b(const broad_phase::Pair& pair, std::size_t corner) const {
        return corners[3 * std::size_t{pair.b} + corner];
    }
};
struct BySlot {
    const broad_phase::CornerBlock *a, *b;

    [[nodiscard]] HWY_INLINE std::uint32_t of_a(const broad_phase::Pair& pair, std::size_t corner) const {
        return a[broad_phase::block_of(pair.a)].vertex[corner][broad_phase::lane_of(pair.a)];
    }
    [[nodiscard]] HWY_INLINE std::uint32_t of_b(const broad_phase::Pair& pair, std::size_t corner) const {
        return b[broad_phase::block_of(pair.b)].vertex[corner][broad_phase::lane_of(pair.b)];
    }
};

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
