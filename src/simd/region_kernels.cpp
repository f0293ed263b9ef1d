#include "simd/region_kernels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/region_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

/// `least` is far above what an underflow hides in a normal; squares below `least_square` are too near to underflow
/// for a ratio of two of them to mean anything, also where the processor flushes denormal numbers to zero. Squares of
/// sums of normals do not overflow where no edge is longer than `most`.
template <class Scalar>
struct Rounding;
template <>
struct Rounding<float> {
    static constexpr float unit = 0x1p-24f, least = 1e-30f, least_square = 1e-31f, most = 1e8f;
};
template <>
struct Rounding<double> {
    static constexpr double unit = 0x1p-53, least = 1e-250, least_square = 1e-300, most = 1e75;
};

/// What is known of the triangles of a leaf, in rows as wide as a vector: those of the first strips, then of the next.
template <class Tag>
struct Faces {
    using Scalar = hn::TFromD<Tag>;
    static constexpr std::size_t lanes = hn::MaxLanes(Tag()), groups = strips_per_leaf / lanes;

    Coordinates<hn::Vec<Tag>> normal[groups * most_windows];  // of any length
    std::size_t rows;
    Scalar error;          // no normal is off by more
    Scalar reach;          // no coordinate of an edge is larger
    Scalar sum[3];         // of the normals
    float middle[3];       // a unit vector in the middle of them; any would do
    float cosine_squared;  // not above the smallest one between that vector and a normal; 0 where one is not positive
};

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

    HWY_INLINE Coordinates<Vector> read(const std::uint32_t* slots) {
        std::uint32_t ids[hn::MaxLanes(Tag())];
        for (std::size_t lane = 0; lane < hn::MaxLanes(Tag()); ++lane) ids[lane] = slots[lane] / 2;
        const auto p = load(Tag(), vertices_, ids);
        lo_ = {hn::Min(lo_.x, p.x), hn::Min(lo_.y, p.y), hn::Min(lo_.z, p.z)};
        hi_ = {hn::Max(hi_.x, p.x), hn::Max(hi_.y, p.y), hn::Max(hi_.z, p.z)};
        return p;
    }

    HWY_INLINE void box(Scalar lo[4], Scalar hi[4]) const {
        const Tag d;
        const Vector lows[] = {lo_.x, lo_.y, lo_.z}, highs[] = {hi_.x, hi_.y, hi_.z};
        for (std::size_t axis = 0; axis < 3; ++axis) {
            lo[axis] = hn::GetLane(hn::MinOfLanes(d, lows[axis]));
            hi[axis] = hn::GetLane(hn::MaxOfLanes(d, highs[axis]));
        }
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

    HWY_INLINE FloatPoints3 read(const std::uint32_t* slots) {
        const auto p = row(slots, 0), q = row(slots, 1), r = row(slots, 2), s = row(slots, 3);
        lo_ = hn::Min(lo_, hn::Min(hn::Min(p, q), hn::Min(r, s)));
        hi_ = hn::Max(hi_, hn::Max(hn::Max(p, q), hn::Max(r, s)));
        return columns_of(Floats(), p, q, r, s);
    }

    HWY_INLINE void box(float lo[4], float hi[4]) const {
        const FourFloats f;
#if HWY_MAX_BYTES >= 32
        hn::Store(hn::Min(hn::LowerHalf(f, lo_), hn::UpperHalf(f, lo_)), f, lo);
        hn::Store(hn::Max(hn::LowerHalf(f, hi_), hn::UpperHalf(f, hi_)), f, hi);
#else
        hn::Store(lo_, f, lo);
        hn::Store(hi_, f, hi);
#endif
    }

private:
    /// Vertex i, or vertices i and i + 4. The processor itself multiplies by eight, and not by sixteen.
    [[nodiscard]] HWY_INLINE Float row(const std::uint32_t* slots, std::size_t i) const {
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

template <class Tag>
HWY_INLINE hn::Mask<Tag> turns_at(Tag d, const std::int8_t* turns) {
    const hn::RebindToSigned<Tag> wide;
    using Wide = hn::TFromD<decltype(wide)>;
#if HWY_TARGET != HWY_SCALAR
    if constexpr (sizeof(Wide) == 4) {
        const hn::Rebind<std::int8_t, Tag> narrow;
        return hn::MaskFromVec(hn::BitCast(d, hn::PromoteTo(wide, hn::LoadU(narrow, turns))));
    }
#endif
    alignas(32) Wide lanes[hn::MaxLanes(Tag())];
    for (std::size_t lane = 0; lane < hn::MaxLanes(d); ++lane) lanes[lane] = turns[lane];
    return hn::MaskFromVec(hn::BitCast(d, hn::Load(wide, lanes)));
}

template <class Mask, class Vector>
HWY_INLINE Coordinates<Vector> either(Mask first, const Coordinates<Vector>& a, const Coordinates<Vector>& b) {
    return {hn::IfThenElse(first, a.x, b.x), hn::IfThenElse(first, a.y, b.y), hn::IfThenElse(first, a.z, b.z)};
}

/// The normals of the triangles of some strips, as many as a vector has lanes.
template <class Tag, class Vertex>
HWY_INLINE void read_strips(Tag d, StripReader<Tag, Vertex>& reader, const std::uint32_t* slots,
                            const std::int8_t* turns, std::size_t windows, Coordinates<hn::Vec<Tag>>* normals) {
    auto a = reader.read(slots), b = reader.read(slots + strips_per_leaf);
    for (std::size_t i = 0; i < windows; ++i) {
        slots += strips_per_leaf;
        turns += strips_per_leaf;
        const auto c = reader.read(slots + strips_per_leaf);
        normals[i] = cross(b - a, c - a);
        const auto first = turns_at(d, turns + strips_per_leaf);
        a = either(first, c, a);
        b = either(first, b, c);
    }
}

#if HWY_TARGET != HWY_SCALAR && HWY_MAX_BYTES >= 32

/// Strips i and i + 4, for i < 4.
HWY_INLINE void add_halves(Floats, const Float* sum, float out[4]) {
    const FourFloats f;
    hn::Store(hn::Add(hn::LowerHalf(f, *sum), hn::UpperHalf(f, *sum)), f, out);
}

#endif

template <class Tag>
HWY_INLINE void add_halves(Tag d, const hn::Vec<Tag>* sums, hn::TFromD<Tag> out[4]) {
    constexpr std::size_t half = Faces<Tag>::groups / 2;
    for (std::size_t g = 0; g < half; ++g) hn::Store(hn::Add(sums[g], sums[g + half]), d, out + g * hn::MaxLanes(d));
}

/// Strip by strip, and then always the same two, so that all targets agree.
template <class Tag>
HWY_INLINE void add_normals(Tag d, Faces<Tag>& faces, std::size_t windows) {
    using F = Faces<Tag>;
    hn::Vec<Tag> sums[3][F::groups];
    for (std::size_t g = 0; g < F::groups; ++g) {
        const auto* normals = faces.normal + g * windows;
        auto sum = normals[0];
        for (std::size_t i = 1; i < windows; ++i) sum = sum + normals[i];
        sums[0][g] = sum.x;
        sums[1][g] = sum.y;
        sums[2][g] = sum.z;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
        alignas(32) typename F::Scalar s[4];
        add_halves(d, sums[axis], s);
        faces.sum[axis] = (s[0] + s[2]) + (s[1] + s[3]);
    }
}

template <class Tag, class Vertex>
HWY_INLINE void read_leaf(Tag d, const Vertex* vertices, const LeafShape& leaf, const StripSlots& slots,
                          Faces<Tag>& faces, RegionBounds& out) {
    using F = Faces<Tag>;
    using Scalar = typename F::Scalar;
    using Limits = Rounding<Scalar>;
    StripReader<Tag, Vertex> reader(vertices + leaf.first_vertex);
    for (std::size_t g = 0; g < F::groups; ++g) {
        const std::size_t slot = leaf.first_slot + g * F::lanes;
        read_strips(d, reader, slots.vertices + slot, slots.turns + slot, leaf.windows,
                    faces.normal + g * leaf.windows);
    }
    faces.rows = F::groups * leaf.windows;
    add_normals(d, faces, leaf.windows);
    alignas(32) Scalar lo[4], hi[4];
    reader.box(lo, hi);
    for (int axis = 0; axis < 3; ++axis) {
        out.lo[axis] = lower_float(lo[axis]);
        out.hi[axis] = upper_float(hi[axis]);
    }
    out.lo[3] = out.hi[3] = 0;
    // Both edges of a triangle lie within the box, and 8 roundings bound the error of a component of their cross
    // product. Doubled for safety.
    const Scalar dx = hi[0] - lo[0], dy = hi[1] - lo[1], dz = hi[2] - lo[2];
    faces.error = 32 * Limits::unit * (dx * dy + dy * dz + dz * dx) + Limits::least;
    faces.reach = std::max({dx, dy, dz});
}

/// The smallest cosine between the middle and a normal, allowing for the errors of the normals. Returns how many
/// triangles certainly have an area; what repeats a vertex has a normal of exactly zero.
///
/// With n and e for the length of a normal and its error, a for its component along the middle, a cosine is at least
/// (a - e) / (n + e), and (n + e)^2 <= (1 + t) n^2 + (1 + 1 / t) e^2 for any t: no root is needed for single ones.
template <class Tag>
HWY_INLINE std::size_t open_cone(Tag d, Faces<Tag>& faces) {
    using F = Faces<Tag>;
    using Scalar = typename F::Scalar;
    using Limits = Rounding<Scalar>;
    const hn::RebindToSigned<Tag> whole;
    constexpr Scalar t = Scalar(0x1p-11);
    Scalar middle[3];
    const Scalar *s = faces.sum, length_squared = s[0] * s[0] + s[1] * s[1] + s[2] * s[2];
    const Scalar length = std::sqrt(length_squared);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        middle[axis] = s[axis] / length;
        faces.middle[axis] = static_cast<float>(middle[axis]);
    }
    const Scalar squared_error = faces.error * faces.error;
    const auto e = hn::Set(d, faces.error);
    const auto without_area = hn::Set(d, std::max(4 * squared_error, Limits::least_square));
    const auto longer = hn::Set(d, 1 + t), more = hn::Set(d, (1 + 1 / t) * squared_error);
    const auto mx = hn::Set(d, middle[0]), my = hn::Set(d, middle[1]), mz = hn::Set(d, middle[2]);
    const auto one = hn::Set(d, Scalar(1));
    auto least = one;
    auto with_area = hn::Zero(whole);  // less so many
    for (std::size_t row = 0; row < faces.rows; ++row) {
        const auto [x, y, z] = faces.normal[row];
        const auto squared = hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z));
        const auto along = hn::Sub(hn::Add(hn::Add(hn::Mul(x, mx), hn::Mul(y, my)), hn::Mul(z, mz)), e);
        const auto square = hn::Div(hn::Mul(along, hn::Abs(along)), hn::Add(hn::Mul(squared, longer), more));
        const auto has_area = hn::Gt(squared, without_area);
        least = hn::Min(hn::IfThenElse(has_area, square, one), least);
        with_area = hn::Add(with_area, hn::BitCast(whole, hn::VecFromMask(d, has_area)));
    }
    // No normals cancel, and nothing overflows: what is no number might not be the least.
    const bool in_a_cone = length_squared > Limits::least_square && faces.reach < Limits::most;
    const auto smallest = static_cast<float>(hn::GetLane(hn::MinOfLanes(d, least)));
    faces.cosine_squared = in_a_cone && smallest > 0 ? smallest : 0;
    return static_cast<std::size_t>(-hn::GetLane(hn::SumOfLanes(whole, with_area)));
}

