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

/// Writes what the bits of the next triangles, number_of(i) and following, say.
HWY_INLINE void write(const Lookup& t, std::size_t i, unsigned keep, unsigned suspect, std::uint32_t* kept,
                      std::uint32_t* suspects, Looked& looked) {
    for (; keep != 0; keep &= keep - 1) {
        kept[looked.kept++] = number_of(t, i + static_cast<std::size_t>(std::countr_zero(keep)));
    }
    for (; suspect != 0; suspect &= suspect - 1) {
        suspects[looked.suspects++] = number_of(t, i + static_cast<std::size_t>(std::countr_zero(suspect)));
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
        if ((keep | suspect) != 0) write(t, i, keep, suspect, kept, suspects, looked);
    }
    return looked;
}

#if HWY_TARGET != HWY_SCALAR

constexpr std::size_t triangles_at_once = float_lanes / 4;

/// Corner k of the next triangles, as they lie in memory: x y z and an unused number of each.
template <bool Numbered>
HWY_INLINE Float corners_at(const FloatVertex* vertices, const Lookup& t, std::size_t i, std::size_t k) {
    const FourFloats f;
    const auto vertex = [&](std::size_t j) {
        const std::size_t triangle = Numbered ? t.numbers[j] : t.first + j;
        return hn::Load(f, &vertices[t.corners[3 * triangle + k]].x);
    };
#if HWY_MAX_BYTES >= 32
    return hn::Combine(Floats(), vertex(i + 1), vertex(i));
#else
    return vertex(i);
#endif
}

/// Components of (b - a) x (c - a) that certainly differ from zero; all coordinates are finite.
HWY_INLINE unsigned certain_components(Float a, Float b, Float c) {
    const Floats d;
    const auto u = hn::Sub(b, a), v = hn::Sub(c, a);
    return bits_of(d, certainly_not_zero(d, hn::Mul(u, turned(v)), hn::Mul(turned(u), v)));
}

// Four bits for each of eight triangles.
constexpr std::size_t triangles_together = 8;
constexpr std::uint32_t of_each = 0x11111111;

/// The first bit of each triangle of which any is set.
HWY_INLINE std::uint32_t any_of_four(std::uint32_t bits) {
    bits |= bits >> 1;
    bits |= bits >> 2;
    return bits & of_each;
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
        std::uint32_t outside = 0, with_area = 0;
        for (std::size_t k = 0; k < triangles_together; k += triangles_at_once) {
            const auto a = corners_at<Numbered>(vertices, t, i + k, 0), b = corners_at<Numbered>(vertices, t, i + k, 1),
                       c = corners_at<Numbered>(vertices, t, i + k, 2);
            const auto out =
                hn::Or(hn::Lt(hn::Max(hn::Max(a, b), c), region_lo), hn::Gt(hn::Min(hn::Min(a, b), c), region_hi));
            outside |= bits_of(d, out) << (4 * k);
            with_area |= certain_components(a, b, c) << (4 * k);
        }
        outside = any_of_four(outside);
        with_area = any_of_four(with_area);
        for (std::uint32_t keep = outside ^ of_each; keep != 0; keep &= keep - 1) {
            kept[looked.kept++] = number_of(t, i + static_cast<std::size_t>(std::countr_zero(keep)) / 4);
        }
        for (std::uint32_t suspect = with_area ^ of_each; suspect != 0; suspect &= suspect - 1) {
            suspects[looked.suspects++] = number_of(t, i + static_cast<std::size_t>(std::countr_zero(suspect)) / 4);
        }
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
