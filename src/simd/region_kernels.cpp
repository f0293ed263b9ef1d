#include "simd/region_kernels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/region_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/box_overlaps-inl.hpp"
#include "simd/strips-inl.hpp"

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

/// So many leaves are looked at together: what is found out once per leaf takes a lane each.
constexpr std::size_t leaves_together = 8;

/// Eight rows of four numbers: one for each leaf.
template <class Tag>
using Rows = std::conditional_t<sizeof(hn::TFromD<Tag>) == 4, FloatVertex, DoubleVertex>[leaves_together];

/// What is known of the triangles of some leaves.
template <class Tag>
struct Faces {
    using Scalar = hn::TFromD<Tag>;
    static constexpr std::size_t lanes = hn::MaxLanes(Tag()), groups = strips_per_leaf / lanes;

    /// Of any length, in rows as wide as a vector: those of a leaf's first strips, then of the next ones, leaf by leaf.
    alignas(32) Scalar normal[leaves_together * groups * most_windows][3][lanes];
    std::size_t first_row[leaves_together + 1] = {};  // of normals, by leaf
    Rows<Tag> lo = {}, hi = {};                       // boxes
    Rows<Tag> sum = {};                               // of the normals
};

/// The cones around the normals of some leaves; each number is there for all of them.
template <class Scalar>
struct Cones {
    template <class T>
    using OfLeaves = T[leaves_together];

    alignas(32) OfLeaves<Scalar> middle[3];      // a unit vector in the middle of the normals; any would do
    alignas(32) OfLeaves<Scalar> error, more;    // no normal is off by more than `error`; see `open_cone`
    alignas(32) OfLeaves<Scalar> without_area;   // squares of normals that may be zero
    alignas(32) OfLeaves<float> cosine_squared;  // not above the smallest one between the middle and a normal
};

/// The sum of four numbers, always of the same two first, so that all targets agree.
template <class Scalar>
HWY_INLINE Scalar sum_of(const Scalar s[4]) {
    return (s[0] + s[2]) + (s[1] + s[3]);
}

/// What was summed up strip by strip, added: first strips i and i + 4.
template <class Tag, class Vertex>
HWY_INLINE void add_strips(Tag d, const Coordinates<hn::Vec<Tag>>* sums, Vertex& out) {
    constexpr std::size_t half = Faces<Tag>::groups / 2, lanes = hn::MaxLanes(Tag());
    alignas(32) hn::TFromD<Tag> x[4], y[4], z[4];
    for (std::size_t g = 0; g < half; ++g) {
        const auto both = sums[g] + sums[g + half];
        hn::Store(both.x, d, x + g * lanes);
        hn::Store(both.y, d, y + g * lanes);
        hn::Store(both.z, d, z + g * lanes);
    }
    out = {sum_of(x), sum_of(y), sum_of(z), 0};
}

#if HWY_TARGET != HWY_SCALAR

/// The same.
HWY_INLINE void add_strips(Floats, const FloatPoints3* sums, FloatVertex& out) {
    const FourFloats f;
#if HWY_MAX_BYTES >= 32
    const auto both = [&](Float sum) HWY_ATTR { return hn::Add(hn::LowerHalf(f, sum), hn::UpperHalf(f, sum)); };
    const auto x = both(sums->x), y = both(sums->y), z = both(sums->z);
#else
    const auto [x, y, z] = sums[0] + sums[1];
#endif
    // x, z, x, z of 0 + 2 and 1 + 3; y, y, y, y of the same.
    const auto xz = hn::Add(hn::InterleaveLower(f, x, z), hn::InterleaveUpper(f, x, z));
    const auto yy = hn::Add(hn::InterleaveLower(f, y, y), hn::InterleaveUpper(f, y, y));
    hn::Store(hn::Add(hn::InterleaveLower(f, xz, yy), hn::InterleaveUpper(f, xz, yy)), f, &out.x);
}

#endif

