// Pairs of triangles, one a lane: on which sides of each other's planes corners lie, by signs that rounding cannot
// change. Included once per vector target.
#if defined(PLIANT_NARROW_PHASE_LONE_CORNERS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_NARROW_PHASE_LONE_CORNERS_INL
#undef PLIANT_NARROW_PHASE_LONE_CORNERS_INL
#else
#define PLIANT_NARROW_PHASE_LONE_CORNERS_INL
#endif

#include <cstdint>

#include "simd/gather-inl.hpp"
#include "simd/rounding.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

template <class Tag>
struct Corners {
    Coordinates<hn::Vec<Tag>> p0, p1, p2;
};

/// Bounds the coordinates of the differences of corners.
template <class Tag>
HWY_INLINE hn::Vec<Tag> size_of(Tag, const Corners<Tag>& t) {
    return hn::Max(largest_magnitude(t.p1 - t.p0), largest_magnitude(t.p2 - t.p0));
}

/// The same between two triangles of these sizes: any such difference is that of the first corners plus at most one
/// edge at either end.
template <class Tag>
HWY_INLINE hn::Vec<Tag> reach_of(Tag, const Corners<Tag>& a, const Corners<Tag>& b, hn::Vec<Tag> size_a,
                                 hn::Vec<Tag> size_b) {
    return hn::Add(largest_magnitude(b.p0 - a.p0), hn::Add(size_a, size_b));
}

/// Bound on the error of a determinant of three differences of points, of which no coordinate is larger than p, q and
/// r: six terms, each of which is rounded three times as a difference and five times afterwards: 48 units, doubled for
/// safety. Infinite where the sum of the six may overflow.
template <class Tag>
HWY_INLINE hn::Vec<Tag> error_of(Tag d, hn::Vec<Tag> p, hn::Vec<Tag> q, hn::Vec<Tag> r) {
    using Limits = simd::Rounding<hn::TFromD<Tag>>;
    const auto sum = hn::Add(hn::Add(hn::Set(d, 1), p), hn::Add(q, r));
    const auto lost = hn::Mul(hn::Mul(sum, sum), hn::Set(d, Limits::underflow));
    const auto terms = hn::Mul(hn::Mul(hn::Mul(p, hn::Set(d, 8)), q), r);
    return hn::Add(hn::Mul(terms, hn::Set(d, 12 * Limits::unit)), lost);
}

/// On which side of a plane the corners of a triangle lie, and the lanes in which all three are certain.
template <class Tag>
struct Sides {
    hn::Mask<Tag> above0, above1, above2;
    hn::Mask<Tag> certain;
};

/// `size` bounds the coordinates of differences of the plane's corners, `reach` those between the triangles.
template <class Tag>
HWY_INLINE Sides<Tag> sides_of(Tag d, const Corners<Tag>& triangle, const Corners<Tag>& plane, hn::Vec<Tag> size,
                               hn::Vec<Tag> reach) {
    const auto normal = cross(plane.p1 - plane.p0, plane.p2 - plane.p0);
    const auto s0 = dot(normal, triangle.p0 - plane.p0), s1 = dot(normal, triangle.p1 - plane.p0),
               s2 = dot(normal, triangle.p2 - plane.p0);
    const auto zero = hn::Zero(d);
    const auto least = min_of(hn::Abs(s0), hn::Abs(s1), hn::Abs(s2));
    return {hn::Gt(s0, zero), hn::Gt(s1, zero), hn::Gt(s2, zero), hn::Gt(least, error_of(d, size, size, reach))};
}

/// Rotates the corners so that the one alone on its side comes first.
template <class Tag>
HWY_INLINE Corners<Tag> lone_corner_first(const Sides<Tag>& s, const Corners<Tag>& t) {
    const auto alone2 = hn::Not(hn::Xor(s.above0, s.above1)), alone1 = hn::Not(hn::Xor(s.above0, s.above2));
    return {choose(alone2, t.p2, choose(alone1, t.p1, t.p0)), choose(alone2, t.p0, choose(alone1, t.p2, t.p1)),
            choose(alone2, t.p1, choose(alone1, t.p0, t.p2))};
}

template <class Tag>
HWY_INLINE hn::Mask<Tag> lone_corner_above(const Sides<Tag>& s) {
    // The majority is above where two of the three are.
    const auto majority = hn::Or(hn::And(s.above0, s.above1), hn::And(s.above2, hn::Or(s.above0, s.above1)));
    return hn::Not(majority);
}

template <class Tag>
HWY_INLINE Corners<Tag> turned_where(hn::Mask<Tag> turn, const Corners<Tag>& t) {
    return {t.p0, choose(turn, t.p2, t.p1), choose(turn, t.p1, t.p2)};
}

template <class Tag, class Vertex>
HWY_INLINE Corners<Tag> load_corners(Tag d, const Vertex* vertices, const std::uint32_t (*ids)[hn::MaxLanes(Tag())]) {
    return {load(d, vertices, ids[0]), load(d, vertices, ids[1]), load(d, vertices, ids[2])};
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
