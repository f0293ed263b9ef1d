// Which boxes of two blocks overlap, all 64 pairs at once. Included once per vector target.
#if defined(PLIANT_BROAD_PHASE_BOX_OVERLAPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_BROAD_PHASE_BOX_OVERLAPS_INL
#undef PLIANT_BROAD_PHASE_BOX_OVERLAPS_INL
#else
#define PLIANT_BROAD_PHASE_BOX_OVERLAPS_INL
#endif

#include <cstddef>
#include <cstdint>

#include "broad_phase/blocks.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::broad_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

// Bit 8 * row + lane where lane > row, and where lane = row.
constexpr std::uint64_t above_diagonal = 0x0080c0e0f0f8fcfe, diagonal = 0x8040201008040201;

// Bit 8 * row + lane where box `row` of `a` overlaps box `lane` of `b`. Branchless over all rows: which rows could be
// skipped is no more predictable than the answer. From AVX2 on, comparisons give vectors, not masks, with AVX-512 too:
// per cycle a core does one comparison into a mask register, but two into a vector.
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

/// Boxes that move, at both ends of a step: the pairs that no axis tells apart at both, in the same order.
HWY_INLINE std::uint64_t overlaps(const BoxBlock& a_start, const BoxBlock& a_end, const BoxBlock& b_start,
                                  const BoxBlock& b_end) {
    std::uint64_t bits = 0;
    for (std::size_t row = 0; row < block_size; ++row) {
        __m256 apart = _mm256_setzero_ps();
        for (int axis = 0; axis < 3; ++axis) {
            const auto before = [&](const BoxBlock& b, const BoxBlock& a) HWY_ATTR {
                return _mm256_cmp_ps(_mm256_load_ps(b.hi[axis]), _mm256_broadcast_ss(&a.lo[axis][row]), _CMP_LT_OQ);
            };
            const auto behind = [&](const BoxBlock& b, const BoxBlock& a) HWY_ATTR {
                return _mm256_cmp_ps(_mm256_load_ps(b.lo[axis]), _mm256_broadcast_ss(&a.hi[axis][row]), _CMP_GT_OQ);
            };
            apart = _mm256_or_ps(apart, _mm256_and_ps(before(b_start, a_start), before(b_end, a_end)));
            apart = _mm256_or_ps(apart, _mm256_and_ps(behind(b_start, a_start), behind(b_end, a_end)));
        }
        bits |= static_cast<std::uint64_t>(~_mm256_movemask_ps(apart) & 255) << (8 * row);
    }
    return bits;
}

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

HWY_INLINE std::uint64_t overlaps(const BoxBlock& a_start, const BoxBlock& a_end, const BoxBlock& b_start,
                                  const BoxBlock& b_end) {
    const Floats d;
    constexpr unsigned all = all_lanes<Floats>;
    std::uint64_t bits = 0;
    for (std::size_t at = 0; at < block_size; at += float_lanes) {
        for (std::size_t row = 0; row < block_size; ++row) {
            auto apart = hn::FirstN(d, 0);
            for (int axis = 0; axis < 3; ++axis) {
                const auto before = [&](const BoxBlock& b, const BoxBlock& a) HWY_ATTR {
                    return hn::Lt(hn::Load(d, b.hi[axis] + at), hn::Set(d, a.lo[axis][row]));
                };
                const auto behind = [&](const BoxBlock& b, const BoxBlock& a) HWY_ATTR {
                    return hn::Gt(hn::Load(d, b.lo[axis] + at), hn::Set(d, a.hi[axis][row]));
                };
                apart = hn::Or(apart, hn::And(before(b_start, a_start), before(b_end, a_end)));
                apart = hn::Or(apart, hn::And(behind(b_start, a_start), behind(b_end, a_end)));
            }
            bits |= std::uint64_t{~bits_of(d, apart) & all} << (8 * row + at);
        }
    }
    return bits;
}

#endif

HWY_INLINE std::uint64_t overlaps(const StepBoxes& a, const StepBoxes& b, Pair pair) {
    return overlaps(a.start[pair.a], a.end[pair.a], b.start[pair.b], b.end[pair.b]);
}

}  // namespace pliant::broad_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
