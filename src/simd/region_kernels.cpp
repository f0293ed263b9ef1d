#include "simd/region_kernels.hpp"

#include <algorithm>
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
/// for a ratio of two of them to mean anything.
template <class Scalar>
struct Rounding;
template <>
struct Rounding<float> {
    static constexpr float unit = 0x1p-24f, least = 1e-30f, least_square = 1e-36f;
};
template <>
struct Rounding<double> {
    static constexpr double unit = 0x1p-53, least = 1e-250, least_square = 1e-300;
};

/// What is known of the triangles of a leaf, in rows as wide as a vector.
template <class Tag>
struct Faces {
    using Scalar = hn::TFromD<Tag>;
    using Vector = hn::Vec<Tag>;
    static constexpr std::size_t lanes = hn::MaxLanes(Tag()), rows_per_block = block_size / lanes;
    static constexpr std::size_t most_rows = blocks_per_leaf * rows_per_block;

    Vector x[most_rows], y[most_rows], z[most_rows];  // normals, not of unit length
    std::size_t rows;
    Scalar error;     // no normal is off by more
    Scalar sum[3];    // of the normals
    float middle[3];  // a unit vector in the middle of them; any would do
    float cosine;     // not above the smallest one between that vector and a normal
};

/// The vertices of a leaf side by side, and their box.
template <class Vertex>
struct OwnVertices {
    using Scalar = decltype(Vertex::x);
    alignas(32) Vertex vertex[LeafShape::most_vertices + 1];
    alignas(32) Scalar lo[4], hi[4];  // the fourth is unused; anything where not all is finite
    bool finite = true;

    /// Of a corner.
    [[nodiscard]] HWY_INLINE const Scalar* at(std::uint8_t twice_place) const {
        return &vertex[0].x + std::size_t{twice_place} * 2;
    }
};

template <class Vertex>
HWY_INLINE void read_vertices(const Vertex* vertices, const std::uint32_t* ids, std::size_t count,
                              OwnVertices<Vertex>& own) {
    using Scalar = typename OwnVertices<Vertex>::Scalar;
    const hn::CappedTag<Scalar, 4> d;
    constexpr std::size_t lanes = hn::MaxLanes(d);
    for (std::size_t part = 0; part < 4; part += lanes) {
        auto lo = hn::Set(d, std::numeric_limits<Scalar>::infinity()), hi = hn::Neg(lo);
        auto lo_of_others = lo, hi_of_others = hi, spoilt = hn::Zero(d);
        static_assert(ids_together == 2);
        for (std::size_t i = 0; i < count; i += ids_together) {
            const auto v = hn::Load(d, &vertices[ids[i]].x + part), w = hn::Load(d, &vertices[ids[i + 1]].x + part);
            hn::Store(v, d, &own.vertex[i].x + part);
            hn::Store(w, d, &own.vertex[i + 1].x + part);
            lo = hn::Min(lo, v);
            hi = hn::Max(hi, v);
            lo_of_others = hn::Min(lo_of_others, w);
            hi_of_others = hn::Max(hi_of_others, w);
            spoilt = hn::Or(spoilt, hn::Or(hn::Sub(v, v), hn::Sub(w, w)));  // some bit, unless all are finite
        }
        hn::Store(hn::Min(lo, lo_of_others), d, own.lo + part);
        hn::Store(hn::Max(hi, hi_of_others), d, own.hi + part);
        own.finite &= hn::AllTrue(d, hn::Eq(spoilt, hn::Zero(d)));
    }
}

