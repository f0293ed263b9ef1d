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

template <class Scalar>
struct Rounding;
template <>
struct Rounding<float> {
    static constexpr float unit = 0x1p-24f, least = 1e-30f;
};
template <>
struct Rounding<double> {
    static constexpr double unit = 0x1p-53, least = 1e-250;
};

HWY_INLINE Points3 load(const DoubleVertex* vertices, const std::uint32_t* ids) { return gather(vertices, ids); }
HWY_INLINE FloatPoints3 load(const FloatVertex* vertices, const std::uint32_t* ids) {
    return gather_floats(vertices, ids);
}

template <class Tag, class Vector>
HWY_INLINE hn::TFromD<Tag> least_lane(Tag d, Vector v) {
    return hn::GetLane(hn::MinOfLanes(d, v));
}

template <class Tag, class Vector>
HWY_INLINE hn::TFromD<Tag> greatest_lane(Tag d, Vector v) {
    return hn::GetLane(hn::MaxOfLanes(d, v));
}

/// Normals of the triangles of a leaf, in rows as wide as a vector.
template <class Tag>
struct Normals {
    static constexpr std::size_t rows_per_block = block_size / hn::MaxLanes(Tag());
    using Vector = hn::Vec<Tag>;
    Vector x[blocks_per_leaf * rows_per_block], y[blocks_per_leaf * rows_per_block],
        z[blocks_per_leaf * rows_per_block];
};

template <class Scalar>
struct LeafBox {
    Scalar lo[3], hi[3];
};

/// Goes through the triangles once: their box and their normals, unnormalised.
template <class Tag, class Vertex>
HWY_INLINE LeafBox<hn::TFromD<Tag>> box_and_normals(Tag d, const Vertex* vertices, const CornerBlock* corners,
                                                    std::size_t blocks, Normals<Tag>& normals) {
    using Scalar = hn::TFromD<Tag>;
    const auto infinity = hn::Set(d, std::numeric_limits<Scalar>::infinity());
    auto lo_x = infinity, lo_y = infinity, lo_z = infinity;
    auto hi_x = hn::Neg(infinity), hi_y = hi_x, hi_z = hi_x;
    std::size_t row = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t lane = 0; lane < block_size; lane += hn::MaxLanes(d), ++row) {
            const auto a = load(vertices, corners[block].vertex[0] + lane);
            const auto b = load(vertices, corners[block].vertex[1] + lane);
            const auto c = load(vertices, corners[block].vertex[2] + lane);
            lo_x = hn::Min(lo_x, hn::Min(hn::Min(a.x, b.x), c.x));
            lo_y = hn::Min(lo_y, hn::Min(hn::Min(a.y, b.y), c.y));
            lo_z = hn::Min(lo_z, hn::Min(hn::Min(a.z, b.z), c.z));
            hi_x = hn::Max(hi_x, hn::Max(hn::Max(a.x, b.x), c.x));
            hi_y = hn::Max(hi_y, hn::Max(hn::Max(a.y, b.y), c.y));
            hi_z = hn::Max(hi_z, hn::Max(hn::Max(a.z, b.z), c.z));
            const auto n = cross(b - a, c - a);
            normals.x[row] = n.x;
            normals.y[row] = n.y;
            normals.z[row] = n.z;
        }
    }
    return {{least_lane(d, lo_x), least_lane(d, lo_y), least_lane(d, lo_z)},
            {greatest_lane(d, hi_x), greatest_lane(d, hi_y), greatest_lane(d, hi_z)}};
}

/// Bits of the sampled directions whose cosine with the unit vector m is above `least`.
HWY_INLINE DirectionSet directions_near(const DirectionSamples& samples, const float m[3], float least) {
    const Floats d;
    DirectionSet set{};
    const auto x = hn::Set(d, m[0]), y = hn::Set(d, m[1]), z = hn::Set(d, m[2]);
    const auto bound = hn::Set(d, least), opposite = hn::Set(d, -least);
    for (std::size_t i = 0; i < DirectionSamples::capacity; i += float_lanes) {
        const auto cosine =
            hn::Add(hn::Add(hn::Mul(hn::Load(d, samples.x + i), x), hn::Mul(hn::Load(d, samples.y + i), y)),
                    hn::Mul(hn::Load(d, samples.z + i), z));
        set.word[i / 64] |= std::uint64_t{bits_of(d, hn::Gt(cosine, bound))} << (i % 64);
        set.word[2 + i / 64] |= std::uint64_t{bits_of(d, hn::Lt(cosine, opposite))} << (i % 64);
    }
    return set;
}