/// Sampled directions whose cosine with a unit vector is above `least`. Cosines are in parts of 2^14 and off by less
/// than 8 of them: two for each coordinate, which is rounded, cut off, and cut off again as a product, and one for the
/// unit.
HWY_INLINE void directions_near(const DirectionSamples& samples, const float vector[3], float least,
                                DirectionSet& out) {
    std::int16_t m[3];
    for (std::size_t axis = 0; axis < 3; ++axis) {
        m[axis] = static_cast<std::int16_t>(vector[axis] * (direction_unit - 1));  // it may be a little longer
    }
    const auto bound = static_cast<std::int16_t>(least * 0x1p14f + 9);
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t i = 0; i < DirectionSamples::capacity; ++i) {
        const int cosine = (samples.x[i] * m[0] >> 16) + (samples.y[i] * m[1] >> 16) + (samples.z[i] * m[2] >> 16);
        const std::uint64_t bits = (cosine > bound ? 1 : 0) | (-bound > cosine ? 2 : 0);
        out.word[i / 32] |= bits << (2 * i % 64);
    }
#else
    const hn::CappedTag<std::int16_t, 16> d;
    const hn::Repartition<std::uint8_t, decltype(d)> bytes;
    const auto x = hn::Set(d, m[0]), y = hn::Set(d, m[1]), z = hn::Set(d, m[2]);
    const auto above = hn::Set(d, bound), below = hn::Set(d, static_cast<std::int16_t>(-bound));
    static_assert(std::endian::native == std::endian::little, "bits of bytes are stored as words");
    std::uint64_t words[5] = {};  // eight bytes have to be there wherever bits are stored
    for (std::size_t i = 0; i < DirectionSamples::capacity; i += hn::MaxLanes(d)) {
        const auto cosine = hn::Add(hn::Add(hn::MulHigh(hn::Load(d, samples.x + i), x),  //
                                            hn::MulHigh(hn::Load(d, samples.y + i), y)),
                                    hn::MulHigh(hn::Load(d, samples.z + i), z));
        const auto near = hn::VecFromMask(d, hn::Gt(cosine, above)), far = hn::VecFromMask(d, hn::Gt(below, cosine));
        const auto both = hn::OddEven(hn::BitCast(bytes, far), hn::BitCast(bytes, near));
        hn::StoreMaskBits(bytes, hn::MaskFromVec(both), reinterpret_cast<std::uint8_t*>(words) + i / 4);
    }
    std::copy_n(words, 4, out.word);
