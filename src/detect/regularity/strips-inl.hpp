// Kernels that read triangle strips, one strip per lane: vertices, bounding box and normals.
// Included once per vector target.
#if defined(PLIANT_REGULARITY_STRIPS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_REGULARITY_STRIPS_INL
#undef PLIANT_REGULARITY_STRIPS_INL
#else
#define PLIANT_REGULARITY_STRIPS_INL
#endif

#include <cstddef>
#include <cstdint>
#include <limits>

#include "detect/regularity/leaf_bounds.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::regularity::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

/// The slots and turns of a leaf.
template <class Slot>
struct StripRows {
    const Slot* slots;
    const std::uint8_t* turns;

    /// Slots of vertex i of strips `strip`, `strip` + 1, ...
    [[nodiscard]] HWY_INLINE const Slot* row(std::size_t i, std::size_t strip) const {
        return slots + strips_per_leaf * i + strip;
    }

    /// Mask of the strips in which the new vertex of a window replaces the first vertex of the edge.
    template <class Tag>
    [[nodiscard]] HWY_INLINE hn::Mask<Tag> turn(Tag d, std::size_t window, std::size_t strip) const {
        const auto turn = static_cast<std::uint8_t>(turns[turn_stride * window] >> strip);
        return hn::LoadMaskBits(d, &turn);
    }
};

/// Reads vertices of strips as SoA, and keeps the bounding box of all vertices read.
template <class Tag, class Vertex, class Slot>
class StripReader {
public:
    using Scalar = hn::TFromD<Tag>;
    using Vector = hn::Vec<Tag>;

    HWY_INLINE StripReader(const Vertex* vertices, const StripRows<Slot>& rows) : vertices_(vertices), rows_(rows) {
        const Tag d;
        const auto least = hn::Set(d, -std::numeric_limits<Scalar>::infinity()), most = hn::Neg(least);
        lo_ = {most, most, most};
        hi_ = {least, least, least};
    }

    /// Vertex i of as many strips as a vector has lanes, from `strip` on.
    HWY_INLINE Coordinates<Vector> read(std::size_t i, std::size_t strip) {
        std::uint32_t ids[hn::MaxLanes(Tag())];
        const Slot* slots = rows_.row(i, strip);
        for (std::size_t lane = 0; lane < hn::MaxLanes(Tag()); ++lane) ids[lane] = slots[lane] / 2;
        const auto p = load(Tag(), vertices_, ids);
        lo_ = {hn::Min(lo_.x, p.x), hn::Min(lo_.y, p.y), hn::Min(lo_.z, p.z)};
        hi_ = {hn::Max(hi_.x, p.x), hn::Max(hi_.y, p.y), hn::Max(hi_.z, p.z)};
        return p;
    }

    [[nodiscard]] HWY_INLINE hn::Mask<Tag> turn(std::size_t window, std::size_t strip) const {
        return rows_.turn(Tag(), window, strip);
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
    StripRows<Slot> rows_;
    Coordinates<Vector> lo_, hi_;
};

#if HWY_TARGET != HWY_SCALAR

/// Loads whole vertices (AoS).
class VertexRows {
public:
    HWY_INLINE explicit VertexRows(const simd::FloatVertex* vertices) : vertices_(&vertices->x) {}

    /// Vertex i of some slots, or vertices i and i + 4. Slots are doubled vertex numbers: x86 addressing scales by at
    /// most eight, and a vertex has sixteen bytes.
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

private:
    const float* vertices_;
};

HWY_INLINE void store_box(Float lo, Float hi, simd::FloatVertex& out_lo, simd::FloatVertex& out_hi) {
    const FourFloats f;
#if HWY_MAX_BYTES >= 32
    hn::Store(hn::Min(hn::LowerHalf(f, lo), hn::UpperHalf(f, lo)), f, &out_lo.x);
    hn::Store(hn::Max(hn::LowerHalf(f, hi), hn::UpperHalf(f, hi)), f, &out_hi.x);
#else
    hn::Store(lo, f, &out_lo.x);
    hn::Store(hi, f, &out_hi.x);
#endif
}

/// Specialised for floats: the box is accumulated in AoS, before the transposition, which takes two registers.
template <class Slot>
class StripReader<Floats, simd::FloatVertex, Slot> {
public:
    HWY_INLINE StripReader(const simd::FloatVertex* vertices, const StripRows<Slot>& rows)
        : vertices_(vertices), rows_(rows) {
        hi_ = hn::Set(Floats(), -std::numeric_limits<float>::infinity());
        lo_ = hn::Neg(hi_);
    }

    HWY_INLINE FloatPoints3 read(std::size_t i, std::size_t strip) {
        const Slot* slots = rows_.row(i, strip);
        const auto p = vertices_.row(slots, 0), q = vertices_.row(slots, 1), r = vertices_.row(slots, 2),
                   s = vertices_.row(slots, 3);
        lo_ = hn::Min(lo_, hn::Min(hn::Min(p, q), hn::Min(r, s)));
        hi_ = hn::Max(hi_, hn::Max(hn::Max(p, q), hn::Max(r, s)));
        return columns_of(Floats(), p, q, r, s);
    }

