// Which boxes of two blocks on a grid overlap, all 64 pairs at once. Included once per vector target.
#if defined(PLIANT_REGULARITY_GRID_OVERLAPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_REGULARITY_GRID_OVERLAPS_INL
#undef PLIANT_REGULARITY_GRID_OVERLAPS_INL
#else
#define PLIANT_REGULARITY_GRID_OVERLAPS_INL
#endif

#include <cstddef>
#include <cstdint>

#include "detect/regularity/grid_boxes.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::regularity::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

// Bit 8 * row + lane where box `row` of `a` overlaps box `lane` of `b`. All rows, without a branch: which rows could be
// left out is no more predictable than the answer.
#if HWY_TARGET <= HWY_AVX2

// Byte k of row i: where the bytes of a vector whose numbers are all one of the eight are taken from.
struct RowsOfBlock {
    alignas(64) std::int8_t byte[broad_phase::block_size][16];
};
constexpr RowsOfBlock make_rows_of_block(const int (&order)[broad_phase::block_size]) {
    RowsOfBlock rows{};
    for (std::size_t i = 0; i < broad_phase::block_size; ++i) {
        for (int k = 0; k < 16; ++k) rows.byte[i][k] = static_cast<std::int8_t>(2 * order[i] + k % 2);
    }
    return rows;
}

#if HWY_TARGET <= HWY_AVX3

inline constexpr RowsOfBlock rows_of_block = make_rows_of_block({0, 1, 2, 3, 4, 5, 6, 7});

/// Of differences, since saturation keeps their signs: these are gathered by fewer instructions than comparisons are.
HWY_INLINE std::uint64_t overlaps(const GridBoxBlock& a, const GridBoxBlock& b) {
    const auto four_times = [](const std::int16_t* numbers) HWY_ATTR {
        return _mm512_broadcast_i32x4(_mm_load_si128(reinterpret_cast<const __m128i*>(numbers)));
    };
    const auto any_of = [](__m512i p, __m512i q, __m512i r)
                            HWY_ATTR { return _mm512_ternarylogic_epi64(p, q, r, 0xfe); };
    const auto four_rows_apart = [&](std::size_t first) HWY_ATTR {
        const __m512i rows = _mm512_load_si512(rows_of_block.byte[first]);
        const auto below = [&](int axis) HWY_ATTR {
            return _mm512_subs_epi16(four_times(b.hi[axis]), _mm512_shuffle_epi8(four_times(a.lo[axis]), rows));
        };
        const auto above = [&](int axis) HWY_ATTR {
            return _mm512_subs_epi16(_mm512_shuffle_epi8(four_times(a.hi[axis]), rows), four_times(b.lo[axis]));
        };
        const __m512i negative =
            any_of(any_of(below(0), above(0), below(1)), above(1), _mm512_or_si512(below(2), above(2)));
        return static_cast<std::uint32_t>(_mm512_movepi16_mask(negative));
    };
    return ~(std::uint64_t{four_rows_apart(0)} | std::uint64_t{four_rows_apart(4)} << 32);
}

#else

// In the order that packing two vectors of two rows each into one of bytes turns into 0, 1, 2, 3 and so on.
inline constexpr RowsOfBlock rows_of_block = make_rows_of_block({0, 2, 1, 3, 4, 6, 5, 7});

HWY_INLINE std::uint64_t overlaps(const GridBoxBlock& a, const GridBoxBlock& b) {
    const auto twice = [](const std::int16_t* numbers) HWY_ATTR {
        return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(numbers)));
    };
    const auto two_rows_apart = [&](std::size_t first) HWY_ATTR {
        const __m256i rows = _mm256_load_si256(reinterpret_cast<const __m256i*>(rows_of_block.byte[first]));
        const auto apart_along = [&](int axis) HWY_ATTR {
            const __m256i a_lo = _mm256_shuffle_epi8(twice(a.lo[axis]), rows);
            const __m256i a_hi = _mm256_shuffle_epi8(twice(a.hi[axis]), rows);
            return _mm256_or_si256(_mm256_cmpgt_epi16(a_lo, twice(b.hi[axis])),
                                   _mm256_cmpgt_epi16(twice(b.lo[axis]), a_hi));
        };
        return _mm256_or_si256(_mm256_or_si256(apart_along(0), apart_along(1)), apart_along(2));
    };
    const auto four_rows_apart = [&](std::size_t first) HWY_ATTR {
        const __m256i bytes = _mm256_packs_epi16(two_rows_apart(first), two_rows_apart(first + 2));
        return static_cast<std::uint32_t>(_mm256_movemask_epi8(bytes));
    };
    return ~(std::uint64_t{four_rows_apart(0)} | std::uint64_t{four_rows_apart(4)} << 32);
}

#endif

#else

HWY_INLINE std::uint64_t overlaps(const GridBoxBlock& a, const GridBoxBlock& b) {
    const hn::CappedTag<std::int16_t, broad_phase::block_size> d;
    std::uint64_t bits = 0;
    for (std::size_t at = 0; at < broad_phase::block_size; at += hn::MaxLanes(d)) {
        for (std::size_t row = 0; row < broad_phase::block_size; ++row) {
            const auto apart_along = [&](int axis) HWY_ATTR {
                return hn::Or(hn::Gt(hn::Set(d, a.lo[axis][row]), hn::Load(d, b.hi[axis] + at)),
                              hn::Gt(hn::Load(d, b.lo[axis] + at), hn::Set(d, a.hi[axis][row])));
            };
            const auto apart = hn::Or(hn::Or(apart_along(0), apart_along(1)), apart_along(2));
            bits |= std::uint64_t{bits_of(d, hn::Not(apart))} << (8 * row + at);
        }
    }
    return bits;
}

#endif

}  // namespace pliant::regularity::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
