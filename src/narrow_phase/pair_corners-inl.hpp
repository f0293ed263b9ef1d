// The vertex numbers of pairs of triangles. Included once per vector target.
#if defined(PLIANT_NARROW_PHASE_PAIR_CORNERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_NARROW_PHASE_PAIR_CORNERS_INL
#undef PLIANT_NARROW_PHASE_PAIR_CORNERS_INL
#else
#define PLIANT_NARROW_PHASE_PAIR_CORNERS_INL
#endif

#include <algorithm>
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

/// The vertex numbers of the pairs from `first` on, the three corners of a, then those of b; lanes beyond the last pair
/// repeat it.
template <std::size_t lanes, class Numbers>
HWY_INLINE void read_corners(const Numbers& corners, const broad_phase::Pair* pairs, std::size_t first,
                             std::size_t count, std::uint32_t (&ids)[6][lanes]) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
        const broad_phase::Pair pair = pairs[std::min(first + lane, count - 1)];
        for (std::size_t corner = 0; corner < 3; ++corner) {
            ids[corner][lane] = corners.of_a(pair, corner);
            ids[3 + corner][lane] = corners.of_b(pair, corner);
        }
    }
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