/// Of the triangles from `first` on, as many as a vector has lanes: (b - a) x (c - a).
HWY_INLINE Points3 normals_of(const OwnVertices<DoubleVertex>& own, const LeafShape& leaf, std::size_t first) {
    Points3 corner[3];
    for (std::size_t k = 0; k < 3; ++k) {
        std::uint32_t places[double_lanes];
        for (std::size_t lane = 0; lane < double_lanes; ++lane) places[lane] = leaf.twice_place[k][first + lane] / 2u;
        corner[k] = gather(own.vertex, places);
    }
    return cross(corner[1] - corner[0], corner[2] - corner[0]);
}

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE FloatPoints3 normals_of(const OwnVertices<FloatVertex>& own, const LeafShape& leaf, std::size_t first) {
    FloatPoints3 corner[3];
    for (std::size_t k = 0; k < 3; ++k) {
        const std::uint32_t place = leaf.twice_place[k][first] / 2u;
        corner[k] = gather_floats(own.vertex, &place);
    }
    return cross(corner[1] - corner[0], corner[2] - corner[0]);
}

#else

/// Corner k of triangle i, or of triangles i and i + 4.
HWY_INLINE Float corner_of(const OwnVertices<FloatVertex>& own, const LeafShape& leaf, std::size_t k, std::size_t i) {
    const FourFloats f;
#if HWY_MAX_BYTES >= 32
    return hn::Combine(Floats(), hn::Load(f, own.at(leaf.twice_place[k][i + 4])),
                       hn::Load(f, own.at(leaf.twice_place[k][i])));
#else
    return hn::Load(f, own.at(leaf.twice_place[k][i]));
#endif
}

/// As (z, x, y, unused), before the vectors of several triangles are turned into one per coordinate: fewer shuffles.
HWY_INLINE Float normal_of(const OwnVertices<FloatVertex>& own, const LeafShape& leaf, std::size_t i) {
    const Float a = corner_of(own, leaf, 0, i);
    const Float ab = hn::Sub(corner_of(own, leaf, 1, i), a), ac = hn::Sub(corner_of(own, leaf, 2, i), a);
    return hn::Sub(hn::Mul(ab, turned(ac)), hn::Mul(turned(ab), ac));
}

HWY_INLINE FloatPoints3 normals_of(const OwnVertices<FloatVertex>& own, const LeafShape& leaf, std::size_t first) {
    const Floats d;
    const Float n0 = normal_of(own, leaf, first), n1 = normal_of(own, leaf, first + 1);
    const Float n2 = normal_of(own, leaf, first + 2), n3 = normal_of(own, leaf, first + 3);
    const auto zx02 = hn::InterleaveLower(d, n0, n2), zx13 = hn::InterleaveLower(d, n1, n3);
    const auto y02 = hn::InterleaveUpper(d, n0, n2), y13 = hn::InterleaveUpper(d, n1, n3);
    return {hn::InterleaveUpper(d, zx02, zx13), hn::InterleaveLower(d, y02, y13), hn::InterleaveLower(d, zx02, zx13)};
}

#endif

/// Added up in eight columns, so that all targets agree.
template <class Tag>
HWY_INLINE void add_normals(Tag d, Faces<Tag>& faces) {
    using F = Faces<Tag>;
    const typename F::Vector* components[3] = {faces.x, faces.y, faces.z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        alignas(64) typename F::Scalar c[block_size];
        for (std::size_t column = 0; column < F::rows_per_block; ++column) {
            auto sum = components[axis][column];
            for (std::size_t row = column + F::rows_per_block; row < faces.rows; row += F::rows_per_block) {
                sum = hn::Add(sum, components[axis][row]);
            }
            hn::Store(sum, d, c + column * F::lanes);
        }
        faces.sum[axis] = ((c[0] + c[1]) + (c[2] + c[3])) + ((c[4] + c[5]) + (c[6] + c[7]));
    }
}

