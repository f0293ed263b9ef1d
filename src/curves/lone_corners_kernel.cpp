#include "curves/lone_corners.hpp"

#include <algorithm>
#include <cstddef>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "curves/lone_corners_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "narrow_phase/lone_corners-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::curves::HWY_NAMESPACE {

using namespace narrow_phase::HWY_NAMESPACE;

/// A bit for each lane.
struct LoneBits {
    unsigned certain, a1, a2, b1, b2, a_above, b_above, starts_in_b, ends_in_b;

    [[nodiscard]] LoneCode code(std::size_t lane) const {
        const auto at = [lane](unsigned bits) { return bits >> lane & 1; };
        if (at(certain) == 0) return {};
        return {static_cast<std::uint8_t>(at(a1) | at(a2) << 1 | at(b1) << 2 | at(b2) << 3 | at(a_above) << 4 |
                                          at(b_above) << 5 | at(starts_in_b) << 6 | at(ends_in_b) << 7)};
    }
};

/// Lanes in which corner 1 is alone on its side, and in which corner 2 is.
template <class Tag>
struct Alone {
    hn::Mask<Tag> second, third;
};
template <class Tag>
HWY_INLINE Alone<Tag> alone(const Sides<Tag>& s) {
    const auto third = hn::Not(hn::Xor(s.above0, s.above1));
    return {hn::AndNot(third, hn::Not(hn::Xor(s.above0, s.above2))), third};
}

/// As geometry::segment_of: the sign of det(p_i - p0, q0 - p0, q_k - p0) tells which of two edges comes later.
template <class Tag>
HWY_INLINE LoneBits lone_bits(Tag d, const Corners<Tag>& a, const Corners<Tag>& b) {
    const auto size_a = size_of(d, a), size_b = size_of(d, b), reach = reach_of(d, a, b, size_a, size_b);
    const Sides<Tag> sides_a = sides_of(d, a, b, size_b, reach), sides_b = sides_of(d, b, a, size_a, reach);
    const auto a_above = lone_corner_above(sides_a), b_above = lone_corner_above(sides_b);
    const Corners<Tag> p = turned_where(hn::Not(b_above), lone_corner_first(sides_a, a));
    const Corners<Tag> q = turned_where(hn::Not(a_above), lone_corner_first(sides_b, b));
    const auto q0 = q.p0 - p.p0;
    const auto start = dot(cross(p.p2 - p.p0, q0), q.p1 - p.p0), end = dot(cross(p.p1 - p.p0, q0), q.p2 - p.p0);
    const auto error = error_of(d, hn::Add(size_a, size_a), reach, reach);
    const auto least = hn::Min(hn::Abs(start), hn::Abs(end));
    const auto certain = hn::And(hn::And(sides_a.certain, sides_b.certain), hn::Gt(least, error));
    const Alone<Tag> lone_a = alone(sides_a), lone_b = alone(sides_b);
    const auto zero = hn::Zero(d);
    return {bits_of(d, certain),       bits_of(d, lone_a.second),       bits_of(d, lone_a.third),
            bits_of(d, lone_b.second), bits_of(d, lone_b.third),        bits_of(d, a_above),
            bits_of(d, b_above),       bits_of(d, hn::Gt(start, zero)), bits_of(d, hn::Lt(end, zero))};
}

template <class Vertex>
HWY_INLINE void find_all(const Vertex* vertices, const std::uint32_t* corners, const broad_phase::Pair* pairs,
                         std::size_t count, LoneCode* out) {
    const Doubles d;
    constexpr std::size_t lanes = hn::MaxLanes(Doubles());
    for (std::size_t first = 0; first < count; first += lanes) {
        std::uint32_t ids[6][lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const broad_phase::Pair pair = pairs[std::min(first + lane, count - 1)];
            for (std::size_t corner = 0; corner < 3; ++corner) {
                ids[corner][lane] = corners[3 * std::size_t{pair.a} + corner];
                ids[3 + corner][lane] = corners[3 * std::size_t{pair.b} + corner];
            }
        }
        const LoneBits bits = lone_bits(d, load_corners(d, vertices, ids), load_corners(d, vertices, ids + 3));
        for (std::size_t lane = 0; lane < std::min(lanes, count - first); ++lane) out[first + lane] = bits.code(lane);
    }
}

void FindLoneCorners(const simd::Vertices& vertices, const std::uint32_t* corners, const broad_phase::Pair* pairs,
                     std::size_t count, LoneCode* out) {
    with_vertices(vertices, [&](const auto* v) HWY_ATTR { find_all(v, corners, pairs, count, out); });
}

}  // namespace pliant::curves::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::curves {

HWY_EXPORT(FindLoneCorners);

void find_lone_corners(const simd::Vertices& vertices, const std::uint32_t* corners,
                       std::span<const broad_phase::Pair> pairs, LoneCode* out) {
    HWY_DYNAMIC_DISPATCH(FindLoneCorners)(vertices, corners, pairs.data(), pairs.size(), out);
}

}  // namespace pliant::curves
#endif
