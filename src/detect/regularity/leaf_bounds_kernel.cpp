#include "detect/regularity/leaf_bounds.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <limits>
#include <type_traits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "detect/regularity/leaf_bounds_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "detect/regularity/strips-inl.hpp"
#include "numeric/box.hpp"
#include "simd/prefetch.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::regularity::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

/// Squares of normals below `least_square` are too near to underflow for a ratio of two of them to mean anything, also
/// where the processor flushes denormal numbers to zero; beside larger ones, what an underflow hides in a normal is
/// nothing. Squares of normals do not overflow where no edge is longer than `most`, nor do those up to `most_square`.
template <class Scalar>
struct Rounding;
template <>
struct Rounding<float> {
    static constexpr float unit = 0x1p-24f, least_square = 1e-31f, most_square = 1e37f, most = 1e8f;
};
template <>
struct Rounding<double> {
    static constexpr double unit = 0x1p-53, least_square = 1e-300, most_square = 1e300, most = 1e75;
};

/// Rows of four numbers: one for each leaf.
template <class Tag>
using Rows = std::conditional_t<sizeof(hn::TFromD<Tag>) == 4, simd::FloatVertex, simd::DoubleVertex>[leaves_together];

template <class T>
using OfLeaves = T[leaves_together];

/// The contour samples of fewer leaves: the last one stands in for those that are not there.
HWY_INLINE const std::uint32_t* completed_samples(const std::uint32_t* contour, std::size_t number,
                                                  std::uint32_t* out) {
    for (std::size_t k = 0; k < samples_per_leaf; ++k) {
        for (std::size_t i = 0; i < leaves_together; ++i) {
            out[k * leaves_together + i] = contour[k * number + std::min(i, number - 1)];
        }
    }
    return out;
}

/// What is known of the triangles of some leaves.
template <class Tag>
struct Faces {
    using Scalar = hn::TFromD<Tag>;
    static constexpr std::size_t lanes = hn::MaxLanes(Tag());

    Rows<Tag> lo = {}, hi = {};  // boxes
    // As in `Normals`, still one for each lane.
    alignas(32) Scalar least_cosine[leaves_together][lanes] = {}, least_square[leaves_together][lanes] = {};
};

/// The cones around the normals of some leaves; each number is there for all of them.
template <class Scalar>
struct Cones {
    alignas(32) OfLeaves<Scalar> middle[3];      // a unit vector in the middle of the normals; any would do
    alignas(32) OfLeaves<float> cosine_squared;  // not above the smallest one between the middle and a normal
};

template <class Tag>
HWY_INLINE Coordinates<hn::Vec<Tag>> of_leaves(Tag d, const Rows<Tag>& rows, std::size_t first) {
    static constexpr std::uint32_t numbers[] = {0, 1, 2, 3, 4, 5, 6, 7};
    return load(d, rows + first, numbers);
}

/// The normals of a leaf add up to the area that its contour encloses, whatever is within. Four vertices of it tell it
/// well enough.
template <class Tag, class Vertex>
HWY_INLINE void find_middles(Tag d, const Vertex* vertices, const std::uint32_t* contour,
                             Cones<hn::TFromD<Tag>>& cones) {
    using Limits = Rounding<hn::TFromD<Tag>>;
    for (std::size_t i = 0; i < leaves_together; i += hn::MaxLanes(d)) {
        const auto vertex = [&](std::size_t k)
                                HWY_ATTR { return load(d, vertices, contour + k * leaves_together + i); };
        const auto s = cross(vertex(2) - vertex(0), vertex(3) - vertex(1));
        const auto squared = dot(s, s);
        // Neither underflow nor overflow.
        const auto trusted = hn::And(hn::Gt(squared, hn::Set(d, Limits::least_square)),
                                     hn::Lt(squared, hn::Set(d, Limits::most_square)));
        const auto length = hn::Sqrt(squared);
        hn::Store(hn::IfThenElseZero(trusted, hn::Div(s.x, length)), d, cones.middle[0] + i);
        hn::Store(hn::IfThenElseZero(trusted, hn::Div(s.y, length)), d, cones.middle[1] + i);
        hn::Store(hn::IfThenElseZero(trusted, hn::Div(s.z, length)), d, cones.middle[2] + i);
    }
}

/// An own direction needs to lie within the normals no better than to be faced by all of them.
template <class Scalar>
HWY_INLINE void take_own_axes(const OwnAxes& own, std::size_t first, std::size_t number, Cones<Scalar>& cones) {
    for (std::size_t i = 0; i < number; ++i) {
        const std::uint8_t axis = own.of_leaf[first + i];
        if (axis == OwnAxes::none) continue;
        for (std::size_t k = 0; k < 3; ++k) cones.middle[k][i] = static_cast<Scalar>(own.axes[axis].along[k]);
    }
}