#endif
}

/// Those within a right angle of every direction of the cone, less a margin.
template <class Tag>
HWY_INLINE void find_directions(const Faces<Tag>& faces, const DirectionSamples& samples, DirectionSet& out) {
    out = {};
    if (!(faces.cosine_squared > 0)) return;
    const float least = std::sqrt(std::max(0.0f, 1 - faces.cosine_squared)) + direction_margin;
    directions_near(samples, faces.middle, least, out);
}

/// Several leaves at once: roots and divisions of one wait for nothing of another.
constexpr std::size_t leaves_together = 4;

template <class Tag, class Vertex>
HWY_INLINE void bounds_of_leaves(Tag d, const Vertex* vertices, const LeafShape* leaves, std::size_t count,
                                 const StripSlots& slots, const DirectionSamples& samples, RegionBounds* out,
                                 const std::uint32_t* places, std::uint8_t* suspicious) {
    Faces<Tag> faces[leaves_together];
    for (std::size_t first = 0; first < count; first += leaves_together) {
        const std::size_t number = std::min(leaves_together, count - first);
        for (std::size_t i = 0; i < number; ++i) {
            read_leaf(d, vertices, leaves[first + i], slots, faces[i], out[places[first + i]]);
        }
        for (std::size_t i = 0; i < number; ++i) {
            suspicious[first + i] = open_cone(d, faces[i]) != leaves[first + i].triangles ? 1 : 0;
        }
        for (std::size_t i = 0; i < number; ++i) find_directions(faces[i], samples, out[places[first + i]].directions);
    }
}

void LeafBounds(const Vertices& vertices, const LeafShape* leaves, std::size_t count, const StripSlots& slots,
                const DirectionSamples& samples, RegionBounds* out, const std::uint32_t* places,
                std::uint8_t* suspicious) {
    if (vertices.doubles != nullptr) {
        bounds_of_leaves(Doubles(), vertices.doubles, leaves, count, slots, samples, out, places, suspicious);
    } else {
        bounds_of_leaves(Floats(), vertices.floats, leaves, count, slots, samples, out, places, suspicious);
    }
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(LeafBounds);

void leaf_bounds(const Vertices& vertices, const LeafShape* leaves, std::size_t count, const StripSlots& slots,
                 const DirectionSamples& samples, RegionBounds* out, const std::uint32_t* places,
                 std::uint8_t* suspicious) {
    HWY_DYNAMIC_DISPATCH(LeafBounds)(vertices, leaves, count, slots, samples, out, places, suspicious);
}

}  // namespace pliant::simd
#endif