template <class Tag, class Vertex>
HWY_INLINE void read_leaf(Tag d, const Vertex* vertices, const LeafShape& leaf, const std::uint32_t* ids,
                          Faces<Tag>& faces, RegionBounds& out) {
    using Limits = Rounding<hn::TFromD<Tag>>;
    OwnVertices<Vertex> own;
    read_vertices(vertices, ids + leaf.first_id, leaf.ids, own);
    for (int axis = 0; axis < 3; ++axis) {
        out.lo[axis] = lower_float(own.lo[axis]);
        out.hi[axis] = upper_float(own.hi[axis]);
    }
    out.lo[3] = out.hi[3] = 0;
    // Both edges of a triangle lie within the box, and 8 roundings bound the error of a component of their cross
    // product. Doubled for safety.
    const auto dx = own.hi[0] - own.lo[0], dy = own.hi[1] - own.lo[1], dz = own.hi[2] - own.lo[2];
    faces.error = 32 * Limits::unit * (dx * dy + dy * dz + dz * dx) + Limits::least;
    if (!own.finite) faces.error = std::numeric_limits<decltype(dx)>::infinity();  // and every triangle is suspect
    faces.rows = leaf.blocks * Faces<Tag>::rows_per_block;
    for (std::size_t row = 0; row < faces.rows; ++row) {
        const auto n = normals_of(own, leaf, row * hn::MaxLanes(d));
        faces.x[row] = n.x;
        faces.y[row] = n.y;
        faces.z[row] = n.z;
    }
    add_normals(d, faces);
}

/// A bit for each triangle whose normal is not longer than the root of `without_area`.
template <class Tag>
void list_suspects(Tag d, const Faces<Tag>& faces, hn::Vec<Tag> without_area, std::uint8_t* suspects) {
    for (std::size_t row = 0; row < faces.rows; ++row) {
        const auto x = faces.x[row], y = faces.y[row], z = faces.z[row];
        const auto squared = hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z));
        const unsigned with_area = bits_of(d, hn::Gt(squared, without_area));
        const std::size_t first = row * hn::MaxLanes(d);
        const unsigned all = (1u << hn::MaxLanes(d)) - 1;
        suspects[first / block_size] |= static_cast<std::uint8_t>((~with_area & all) << first % block_size);
    }
}

/// The smallest cosine between the middle and a normal, allowing for the errors of the normals, and a bit for each
/// triangle that has no certain area.
///
/// With n and e for the length of a normal and its error, a for its component along the middle, a cosine is at least
/// (a - e) / (n + e), and (n + e)^2 <= (1 + t) n^2 + (1 + 1 / t) e^2 for any t: no root is needed for single ones.
template <class Tag>
HWY_INLINE void open_cone(Tag d, Faces<Tag>& faces, std::uint8_t* suspects) {
    using F = Faces<Tag>;
    using Scalar = typename F::Scalar;
    using Limits = Rounding<Scalar>;
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
    auto least = hn::Set(d, Scalar(1));
    const auto zero = hn::Zero(d);
    auto facing = hn::Eq(zero, zero), with_area = facing;  // all of them
    for (std::size_t row = 0; row < faces.rows; ++row) {
        const auto x = faces.x[row], y = faces.y[row], z = faces.z[row];
        const auto squared = hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z));
        const auto along = hn::Sub(hn::Add(hn::Add(hn::Mul(x, mx), hn::Mul(y, my)), hn::Mul(z, mz)), e);
        const auto square = hn::Div(hn::Mul(along, hn::Abs(along)), hn::Add(hn::Mul(squared, longer), more));
        least = hn::Min(square, least);
        facing = hn::And(facing, hn::Gt(square, zero));  // false where it is no number
        with_area = hn::And(with_area, hn::Gt(squared, without_area));
    }
    const bool in_a_cone = length_squared > Limits::least_square && hn::AllTrue(d, facing);  // no normals cancel
    faces.cosine = in_a_cone ? std::sqrt(static_cast<float>(hn::GetLane(hn::MinOfLanes(d, least)))) : 0;
    std::fill_n(suspects, blocks_per_leaf, std::uint8_t{0});
    if (!hn::AllTrue(d, with_area)) list_suspects(d, faces, without_area, suspects);
}

