// Boxes of the tetrahedra of a block, and which of them hold a vertex.
// Included once per vector target.
#if defined(PLIANT_SPATIAL_HASH_BLOCK_BOXES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SPATIAL_HASH_BLOCK_BOXES_INL
#undef PLIANT_SPATIAL_HASH_BLOCK_BOXES_INL
#else
#define PLIANT_SPATIAL_HASH_BLOCK_BOXES_INL
#endif

#include <cstddef>
#include <cstdint>
#include <limits>

#include "detect/spatial_hash/cell_sweep.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::spatial_hash::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

// The longest side of a box, in cells, that suits a level.
constexpr float fewest_cells = 0.35f, most_cells = 1.4f;

/// Boxes of the tetrahedra of a block, SoA.
struct alignas(32) BlockBoxes {
    float lo[3][broad_phase::block_size], hi[3][broad_phase::block_size];
    float size[broad_phase::block_size];  // the longest side in cells
    unsigned small = 0, large = 0;        // lanes that do not suit the level, as bits
};

/// The corners of a vector of tetrahedra of a block.
struct BlockCorners {
    FloatPoints3 a, b, c, d;
};

HWY_INLINE BlockCorners corners_of(const simd::FloatVertex* vertices, const broad_phase::TetrahedronBlock& block,
                                   std::size_t lane) {
    return {gather_floats(vertices, block.vertex[0] + lane), gather_floats(vertices, block.vertex[1] + lane),
            gather_floats(vertices, block.vertex[2] + lane), gather_floats(vertices, block.vertex[3] + lane)};
}

/// Writes the bounds along an axis. Returns the extent.
HWY_INLINE Float bound_axis(Float a, Float b, Float c, Float d, BlockBoxes& out, std::size_t axis, std::size_t lane) {
    const Floats f;
    const auto lo = hn::Min(hn::Min(a, b), hn::Min(c, d)), hi = hn::Max(hn::Max(a, b), hn::Max(c, d));
    hn::Store(lo, f, out.lo[axis] + lane);
    hn::Store(hi, f, out.hi[axis] + lane);
    return hn::Sub(hi, lo);
}

/// Lanes whose corners are all finite, as bits.
HWY_INLINE unsigned finite_lanes(const BlockCorners& corners) {
    const Floats f;
    // Add instead of max: max(x, NaN) may drop the NaN.
    const auto zero_or_nan = [](const FloatPoints3& p) HWY_ATTR {
        return hn::Add(hn::Add(hn::Sub(p.x, p.x), hn::Sub(p.y, p.y)), hn::Sub(p.z, p.z));
    };
    const auto sum = hn::Add(hn::Add(zero_or_nan(corners.a), zero_or_nan(corners.b)),
                             hn::Add(zero_or_nan(corners.c), zero_or_nan(corners.d)));
    return bits_of(f, hn::Eq(sum, hn::Zero(f)));
}

/// Writes the boxes of a vector of tetrahedra. Returns their extents.
HWY_INLINE FloatPoints3 bound_lanes(const BlockCorners& corners, std::size_t lane, float inverse_cell,
                                    BlockBoxes& out) {
    const Floats f;
    const auto& [a, b, c, d] = corners;
    const FloatPoints3 extents{bound_axis(a.x, b.x, c.x, d.x, out, 0, lane),
                               bound_axis(a.y, b.y, c.y, d.y, out, 1, lane),
                               bound_axis(a.z, b.z, c.z, d.z, out, 2, lane)};
    const auto extent = hn::Max(hn::Max(extents.x, extents.y), extents.z);
    const auto cells = hn::Mul(extent, hn::Set(f, inverse_cell));
    hn::Store(cells, f, out.size + lane);
    const auto small = hn::And(hn::Lt(cells, hn::Set(f, fewest_cells)), hn::Gt(cells, hn::Zero(f)));
    out.small |= bits_of(f, small) << lane;
    out.large |= bits_of(f, hn::Ge(cells, hn::Set(f, most_cells))) << lane;
    return extents;
}

HWY_INLINE void bound_block(const simd::FloatVertex* vertices, const broad_phase::TetrahedronBlock& block,
                            float inverse_cell, BlockBoxes& out) {
    out.small = out.large = 0;
    for (std::size_t lane = 0; lane < broad_phase::block_size; lane += float_lanes) {
        bound_lanes(corners_of(vertices, block, lane), lane, inverse_cell, out);
    }
}

