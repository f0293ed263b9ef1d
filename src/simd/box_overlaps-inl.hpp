// Which boxes of two blocks overlap, all 64 pairs at once. Included once per vector target.
#if defined(PLIANT_SIMD_BOX_OVERLAPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_BOX_OVERLAPS_INL
#undef PLIANT_SIMD_BOX_OVERLAPS_INL
#else
#define PLIANT_SIMD_BOX_OVERLAPS_INL
#endif

#include <cstddef>
#include <cstdint>

#include "simd/box_kernels.hpp"
#include "simd/gather-inl.hpp"
#include "simd/grid_boxes.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

// Bit 8 * row + lane where lane > row, and where lane = row.
constexpr std::uint64_t above_diagonal = 0x0080c0e0f0f8fcfe, diagonal = 0x8040201008040201;

// Bit 8 * row + lane where box `row` of `a` overlaps box `lane` of `b`. All rows, without a branch: which rows could be
// left out is no more predictable than the answer. Where vectors are wide, comparisons give vectors and not masks even
// if the processor has those: it compares into one mask a cycle, and into two vectors.
#if HWY_TARGET <= HWY_AVX2

HWY_INLINE std::uint64_t overlaps(const BoxBlock& a, const BoxBlock& b) {
    const __m256 lo_x = _mm256_load_ps(b.lo[0]), lo_y = _mm256_load_ps(b.lo[1]), lo_z = _mm256_load_ps(b.lo[2]);
    const __m256 hi_x = _mm256_load_ps(b.hi[0]), hi_y = _mm256_load_ps(b.hi[1]), hi_z = _mm256_load_ps(b.hi[2]);
    const auto reach = [](__m256 lo, float a_hi, __m256 hi, float a_lo) HWY_ATTR {
        return _mm256_and_ps(_mm256_cmp_ps(lo, _mm256_set1_ps(a_hi), _CMP_LE_OQ),
                             _mm256_cmp_ps(hi, _mm256_set1_ps(a_lo), _CMP_GE_OQ));
    };
    std::uint64_t bits = 0;
    for (std::size_t row = 0; row < block_size; ++row) {
        const __m256 x = reach(lo_x, a.hi[0][row], hi_x, a.lo[0][row]);
        const __m256 y = reach(lo_y, a.hi[1][row], hi_y, a.lo[1][row]);
        const __m256 z = reach(lo_z, a.hi[2][row], hi_z, a.lo[2][row]);
        const int lanes = _mm256_movemask_ps(_mm256_and_ps(_mm256_and_ps(x, y), z));
        bits |= static_cast<std::uint64_t>(lanes) << (8 * row);
    }
    return bits;
}

// Byte k of row i: where the bytes of a vector whose numbers are all one of the eight are taken from.
struct RowsOfBlock {
    alignas(64) std::int8_t byte[block_size][16];
};
constexpr RowsOfBlock make_rows_of_block(const int (&order)[block_size]) {
    RowsOfBlock rows{};
    for (std::size_t i = 0; i < block_size; ++i) {
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

HWY_INLINE std::uint64_t overlaps(const BoxBlock& a, const BoxBlock& b) {
    const Floats d;
    std::uint64_t bits = 0;
    for (std::size_t at = 0; at < block_size; at += float_lanes) {
        const auto lo_x = hn::Load(d, b.lo[0] + at), lo_y = hn::Load(d, b.lo[1] + at), lo_z = hn::Load(d, b.lo[2] + at);
        const auto hi_x = hn::Load(d, b.hi[0] + at), hi_y = hn::Load(d, b.hi[1] + at), hi_z = hn::Load(d, b.hi[2] + at);
        for (std::size_t row = 0; row < block_size; ++row) {
            const auto x = hn::And(hn::Le(lo_x, hn::Set(d, a.hi[0][row])), hn::Ge(hi_x, hn::Set(d, a.lo[0][row])));
            const auto y = hn::And(hn::Le(lo_y, hn::Set(d, a.hi[1][row])), hn::Ge(hi_y, hn::Set(d, a.lo[1][row])));
            const auto z = hn::And(hn::Le(lo_z, hn::Set(d, a.hi[2][row])), hn::Ge(hi_z, hn::Set(d, a.lo[2][row])));
            bits |= std::uint64_t{bits_of(d, hn::And(hn::And(x, y), z))} << (8 * row + at);
        }
    }
    return bits;
}

HWY_INLINE std::uint64_t overlaps(const GridBoxBlock& a, const GridBoxBlock& b) {
    const hn::CappedTag<std::int16_t, block_size> d;
    std::uint64_t bits = 0;
    for (std::size_t at = 0; at < block_size; at += hn::MaxLanes(d)) {
        for (std::size_t row = 0; row < block_size; ++row) {
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

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
