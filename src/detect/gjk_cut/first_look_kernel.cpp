#include "detect/gjk_cut/first_look.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "detect/gjk_cut/first_look_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/area-inl.hpp"
#include "simd/compress-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::gjk_cut::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

HWY_INLINE std::uint32_t number_of(const Lookup& t, std::size_t i) {
    return t.numbers != nullptr ? t.numbers[i] : t.first + static_cast<std::uint32_t>(i);
}

/// Writes those of the next triangles, number_of(i) and following, whose bits are set.
HWY_INLINE void write(const Lookup& t, std::size_t i, unsigned bits, std::uint32_t* out, std::size_t& count) {
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

// Sides of a region that can be missed: a bit for each axis where that is the upper one, and not the lower; or both.
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

/// Not outside, where no number is undefined.
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

/// Several triangles side by side, one vector per coordinate.
template <class Tag, class Vertex>
Looked look_side_by_side(Tag d, const Vertex* vertices, const Lookup& t, const Box<double>& region, std::uint32_t* kept,
                         std::uint32_t* suspects) {
    constexpr std::size_t lanes = hn::MaxLanes(Tag());
    const auto x = along_axis(d, region, 0), y = along_axis(d, region, 1), z = along_axis(d, region, 2);
    Looked looked{};
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
        write(t, i, keep, kept, looked.kept);
        write(t, i, suspect, suspects, looked.suspects);
    }
    return looked;
}

#if HWY_TARGET != HWY_SCALAR

/// Lanes in which a component of the cross product, l - r, certainly differs from zero.
///
/// As certainly_not_zero, with |l + r| for |l| + |r|: they are the same unless the signs of the terms differ, and then
/// |l - r| alone is their sum. What overflows is not certain either way.
HWY_INLINE hn::Mask<Floats> certainly_apart(Float l, Float r) {
    using Limits = simd::Rounding<float>;
    const Floats d;
    const auto error = hn::MulAdd(hn::Abs(hn::Add(l, r)), hn::Set(d, 1.001f * (simd::cross_units * Limits::unit)),
                                  hn::Set(d, 2 * Limits::cross_underflow));
    return hn::Gt(hn::Abs(hn::Sub(l, r)), error);
}

/// As write, for as many triangles as a vector has lanes: without a branch that depends on which.
template <bool Numbered>
HWY_INLINE void write_kept(const Lookup& t, std::size_t i, unsigned keep, std::uint32_t* kept, Looked& looked) {
    const Floats d;
    const hn::Rebind<std::uint32_t, Floats> n;
    const auto* order = compress_orders.lane[keep];
    if (Numbered) {
        const auto numbers = hn::BitCast(d, hn::LoadU(n, t.numbers + i));
        const auto in_front = hn::TableLookupLanes(numbers, hn::SetTableIndices(d, order));
        hn::StoreU(hn::BitCast(n, in_front), n, kept + looked.kept);
    } else {
        const auto lanes = hn::BitCast(n, hn::Load(hn::RebindToSigned<Floats>(), order));
        const auto first = hn::Set(n, t.first + static_cast<std::uint32_t>(i));
        hn::StoreU(hn::Add(lanes, first), n, kept + looked.kept);
    }
    looked.kept += static_cast<std::size_t>(std::popcount(keep));
}