template <class Tag, class Vertex, class Slot>
HWY_INLINE void read_leaf(Tag d, const Vertex* vertices, const LeafShape& leaf, const Slot* slots,
                          const std::uint8_t* turns, std::size_t i, Faces<Tag>& faces) {
    using F = Faces<Tag>;
    StripReader<Tag, Vertex> reader(vertices + leaf.first_vertex);
    Coordinates<hn::Vec<Tag>> sums[F::groups];
    auto* normals = faces.normal + faces.first_row[i];
    for (std::size_t g = 0; g < F::groups; ++g) {
        sums[g] = read_strips(d, reader, slots + leaf.first_slot, turns + leaf.first_turn, g * F::lanes, leaf.windows,
                              normals + g * leaf.windows);
    }
    faces.first_row[i + 1] = faces.first_row[i] + F::groups * leaf.windows;
    add_strips(d, sums, faces.sum[i]);
    reader.box(faces.lo[i], faces.hi[i]);
}

template <class Tag>
HWY_INLINE Coordinates<hn::Vec<Tag>> of_leaves(Tag d, const Rows<Tag>& rows, std::size_t first) {
    static constexpr std::uint32_t numbers[leaves_together] = {0, 1, 2, 3, 4, 5, 6, 7};
    return load(d, rows, numbers + first);
}

// In (n + e)^2 <= (1 + t) (n^2 + e^2 / t).
template <class Scalar>
inline constexpr Scalar cone_slack = Scalar(0x1p-11);

/// The middles of the cones, and how much errors matter.
template <class Tag>
HWY_INLINE void find_middles(Tag d, const Faces<Tag>& faces, Cones<hn::TFromD<Tag>>& cones) {
    using Scalar = hn::TFromD<Tag>;
    using Limits = Rounding<Scalar>;
    constexpr Scalar t = cone_slack<Scalar>;
    const auto set = [&](Scalar value) HWY_ATTR { return hn::Set(d, value); };
    for (std::size_t i = 0; i < leaves_together; i += hn::MaxLanes(d)) {
        const auto side = of_leaves(d, faces.hi, i) - of_leaves(d, faces.lo, i), s = of_leaves(d, faces.sum, i);
        // Both edges of a triangle lie within the box, and 8 roundings bound the error of a component of their cross
        // product. Doubled for safety.
        const auto areas = hn::Add(hn::Add(hn::Mul(side.x, side.y), hn::Mul(side.y, side.z)), hn::Mul(side.z, side.x));
        const auto error = hn::Add(hn::Mul(set(32 * Limits::unit), areas), set(Limits::least));
        const auto square_error = hn::Mul(error, error);
        const auto longest = hn::Max(hn::Max(side.x, side.y), side.z);
        const auto squared = hn::Add(hn::Add(hn::Mul(s.x, s.x), hn::Mul(s.y, s.y)), hn::Mul(s.z, s.z));
        // No normals cancel, and nothing overflows: what is no number might not be the least.
        const auto trusted = hn::And(hn::Gt(squared, set(Limits::least_square)), hn::Lt(longest, set(Limits::most)));
        const auto length = hn::Sqrt(squared);
        hn::Store(hn::IfThenElseZero(trusted, hn::Div(s.x, length)), d, cones.middle[0] + i);
        hn::Store(hn::IfThenElseZero(trusted, hn::Div(s.y, length)), d, cones.middle[1] + i);
        hn::Store(hn::IfThenElseZero(trusted, hn::Div(s.z, length)), d, cones.middle[2] + i);
        hn::Store(error, d, cones.error + i);
        hn::Store(hn::Mul(set(1 / t), square_error), d, cones.more + i);
        hn::Store(hn::Max(hn::Mul(set(4), square_error), set(Limits::least_square)), d, cones.without_area + i);
    }
}

