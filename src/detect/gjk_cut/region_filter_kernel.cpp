#include "detect/gjk_cut/region_filter.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "detect/gjk_cut/region_filter_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/area-inl.hpp"
#include "simd/compress-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::gjk_cut::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

HWY_INLINE std::uint32_t number_of(const TriangleNumbers& t, std::size_t i) {
    return t.numbers != nullptr ? t.numbers[i] : t.first + static_cast<std::uint32_t>(i);
}

/// Writes those of the next triangles, number_of(i) and following, whose bits are set.
HWY_INLINE void write(const TriangleNumbers& t, std::size_t i, unsigned bits, std::uint32_t* out, std::size_t& count) {
    for (; bits != 0; bits &= bits - 1) {
        out[count++] = number_of(t, i + static_cast<std::size_t>(std::countr_zero(bits)));
    }
}

/// Bounds of a region along one axis, in every lane.
template <class Vector>
struct Between {
    Vector lo, hi;
};

template <class Tag>
HWY_INLINE Between<hn::Vec<Tag>> along_axis(Tag d, const Box<double>& region, std::size_t axis) {
    using Scalar = hn::TFromD<Tag>;
    return {hn::Set(d, static_cast<Scalar>(region.lo[axis])), hn::Set(d, static_cast<Scalar>(region.hi[axis]))};
}

template <class Vector>
HWY_INLINE auto outside(Vector a, Vector b, Vector c, const Between<Vector>& bounds) {
    return hn::Or(hn::Lt(hn::Max(hn::Max(a, b), c), bounds.lo), hn::Gt(hn::Min(hn::Min(a, b), c), bounds.hi));
}

// Finite sides of a region: a bit for each axis where that is the upper one alone; `both_sides` where some axis has
// two.
constexpr unsigned both_sides = 8;

unsigned sides_of(const Box<double>& region) {
    unsigned sides = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const bool above = region.hi[k]<HUGE_VAL, below = region.lo[k]> - HUGE_VAL;
        if (above && below) return both_sides;
        sides |= above ? 1u << k : 0u;
    }
    return sides;
}

/// Not outside, where no coordinate is NaN.
template <unsigned Sides, std::size_t Axis, class Vector>
HWY_INLINE auto reaches_into(Vector a, Vector b, Vector c, const Between<Vector>& bounds) {
    if constexpr (Sides == both_sides) {
        return hn::And(hn::Ge(hn::Max(hn::Max(a, b), c), bounds.lo), hn::Le(hn::Min(hn::Min(a, b), c), bounds.hi));
    } else if constexpr ((Sides >> Axis & 1) != 0) {
        return hn::Le(hn::Min(hn::Min(a, b), c), bounds.hi);
    } else {
        return hn::Ge(hn::Max(hn::Max(a, b), c), bounds.lo);
    }
}

/// SoA: one vector per coordinate, one triangle per lane.
template <class Tag, class Vertex>
FilterCounts filter_side_by_side(Tag d, const Vertex* vertices, const TriangleNumbers& t, const Box<double>& region,
                                 std::uint32_t* kept, std::uint32_t* suspects) {
    constexpr std::size_t lanes = hn::MaxLanes(Tag());
    const auto x = along_axis(d, region, 0), y = along_axis(d, region, 1), z = along_axis(d, region, 2);
    FilterCounts counts{};
    for (std::size_t i = 0; i < t.count; i += lanes) {
        std::uint32_t ids[3][lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::size_t number = number_of(t, std::min(i + lane, t.count - 1));
            for (std::size_t k = 0; k < 3; ++k) ids[k][lane] = t.corners[3 * number + k];
        }
        const auto a = load(d, vertices, ids[0]), b = load(d, vertices, ids[1]), c = load(d, vertices, ids[2]);
        const auto out =
            hn::Or(hn::Or(outside(a.x, b.x, c.x, x), outside(a.y, b.y, c.y, y)), outside(a.z, b.z, c.z, z));
        const unsigned valid = (1u << std::min(lanes, t.count - i)) - 1;
        const unsigned suspect = ~bits_of(d, has_area(d, a, b, c)) & valid, keep = ~bits_of(d, out) & valid;
        write(t, i, keep, kept, counts.kept);
        write(t, i, suspect, suspects, counts.suspects);
    }
    return counts;
}

#if HWY_TARGET != HWY_SCALAR

/// Lanes in which a component of the cross product, l - r, certainly differs from zero.
///
/// As certainly_not_zero, with |l + r| for |l| + |r|: they are equal unless the signs of l and r differ, and then
/// |l - r| itself is that sum. Overflow is never certain.
HWY_INLINE hn::Mask<Floats> certainly_apart(Float l, Float r) {
    using Limits = simd::Rounding<float>;
    const Floats d;
    const auto error = hn::MulAdd(hn::Abs(hn::Add(l, r)), hn::Set(d, 1.001f * (simd::cross_units * Limits::unit)),
                                  hn::Set(d, 2 * Limits::cross_underflow));
    return hn::Gt(hn::Abs(hn::Sub(l, r)), error);
}