/// Of triangles whose coordinates are finite. One component of the cross product shows the area of most; the others are
/// asked where it does not. `t` by value: compilers take the stores of vectors for ones that may change it.
template <bool Numbered, unsigned Sides>
Looked look_at_finite(const simd::FloatVertex* vertices, const Lookup t, const Box<double>& region, std::uint32_t* kept,
                      std::uint32_t* suspects) {
    const Floats d;
    constexpr unsigned all = (1u << float_lanes) - 1;
    const auto x = along_axis(d, region, 0), y = along_axis(d, region, 1), z = along_axis(d, region, 2);
    Looked looked{};
    const std::size_t together = t.count / float_lanes * float_lanes;
    for (std::size_t i = 0; i < together; i += float_lanes) {
        const std::uint32_t* corners = t.corners + (Numbered ? 0 : 3 * (t.first + i));
        const std::uint32_t* numbers = Numbered ? t.numbers + i : nullptr;
        const auto a = gather_corners(vertices, corners, numbers, 0), b = gather_corners(vertices, corners, numbers, 1),
                   c = gather_corners(vertices, corners, numbers, 2);
        const auto in_x = reaches_into<Sides, 0>(a.x, b.x, c.x, x), in_y = reaches_into<Sides, 1>(a.y, b.y, c.y, y),
                   in_z = reaches_into<Sides, 2>(a.z, b.z, c.z, z);
        const auto in = hn::And(hn::And(in_x, in_y), in_z);
        write_kept<Numbered>(t, i, bits_of(d, in), kept, looked);
        const auto ux = hn::Sub(b.x, a.x), uy = hn::Sub(b.y, a.y), vx = hn::Sub(c.x, a.x), vy = hn::Sub(c.y, a.y);
        const auto has_z = certainly_apart(hn::Mul(ux, vy), hn::Mul(uy, vx));
        if (bits_of(d, has_z) == all) continue;
        const auto uz = hn::Sub(b.z, a.z), vz = hn::Sub(c.z, a.z);
        const auto has_x = certainly_apart(hn::Mul(uy, vz), hn::Mul(uz, vy));
        const auto has_y = certainly_apart(hn::Mul(uz, vx), hn::Mul(ux, vz));
        const unsigned suspect = ~bits_of(d, hn::Or(hn::Or(has_x, has_y), has_z)) & all;
        write(t, i, suspect, suspects, looked.suspects);
    }
    if (together == t.count) return looked;
    const std::uint32_t* numbers = t.numbers != nullptr ? t.numbers + together : nullptr;
    const Lookup last{t.corners, numbers, number_of(t, together), t.count - together};
    const Looked rest = look_side_by_side(d, vertices, last, region, kept + looked.kept, suspects + looked.suspects);
    return {looked.kept + rest.kept, looked.suspects + rest.suspects};
}

using LookAtFinite = Looked (*)(const simd::FloatVertex*, Lookup, const Box<double>&, std::uint32_t*, std::uint32_t*);
constexpr LookAtFinite look_by_sides[both_sides + 1] = {
    look_at_finite<false, 0>, look_at_finite<false, 1>, look_at_finite<false, 2>,
    look_at_finite<false, 3>, look_at_finite<false, 4>, look_at_finite<false, 5>,
    look_at_finite<false, 6>, look_at_finite<false, 7>, look_at_finite<false, both_sides>};

#endif

Looked Look(const simd::Vertices& vertices, const Lookup& triangles, bool finite, const Box<double>& region,
            std::uint32_t* kept, std::uint32_t* suspects) {
    if (vertices.doubles != nullptr) {
        return look_side_by_side(Doubles(), vertices.doubles, triangles, region, kept, suspects);
    }
#if HWY_TARGET != HWY_SCALAR
    if (finite && triangles.numbers != nullptr) {
        return look_at_finite<true, both_sides>(vertices.floats, triangles, region, kept, suspects);
    }
    if (finite) return look_by_sides[sides_of(region)](vertices.floats, triangles, region, kept, suspects);
#endif
    (void)finite;
    return look_side_by_side(Floats(), vertices.floats, triangles, region, kept, suspects);
}

}  // namespace pliant::gjk_cut::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::gjk_cut {

HWY_EXPORT(Look);

Looked look(const simd::Vertices& vertices, const Lookup& triangles, bool finite, const Box<double>& region,
            std::uint32_t* kept, std::uint32_t* suspects) {
    return HWY_DYNAMIC_DISPATCH(Look)(vertices, triangles, finite, region, kept, suspects);
}

}  // namespace pliant::gjk_cut
#endif