/// The smallest cosine between the middle and a normal, allowing for the errors of the normals. Returns how many
/// triangles certainly have an area; what repeats a vertex has a normal of exactly zero.
///
/// With n and e for the length of a normal and its error, a for its component along the middle, a cosine is at least
/// (a - e) / (n + e), and (n + e)^2 <= (1 + t) (n^2 + e^2 / t) for any t: no root is needed for single ones.
template <class Tag>
HWY_INLINE std::size_t open_cone(Tag d, const Faces<Tag>& faces, std::size_t i, Cones<hn::TFromD<Tag>>& cones) {
    using Scalar = hn::TFromD<Tag>;
    const auto e = hn::Set(d, cones.error[i]);
    const auto without_area = hn::Set(d, cones.without_area[i]);
    const auto more = hn::Set(d, cones.more[i]);
    const auto mx = hn::Set(d, cones.middle[0][i]), my = hn::Set(d, cones.middle[1][i]),
               mz = hn::Set(d, cones.middle[2][i]);
    const auto one = hn::Set(d, Scalar(1));
    auto least = one;
    std::size_t with_area = 0;
    for (std::size_t row = faces.first_row[i]; row < faces.first_row[i + 1]; ++row) {
        const auto* normal = faces.normal[row];
        const auto x = hn::Load(d, normal[0]), y = hn::Load(d, normal[1]), z = hn::Load(d, normal[2]);
        const auto squared = hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z));
        const auto along = hn::Sub(hn::Add(hn::Add(hn::Mul(x, mx), hn::Mul(y, my)), hn::Mul(z, mz)), e);
        const auto square = hn::Div(hn::Mul(along, hn::Abs(along)), hn::Add(squared, more));
        const auto has_area = hn::Gt(squared, without_area);
        least = hn::Min(hn::IfThenElse(has_area, square, one), least);
        with_area += hn::CountTrue(d, has_area);
    }
    constexpr Scalar shorter = 1 / (1 + 2 * cone_slack<Scalar>);  // than 1 / (1 + t), so that roundings do not matter
    cones.cosine_squared[i] = static_cast<float>(hn::GetLane(hn::MinOfLanes(d, least)) * shorter);
    return with_area;
}

/// A circle of sampled directions for each leaf: those whose cosine with `vector` is above `least`. Cosines are in
/// parts of 2^14 and off by less than 8 of them: two for each coordinate, which is rounded, cut off, and cut off again
/// as a product, and one for the unit.
struct Circles {
    alignas(32) std::int32_t vector[3][leaves_together], least[leaves_together];
    static constexpr std::int32_t none = 0x7fff;
};

HWY_INLINE const float* as_floats(const float (&numbers)[leaves_together], float*) { return numbers; }
HWY_INLINE const float* as_floats(const double (&numbers)[leaves_together], float* rounded) {
    for (std::size_t i = 0; i < leaves_together; ++i) rounded[i] = static_cast<float>(numbers[i]);
    return rounded;
}

/// Directions within a right angle of every direction of the cone, less a margin.
template <class Scalar>
HWY_INLINE void find_circles(const Cones<Scalar>& cones, Circles& out) {
    const Floats f;
    const hn::RebindToSigned<Floats> whole;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        alignas(32) float rounded[leaves_together];
        const float* middle = as_floats(cones.middle[axis], rounded);
        for (std::size_t i = 0; i < leaves_together; i += hn::MaxLanes(f)) {
            // It may be a little longer than the unit.
            const auto scaled = hn::Mul(hn::Load(f, middle + i), hn::Set(f, direction_unit - 1));
            hn::Store(hn::ConvertTo(whole, scaled), whole, out.vector[axis] + i);
        }
    }
    for (std::size_t i = 0; i < leaves_together; i += hn::MaxLanes(f)) {
        const auto square = hn::Load(f, cones.cosine_squared + i), zero = hn::Zero(f), one = hn::Set(f, 1.0f);
        const auto sine = hn::Sqrt(hn::Max(zero, hn::Sub(one, square)));
        const auto least =
            hn::Add(hn::Mul(hn::Add(sine, hn::Set(f, direction_margin)), hn::Set(f, 0x1p14f)), hn::Set(f, 9.0f));
        const auto known = hn::RebindMask(whole, hn::Gt(square, zero));
        hn::Store(hn::IfThenElse(known, hn::ConvertTo(whole, least), hn::Set(whole, Circles::none)), whole,
                  out.least + i);
    }
}