/// Those of one leaf, or of two side by side.
template <class Tag, class Middle>
HWY_INLINE Normals<Tag> no_normals(Tag d, const Middle& middle) {
    using Scalar = hn::TFromD<Tag>;
    return {
        {middle(0), middle(1), middle(2)}, hn::Set(d, Scalar(1)), hn::Set(d, std::numeric_limits<Scalar>::infinity())};
}

/// Returns how many triangles have an area; what repeats a vertex has a normal of exactly zero.
template <class Tag, class Vertex, class Slot>
HWY_INLINE std::size_t read_leaf(Tag d, const Vertex* vertices, const LeafShape& leaf, const Slot* slots,
                                 const std::uint8_t* turns, std::size_t i, const Cones<hn::TFromD<Tag>>& cones,
                                 Faces<Tag>& faces) {
    using Scalar = hn::TFromD<Tag>;
    StripReader<Tag, Vertex, Slot> reader(vertices + leaf.first_vertex,
                                          {slots + leaf.first_slot, turns + leaf.first_turn});
    auto normals = no_normals(d, [&](std::size_t axis) HWY_ATTR { return hn::Set(d, cones.middle[axis][i]); });
    for (std::size_t strip = 0; strip < strips_per_leaf; strip += hn::MaxLanes(d)) {
        read_strips(d, reader, strip, leaf.windows, Rounding<Scalar>::least_square, normals);
    }
    reader.box(faces.lo[i], faces.hi[i]);
    hn::Store(normals.least_cosine, d, faces.least_cosine[i]);
    hn::Store(normals.least_square, d, faces.least_square[i]);
    return normals.with_area;
}

/// The same for one leaf: whether all of its triangles have an area.
template <class Tag, class Vertex>
HWY_INLINE bool read_leaf(Tag d, const Vertex* vertices, const LeafShape& leaf, const StripSlots& slots, std::size_t i,
                          const Cones<hn::TFromD<Tag>>& cones, Faces<Tag>& faces) {
    const std::size_t with_area = leaf.narrow ? read_leaf(d, vertices, leaf, slots.narrow, slots.turns, i, cones, faces)
                                              : read_leaf(d, vertices, leaf, slots.wide, slots.turns, i, cones, faces);
    return with_area == leaf.triangles;
}

/// Those of the leaves that are looked at together, a bit for each.
template <class Tag, class Vertex>
HWY_INLINE unsigned read_leaves(Tag d, const Vertex* vertices, const LeafShape* leaves, std::size_t number,
                                const StripSlots& slots, const Cones<hn::TFromD<Tag>>& cones, Faces<Tag>& faces) {
    unsigned complete = 0;
    for (std::size_t i = 0; i < number; ++i) {
        complete |= (read_leaf(d, vertices, leaves[i], slots, i, cones, faces) ? 1u : 0u) << i;
    }
    return complete;
}

#if HWY_TARGET <= HWY_AVX3

/// Whether all triangles of leaves i and i + 1 have an area.
HWY_INLINE bool read_two_leaves(const simd::FloatVertex* vertices, const LeafShape* leaves, const StripSlots& slots,
                                std::size_t i, const Cones<float>& cones, Faces<Floats>& faces) {
    const SixteenFloats d;
    const LeafShape &first = leaves[i], &second = leaves[i + 1];
    TwoLeavesReader<std::uint16_t> reader(vertices + first.first_vertex, vertices + second.first_vertex,
                                          {slots.narrow + first.first_slot, slots.turns + first.first_turn},
                                          slots.narrow + second.first_slot);
    auto normals = no_normals(d, [&](std::size_t axis) HWY_ATTR {
        const float* middle = cones.middle[axis] + i;
        return hn::Combine(d, hn::Set(Floats(), middle[1]), hn::Set(Floats(), middle[0]));
    });
    read_strips(d, reader, 0, std::max(first.windows, second.windows), Rounding<float>::least_square, normals);
    reader.boxes(faces.lo + i, faces.hi + i);
    hn::StoreU(normals.least_cosine, d, faces.least_cosine[i]);
    hn::StoreU(normals.least_square, d, faces.least_square[i]);
    return normals.with_area == std::size_t{first.triangles} + second.triangles;
}

