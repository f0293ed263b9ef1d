#include "simd/first_look.hpp"

#include <algorithm>
#include <bit>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/first_look.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/area-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

HWY_INLINE const float* numbers_of(const FloatVertex* v) { return &v->x; }
HWY_INLINE const double* numbers_of(const DoubleVertex* v) { return &v->x; }

template <class Vertex, class Scalar>
Region bounds(const Vertex* vertices, std::size_t count, Scalar) {
    const hn::CappedTag<Scalar, 4> d;
    constexpr std::size_t lanes = hn::MaxLanes(hn::CappedTag<Scalar, 4>());
    alignas(32) Scalar lo[4] = {}, hi[4] = {};
    for (std::size_t lane = 0; lane < 4; lane += lanes) {
        auto least = hn::Load(d, numbers_of(vertices) + lane), greatest = least;
        for (std::size_t i = 1; i < count; ++i) {
            const auto value = hn::Load(d, numbers_of(vertices + i) + lane);
            least = hn::Min(least, value);
            greatest = hn::Max(greatest, value);
        }
        hn::Store(least, d, lo + lane);
        hn::Store(greatest, d, hi + lane);
    }
    return {{lo[0], lo[1], lo[2]}, {hi[0], hi[1], hi[2]}};
}

Region Bounds(const Vertices& vertices, std::size_t first, std::size_t count) {
    if (vertices.doubles != nullptr) return bounds(vertices.doubles + first, count, double{});
    return bounds(vertices.floats + first, count, float{});
}

HWY_INLINE std::uint32_t number_of(const Lookup& t, std::size_t i) {
    return t.numbers != nullptr ? t.numbers[i] : t.first + static_cast<std::uint32_t>(i);
}

/// Writes what the bits of the next triangles, number_of(i) and following, say: `Bits` for each, of which one may be
/// set.
template <std::size_t Bits>
HWY_INLINE void write(const Lookup& t, std::size_t i, std::uint64_t keep, std::uint64_t suspect, std::uint32_t* kept,
                      std::uint32_t* suspects, Looked& looked) {
    for (; keep != 0; keep &= keep - 1) {
        kept[looked.kept++] = number_of(t, i + static_cast<std::size_t>(std::countr_zero(keep)) / Bits);
    }
    for (; suspect != 0; suspect &= suspect - 1) {
        suspects[looked.suspects++] = number_of(t, i + static_cast<std::size_t>(std::countr_zero(suspect)) / Bits);
    }
}

template <class Tag, class Vector>
HWY_INLINE hn::Mask<Tag> outside(Tag d, Vector a, Vector b, Vector c, double lo, double hi) {
    using Scalar = hn::TFromD<Tag>;
    return hn::Or(hn::Lt(hn::Max(hn::Max(a, b), c), hn::Set(d, static_cast<Scalar>(lo))),
                  hn::Gt(hn::Min(hn::Min(a, b), c), hn::Set(d, static_cast<Scalar>(hi))));
}

/// Several triangles side by side, one vector per coordinate.
template <class Tag, class Vertex>
Looked look_side_by_side(Tag d, const Vertex* vertices, const Lookup& t, const Region& region, std::uint32_t* kept,
                         std::uint32_t* suspects) {
    constexpr std::size_t lanes = hn::MaxLanes(Tag());
    Looked looked{};
    for (std::size_t i = 0; i < t.count; i += lanes) {
        std::uint32_t ids[3][lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::size_t number = number_of(t, std::min(i + lane, t.count - 1));
            for (std::size_t k = 0; k < 3; ++k) ids[k][lane] = t.corners[3 * number + k];
        }
        const auto a = load(d, vertices, ids[0]), b = load(d, vertices, ids[1]), c = load(d, vertices, ids[2]);
        auto out = outside(d, a.x, b.x, c.x, region.lo[0], region.hi[0]);
        out = hn::Or(out, outside(d, a.y, b.y, c.y, region.lo[1], region.hi[1]));
        out = hn::Or(out, outside(d, a.z, b.z, c.z, region.lo[2], region.hi[2]));
        const unsigned valid = (1u << std::min(lanes, t.count - i)) - 1;
        const unsigned suspect = ~bits_of(d, has_area(d, a, b, c)) & valid, keep = ~bits_of(d, out) & valid;
        if ((keep | suspect) != 0) write<1>(t, i, keep, suspect, kept, suspects, looked);
    }
    return looked;
}

#if HWY_TARGET != HWY_SCALAR

/// Whether components of (b - a) x (c - a) certainly differ from zero; all coordinates are finite.
///
/// As certainly_not_zero, with |l + r| for |l| + |r|: they are the same unless the signs of the terms differ, and then
/// |l - r| alone is their sum. What overflows is not certain either way.
HWY_INLINE hn::Mask<Floats> certain_components(Float a, Float b, Float c) {
    using Bound = CrossBound<float>;
    const Floats d;
    const auto u = hn::Sub(b, a), v = hn::Sub(c, a);
    const auto left = hn::Mul(u, turned(v)), right = hn::Mul(turned(u), v);
    const auto error = hn::MulAdd(hn::Abs(hn::Add(left, right)), hn::Set(d, 1.001f * Bound::relative),
                                  hn::Set(d, 2 * Bound::underflow));
    return hn::Gt(hn::Abs(hn::Sub(left, right)), error);
}

// What is known of eight triangles lies in a word: a byte for each, in their order.
constexpr std::size_t triangles_together = 8;
constexpr std::size_t vectors_together = triangles_together / (float_lanes / 4);

/// The triangle, of those together, that begins vector j. Narrowing two vectors of 256 bits mixes their halves: with
/// triangles 0 2, 1 3, 4 6, 5 7 they end up in order.
constexpr std::size_t first_of(std::size_t j) { return float_lanes == 8 ? j + (j & 2) : j; }

