// Boxes of the tetrahedra of a block, and which of them hold a vertex.
// Included once per vector target.
#if defined(PLIANT_SIMD_BLOCK_BOXES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_BLOCK_BOXES_INL
#undef PLIANT_SIMD_BLOCK_BOXES_INL
#else
#define PLIANT_SIMD_BLOCK_BOXES_INL
#endif

#include <cstddef>
#include <cstdint>
#include <limits>

#include "simd/cell_sweep.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

// In cells, the larger part of a box's extents that suits a level: from here to four times as much.
constexpr float fewest_cells = 0.35f, most_cells = 1.4f;

/// Boxes of the tetrahedra of a block, lane by lane.
struct alignas(32) BlockBoxes {
    float lo[3][block_size], hi[3][block_size];
    float size[block_size];         // the largest extent in cells
    unsigned small = 0, large = 0;  // a bit for each lane
};

/// The corners of some tetrahedra of a block.
struct BlockCorners {
    FloatPoints3 a, b, c, d;
};

HWY_INLINE BlockCorners corners_of(const FloatVertex* vertices, const TetrahedronBlock& block, std::size_t lane) {
    return {gather_floats(vertices, block.vertex[0] + lane), gather_floats(vertices, block.vertex[1] + lane),
            gather_floats(vertices, block.vertex[2] + lane), gather_floats(vertices, block.vertex[3] + lane)};
}

/// Returns the extent.
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
    const auto spoilt = [](const FloatPoints3& p) HWY_ATTR {  // not a number unless all are finite
        return hn::Add(hn::Add(hn::Sub(p.x, p.x), hn::Sub(p.y, p.y)), hn::Sub(p.z, p.z));
    };
    const auto sum =
        hn::Add(hn::Add(spoilt(corners.a), spoilt(corners.b)), hn::Add(spoilt(corners.c), spoilt(corners.d)));
    return bits_of(f, hn::Eq(sum, hn::Zero(f)));
}

/// Returns the extents.
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

HWY_INLINE void bound_block(const FloatVertex* vertices, const TetrahedronBlock& block, float inverse_cell,
                            BlockBoxes& out) {
    out.small = out.large = 0;
    for (std::size_t lane = 0; lane < block_size; lane += float_lanes) {
        bound_lanes(corners_of(vertices, block, lane), lane, inverse_cell, out);
    }
}

HWY_INLINE std::int32_t level_of(float cells) {
    std::int32_t level = 0;
    for (; cells >= most_cells && level < highest_level; ++level) cells *= 0.25f;
    for (; cells < fewest_cells && level > lowest_level; --level) cells *= 4;
    return level;
}

/// The box of the boxes of some lanes, at least one. Those that are not filled repeat one that is, and do no harm.
HWY_INLINE void unite(const BlockBoxes& boxes, unsigned lanes, unsigned filled, float (&lo)[3], float (&hi)[3]) {
    const Floats f;
    const hn::RebindToUnsigned<Floats> u;
    const auto infinity = hn::Set(f, std::numeric_limits<float>::infinity());
    const bool all = (filled & ~lanes) == 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        auto low = infinity, high = hn::Neg(infinity);
        for (std::size_t lane = 0; lane < block_size; lane += float_lanes) {
            auto own_low = hn::Load(f, boxes.lo[axis] + lane), own_high = hn::Load(f, boxes.hi[axis] + lane);
            if (HWY_UNLIKELY(!all)) {
                const auto bit = hn::Shl(hn::Set(u, 1), hn::Iota(u, static_cast<std::uint32_t>(lane)));
                const auto in = hn::RebindMask(f, hn::TestBit(hn::Set(u, lanes), bit));
                own_low = hn::IfThenElse(in, own_low, infinity);
                own_high = hn::IfThenElse(in, own_high, hn::Neg(infinity));
            }
            low = hn::Min(low, own_low);
            high = hn::Max(high, own_high);
        }
        lo[axis] = hn::GetLane(hn::MinOfLanes(f, low));
        hi[axis] = hn::GetLane(hn::MaxOfLanes(f, high));
    }
}

/// Boxes and vertex numbers of a block, in registers where there are enough.
class LoadedBlock {
public:
    HWY_INLINE LoadedBlock(const BlockBoxes& boxes, const TetrahedronBlock& block) {
        for (std::size_t g = 0; g < groups; ++g) {
            const std::size_t lane = g * float_lanes;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                lo_[g][axis] = hn::Load(f_, boxes.lo[axis] + lane);
                hi_[g][axis] = hn::Load(f_, boxes.hi[axis] + lane);
            }
            for (std::size_t i = 0; i < 4; ++i) corner_[g][i] = hn::Load(u_, block.vertex[i] + lane);
        }
    }

    /// Tetrahedra whose box holds a vertex that is not a corner of theirs, as bits.
    [[nodiscard]] HWY_INLINE unsigned holding(float x, float y, float z, std::uint32_t vertex) const {
        const auto v = hn::Set(u_, vertex);
        unsigned bits = 0;
        for (std::size_t g = 0; g < groups; ++g) {
            const auto in = hn::And(within(x, g, 0), hn::And(within(y, g, 1), within(z, g, 2)));
            const auto ab = hn::Or(hn::Eq(v, corner_[g][0]), hn::Eq(v, corner_[g][1]));
            const auto cd = hn::Or(hn::Eq(v, corner_[g][2]), hn::Eq(v, corner_[g][3]));
            bits |= bits_of(u_, hn::AndNot(hn::Or(ab, cd), hn::RebindMask(u_, in))) << g * float_lanes;
        }
        return bits;
    }

private:
    using Numbers = hn::RebindToUnsigned<Floats>;
    static constexpr std::size_t groups = block_size / float_lanes;

    [[nodiscard]] HWY_INLINE hn::Mask<Floats> within(float coordinate, std::size_t g, std::size_t axis) const {
        const auto c = hn::Set(f_, coordinate);
        return hn::And(hn::Ge(c, lo_[g][axis]), hn::Le(c, hi_[g][axis]));
    }

    Floats f_;
    Numbers u_;
    Float lo_[groups][3], hi_[groups][3];
    hn::Vec<Numbers> corner_[groups][4];
};

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