/// Two by two.
HWY_INLINE unsigned read_leaves(Floats d, const simd::FloatVertex* vertices, const LeafShape* leaves,
                                std::size_t number, const StripSlots& slots, const Cones<float>& cones,
                                Faces<Floats>& faces) {
    unsigned complete = 0;
    for (std::size_t i = 0; i < number; i += 2) {
        const bool two = i + 1 < number, narrow = two && leaves[i].narrow && leaves[i + 1].narrow;
        if (narrow && read_two_leaves(vertices, leaves, slots, i, cones, faces)) {
            complete |= 3u << i;
            continue;
        }
        complete |= (read_leaf(d, vertices, leaves[i], slots, i, cones, faces) ? 1u : 0u) << i;
        if (two) complete |= (read_leaf(d, vertices, leaves[i + 1], slots, i + 1, cones, faces) ? 2u : 0u) << i;
    }
    return complete;
}

#endif

/// The least number of each row.
template <class Tag>
HWY_INLINE void least_of_rows(Tag d, const hn::TFromD<Tag> (*rows)[hn::MaxLanes(Tag())],
                              OfLeaves<hn::TFromD<Tag>>& out) {
    for (std::size_t i = 0; i < leaves_together; ++i) {
        out[i] = hn::GetLane(hn::MinOfLanes(d, hn::Load(d, rows[i])));
    }
}

#if HWY_TARGET != HWY_SCALAR

/// The same, of all rows at once.
HWY_INLINE void least_of_rows(Floats d, const float (*rows)[float_lanes], OfLeaves<float>& out) {
    const hn::Repartition<std::uint64_t, Floats> pairs;
    const auto of_two = [&](std::size_t i) HWY_ATTR {
        const auto p = hn::Load(d, rows[i]), q = hn::Load(d, rows[i + 1]);
        return hn::Min(hn::InterleaveLower(d, p, q), hn::InterleaveUpper(d, p, q));
    };
    const auto of_four = [&](std::size_t i) HWY_ATTR {
        const auto p = hn::BitCast(pairs, of_two(i)), q = hn::BitCast(pairs, of_two(i + 2));
        return hn::Min(hn::BitCast(d, hn::InterleaveLower(pairs, p, q)),
                       hn::BitCast(d, hn::InterleaveUpper(pairs, p, q)));
    };
    for (std::size_t i = 0; i < leaves_together; i += 8) {
        const auto p = of_four(i), q = of_four(i + 4);
#if HWY_MAX_BYTES >= 32
        hn::Store(hn::Min(hn::ConcatLowerLower(d, q, p), hn::ConcatUpperUpper(d, q, p)), d, out + i);
#else
        hn::Store(p, d, out + i);
        hn::Store(q, d, out + i + float_lanes);
#endif
    }
}

#endif

HWY_INLINE void store_floats(Floats d, Float value, float* to) { hn::Store(value, d, to); }
HWY_INLINE void store_floats(Doubles d, Double value, float* to) {
    alignas(32) double numbers[double_lanes];
    hn::Store(value, d, numbers);
    for (std::size_t i = 0; i < double_lanes; ++i) to[i] = static_cast<float>(numbers[i]);
}