/// Bits of sampled directions [begin, end) and of the opposite ones, whose cosine with the unit vector m is above
/// `least`.
HWY_INLINE void directions_near(const DirectionSamples& samples, std::size_t begin, std::size_t end, const float m[3],
                                float least, std::uint64_t& near, std::uint64_t& near_opposite) {
    const Floats d;
    const auto x = hn::Set(d, m[0]), y = hn::Set(d, m[1]), z = hn::Set(d, m[2]);
    const auto bound = hn::Set(d, least), opposite = hn::Set(d, -least);
    std::uint64_t above = 0, below = 0;
    for (std::size_t i = begin; i < end; i += float_lanes) {
        const auto cosine =
            hn::Add(hn::Add(hn::Mul(hn::Load(d, samples.x + i), x), hn::Mul(hn::Load(d, samples.y + i), y)),
                    hn::Mul(hn::Load(d, samples.z + i), z));
        above |= std::uint64_t{bits_of(d, hn::Gt(cosine, bound))} << (i - begin);
        below |= std::uint64_t{bits_of(d, hn::Lt(cosine, opposite))} << (i - begin);
    }
    near = above;
    near_opposite = below;
}

/// Those within a right angle of every direction of the cone, less a margin.
template <class Tag>
HWY_INLINE void find_directions(const Faces<Tag>& faces, const DirectionSamples& samples, DirectionSet& out) {
    out = {};
    if (!(faces.cosine > 0)) return;
    const float least = std::sqrt(std::max(0.0f, 1 - faces.cosine * faces.cosine)) + direction_margin;
    directions_near(samples, 0, 64, faces.middle, least, out.word[0], out.word[2]);
    directions_near(samples, 64, DirectionSamples::capacity, faces.middle, least, out.word[1], out.word[3]);
}

/// Several leaves at once: roots and divisions of one wait for nothing of another.
constexpr std::size_t leaves_together = 4;

template <class Tag, class Vertex>
HWY_INLINE void bounds_of_leaves(Tag d, const Vertex* vertices, const LeafShape* leaves, std::size_t count,
                                 const std::uint32_t* ids, const DirectionSamples& samples, RegionBounds* out,
                                 const std::uint32_t* places, std::uint8_t* suspects) {
    Faces<Tag> faces[leaves_together];
    for (std::size_t first = 0; first < count; first += leaves_together) {
        const std::size_t number = std::min(leaves_together, count - first);
        for (std::size_t i = 0; i < number; ++i)
            read_leaf(d, vertices, leaves[first + i], ids, faces[i], out[places[first + i]]);
        for (std::size_t i = 0; i < number; ++i) open_cone(d, faces[i], suspects + (first + i) * blocks_per_leaf);
        for (std::size_t i = 0; i < number; ++i) find_directions(faces[i], samples, out[places[first + i]].directions);
    }
}

void LeafBounds(const Vertices& vertices, const LeafShape* leaves, std::size_t count, const std::uint32_t* ids,
                const DirectionSamples& samples, RegionBounds* out, const std::uint32_t* places,
                std::uint8_t* suspects) {
    if (vertices.doubles != nullptr) {
        bounds_of_leaves(Doubles(), vertices.doubles, leaves, count, ids, samples, out, places, suspects);
    } else {
        bounds_of_leaves(Floats(), vertices.floats, leaves, count, ids, samples, out, places, suspects);
    }
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(LeafBounds);

void leaf_bounds(const Vertices& vertices, const LeafShape* leaves, std::size_t count, const std::uint32_t* ids,
                 const DirectionSamples& samples, RegionBounds* out, const std::uint32_t* places,
                 std::uint8_t* suspects) {
    HWY_DYNAMIC_DISPATCH(LeafBounds)(vertices, leaves, count, ids, samples, out, places, suspects);
}

}  // namespace pliant::simd
#endif
