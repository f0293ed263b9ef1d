// Unconnected triangles: a separating axis among three directions, several pairs at once.
#include "narrow_phase/plane_filter.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/plane_filter_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "narrow_phase/pair_corners-inl.hpp"
#include "simd/gather-inl.hpp"
#include "simd/rounding.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

template <class Tag>
using Points = Coordinates<hn::Vec<Tag>>;

/// Two triangles relative to the first corner of the first, and a bound on all coordinates. A coordinate that is not
/// finite makes the bound infinite or NaN, and then nothing is proven.
template <class Tag>
struct Two {
    Points<Tag> a1, a2, b0, b1, b2;
    hn::Vec<Tag> size;
};

template <class Tag>
HWY_INLINE Two<Tag> seen_from(Tag d, const Points<Tag>& origin, const Points<Tag>& a1, const Points<Tag>& a2,
                              const Points<Tag>& b0, const Points<Tag>& b1, const Points<Tag>& b2) {
    Two<Tag> t{a1 - origin, a2 - origin, b0 - origin, b1 - origin, b2 - origin, hn::Zero(d)};
    // Add instead of max: max(x, NaN) drops the NaN.
    t.size = hn::Add(hn::Add(hn::Add(sum_of_magnitudes(t.a1), sum_of_magnitudes(t.a2)),
                             hn::Add(sum_of_magnitudes(t.b0), sum_of_magnitudes(t.b1))),
                     sum_of_magnitudes(t.b2));
    return t;
}

/// Any direction separates, however it was rounded. A coordinate is rounded once, its product and the sums thrice: four
/// units of the size of the direction times that of the points, on either side. Doubled for safety.
template <class Tag>
HWY_INLINE hn::Mask<Tag> separated_along(Tag d, const Points<Tag>& direction, const Two<Tag>& t) {
    using Limits = simd::Rounding<hn::TFromD<Tag>>;
    const auto a1 = dot(direction, t.a1), a2 = dot(direction, t.a2);
    const auto b0 = dot(direction, t.b0), b1 = dot(direction, t.b1), b2 = dot(direction, t.b2);
    const auto zero = hn::Zero(d), underflow = hn::Set(d, Limits::underflow);
    const auto lo_a = min_of(a1, a2, zero), hi_a = max_of(a1, a2, zero);
    const auto lo_b = min_of(b0, b1, b2), hi_b = max_of(b0, b1, b2);
    const auto length = sum_of_magnitudes(direction);
    // Infinite where a sum above may overflow: size and length are multiplied first. Either alone times the underflow
    // bound would be a denormal, which costs many cycles.
    const auto size = hn::Add(t.size, hn::Set(d, Limits::underflow / (8 * Limits::unit)));
    const auto error = hn::Add(hn::Mul(hn::Mul(length, size), hn::Set(d, 16 * Limits::unit)), underflow);
    return hn::Or(hn::Gt(hn::Sub(lo_b, hi_a), error), hn::Gt(hn::Sub(lo_a, hi_b), error));
}

template <class Tag>
HWY_INLINE unsigned apart(Tag d, const Two<Tag>& t) {
    constexpr unsigned all = all_lanes<Tag>;
    unsigned proven = bits_of(d, separated_along(d, cross(t.a1, t.a2), t));
    if (proven != all) proven |= bits_of(d, separated_along(d, cross(t.b1 - t.b0, t.b2 - t.b0), t));
    if (proven != all) proven |= bits_of(d, separated_along(d, (t.a1 + t.a2) - (t.b0 + t.b1 + t.b2), t));
    return proven;
}

template <class Tag, class Vertex, class Corners>
HWY_INLINE std::size_t keep_not_apart(Tag d, const Vertex* vertices, const Corners& corners,
                                      broad_phase::Pair* candidates, std::size_t count) {
    constexpr std::size_t lanes = hn::MaxLanes(d);
    std::size_t kept = 0;
    for (std::size_t first = 0; first < count; first += lanes) {
        std::uint32_t ids[6][lanes];
        read_corners(corners, candidates, first, count, ids);
        const auto corner = [&](std::size_t i) { return load(d, vertices, ids[i]); };
        const unsigned proven =
            apart(d, seen_from(d, corner(0), corner(1), corner(2), corner(3), corner(4), corner(5)));
        for (std::size_t lane = 0; lane < std::min(lanes, count - first); ++lane) {
            candidates[kept] = candidates[first + lane];
            kept += (proven >> lane & 1) ^ 1;
        }
    }
    return kept;
}

/// In floats where the vertices are: twice the lanes. Candidates that pass nearly always meet. Where most
/// pass, floats are too coarse for these triangles, and doubles filter again.
template <class Corners>
HWY_INLINE std::size_t keep(const simd::Vertices& vertices, const Corners& corners, broad_phase::Pair* candidates,
                            std::size_t count) {
    if (vertices.doubles != nullptr) return keep_not_apart(Doubles(), vertices.doubles, corners, candidates, count);
    const std::size_t left = keep_not_apart(Floats(), vertices.floats, corners, candidates, count);
    if (2 * left <= count) return left;
    return keep_not_apart(Doubles(), vertices.floats, corners, candidates, left);
}

std::size_t KeepPossiblyMeeting(const simd::Vertices& vertices, const std::uint32_t* corners,
                                broad_phase::Pair* candidates, std::size_t count) {
    return keep(vertices, ByTriangle{corners}, candidates, count);
}

std::size_t KeepSlotsPossiblyMeeting(const simd::Vertices& vertices, const broad_phase::CornerBlock* a,
                                     const broad_phase::CornerBlock* b, broad_phase::Pair* candidates,
                                     std::size_t count) {
    return keep(vertices, BySlot{a, b}, candidates, count);
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::narrow_phase {

HWY_EXPORT(KeepPossiblyMeeting);
HWY_EXPORT(KeepSlotsPossiblyMeeting);

std::size_t keep_possibly_meeting(const simd::Vertices& vertices, const std::uint32_t* corners,
                                  std::span<broad_phase::Pair> candidates) {
    return HWY_DYNAMIC_DISPATCH(KeepPossiblyMeeting)(vertices, corners, candidates.data(), candidates.size());
}

std::size_t keep_possibly_meeting(const simd::Vertices& vertices, const broad_phase::CornerBlock* a,
                                  const broad_phase::CornerBlock* b, std::span<broad_phase::Pair> candidates) {
    return HWY_DYNAMIC_DISPATCH(KeepSlotsPossiblyMeeting)(vertices, a, b, candidates.data(), candidates.size());
}

}  // namespace pliant::narrow_phase
#endif