/// The smallest cosine between the middle and a normal, allowing for the errors of the normals; 0 where there is none.
/// Returns a bit for each leaf in which the area of some triangle is not certainly positive.
///
/// With n and e for the length of a normal and its error, c for the cosine found, the true one is at least
/// (c n - e) / (n + e), which grows with both c and n: so the least of either will do for all triangles.
template <class Tag>
HWY_INLINE unsigned open_cones(Tag d, const Faces<Tag>& faces, Cones<hn::TFromD<Tag>>& cones) {
    using Scalar = hn::TFromD<Tag>;
    using Limits = Rounding<Scalar>;
    constexpr auto shorter = Scalar(1 - 0x1p-18);  // so that roundings do not matter
    alignas(32) OfLeaves<Scalar> least_cosine, least_square;
    least_of_rows(d, faces.least_cosine, least_cosine);
    least_of_rows(d, faces.least_square, least_square);
    const auto set = [&](Scalar value) HWY_ATTR { return hn::Set(d, value); };
    const auto zero = hn::Zero(d);
    unsigned with_area = 0;
    for (std::size_t i = 0; i < leaves_together; i += hn::MaxLanes(d)) {
        const auto side = of_leaves(d, faces.hi, i) - of_leaves(d, faces.lo, i);
        // Both edges of a triangle lie within the box. 8 roundings bound the error of their cross product, 17 that of
        // its product with the middle, 15 that of its length.
        const auto areas = hn::Add(hn::Add(hn::Mul(side.x, side.y), hn::Mul(side.y, side.z)), hn::Mul(side.z, side.x));
        const auto e = hn::Mul(set(32 * Limits::unit), areas);
        const auto longest = hn::Max(hn::Max(side.x, side.y), side.z);
        const auto squared = hn::Load(d, least_square + i), cosine = hn::Load(d, least_cosine + i);
        const auto certain = hn::Gt(squared, hn::Mul(set(4), hn::Mul(e, e)));
        const auto n = hn::Sqrt(squared), c = hn::Sqrt(hn::Max(zero, cosine));
        const auto least = hn::Mul(hn::Div(hn::Sub(hn::Mul(c, n), e), hn::Add(n, e)), set(shorter));
        // Nothing overflows: what is no number might not be the least.
        const auto known = hn::And(hn::And(certain, hn::Lt(longest, set(Limits::most))), hn::Gt(least, zero));
        store_floats(d, hn::IfThenElseZero(known, hn::Mul(least, least)), cones.cosine_squared + i);
        with_area |= bits_of(d, certain) << i;
    }
    return ~with_area;
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

HWY_INLINE void write_box(const simd::DoubleVertex& lo, const simd::DoubleVertex& hi, RegionBounds& out) {
    const float least[] = {lower_float(lo.x), lower_float(lo.y), lower_float(lo.z), 0};
    const float most[] = {upper_float(hi.x), upper_float(hi.y), upper_float(hi.z), 0};
    std::copy_n(least, 4, out.lo);
    std::copy_n(most, 4, out.hi);
}

HWY_INLINE void write_box(const simd::FloatVertex& lo, const simd::FloatVertex& hi, RegionBounds& out) {
    std::memcpy(out.lo, &lo, sizeof lo);
    std::memcpy(out.hi, &hi, sizeof hi);
}

template <class Tag, class Vertex>
HWY_INLINE void bounds_of_leaves(Tag d, const Vertex* vertices, const LeafShape* leaves, std::size_t count,
                                 const StripSlots& slots, const OwnAxes& own, const DirectionSamples& samples,
                                 RegionBounds* out, const std::uint32_t* places, std::uint8_t* suspicious) {
    Faces<Tag> faces;
    Cones<hn::TFromD<Tag>> cones;
    Circles circles;
    for (std::size_t first = 0; first < count; first += leaves_together) {
        const std::size_t number = std::min(leaves_together, count - first);
        for (std::size_t i = 0; i < number; ++i) simd::prefetch_to_write(out + places[first + i]);
        const std::uint32_t* contour = slots.contour_samples + first * samples_per_leaf;
        std::uint32_t completed[samples_per_leaf * leaves_together];
        if (number < leaves_together) contour = completed_samples(contour, number, completed);
        find_middles(d, vertices, contour, cones);
        take_own_axes(own, first, number, cones);
        const unsigned complete = read_leaves(d, vertices, leaves + first, number, slots, cones, faces);
        const unsigned suspects = open_cones(d, faces, cones) | ~complete;
        find_circles(cones, circles);
        for (std::size_t i = 0; i < number; ++i) {
            suspicious[first + i] = suspects >> i & 1;
            RegionBounds& bounds = out[places[first + i]];
            write_box(faces.lo[i], faces.hi[i], bounds);
            find_directions(samples, circles, i, bounds.directions);
            const std::uint8_t axis = own.of_leaf[first + i];
            if (axis != OwnAxes::none && cones.cosine_squared[i] > direction_margin * direction_margin) {
                bounds.directions.insert(sampled_directions + axis);
            }
        }
    }
}

void LeafBounds(const simd::Vertices& vertices, const LeafShape* leaves, std::size_t count, const StripSlots& slots,
                const OwnAxes& own, const DirectionSamples& samples, RegionBounds* out, const std::uint32_t* places,
                std::uint8_t* suspicious) {
    if (vertices.doubles != nullptr) {
        bounds_of_leaves(Doubles(), vertices.doubles, leaves, count, slots, own, samples, out, places, suspicious);
    } else {
        bounds_of_leaves(Floats(), vertices.floats, leaves, count, slots, own, samples, out, places, suspicious);
    }
}

}  // namespace pliant::regularity::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::regularity {

HWY_EXPORT(LeafBounds);

void lay_out_samples(std::span<const ContourSamples> leaves, std::uint32_t* out) {
    for (std::size_t first = 0; first < leaves.size(); first += leaves_together) {
        const auto together = leaves.subspan(first, std::min(leaves_together, leaves.size() - first));
        for (std::size_t k = 0; k < samples_per_leaf; ++k) {
            for (const ContourSamples& samples : together) *out++ = samples[k];
        }
    }
}

void leaf_bounds(const simd::Vertices& vertices, const LeafShape* leaves, std::size_t count, const StripSlots& slots,
                 const OwnAxes& own, const DirectionSamples& samples, RegionBounds* out, const std::uint32_t* places,
                 std::uint8_t* suspicious) {
    HWY_DYNAMIC_DISPATCH(LeafBounds)(vertices, leaves, count, slots, own, samples, out, places, suspicious);
}

}  // namespace pliant::regularity
#endif