HWY_INLINE void find_directions(const DirectionSamples& samples, const Circles& circles, std::size_t leaf,
                                DirectionSet& out) {
    const auto m = [&](std::size_t axis) HWY_ATTR { return static_cast<std::int16_t>(circles.vector[axis][leaf]); };
    const auto bound = static_cast<std::int16_t>(circles.least[leaf]);
    std::uint64_t words[4] = {};
#if HWY_TARGET == HWY_SCALAR
    for (std::size_t i = 0; i < DirectionSamples::capacity; ++i) {
        const int cosine = (samples.x[i] * m(0) >> 16) + (samples.y[i] * m(1) >> 16) + (samples.z[i] * m(2) >> 16);
        const std::uint64_t bits = (cosine > bound ? 1 : 0) | (-bound > cosine ? 2 : 0);
        words[i / 32] |= bits << (2 * i % 64);
    }
#else
    const hn::CappedTag<std::int16_t, 16> d;
    const hn::Repartition<std::uint8_t, decltype(d)> bytes;
    const auto x = hn::Set(d, m(0)), y = hn::Set(d, m(1)), z = hn::Set(d, m(2));
    const auto above = hn::Set(d, bound), below = hn::Set(d, static_cast<std::int16_t>(-bound));
    static_assert(std::endian::native == std::endian::little, "bits of bytes are stored as words");
    for (std::size_t i = 0; i < DirectionSamples::capacity; i += hn::MaxLanes(d)) {
        const auto cosine = hn::Add(hn::Add(hn::MulHigh(hn::Load(d, samples.x + i), x),  //
                                            hn::MulHigh(hn::Load(d, samples.y + i), y)),
                                    hn::MulHigh(hn::Load(d, samples.z + i), z));
        const auto near = hn::VecFromMask(d, hn::Gt(cosine, above)), far = hn::VecFromMask(d, hn::Gt(below, cosine));
        const auto both = hn::OddEven(hn::BitCast(bytes, far), hn::BitCast(bytes, near));
        std::uint8_t stored[8] = {};
        hn::StoreMaskBits(bytes, hn::MaskFromVec(both), stored);
        std::uint64_t bits;
        std::memcpy(&bits, stored, sizeof bits);
        words[i / 32] |= bits << (2 * i % 64);
    }
#endif
    for (std::size_t i = 0; i < 4; ++i) out.word[i] = words[i];
}

HWY_INLINE void write_box(const DoubleVertex& lo, const DoubleVertex& hi, RegionBounds& out) {
    const float least[] = {lower_float(lo.x), lower_float(lo.y), lower_float(lo.z), 0};
    const float most[] = {upper_float(hi.x), upper_float(hi.y), upper_float(hi.z), 0};
    std::copy_n(least, 4, out.lo);
    std::copy_n(most, 4, out.hi);
}

HWY_INLINE void write_box(const FloatVertex& lo, const FloatVertex& hi, RegionBounds& out) {
    std::memcpy(out.lo, &lo, sizeof lo);
    std::memcpy(out.hi, &hi, sizeof hi);
}

