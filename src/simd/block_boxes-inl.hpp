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
    unsigned finite = 0;            // a bit for each lane
    unsigned small = 0, large = 0;  // the same
};

HWY_INLINE void bound_axis(Float a, Float b, Float c, Float d, BlockBoxes& out, std::size_t axis, std::size_t lane,
                           Float& extent) {
    const Floats f;
    const auto lo = hn::Min(hn::Min(a, b), hn::Min(c, d)), hi = hn::Max(hn::Max(a, b), hn::Max(c, d));
    hn::Store(lo, f, out.lo[axis] + lane);
    hn::Store(hi, f, out.hi[axis] + lane);
    extent = hn::Max(extent, hn::Sub(hi, lo));
}

HWY_INLINE void bound_block(const FloatVertex* vertices, const TetrahedronBlock& block, float inverse_cell,
                            BlockBoxes& out) {
    const Floats f;
    out.finite = out.small = out.large = 0;
    for (std::size_t lane = 0; lane < block_size; lane += float_lanes) {
        const FloatPoints3 a = gather_floats(vertices, block.vertex[0] + lane);
        const FloatPoints3 b = gather_floats(vertices, block.vertex[1] + lane);
        const FloatPoints3 c = gather_floats(vertices, block.vertex[2] + lane);
        const FloatPoints3 d = gather_floats(vertices, block.vertex[3] + lane);
        auto extent = hn::Zero(f);
        bound_axis(a.x, b.x, c.x, d.x, out, 0, lane, extent);
        bound_axis(a.y, b.y, c.y, d.y, out, 1, lane, extent);
        bound_axis(a.z, b.z, c.z, d.z, out, 2, lane, extent);
        const auto spoilt = [&](const FloatPoints3& p) {  // not a number unless all are finite
            return hn::Add(hn::Add(hn::Sub(p.x, p.x), hn::Sub(p.y, p.y)), hn::Sub(p.z, p.z));
        };
        const auto sum = hn::Add(hn::Add(spoilt(a), spoilt(b)), hn::Add(spoilt(c), spoilt(d)));
        out.finite |= bits_of(f, hn::Eq(sum, hn::Zero(f))) << lane;
        const auto cells = hn::Mul(extent, hn::Set(f, inverse_cell));
        hn::Store(cells, f, out.size + lane);
        const auto small = hn::And(hn::Lt(cells, hn::Set(f, fewest_cells)), hn::Gt(cells, hn::Zero(f)));
        out.small |= bits_of(f, small) << lane;
        out.large |= bits_of(f, hn::Ge(cells, hn::Set(f, most_cells))) << lane;
    }
}

HWY_INLINE std::int32_t level_of(float cells) {
    std::int32_t level = 0;
    for (; cells >= most_cells && level < highest_level; ++level) cells *= 0.25f;
    for (; cells < fewest_cells && level > lowest_level; --level) cells *= 4;
    return level;
}

/// The box of the boxes of some lanes, at least one.
HWY_INLINE void unite(const BlockBoxes& boxes, unsigned lanes, float (&lo)[3], float (&hi)[3]) {
    const Floats f;
    const hn::RebindToUnsigned<Floats> u;
    const auto infinity = hn::Set(f, std::numeric_limits<float>::infinity());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        auto low = infinity, high = hn::Neg(infinity);
        for (std::size_t lane = 0; lane < block_size; lane += float_lanes) {
            const auto bit = hn::Shl(hn::Set(u, 1), hn::Iota(u, static_cast<std::uint32_t>(lane)));
            const auto in = hn::RebindMask(f, hn::TestBit(hn::Set(u, lanes), bit));
            low = hn::Min(low, hn::IfThenElse(in, hn::Load(f, boxes.lo[axis] + lane), infinity));
            high = hn::Max(high, hn::IfThenElse(in, hn::Load(f, boxes.hi[axis] + lane), hn::Neg(infinity)));
        }
        lo[axis] = hn::GetLane(hn::MinOfLanes(f, low));
        hi[axis] = hn::GetLane(hn::MaxOfLanes(f, high));
    }
}

/// Which boxes of a block hold a vertex, as bits.
HWY_INLINE unsigned holding(const BlockBoxes& boxes, float x, float y, float z) {
    const Floats f;
    const auto vx = hn::Set(f, x), vy = hn::Set(f, y), vz = hn::Set(f, z);
    const auto within = [&](Float v, std::size_t axis, std::size_t lane) {
        return hn::And(hn::Ge(v, hn::Load(f, boxes.lo[axis] + lane)), hn::Le(v, hn::Load(f, boxes.hi[axis] + lane)));
    };
    unsigned bits = 0;
    for (std::size_t lane = 0; lane < block_size; lane += float_lanes) {
        const auto in = hn::And(within(vx, 0, lane), hn::And(within(vy, 1, lane), within(vz, 2, lane)));
        bits |= bits_of(f, in) << lane;
    }
    return bits;
}

/// Which tetrahedra of a block a vertex is a corner of, as bits.
HWY_INLINE unsigned corner_of(const TetrahedronBlock& block, std::uint32_t vertex) {
    const hn::RebindToUnsigned<Floats> u;
    const auto v = hn::Set(u, vertex);
    unsigned bits = 0;
    for (std::size_t lane = 0; lane < block_size; lane += float_lanes) {
        const auto is = [&](std::size_t i) { return hn::Eq(v, hn::Load(u, block.vertex[i] + lane)); };
        bits |= bits_of(u, hn::Or(hn::Or(is(0), is(1)), hn::Or(is(2), is(3)))) << lane;
    }
    return bits;
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