    [[nodiscard]] HWY_INLINE hn::Mask<Floats> turn(std::size_t window, std::size_t strip) const {
        return rows_.turn(Floats(), window, strip);
    }

    HWY_INLINE void box(simd::FloatVertex& lo, simd::FloatVertex& hi) const { store_box(lo_, hi_, lo, hi); }

private:
    VertexRows vertices_;
    StripRows<Slot> rows_;
    Float lo_, hi_;
};

#endif

#if HWY_TARGET <= HWY_AVX3

/// Strips of two leaves, side by side in 512 bits (AVX-512).
template <class Slot>
class TwoLeavesReader {
public:
    using Vector = hn::Vec<SixteenFloats>;

    /// Turns of the two leaves are interleaved.
    HWY_INLINE TwoLeavesReader(const simd::FloatVertex* first_vertices, const simd::FloatVertex* second_vertices,
                               const StripRows<Slot>& first, const Slot* second_slots)
        : first_(first_vertices), second_(second_vertices), rows_(first), second_slots_(second_slots) {
        hi_ = hn::Set(SixteenFloats(), -std::numeric_limits<float>::infinity());
        lo_ = hn::Neg(hi_);
    }

    HWY_INLINE Coordinates<Vector> read(std::size_t i, std::size_t) {
        const auto row = [&](std::size_t k) HWY_ATTR {
            const std::size_t at = strips_per_leaf * i;
            return hn::Combine(SixteenFloats(), second_.row(second_slots_ + at, k), first_.row(rows_.slots + at, k));
        };
        const auto p = row(0), q = row(1), r = row(2), s = row(3);
        lo_ = hn::Min(lo_, hn::Min(hn::Min(p, q), hn::Min(r, s)));
        hi_ = hn::Max(hi_, hn::Max(hn::Max(p, q), hn::Max(r, s)));
        return columns_of(SixteenFloats(), p, q, r, s);
    }

    [[nodiscard]] HWY_INLINE hn::Mask<SixteenFloats> turn(std::size_t window, std::size_t) const {
        return hn::LoadMaskBits(SixteenFloats(), rows_.turns + turn_stride * window);
    }

    HWY_INLINE void boxes(simd::FloatVertex* lo, simd::FloatVertex* hi) const {
        const Floats d;
        store_box(hn::LowerHalf(d, lo_), hn::LowerHalf(d, hi_), lo[0], hi[0]);
        store_box(hn::UpperHalf(d, lo_), hn::UpperHalf(d, hi_), lo[1], hi[1]);
    }

private:
    VertexRows first_, second_;
    StripRows<Slot> rows_;
    const Slot* second_slots_;
    Vector lo_, hi_;
};

#endif

template <class Mask, class Vector>
HWY_INLINE Coordinates<Vector> either(Mask first, const Coordinates<Vector>& a, const Coordinates<Vector>& b) {
    return {hn::IfThenElse(first, a.x, b.x), hn::IfThenElse(first, a.y, b.y), hn::IfThenElse(first, a.z, b.z)};
}

/// Bounds of the normals of some triangles, lane by lane.
template <class Tag>
struct Normals {
    using Vector = hn::Vec<Tag>;

    Coordinates<Vector> middle;         // axis of the cone: a unit vector, or zero
    Vector least_cosine, least_square;  // cosines with the axis are squared and keep their sign
    std::size_t with_area = 0;          // how many normals are long enough to be trusted; others are left out
};

template <class Tag>
HWY_INLINE void add_normal(Tag d, const Coordinates<hn::Vec<Tag>>& normal, hn::TFromD<Tag> least_square,
                           Normals<Tag>& out) {
    const auto squared = dot(normal, normal), along = dot(normal, out.middle);
    const auto cosine = hn::Div(hn::Mul(along, hn::Abs(along)), squared);
    const auto has_area = hn::Gt(squared, hn::Set(d, least_square));
    out.least_cosine = hn::IfThenElse(has_area, hn::Min(cosine, out.least_cosine), out.least_cosine);
    out.least_square = hn::IfThenElse(has_area, hn::Min(squared, out.least_square), out.least_square);
    out.with_area += hn::CountTrue(d, has_area);
}

/// Bounds the triangles of as many strips as a vector has lanes, from `strip` on. There is at least one window.
template <class Tag, class Reader>
HWY_INLINE void read_strips(Tag d, Reader& reader, std::size_t strip, std::size_t windows, hn::TFromD<Tag> least_square,
                            Normals<Tag>& normals) {
    auto a = reader.read(0, strip), b = reader.read(1, strip), c = reader.read(2, strip);
    const auto zero = hn::Zero(d);
    // Software pipelining: the long-latency division for a normal runs one window later, beside the next loads.
    Coordinates<hn::Vec<Tag>> last{zero, zero, zero};
    for (std::size_t i = 0; i + 1 < windows; ++i) {
        const auto next = reader.read(i + 3, strip);
        add_normal(d, last, least_square, normals);
        last = cross(b - a, c - a);
        const auto first = reader.turn(i, strip);
        a = either(first, c, a);
        b = either(first, b, c);
        c = next;
    }
    add_normal(d, last, least_square, normals);
    add_normal(d, cross(b - a, c - a), least_square, normals);
}

}  // namespace pliant::regularity::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