template <class Tag, class Vertex>
HWY_INLINE void bounds_of_leaves(Tag d, const Vertex* vertices, const LeafShape* leaves, std::size_t count,
                                 const StripSlots& slots, const DirectionSamples& samples, RegionBounds* out,
                                 const std::uint32_t* places, std::uint8_t* suspicious) {
    Faces<Tag> faces;
    Cones<hn::TFromD<Tag>> cones{};
    Circles circles;
    for (std::size_t first = 0; first < count; first += leaves_together) {
        const std::size_t number = std::min(leaves_together, count - first);
        for (std::size_t i = 0; i < number; ++i) {
            const LeafShape& leaf = leaves[first + i];
            if (leaf.narrow) {
                read_leaf(d, vertices, leaf, slots.narrow, slots.turns, i, faces);
            } else {
                read_leaf(d, vertices, leaf, slots.wide, slots.turns, i, faces);
            }
        }
        find_middles(d, faces, cones);
        for (std::size_t i = 0; i < number; ++i) {
            suspicious[first + i] = open_cone(d, faces, i, cones) != leaves[first + i].triangles ? 1 : 0;
        }
        find_circles(cones, circles);
        for (std::size_t i = 0; i < number; ++i) {
            RegionBounds& bounds = out[places[first + i]];
            write_box(faces.lo[i], faces.hi[i], bounds);
            find_directions(samples, circles, i, bounds.directions);
        }
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

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE void gather_boxes(const RegionBounds* bounds, const std::uint32_t* regions, BoxBlock& out) {
    for (std::size_t i = 0; i < block_size; ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            out.lo[axis][i] = bounds[regions[i]].lo[axis];
            out.hi[axis][i] = bounds[regions[i]].hi[axis];
        }
    }
}

#else

/// Corner i, or corners i and i + 4.
HWY_INLINE Float corners_of_boxes(const RegionBounds* bounds, const std::uint32_t* regions,
                                  float (RegionBounds::*corner)[4], std::size_t i) {
    const FourFloats f;
    const auto first = hn::Load(f, bounds[regions[i]].*corner);
#if HWY_MAX_BYTES >= 32
    return hn::Combine(Floats(), hn::Load(f, bounds[regions[i + 4]].*corner), first);
#else
    return first;
#endif
}

HWY_INLINE void gather_boxes(const RegionBounds* bounds, const std::uint32_t* regions, BoxBlock& out) {
    const Floats d;
    for (std::size_t at = 0; at < block_size; at += float_lanes) {
        const auto gather = [&](float(RegionBounds::*corner)[4], float(*to)[block_size]) HWY_ATTR {
            const auto row = [&](std::size_t i) HWY_ATTR { return corners_of_boxes(bounds, regions + at, corner, i); };
            const auto columns = columns_of(d, row(0), row(1), row(2), row(3));
            hn::Store(columns.x, d, to[0] + at);
            hn::Store(columns.y, d, to[1] + at);
            hn::Store(columns.z, d, to[2] + at);
        };
        gather(&RegionBounds::lo, out.lo);
        gather(&RegionBounds::hi, out.hi);
    }
}

#endif

HWY_INLINE void gather_boxes(const RegionBounds* bounds, std::span<const std::uint32_t> regions, BoxBlock& out) {
    // The last one stands in for those that are not there.
    std::uint32_t numbers[block_size];
    for (std::size_t i = 0; i < block_size; ++i) numbers[i] = regions[std::min(i, regions.size() - 1)];
    gather_boxes(bounds, numbers, out);
}

std::uint64_t MeetingBoxes(const RegionBounds* bounds, std::span<const std::uint32_t> a,
                           std::span<const std::uint32_t> b) {
    BoxBlock boxes_a, boxes_b;
    gather_boxes(bounds, a, boxes_a);
    gather_boxes(bounds, b, boxes_b);
    constexpr std::uint64_t all = ~std::uint64_t{0}, in_each_row = 0x0101010101010101;
    const std::uint64_t rows = all >> (block_size * (block_size - a.size()));
    const std::uint64_t lanes = in_each_row * (0xffu >> (block_size - b.size()));
    return overlaps(boxes_a, boxes_b) & rows & lanes;
}

void UniteRegions(std::span<const Parent> parents, RegionBounds* bounds) {
    const hn::CappedTag<float, 4> f;
    const hn::CappedTag<std::uint64_t, 4> w;
    for (const Parent& parent : parents) {
        const RegionBounds &a = bounds[parent.left], &b = bounds[parent.right];
        RegionBounds& out = bounds[parent.region];
        for (std::size_t i = 0; i < 4; i += hn::MaxLanes(f)) {
            hn::Store(hn::Min(hn::Load(f, a.lo + i), hn::Load(f, b.lo + i)), f, out.lo + i);
            hn::Store(hn::Max(hn::Load(f, a.hi + i), hn::Load(f, b.hi + i)), f, out.hi + i);
        }
        for (std::size_t i = 0; i < 4; i += hn::MaxLanes(w)) {
            const auto common = hn::And(hn::Load(w, a.directions.word + i), hn::Load(w, b.directions.word + i));
            hn::Store(common, w, out.directions.word + i);
        }
    }
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(LeafBounds);
HWY_EXPORT(MeetingBoxes);
HWY_EXPORT(UniteRegions);

void leaf_bounds(const Vertices& vertices, const LeafShape* leaves, std::size_t count, const StripSlots& slots,
                 const DirectionSamples& samples, RegionBounds* out, const std::uint32_t* places,
                 std::uint8_t* suspicious) {
    HWY_DYNAMIC_DISPATCH(LeafBounds)(vertices, leaves, count, slots, samples, out, places, suspicious);
}

std::uint64_t meeting_boxes(const RegionBounds* bounds, std::span<const std::uint32_t> a,
                            std::span<const std::uint32_t> b) {
    return HWY_DYNAMIC_DISPATCH(MeetingBoxes)(bounds, a, b);
}

void unite_regions(std::span<const Parent> parents, RegionBounds* bounds) {
    HWY_DYNAMIC_DISPATCH(UniteRegions)(parents, bounds);
}

}  // namespace pliant::simd
#endif