HWY_INLINE std::int32_t level_of(float cells) {
    std::int32_t level = 0;
    for (; cells >= most_cells && level < highest_level; ++level) cells *= 0.25f;
    for (; cells < fewest_cells && level > lowest_level; --level) cells *= 4;
    return level;
}

#if HWY_TARGET == HWY_SCALAR

template <bool largest>
HWY_INLINE void reduce(Float x, Float y, Float z, float (&out)[4]) {
    out[0] = hn::GetLane(x);
    out[1] = hn::GetLane(y);
    out[2] = hn::GetLane(z);
    out[3] = 0;
}

#else

/// The smallest or largest lane of each vector.
template <bool largest>
HWY_INLINE void reduce(Float x, Float y, Float z, float (&out)[4]) {
    const Floats f;
    const FourFloats four;
    const hn::Repartition<double, Floats> pairs;
    const auto better = [](auto p, auto q) HWY_ATTR { return largest ? hn::Max(p, q) : hn::Min(p, q); };
    const auto xy = better(hn::InterleaveLower(f, x, y), hn::InterleaveUpper(f, x, y));
    const auto zz = better(hn::InterleaveLower(f, z, z), hn::InterleaveUpper(f, z, z));
    const auto p = hn::BitCast(pairs, xy), q = hn::BitCast(pairs, zz);
    const auto all =
        better(hn::BitCast(f, hn::InterleaveLower(pairs, p, q)), hn::BitCast(f, hn::InterleaveUpper(pairs, p, q)));
#if HWY_MAX_BYTES >= 32
    hn::Store(better(hn::LowerHalf(four, all), hn::UpperHalf(four, all)), four, out);
#else
    hn::Store(all, four, out);
#endif
}

#endif

/// The union of the boxes of `lanes`, bits over all blocks, at least one. Lanes that are not filled repeat a filled one
/// and may take part: no masking where all filled lanes do.
template <class Measured>
HWY_INLINE void unite(const Measured* measured, std::size_t blocks, std::uint32_t lanes, std::uint32_t filled,
                      BoxAround& out) {
    const Floats f;
    const hn::RebindToUnsigned<Floats> u;
    const auto infinity = hn::Set(f, std::numeric_limits<float>::infinity());
    const bool all = (filled & ~lanes) == 0;
    FloatPoints3 low{infinity, infinity, infinity}, high{hn::Neg(infinity), hn::Neg(infinity), hn::Neg(infinity)};
    for (std::size_t i = 0; i < blocks * broad_phase::block_size; i += float_lanes) {
        const BlockBoxes& own = measured[i / broad_phase::block_size].boxes;
        const auto bit = hn::Shl(hn::Set(u, 1), hn::Iota(u, static_cast<std::uint32_t>(i)));
        const auto in = hn::RebindMask(f, hn::TestBit(hn::Set(u, lanes), bit));
        const auto widen = [&](std::size_t axis, Float& lo, Float& hi) HWY_ATTR {
            auto own_lo = hn::Load(f, own.lo[axis] + i % broad_phase::block_size),
                 own_hi = hn::Load(f, own.hi[axis] + i % broad_phase::block_size);
            if (HWY_UNLIKELY(!all)) {
                own_lo = hn::IfThenElse(in, own_lo, infinity);
                own_hi = hn::IfThenElse(in, own_hi, hn::Neg(infinity));
            }
            lo = hn::Min(lo, own_lo);
            hi = hn::Max(hi, own_hi);
        };
        widen(0, low.x, high.x);
        widen(1, low.y, high.y);
        widen(2, low.z, high.z);
    }
    reduce<false>(low.x, low.y, low.z, out.lo);
    reduce<true>(high.x, high.y, high.z, out.hi);
}

/// The lanes whose closed box holds a vertex, as bits.
HWY_INLINE unsigned lanes_holding(const BlockBoxes& boxes, float x, float y, float z) {
    const Floats f;
    unsigned bits = 0;
    for (std::size_t lane = 0; lane < broad_phase::block_size; lane += float_lanes) {
        const auto within = [&](float coordinate, std::size_t axis) HWY_ATTR {
            const auto c = hn::Set(f, coordinate);
            return hn::And(hn::Ge(c, hn::Load(f, boxes.lo[axis] + lane)),
                           hn::Le(c, hn::Load(f, boxes.hi[axis] + lane)));
        };
        bits |= bits_of(f, hn::And(within(x, 0), hn::And(within(y, 1), within(z, 2)))) << lane;
    }
    return bits;
}

}  // namespace pliant::spatial_hash::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
