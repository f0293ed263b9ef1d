#include "narrow_phase/crossings.hpp"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/crossings_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "narrow_phase/lone_corners-inl.hpp"
#include "narrow_phase/pair_corners-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

struct Decided {
    unsigned crossing, touching, apart;  // a bit for each lane
};

/// Whether the ends of two edges have the same coordinate: the first of one that of the first of the other and so on,
/// in the same or in opposite order; and whether all four have.
template <class Tag>
struct EqualEnds {
    hn::Mask<Tag> straight, crossed, all;
};
template <class Tag>
HWY_INLINE EqualEnds<Tag> equal_ends(Tag, hn::Vec<Tag> p0, hn::Vec<Tag> p1, hn::Vec<Tag> q0, hn::Vec<Tag> q1) {
    const auto straight = hn::And(hn::Eq(p0, q0), hn::Eq(p1, q1));
    return {straight, hn::And(hn::Eq(p0, q1), hn::Eq(p1, q0)), hn::And(straight, hn::Eq(p0, p1))};
}

/// Lanes in which two edges lie in a plane across an axis, or one edge above the other along an axis, as those of grids
/// often do: the determinant of their ends is zero, which rounding hides.
template <class Tag>
HWY_INLINE hn::Mask<Tag> clearly_in_one_plane(Tag d, const Coordinates<hn::Vec<Tag>>& p0,
                                              const Coordinates<hn::Vec<Tag>>& p1, const Coordinates<hn::Vec<Tag>>& q0,
                                              const Coordinates<hn::Vec<Tag>>& q1) {
    const EqualEnds<Tag> x = equal_ends(d, p0.x, p1.x, q0.x, q1.x), y = equal_ends(d, p0.y, p1.y, q0.y, q1.y),
                         z = equal_ends(d, p0.z, p1.z, q0.z, q1.z);
    const auto two_of = [](hn::Mask<Tag> a, hn::Mask<Tag> b, hn::Mask<Tag> c)
                            HWY_ATTR { return hn::Or(hn::And(a, b), hn::And(c, hn::Or(a, b))); };
    return hn::Or(hn::Or(hn::Or(x.all, y.all), z.all),
                  hn::Or(two_of(x.straight, y.straight, z.straight), two_of(x.crossed, y.crossed, z.crossed)));
}

/// Both triangles cut the common line of their planes in an interval. With the lone corners p0 and q0 above the other's
/// plane (else the other one is turned over), p1 and q2 are the right ends of the intervals, p2 and q1 the left ones,
/// and the sign of det(p1 - p0, q0 - p0, q1 - p0) tells the right end of one from the left end of the other
/// [Guigue2003].
template <class Tag>
HWY_INLINE Decided decide(Tag d, const Corners<Tag>& a, const Corners<Tag>& b) {
    const auto size_a = size_of(d, a), size_b = size_of(d, b), reach = reach_of(d, a, b, size_a, size_b);
    const Sides<Tag> sides_a = sides_of(d, a, b, size_b, reach), sides_b = sides_of(d, b, a, size_a, reach);
    const auto certain = hn::And(sides_a.certain, sides_b.certain);
    const auto all_same = [](const Sides<Tag>& s) HWY_ATTR {
        return hn::And(hn::Not(hn::Xor(s.above0, s.above1)), hn::Not(hn::Xor(s.above0, s.above2)));
    };
    const auto one_side =
        hn::Or(hn::And(sides_a.certain, all_same(sides_a)), hn::And(sides_b.certain, all_same(sides_b)));
    const Corners<Tag> p = turned_where(hn::Not(lone_corner_above(sides_b)), lone_corner_first(sides_a, a));
    const Corners<Tag> q = turned_where(hn::Not(lone_corner_above(sides_a)), lone_corner_first(sides_b, b));
    const auto q0 = q.p0 - p.p0;
    const auto left = dot(cross(p.p1 - p.p0, q0), q.p1 - p.p0), right = dot(cross(p.p2 - p.p0, q0), q.p2 - p.p0);
    const auto error = error_of(d, hn::Add(size_a, size_a), reach, reach), below = hn::Neg(error);
    const auto begins = hn::Lt(left, below), ends = hn::Gt(right, error);
    const auto gap = hn::Or(hn::Gt(left, error), hn::Lt(right, below));
    const auto straddling = hn::AndNot(one_side, certain);
    Decided decided{bits_of(d, hn::And(straddling, hn::And(begins, ends))), 0,
                    bits_of(d, hn::Or(one_side, hn::And(straddling, gap)))};
    if ((decided.crossing | decided.apart) == all_lanes<Tag>) return decided;
    const auto at_left = clearly_in_one_plane(d, p.p0, p.p1, q.p0, q.p1);
    const auto at_right = clearly_in_one_plane(d, p.p0, p.p2, q.p0, q.p2);
    const auto known = hn::And(hn::Or(begins, at_left), hn::Or(ends, at_right));
    decided.touching = bits_of(d, hn::And(straddling, hn::And(known, hn::Or(at_left, at_right))));
    return decided;
}

