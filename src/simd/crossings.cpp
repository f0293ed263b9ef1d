#include "simd/crossings.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/crossings.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/signs-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

struct Corners {
    Points3 p0, p1, p2;
};

/// On which side of a plane the corners of a triangle lie, and the lanes in which all three are certain.
struct Sides {
    Lanes above0, above1, above2;
    Lanes certain;
};

HWY_INLINE Sides sides_of(const Corners& triangle, const Corners& plane) {
    const Points3 u = plane.p1 - plane.p0, v = plane.p2 - plane.p0;
    const Bounded s0 = determinant(u, v, triangle.p0 - plane.p0), s1 = determinant(u, v, triangle.p1 - plane.p0),
                  s2 = determinant(u, v, triangle.p2 - plane.p0);
    const auto certain = [](const Bounded& s) {
        return hn::Gt(hn::Abs(s.value), error_of(s.magnitude, determinant_bound));
    };
    const auto zero = hn::Zero(Doubles());
    return {hn::Gt(s0.value, zero), hn::Gt(s1.value, zero), hn::Gt(s2.value, zero),
            hn::And(certain(s0), hn::And(certain(s1), certain(s2)))};
}

HWY_INLINE Points3 choose(Lanes first, const Points3& a, const Points3& b) {
    return {hn::IfThenElse(first, a.x, b.x), hn::IfThenElse(first, a.y, b.y), hn::IfThenElse(first, a.z, b.z)};
}

/// The corner that is alone on its side comes first; the turning is kept.
HWY_INLINE Corners lone_corner_first(const Sides& s, const Corners& t) {
    const auto alone2 = hn::Not(hn::Xor(s.above0, s.above1)), alone1 = hn::Not(hn::Xor(s.above0, s.above2));
    return {choose(alone2, t.p2, choose(alone1, t.p1, t.p0)), choose(alone2, t.p0, choose(alone1, t.p2, t.p1)),
            choose(alone2, t.p1, choose(alone1, t.p0, t.p2))};
}

HWY_INLINE Lanes lone_corner_above(const Sides& s) {
    // The majority is above where two of the three are.
    const auto majority = hn::Or(hn::And(s.above0, s.above1), hn::And(s.above2, hn::Or(s.above0, s.above1)));
    return hn::Not(majority);
}

HWY_INLINE Corners turned_where(Lanes turn, const Corners& t) {
    return {t.p0, choose(turn, t.p2, t.p1), choose(turn, t.p1, t.p2)};
}

struct Decided {
    unsigned crossing, apart;  // a bit for each lane
};

/// Both triangles cut the common line of their planes in an interval. With the lone corners p0 and q0 above the other's
/// plane (else the other one is turned over), p1 and q2 are the right ends of the intervals, p2 and q1 the left ones,
/// and the sign of det(p1 - p0, q0 - p0, q1 - p0) tells the right end of one from the left end of the other
/// [Guigue2003].
HWY_INLINE Decided decide(const Corners& a, const Corners& b) {
    const Sides sides_a = sides_of(a, b), sides_b = sides_of(b, a);
    const auto certain = hn::And(sides_a.certain, sides_b.certain);
    const auto all_same = [](const Sides& s) {
        return hn::And(hn::Not(hn::Xor(s.above0, s.above1)), hn::Not(hn::Xor(s.above0, s.above2)));
    };
    const auto one_side =
        hn::Or(hn::And(sides_a.certain, all_same(sides_a)), hn::And(sides_b.certain, all_same(sides_b)));
    const Corners p = turned_where(hn::Not(lone_corner_above(sides_b)), lone_corner_first(sides_a, a));
    const Corners q = turned_where(hn::Not(lone_corner_above(sides_a)), lone_corner_first(sides_b, b));
    const Points3 q0 = q.p0 - p.p0;
    const Bounded left = determinant(p.p1 - p.p0, q0, q.p1 - p.p0), right = determinant(p.p2 - p.p0, q0, q.p2 - p.p0);
    const auto overlap = hn::And(negative(left, determinant_bound), positive(right, determinant_bound));
    const auto gap = hn::Or(positive(left, determinant_bound), negative(right, determinant_bound));
    const auto straddling = hn::AndNot(one_side, certain);
    return {bits_of(hn::And(straddling, overlap)), bits_of(hn::Or(one_side, hn::And(straddling, gap)))};
}

template <class Vertex>
HWY_INLINE Corners gather_corners(const Vertex* vertices, const std::uint32_t (*ids)[double_lanes]) {
    return {gather(vertices, ids[0]), gather(vertices, ids[1]), gather(vertices, ids[2])};
}

template <class Vertex>
void judge(const Vertex* vertices, const std::uint32_t* corners, const Pair* candidates, std::size_t count,
           Verdict* verdicts) {
    for (std::size_t first = 0; first < count; first += double_lanes) {
        std::uint32_t ids[6][double_lanes];
        for (std::size_t lane = 0; lane < double_lanes; ++lane) {
            const Pair pair = candidates[std::min(first + lane, count - 1)];
            for (std::size_t corner = 0; corner < 3; ++corner) {
                ids[corner][lane] = corners[3 * std::size_t{pair.a} + corner];
                ids[3 + corner][lane] = corners[3 * std::size_t{pair.b} + corner];
            }
        }
        const Decided decided = decide(gather_corners(vertices, ids), gather_corners(vertices, ids + 3));
        for (std::size_t lane = 0; lane < std::min(double_lanes, count - first); ++lane) {
            const unsigned crosses = decided.crossing >> lane & 1, apart = decided.apart >> lane & 1;
            verdicts[first + lane] = crosses != 0 ? Verdict::crossing : apart != 0 ? Verdict::apart : Verdict::open;
        }
    }
}

void FindCrossings(const Vertices& vertices, const std::uint32_t* corners, const Pair* candidates, std::size_t count,
                   Verdict* verdicts) {
    with_vertices(vertices, [&](const auto* v) { judge(v, corners, candidates, count, verdicts); });
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(FindCrossings);

void find_crossings(const Vertices& vertices, const std::uint32_t* corners, std::span<const Pair> candidates,
                    Verdict* verdicts) {
    HWY_DYNAMIC_DISPATCH(FindCrossings)(vertices, corners, candidates.data(), candidates.size(), verdicts);
}

}  // namespace pliant::simd
#endif