/// As write, for a whole vector of triangles: branchless.
template <bool Numbered>
HWY_INLINE void write_kept(const TriangleNumbers& t, std::size_t i, unsigned keep, std::uint32_t* kept,
                           FilterCounts& counts) {
    const Floats d;
    const hn::Rebind<std::uint32_t, Floats> n;
    const auto* order = compress_orders.lane[keep];
    if (Numbered) {
        const auto numbers = hn::BitCast(d, hn::LoadU(n, t.numbers + i));
        const auto in_front = hn::TableLookupLanes(numbers, hn::SetTableIndices(d, order));
        hn::StoreU(hn::BitCast(n, in_front), n, kept + counts.kept);
    } else {
        const auto lanes = hn::BitCast(n, hn::Load(hn::RebindToSigned<Floats>(), order));
        const auto first = hn::Set(n, t.first + static_cast<std::uint32_t>(i));
        hn::StoreU(hn::Add(lanes, first), n, kept + counts.kept);
    }
    counts.kept += static_cast<std::size_t>(std::popcount(keep));
}

/// Of triangles whose coordinates are finite. One component of the cross product shows the area of most; the others are
/// computed where it does not. `t` by value: compilers assume that vector stores may alias it.
template <bool Numbered, unsigned Sides>
FilterCounts filter_finite(const simd::FloatVertex* vertices, const TriangleNumbers t, const Box<double>& region,
                           std::uint32_t* kept, std::uint32_t* suspects) {
    const Floats d;
    constexpr unsigned all = (1u << float_lanes) - 1;
    const auto x = along_axis(d, region, 0), y = along_axis(d, region, 1), z = along_axis(d, region, 2);
    FilterCounts counts{};
    const std::size_t together = t.count / float_lanes * float_lanes;
    for (std::size_t i = 0; i < together; i += float_lanes) {
        const std::uint32_t* corners = t.corners + (Numbered ? 0 : 3 * (t.first + i));
        const std::uint32_t* numbers = Numbered ? t.numbers + i : nullptr;
        const auto a = gather_corners(vertices, corners, numbers, 0), b = gather_corners(vertices, corners, numbers, 1),
                   c = gather_corners(vertices, corners, numbers, 2);
        const auto in_x = reaches_into<Sides, 0>(a.x, b.x, c.x, x), in_y = reaches_into<Sides, 1>(a.y, b.y, c.y, y),
                   in_z = reaches_into<Sides, 2>(a.z, b.z, c.z, z);
        const auto in = hn::And(hn::And(in_x, in_y), in_z);
        write_kept<Numbered>(t, i, bits_of(d, in), kept, counts);
        const auto ux = hn::Sub(b.x, a.x), uy = hn::Sub(b.y, a.y), vx = hn::Sub(c.x, a.x), vy = hn::Sub(c.y, a.y);
        const auto has_z = certainly_apart(hn::Mul(ux, vy), hn::Mul(uy, vx));
        if (bits_of(d, has_z) == all) continue;
        const auto uz = hn::Sub(b.z, a.z), vz = hn::Sub(c.z, a.z);
        const auto has_x = certainly_apart(hn::Mul(uy, vz), hn::Mul(uz, vy));
        const auto has_y = certainly_apart(hn::Mul(uz, vx), hn::Mul(ux, vz));
        const unsigned suspect = ~bits_of(d, hn::Or(hn::Or(has_x, has_y), has_z)) & all;
        write(t, i, suspect, suspects, counts.suspects);
    }
    if (together == t.count) return counts;
    const std::uint32_t* numbers = t.numbers != nullptr ? t.numbers + together : nullptr;
    const TriangleNumbers last{t.corners, numbers, number_of(t, together), t.count - together};
    const FilterCounts rest =
        filter_side_by_side(d, vertices, last, region, kept + counts.kept, suspects + counts.suspects);
    return {counts.kept + rest.kept, counts.suspects + rest.suspects};
}

using FilterFinite = FilterCounts (*)(const simd::FloatVertex*, TriangleNumbers, const Box<double>&, std::uint32_t*,
                                      std::uint32_t*);
constexpr FilterFinite filter_by_sides[both_sides + 1] = {
    filter_finite<false, 0>, filter_finite<false, 1>, filter_finite<false, 2>,
    filter_finite<false, 3>, filter_finite<false, 4>, filter_finite<false, 5>,
    filter_finite<false, 6>, filter_finite<false, 7>, filter_finite<false, both_sides>};

#endif

FilterCounts KeepInRegion(const simd::Vertices& vertices, const TriangleNumbers& triangles, const WantedRegion& region,
                          std::uint32_t* kept, std::uint32_t* suspects) {
    const Box<double>& box = region.box;
    if (vertices.doubles != nullptr) {
        return filter_side_by_side(Doubles(), vertices.doubles, triangles, box, kept, suspects);
    }
#if HWY_TARGET != HWY_SCALAR
    if (region.all_finite && triangles.numbers != nullptr) {
        return filter_finite<true, both_sides>(vertices.floats, triangles, box, kept, suspects);
    }
    if (region.all_finite) return filter_by_sides[sides_of(box)](vertices.floats, triangles, box, kept, suspects);
#endif
    return filter_side_by_side(Floats(), vertices.floats, triangles, box, kept, suspects);
}

}  // namespace pliant::gjk_cut::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::gjk_cut {

HWY_EXPORT(KeepInRegion);

FilterCounts keep_in_region(const simd::Vertices& vertices, const TriangleNumbers& triangles,
                            const WantedRegion& region, std::uint32_t* kept, std::uint32_t* suspects) {
    return HWY_DYNAMIC_DISPATCH(KeepInRegion)(vertices, triangles, region, kept, suspects);
}

}  // namespace pliant::gjk_cut
#endif