template <class Tag>
HWY_INLINE void write_decided(Tag, const broad_phase::Pair* candidates, std::size_t count, const Decided& decided,
                              const CrossingLists& out, Crossings& found) {
    for (std::size_t lane = 0; lane < count; ++lane) {
        const broad_phase::Pair pair = candidates[lane];
        const unsigned crosses = decided.crossing >> lane & 1, touches = decided.touching >> lane & 1;
        out.crossing[found.crossing] = out.touching[found.touching] = out.open[found.open] = pair;
        found.crossing += crosses;
        found.touching += touches;
        found.open += (crosses | touches | (decided.apart >> lane & 1)) ^ 1;
    }
}

#if HWY_TARGET <= HWY_AVX3

/// Compresses those of eight pairs that have a bit.
HWY_INLINE std::size_t write_some(__m512i eight, unsigned bits, broad_phase::Pair* out) {
    const auto number = static_cast<unsigned>(std::popcount(bits));
    _mm512_mask_storeu_epi64(out, static_cast<__mmask8>((1u << number) - 1),
                             _mm512_maskz_compress_epi64(static_cast<__mmask8>(bits), eight));
    return number;
}

HWY_INLINE void write_decided(SixteenFloats, const broad_phase::Pair* candidates, std::size_t count,
                              const Decided& decided, const CrossingLists& out, Crossings& found) {
    const unsigned there = (1u << count) - 1;
    const unsigned crossing = decided.crossing & there, touching = decided.touching & there;
    const unsigned open = there & ~(crossing | touching | decided.apart);
    for (std::size_t first = 0; first < 16; first += 8) {
        const __m512i eight = _mm512_maskz_loadu_epi64(static_cast<__mmask8>(there >> first), candidates + first);
        found.crossing += write_some(eight, crossing >> first & 0xff, out.crossing + found.crossing);
        found.touching += write_some(eight, touching >> first & 0xff, out.touching + found.touching);
        found.open += write_some(eight, open >> first & 0xff, out.open + found.open);
    }
}

#endif

template <class Tag, class Vertex, class Numbers>
HWY_INLINE Crossings judge(Tag d, const Vertex* vertices, const Numbers& corners, const broad_phase::Pair* candidates,
                           std::size_t count, const CrossingLists& out) {
    constexpr std::size_t lanes = hn::MaxLanes(d);
    Crossings found;
    for (std::size_t first = 0; first < count; first += lanes) {
        std::uint32_t ids[6][lanes];
        read_corners(corners, candidates, first, count, ids);
        const Decided decided = decide(d, load_corners(d, vertices, ids), load_corners(d, vertices, ids + 3));
        write_decided(d, candidates + first, std::min(lanes, count - first), decided, out, found);
    }
    return found;
}

template <class Numbers>
HWY_INLINE Crossings judge_all(const simd::Vertices& vertices, const Numbers& corners,
                               const broad_phase::Pair* candidates, std::size_t count, const CrossingLists& out) {
#if HWY_TARGET <= HWY_AVX3
    using WidestFloats = SixteenFloats;
#else
    using WidestFloats = Floats;
#endif
    if (vertices.floats != nullptr) return judge(WidestFloats(), vertices.floats, corners, candidates, count, out);
    return judge(Doubles(), vertices.doubles, corners, candidates, count, out);
}

Crossings FindCrossings(const simd::Vertices& vertices, const std::uint32_t* corners,
                        const broad_phase::Pair* candidates, std::size_t count, const CrossingLists& out) {
    return judge_all(vertices, ByTriangle{corners}, candidates, count, out);
}

Crossings FindCrossingsOfSlots(const simd::Vertices& vertices, const broad_phase::CornerBlock* a,
                               const broad_phase::CornerBlock* b, const broad_phase::Pair* candidates,
                               std::size_t count, const CrossingLists& out) {
    return judge_all(vertices, BySlot{a, b}, candidates, count, out);
}

Crossings FindCloseCrossings(const simd::Vertices& vertices, const std::uint32_t* corners,
                             const broad_phase::Pair* candidates, std::size_t count, const CrossingLists& out) {
    return with_vertices(vertices, [&](const auto* v) HWY_ATTR {
        return judge(Doubles(), v, ByTriangle{corners}, candidates, count, out);
    });
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::narrow_phase {

HWY_EXPORT(FindCrossings);
HWY_EXPORT(FindCrossingsOfSlots);
HWY_EXPORT(FindCloseCrossings);

Crossings find_crossings(const simd::Vertices& vertices, const std::uint32_t* corners,
                         std::span<const broad_phase::Pair> candidates, const CrossingLists& out) {
    return HWY_DYNAMIC_DISPATCH(FindCrossings)(vertices, corners, candidates.data(), candidates.size(), out);
}

Crossings find_crossings(const simd::Vertices& vertices, const broad_phase::CornerBlock* a,
                         const broad_phase::CornerBlock* b, std::span<const broad_phase::Pair> candidates,
                         const CrossingLists& out) {
    return HWY_DYNAMIC_DISPATCH(FindCrossingsOfSlots)(vertices, a, b, candidates.data(), candidates.size(), out);
}

Crossings find_close_crossings(const simd::Vertices& vertices, const std::uint32_t* corners,
                               std::span<const broad_phase::Pair> candidates, const CrossingLists& out) {
    return HWY_DYNAMIC_DISPATCH(FindCloseCrossings)(vertices, corners, candidates.data(), candidates.size(), out);
}

}  // namespace pliant::narrow_phase
#endif