template <class Tag, class Vertex>
HWY_INLINE void bounds_of_leaf(Tag d, const Vertex* vertices, const CornerBlock* corners, std::size_t blocks,
                               const DirectionSamples& samples, RegionBounds& out, std::uint8_t* suspects) {
    using Scalar = hn::TFromD<Tag>;
    using Limits = Rounding<Scalar>;
    Normals<Tag> normals;
    const auto box = box_and_normals(d, vertices, corners, blocks, normals);
    for (int axis = 0; axis < 3; ++axis) {
        out.lo[axis] = lower_float(box.lo[axis]);
        out.hi[axis] = upper_float(box.hi[axis]);
    }
    out.lo[3] = out.hi[3] = 0;
    // Both edges of a triangle lie within the box, and 8 roundings bound the error of a component of their cross
    // product: no normal is off by more than this. Doubled for safety.
    const Scalar dx = box.hi[0] - box.lo[0], dy = box.hi[1] - box.lo[1], dz = box.hi[2] - box.lo[2];
    const Scalar error = 32 * Limits::unit * (dx * dy + dy * dz + dz * dx) + Limits::least;

    // A unit vector in the middle of the normals; any would do. Summed in eight columns, so that all targets agree.
    const std::size_t rows = blocks * Normals<Tag>::rows_per_block;
    alignas(64) Scalar columns[3][block_size] = {};
    for (std::size_t row = 0; row < rows; ++row) {
        const std::size_t at = row * hn::MaxLanes(d) % block_size;
        hn::Store(hn::Add(hn::Load(d, columns[0] + at), normals.x[row]), d, columns[0] + at);
        hn::Store(hn::Add(hn::Load(d, columns[1] + at), normals.y[row]), d, columns[1] + at);
        hn::Store(hn::Add(hn::Load(d, columns[2] + at), normals.z[row]), d, columns[2] + at);
    }
    Scalar middle[3];
    for (int axis = 0; axis < 3; ++axis) {
        const Scalar* c = columns[axis];
        middle[axis] = ((c[0] + c[1]) + (c[2] + c[3])) + ((c[4] + c[5]) + (c[6] + c[7]));
    }
    const Scalar length = std::sqrt(middle[0] * middle[0] + middle[1] * middle[1] + middle[2] * middle[2]);
    for (Scalar& m : middle) m /= length;

    // The smallest cosine between that vector and a normal, allowing for the errors of the normals.
    const auto e = hn::Set(d, error), twice_squared = hn::Set(d, 4 * error * error);
    const auto mx = hn::Set(d, middle[0]), my = hn::Set(d, middle[1]), mz = hn::Set(d, middle[2]);
    auto least = hn::Set(d, Scalar(1));
    unsigned with_area = 0;
    for (std::size_t row = 0; row < rows; ++row) {
        const auto x = normals.x[row], y = normals.y[row], z = normals.z[row];
        const auto squared = hn::Add(hn::Add(hn::Mul(x, x), hn::Mul(y, y)), hn::Mul(z, z));
        const auto along = hn::Add(hn::Add(hn::Mul(x, mx), hn::Mul(y, my)), hn::Mul(z, mz));
        least = hn::Min(hn::Div(hn::Sub(along, e), hn::Add(hn::Sqrt(squared), e)), least);
        const std::size_t lane = row * hn::MaxLanes(d) % block_size;
        if (lane == 0) with_area = 0;
        with_area |= bits_of(d, hn::Gt(squared, twice_squared)) << lane;
        if (lane + hn::MaxLanes(d) == block_size) {
            suspects[row / Normals<Tag>::rows_per_block] = static_cast<std::uint8_t>(~with_area);
        }
    }
    const auto cosine = static_cast<float>(least_lane(d, least));
    out.directions = {};
    if (!(cosine > 0)) return;  // also where anything was not a number
    const float toward[3] = {static_cast<float>(middle[0]), static_cast<float>(middle[1]),
                             static_cast<float>(middle[2])};
    const float sine = std::sqrt(std::max(0.0f, 1 - cosine * cosine));
    out.directions = directions_near(samples, toward, sine + direction_margin);
}

void LeafBounds(const Vertices& vertices, const CornerBlock* corners, const std::uint8_t* used, std::size_t leaves,
                const DirectionSamples& samples, RegionBounds* out, std::uint8_t* suspects) {
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
        const CornerBlock* own = corners + leaf * blocks_per_leaf;
        std::uint8_t* own_suspects = suspects + leaf * blocks_per_leaf;
        if (vertices.doubles != nullptr) {
            bounds_of_leaf(Doubles(), vertices.doubles, own, used[leaf], samples, out[leaf], own_suspects);
        } else {
            bounds_of_leaf(Floats(), vertices.floats, own, used[leaf], samples, out[leaf], own_suspects);
        }
    }
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(LeafBounds);

void leaf_bounds(const Vertices& vertices, const CornerBlock* corners, const std::uint8_t* used, std::size_t leaves,
                 const DirectionSamples& samples, RegionBounds* out, std::uint8_t* suspects) {
    HWY_DYNAMIC_DISPATCH(LeafBounds)(vertices, corners, used, leaves, samples, out, suspects);
}

}  // namespace pliant::simd
#endif
