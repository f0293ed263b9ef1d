// Triangles without a common vertex: a direction along which two of them are apart, several pairs at once.
#include "narrow_phase/plane_filter.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/plane_filter_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "narrow_phase/pair_corners-inl.hpp"
#include "simd/gather-inl.hpp"
#include "simd/roundings-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

template <class Tag>
using Points = Coordinates<hn::Vec<Tag>>;

/// Two triangles relative to the first corner of the first, and a bound on all coordinates. A coordinate that is not
/// finite makes that bound infinite or not a number, and then nothing is proven.
template <class Tag>
struct Two {
    Points<Tag> a1, a2, b0, b1, b2;
    hn::Vec<Tag> size;
};

template <class Tag>
HWY_INLINE hn::Vec<Tag> size_of(Tag, const Points<Tag>& p) {
    return hn::Add(hn::Add(hn::Abs(p.x), hn::Abs(p.y)), hn::Abs(p.z));
}

template <class Tag>
HWY_INLINE Two<Tag> seen_from(Tag d, const Points<Tag>& origin, const Points<Tag>& a1, const Points<Tag>& a2,
                              const Points<Tag>& b0, const Points<Tag>& b1, const Points<Tag>& b2) {
    Two<Tag> t{a1 - origin, a2 - origin, b0 - origin, b1 - origin, b2 - origin, hn::Zero(d)};
    // Sums, since a maximum may lose a number that is none.
    t.size = hn::Add(hn::Add(hn::Add(size_of(d, t.a1), size_of(d, t.a2)), hn::Add(size_of(d, t.b0), size_of(d, t.b1))),
                     size_of(d, t.b2));
    return t;
}

template <class Tag>
HWY_INLINE hn::Vec<Tag> along(Tag, const Points<Tag>& direction, const Points<Tag>& p) {
    return hn::Add(hn::Add(hn::Mul(direction.x, p.x), hn::Mul(direction.y, p.y)), hn::Mul(direction.z, p.z));
}

/// Any direction will do for a proof, however it was computed. A coordinate was rounded once, its product and the sums
/// thrice: four units of the size of the direction times that of the points, on either side. Doubled for safety.
template <class Tag>
HWY_INLINE hn::Mask<Tag> apart_along(Tag d, const Points<Tag>& direction, const Two<Tag>& t) {
    using Limits = Roundings<Tag>;
    const auto a1 = along(d, direction, t.a1), a2 = along(d, direction, t.a2);
    const auto b0 = along(d, direction, t.b0), b1 = along(d, direction, t.b1), b2 = along(d, direction, t.b2);
    const auto zero = hn::Zero(d), underflow = hn::Set(d, Limits::underflow);
    const auto lo_a = hn::Min(hn::Min(a1, a2), zero), hi_a = hn::Max(hn::Max(a1, a2), zero);
    const auto lo_b = hn::Min(hn::Min(b0, b1), b2), hi_b = hn::Max(hn::Max(b0, b1), b2);
    const auto length = size_of(d, direction);
    // Infinite where a sum above may overflow: size and length are multiplied first. Each alone times what underflows
    // lose would be a denormal number, on which processors spend many cycles.
    const auto size = hn::Add(t.size, hn::Set(d, Limits::underflow / (8 * Limits::unit)));
    const auto error = hn::Add(hn::Mul(hn::Mul(length, size), hn::Set(d, 16 * Limits::unit)), underflow);
    return hn::Or(hn::Gt(hn::Sub(lo_b, hi_a), error), hn::Gt(hn::Sub(lo_a, hi_b), error));
}

template <class Tag>
HWY_INLINE unsigned apart(Tag d, const Two<Tag>& t) {
    constexpr unsigned all = (1u << hn::MaxLanes(d)) - 1;
    unsigned proven = bits_of(d, apart_along(d, cross(t.a1, t.a2), t));
    if (proven != all) proven |= bits_of(d, apart_along(d, cross(t.b1 - t.b0, t.b2 - t.b0), t));
    if (proven != all) proven |= bits_of(d, apart_along(d, (t.a1 + t.a2) - (t.b0 + t.b1 + t.b2), t));
    return proven;
}

template <class Tag, class Vertex, class Corners>
HWY_INLINE std::size_t keep_not_apart(Tag d, const Vertex* vertices, const Corners& corners,
                                      broad_phase::Pair* candidates, std::size_t count) {
    constexpr std::size_t lanes = hn::MaxLanes(d);
    std::size_t kept = 0;
    for (std::size_t first = 0; first < count; first += lanes) {
        std::uint32_t ids[6][lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const broad_phase::Pair pair = candidates[std::min(first + lane, count - 1)];
            for (std::size_t corner = 0; corner < 3; ++corner) {
                ids[corner][lane] = corners.of_a(pair, corner);
                ids[3 + corner][lane] = corners.of_b(pair, corner);
            }
        }
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

/// In floats, where they are the numbers given: twice as many at once. What they cannot tell apart nearly always meets;
/// where that is most of it, coordinates are too small for them, or triangles too close.
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
