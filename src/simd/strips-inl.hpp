// Strips of triangles, one for each lane of a vector: their vertices, box and normals.
// Included once per vector target.
#if defined(PLIANT_SIMD_STRIPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_STRIPS_INL
#undef PLIANT_SIMD_STRIPS_INL
#else
#define PLIANT_SIMD_STRIPS_INL
#endif

#include <cstddef>
#include <cstdint>
#include <limits>

#include "simd/gather-inl.hpp"
#include "simd/region_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

/// Vertices of strips, one vector per coordinate, and the box around all that were read.
template <class Tag, class Vertex>
class StripReader {
public:
    using Scalar = hn::TFromD<Tag>;
    using Vector = hn::Vec<Tag>;

    HWY_INLINE explicit StripReader(const Vertex* vertices) : vertices_(vertices) {
        const Tag d;
        const auto least = hn::Set(d, -std::numeric_limits<Scalar>::infinity()), most = hn::Neg(least);
        lo_ = {most, most, most};
        hi_ = {least, least, least};
    }

    template <class Slot>
    HWY_INLINE Coordinates<Vector> read(const Slot* slots) {
        std::uint32_t ids[hn::MaxLanes(Tag())];
        for (std::size_t lane = 0; lane < hn::MaxLanes(Tag()); ++lane) ids[lane] = slots[lane] / 2;
        const auto p = load(Tag(), vertices_, ids);
        lo_ = {hn::Min(lo_.x, p.x), hn::Min(lo_.y, p.y), hn::Min(lo_.z, p.z)};
        hi_ = {hn::Max(hi_.x, p.x), hn::Max(hi_.y, p.y), hn::Max(hi_.z, p.z)};
        return p;
    }

    HWY_INLINE void box(Vertex& lo, Vertex& hi) const {
        const Tag d;
        lo = {hn::GetLane(hn::MinOfLanes(d, lo_.x)), hn::GetLane(hn::MinOfLanes(d, lo_.y)),
              hn::GetLane(hn::MinOfLanes(d, lo_.z)), 0};
        hi = {hn::GetLane(hn::MaxOfLanes(d, hi_.x)), hn::GetLane(hn::MaxOfLanes(d, hi_.y)),
              hn::GetLane(hn::MaxOfLanes(d, hi_.z)), 0};
    }

private:
    const Vertex* vertices_;
    Coordinates<Vector> lo_, hi_;
};

#if HWY_TARGET != HWY_SCALAR

/// The box is made of vertices as they lie in memory, which keeps it in two registers.
template <>
class StripReader<Floats, FloatVertex> {
public:
    HWY_INLINE explicit StripReader(const FloatVertex* vertices) : vertices_(&vertices->x) {
        hi_ = hn::Set(Floats(), -std::numeric_limits<float>::infinity());
        lo_ = hn::Neg(hi_);
    }

    template <class Slot>
    HWY_INLINE FloatPoints3 read(const Slot* slots) {
        const auto p = row(slots, 0), q = row(slots, 1), r = row(slots, 2), s = row(slots, 3);
        lo_ = hn::Min(lo_, hn::Min(hn::Min(p, q), hn::Min(r, s)));
        hi_ = hn::Max(hi_, hn::Max(hn::Max(p, q), hn::Max(r, s)));
        return columns_of(Floats(), p, q, r, s);
    }

    HWY_INLINE void box(FloatVertex& lo, FloatVertex& hi) const {
        const FourFloats f;
#if HWY_MAX_BYTES >= 32
        hn::Store(hn::Min(hn::LowerHalf(f, lo_), hn::UpperHalf(f, lo_)), f, &lo.x);
        hn::Store(hn::Max(hn::LowerHalf(f, hi_), hn::UpperHalf(f, hi_)), f, &hi.x);
#else
        hn::Store(lo_, f, &lo.x);
        hn::Store(hi_, f, &hi.x);
#endif
    }

private:
    /// Vertex i, or vertices i and i + 4. The processor itself multiplies by eight, and not by sixteen.
    template <class Slot>
    [[nodiscard]] HWY_INLINE Float row(const Slot* slots, std::size_t i) const {
        const FourFloats f;
        const auto vertex = hn::Load(f, vertices_ + 2 * std::size_t{slots[i]});
#if HWY_MAX_BYTES >= 32
        return hn::Combine(Floats(), hn::Load(f, vertices_ + 2 * std::size_t{slots[i + 4]}), vertex);
#else
        return vertex;
#endif
    }

    const float* vertices_;
    Float lo_, hi_;
};

#endif

template <class Mask, class Vector>
HWY_INLINE Coordinates<Vector> either(Mask first, const Coordinates<Vector>& a, const Coordinates<Vector>& b) {
    return {hn::IfThenElse(first, a.x, b.x), hn::IfThenElse(first, a.y, b.y), hn::IfThenElse(first, a.z, b.z)};
}

/// The normals of the triangles of some strips, as many as a vector has lanes, from `strip` on. Returns their sums.
template <class Tag, class Vertex, class Slot>
HWY_INLINE Coordinates<hn::Vec<Tag>> read_strips(Tag d, StripReader<Tag, Vertex>& reader, const Slot* slots,
                                                 const std::uint8_t* turns, std::size_t strip, std::size_t windows,
                                                 hn::TFromD<Tag> (*normals)[3][hn::MaxLanes(Tag())]) {
    slots += strip;
    auto a = reader.read(slots), b = reader.read(slots + strips_per_leaf);
    const auto zero = hn::Zero(d);
    Coordinates<hn::Vec<Tag>> sum{zero, zero, zero};
    for (std::size_t i = 0; i < windows; ++i) {
        slots += strips_per_leaf;
        const auto c = reader.read(slots + strips_per_leaf);
        const auto normal = cross(b - a, c - a);
        hn::Store(normal.x, d, normals[i][0]);
        hn::Store(normal.y, d, normals[i][1]);
        hn::Store(normal.z, d, normals[i][2]);
        sum = sum + normal;
        const auto turn = static_cast<std::uint8_t>(turns[i] >> strip);
        const auto first = hn::LoadMaskBits(d, &turn);
        a = either(first, c, a);
        b = either(first, b, c);
    }
    return sum;
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