/// Corner k of triangle i and, in wide vectors, i + 2, as they lie in memory: x y z and an unused number of each.
template <bool Numbered>
HWY_INLINE Float corners_at(const FloatVertex* vertices, const std::uint32_t* corners, const std::uint32_t* numbers,
                            std::size_t i, std::size_t k) {
    const FourFloats f;
    const auto vertex = [&](std::size_t j) {
        const std::size_t triangle = Numbered ? numbers[j] : j;
        return hn::Load(f, &vertices[corners[3 * triangle + k]].x);
    };
#if HWY_MAX_BYTES >= 32
    return hn::Combine(Floats(), vertex(i + 2), vertex(i));
#else
    return vertex(i);
#endif
}

/// Bytes that are not zero for triangles of which any lane is set.
HWY_INLINE std::uint64_t bytes_of(const Float* masks) {
    const hn::RebindToSigned<Floats> d32;
    const hn::Repartition<std::int16_t, Floats> d16;
    const hn::Repartition<std::uint8_t, Floats> d8;
    std::uint64_t bytes = 0;
    for (std::size_t j = 0; j < vectors_together; j += 2) {
        const auto both = hn::ReorderDemote2To(d16, hn::BitCast(d32, masks[j]), hn::BitCast(d32, masks[j + 1]));
        std::uint64_t word = 0;
        hn::StoreMaskBits(d8, hn::MaskFromVec(hn::BitCast(d8, both)), reinterpret_cast<std::uint8_t*>(&word));
        bytes |= word << (8 * first_of(j));
    }
    return bytes;
}

/// The highest bit of each byte that is zero.
HWY_INLINE std::uint64_t zero_bytes(std::uint64_t bytes) {
    constexpr std::uint64_t low_bits = 0x7f7f7f7f7f7f7f7f;
    return ~(((bytes & low_bits) + low_bits) | bytes | low_bits);
}

/// Corners lie as in memory, one vector for one or two triangles: no turning of rows into columns.
template <bool Numbered>
Looked look_one_by_one(const FloatVertex* vertices, const Lookup& t, const Region& region, std::uint32_t* kept,
                       std::uint32_t* suspects) {
    const Floats d;
    constexpr float infinity = std::numeric_limits<float>::infinity();
    alignas(32) float lo[8], hi[8];
    for (std::size_t lane = 0; lane < 8; ++lane) {
        lo[lane] = lane % 4 < 3 ? static_cast<float>(region.lo[lane % 4]) : -infinity;
        hi[lane] = lane % 4 < 3 ? static_cast<float>(region.hi[lane % 4]) : infinity;
    }
    const auto region_lo = hn::Load(d, lo), region_hi = hn::Load(d, hi);
    Looked looked{};
    const std::size_t together = t.count / triangles_together * triangles_together;
    for (std::size_t i = 0; i < together; i += triangles_together) {
        const std::uint32_t* corners = t.corners + (Numbered ? 0 : 3 * (t.first + i));
        const std::uint32_t* numbers = t.numbers + (Numbered ? i : 0);
        Float outside[vectors_together], with_area[vectors_together];
        HWY_UNROLL(vectors_together)
        for (std::size_t j = 0; j < vectors_together; ++j) {
            const auto corner = [&](std::size_t k) {
                return corners_at<Numbered>(vertices, corners, numbers, first_of(j), k);
            };
            const auto a = corner(0), b = corner(1), c = corner(2);
            outside[j] = hn::VecFromMask(
                d, hn::Or(hn::Lt(hn::Max(hn::Max(a, b), c), region_lo), hn::Gt(hn::Min(hn::Min(a, b), c), region_hi)));
            with_area[j] = hn::VecFromMask(d, certain_components(a, b, c));
        }
        const std::uint64_t keep = zero_bytes(bytes_of(outside)), suspect = zero_bytes(bytes_of(with_area));
        if ((keep | suspect) != 0) write<8>(t, i, keep, suspect, kept, suspects, looked);
    }
    if (together == t.count) return looked;
    const std::uint32_t* numbers = t.numbers != nullptr ? t.numbers + together : nullptr;
    const Lookup last{t.corners, numbers, number_of(t, together), t.count - together};
    const Looked rest = look_side_by_side(d, vertices, last, region, kept + looked.kept, suspects + looked.suspects);
    return {looked.kept + rest.kept, looked.suspects + rest.suspects};
}

#endif

Looked Look(const Vertices& vertices, const Lookup& triangles, bool finite, const Region& region, std::uint32_t* kept,
            std::uint32_t* suspects) {
    if (vertices.doubles != nullptr) {
        return look_side_by_side(Doubles(), vertices.doubles, triangles, region, kept, suspects);
    }
#if HWY_TARGET != HWY_SCALAR
    if (finite && triangles.numbers != nullptr) {
        return look_one_by_one<true>(vertices.floats, triangles, region, kept, suspects);
    }
    if (finite) return look_one_by_one<false>(vertices.floats, triangles, region, kept, suspects);
#endif
    (void)finite;
    return look_side_by_side(Floats(), vertices.floats, triangles, region, kept, suspects);
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(Bounds);
HWY_EXPORT(Look);

Region bounds_of(const Vertices& vertices, std::size_t first, std::size_t count) {
    return HWY_DYNAMIC_DISPATCH(Bounds)(vertices, first, count);
}

Looked look(const Vertices& vertices, const Lookup& triangles, bool finite, const Region& region, std::uint32_t* kept,
            std::uint32_t* suspects) {
    return HWY_DYNAMIC_DISPATCH(Look)(vertices, triangles, finite, region, kept, suspects);
}

}  // namespace pliant::simd
#endif
