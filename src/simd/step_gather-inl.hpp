// Gathers of vertices at both ends of a step, which lie side by side. Included once per vector target.
#if defined(PLIANT_SIMD_STEP_GATHER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_STEP_GATHER_INL
#undef PLIANT_SIMD_STEP_GATHER_INL
#else
#define PLIANT_SIMD_STEP_GATHER_INL
#endif

#include <cstddef>
#include <cstdint>

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

template <class Vector>
struct StepPoints {
    Coordinates<Vector> start, end;
};

inline const FloatVertex* vertices_of(const FloatStep* steps) { return reinterpret_cast<const FloatVertex*>(steps); }
inline const DoubleVertex* vertices_of(const DoubleStep* steps) { return reinterpret_cast<const DoubleVertex*>(steps); }
static_assert(sizeof(FloatStep) == 2 * sizeof(FloatVertex) && sizeof(DoubleStep) == 2 * sizeof(DoubleVertex));

/// Vertices ids[0], ids[1], ...: as many as the tag has lanes.
template <class Tag, class Step>
HWY_INLINE StepPoints<hn::Vec<Tag>> load_step(Tag d, const Step* steps, const std::uint32_t* ids) {
    std::uint32_t places[hn::MaxLanes(Tag())];
    for (std::size_t i = 0; i < hn::MaxLanes(Tag()); ++i) places[i] = 2 * ids[i];
    return {load(d, vertices_of(steps), places), load(d, vertices_of(steps) + 1, places)};
}

#if HWY_TARGET <= HWY_AVX3

using EightDoubles = hn::FixedTag<double, 8>;

/// Vertices 0 to 3 at the start and at the end, then 4 to 7 at the start and at the end.
HWY_INLINE Coordinates<__m512> eight_steps(const FloatStep* steps, const std::uint32_t* ids) {
    const auto one = [&](std::size_t i) HWY_ATTR { return _mm256_load_ps(&steps[ids[i]].start.x); };
    const auto two = [&](std::size_t i) HWY_ATTR {
        return hn::Vec<SixteenFloats>{_mm512_castpd_ps(
            _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_castps_pd(one(i))), _mm256_castps_pd(one(i + 4)), 1))};
    };
    const auto columns = columns_of(SixteenFloats(), two(0), two(1), two(2), two(3));
    return {columns.x.raw, columns.y.raw, columns.z.raw};
}

HWY_INLINE StepPoints<hn::Vec<SixteenFloats>> load_step(SixteenFloats, const FloatStep* steps,
                                                        const std::uint32_t* ids) {
    using Vector = hn::Vec<SixteenFloats>;
    const Coordinates<__m512> a = eight_steps(steps, ids), b = eight_steps(steps, ids + 8);
    const auto start = [](__m512 p, __m512 q) HWY_ATTR { return Vector{_mm512_shuffle_f32x4(p, q, 0x88)}; };
    const auto end = [](__m512 p, __m512 q) HWY_ATTR { return Vector{_mm512_shuffle_f32x4(p, q, 0xdd)}; };
    return {{start(a.x, b.x), start(a.y, b.y), start(a.z, b.z)}, {end(a.x, b.x), end(a.y, b.y), end(a.z, b.z)}};
}

HWY_INLINE StepPoints<hn::Vec<EightDoubles>> load_step(EightDoubles, const FloatStep* steps, const std::uint32_t* ids) {
    using Vector = hn::Vec<EightDoubles>;
    const Coordinates<__m512> at = eight_steps(steps, ids);
    const auto sorted = [](__m512 p) HWY_ATTR { return _mm512_castps_pd(_mm512_shuffle_f32x4(p, p, 0xd8)); };
    const auto wide = [](__m256d p) HWY_ATTR { return Vector{_mm512_cvtps_pd(_mm256_castpd_ps(p))}; };
    const auto lower = [&](__m512 p) HWY_ATTR { return wide(_mm512_castpd512_pd256(sorted(p))); };
    const auto upper = [&](__m512 p) HWY_ATTR { return wide(_mm512_extractf64x4_pd(sorted(p), 1)); };
    return {{lower(at.x), lower(at.y), lower(at.z)}, {upper(at.x), upper(at.y), upper(at.z)}};
}

HWY_INLINE StepPoints<hn::Vec<EightDoubles>> load_step(EightDoubles d, const DoubleStep* steps,
                                                       const std::uint32_t* ids) {
    std::uint32_t places[8];
    for (std::size_t i = 0; i < 8; ++i) places[i] = 2 * ids[i];
    const auto eight = [&](const DoubleVertex* from) HWY_ATTR {
        const Points3 lower = gather(from, places), upper = gather(from, places + 4);
        return Coordinates<hn::Vec<EightDoubles>>{hn::Combine(d, upper.x, lower.x), hn::Combine(d, upper.y, lower.y),
                                                  hn::Combine(d, upper.z, lower.z)};
    };
    return {eight(vertices_of(steps)), eight(vertices_of(steps) + 1)};
}

#endif

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
