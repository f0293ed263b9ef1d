#include "simd/cell_sweep.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/cell_sweep.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/block_boxes-inl.hpp"
#include "simd/block_planes-inl.hpp"
#include "simd/block_query-inl.hpp"
#include "simd/cell_rows-inl.hpp"
#include "simd/front-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

// A box over more rows than this part of the vertices is compared with all of them instead.
constexpr std::uint64_t vertices_per_row = 4;

/// What is beyond the range of float becomes its end; what is not finite, not a number.
HWY_INLINE float local(double value, double origin, double scale) {
    constexpr double largest = std::numeric_limits<float>::max();
    const double not_a_number_unless_finite = value - value;
    const double shifted = value * scale - origin * scale;
    return static_cast<float>(std::clamp(shifted, -largest, largest) + not_a_number_unless_finite);
}

void Localise(const DoubleVertex* vertices, std::size_t begin, std::size_t end, const LocalFrame& frame,
              FloatVertex* out) {
    for (std::size_t i = begin; i < end; ++i) {
        const DoubleVertex& v = vertices[i];
        out[i] = FloatVertex{local(v.x, frame.origin[0], frame.scale), local(v.y, frame.origin[1], frame.scale),
                             local(v.z, frame.origin[2], frame.scale), 0};
    }
}

void BucketsOf(const FloatVertex* vertices, const std::uint32_t* ids, std::size_t begin, std::size_t end,
               float inverse_cell, std::uint32_t mask, std::uint32_t* out) {
    const Floats d;
    const hn::RebindToUnsigned<Floats> u;
    const auto inverse = hn::Set(d, inverse_cell), inverse_x = hn::Set(d, cells_along_x * inverse_cell);
    std::size_t n = begin;
    for (; n + float_lanes <= end; n += float_lanes) {
        const FloatPoints3 p = gather_floats(vertices, ids + n);
        const auto sum = hn::Add(hn::Add(hn::Sub(p.x, p.x), hn::Sub(p.y, p.y)), hn::Sub(p.z, p.z));
        const auto finite = hn::RebindMask(u, hn::Eq(sum, hn::Zero(d)));
        const auto i = hn::BitCast(u, cell_of(p.x, inverse_x)), j = hn::BitCast(u, cell_of(p.y, inverse)),
                   k = hn::BitCast(u, cell_of(p.z, inverse));
        const auto row = hn::Xor(hn::Mul(j, hn::Set(u, prime_j)), hn::Mul(k, hn::Set(u, prime_k)));
        const auto bucket = hn::And(hn::Add(row, i), hn::Set(u, mask));
        hn::StoreU(hn::IfThenElse(finite, bucket, hn::Set(u, no_bucket)), u, out + n);
    }
    for (; n < end; ++n) {
        const FloatVertex& v = vertices[ids[n]];
        const bool finite = std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
        const std::uint32_t row = finite ? hash_row(cell_of(v.y, inverse_cell), cell_of(v.z, inverse_cell)) : 0;
        const std::uint32_t i = finite ? static_cast<std::uint32_t>(cell_of(v.x, cells_along_x * inverse_cell)) : 0;
        out[n] = finite ? (row + i) & mask : no_bucket;
    }
}

/// One tetrahedron and the vertices of its cells, eight at a time.
class BoxQuery {
public:
    HWY_INLINE BoxQuery(const CellTable& table, const BlockBoxes& boxes, const TetrahedronBlock& block,
                        std::size_t lane)
        : table_(table),
          lo_{hn::Set(f_, boxes.lo[0][lane]), hn::Set(f_, boxes.lo[1][lane]), hn::Set(f_, boxes.lo[2][lane])},
          hi_{hn::Set(f_, boxes.hi[0][lane]), hn::Set(f_, boxes.hi[1][lane]), hn::Set(f_, boxes.hi[2][lane])} {
        for (std::size_t i = 0; i < 4; ++i) corner_[i] = block.vertex[i][lane];
    }

    HWY_INLINE void run(const Rows& rows, std::uint32_t slot, Sweep& out) const {
        rows.each(table_, [&](std::uint32_t begin, std::uint32_t end, std::int32_t j, std::int32_t k) HWY_ATTR {
            out.box_tests += end - begin;
            const RowSides sides(j, k);
            const auto inverse = hn::Set(f_, table_.inverse_cell);
            for (std::uint32_t at = begin; at < end; at += float_lanes) {
                const auto y = hn::LoadU(f_, table_.y + at), z = hn::LoadU(f_, table_.z + at);
                const auto own = in_row(hn::Mul(y, inverse), hn::Mul(z, inverse), sides);
                add(hn::And(in_box(at, end), own), at, slot, out.candidates);
            }
        });
    }

    HWY_INLINE void compare_with_all(std::uint32_t slot, Sweep& out) const {
        out.box_tests += table_.vertices;
        for (std::uint32_t at = 0; at < table_.vertices; at += float_lanes) {
            add(in_box(at, table_.vertices), at, slot, out.candidates);
        }
    }

private:
    HWY_INLINE hn::Mask<Floats> in_box(std::uint32_t at, std::uint32_t end) const {
        const auto x = hn::LoadU(f_, table_.x + at), y = hn::LoadU(f_, table_.y + at), z = hn::LoadU(f_, table_.z + at);
        const auto in_x = hn::And(hn::Ge(x, lo_.x), hn::Le(x, hi_.x));
        const auto in_y = hn::And(hn::Ge(y, lo_.y), hn::Le(y, hi_.y));
        const auto in_z = hn::And(hn::Ge(z, lo_.z), hn::Le(z, hi_.z));
        return hn::And(hn::And(in_x, hn::FirstN(f_, end - at)), hn::And(in_y, in_z));
    }

    /// Those that are not corners.
    HWY_INLINE void add(hn::Mask<Floats> in, std::uint32_t at, std::uint32_t slot, Candidates& out) const {
        const hn::RebindToUnsigned<Floats> u;
        const auto v = hn::LoadU(u, table_.vertex + at);
        const auto ab = hn::Or(hn::Eq(v, hn::Set(u, corner_[0])), hn::Eq(v, hn::Set(u, corner_[1])));
        const auto cd = hn::Or(hn::Eq(v, hn::Set(u, corner_[2])), hn::Eq(v, hn::Set(u, corner_[3])));
        const auto foreign = hn::AndNot(hn::Or(ab, cd), hn::RebindMask(u, in));
        const unsigned kept = bits_of(u, foreign);
        const auto order = hn::SetTableIndices(u, front_orders.lane[kept]);
        out.make_room();
        hn::StoreU(hn::Set(u, slot), u, out.next_slots());
        hn::StoreU(hn::TableLookupLanes(v, order), u, out.next_vertices());
        out.added(static_cast<std::size_t>(std::popcount(kept)));
    }

    const CellTable& table_;
    Floats f_;
    FloatPoints3 lo_, hi_;
    std::uint32_t corner_[4];
};

HWY_INLINE void sweep_lane(const CellTable& table, const BlockBoxes& boxes, const TetrahedronBlock* blocks,
                           std::uint32_t slot, Sweep& out) {
    const std::size_t lane = slot % block_size;
    const float lo[3] = {boxes.lo[0][lane], boxes.lo[1][lane], boxes.lo[2][lane]};
    const float hi[3] = {boxes.hi[0][lane], boxes.hi[1][lane], boxes.hi[2][lane]};
    const BoxQuery query(table, boxes, blocks[slot / block_size], lane);
    const Rows rows(lo, hi, table.inverse_cell);
    if (HWY_UNLIKELY(rows.length >= table.buckets || rows.number() > table.vertices / vertices_per_row + 16)) {
        query.compare_with_all(slot, out);
    } else {
        query.run(rows, slot, out);
    }
}

HWY_INLINE void sweep_block(const CellTable& table, const TetrahedronBlock* blocks, const BlockToSweep& block,
                            unsigned filled, Sweep& out) {
    if (block.lanes == 0) return;
    float lo[3], hi[3];
    unite(block.boxes, block.lanes, filled, lo, hi);
    const Rows rows(lo, hi, table.inverse_cell);
    if (!BlockQuery::suits(table, rows)) {
        for (unsigned left = block.lanes; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
            sweep_lane(table, block.boxes, blocks, block.slot + lane, out);
        }
        return;
    }
    BlockQuery(table, block, out).run(rows, lo, hi);
}

template <bool planar>
HWY_INLINE void sweep_blocks(const CellTable& table, const FloatVertex* vertices, const TetrahedronBlock* blocks,
                             const std::uint8_t* filled, std::size_t first, std::size_t last,
                             const SweepRequest& request, Sweep& out) {
    BlockBoxes boxes;
    BlockPlanes planes;
    for (std::size_t block = first; block < last; ++block) {
        const auto slot = static_cast<std::uint32_t>(block * block_size);
        boxes.small = boxes.large = planes.positive = planes.negative = 0;
        unsigned sound = filled[block];
        for (std::size_t lane = 0; lane < block_size; lane += float_lanes) {
            const BlockCorners corners = corners_of(vertices, blocks[block], lane);
            const FloatPoints3 extents = bound_lanes(corners, lane, table.inverse_cell, boxes);
            if constexpr (planar) lay_planes(corners, extents, lane, planes);
            if (HWY_UNLIKELY(!request.all_finite)) {
                constexpr unsigned lanes = (1u << float_lanes) - 1;
                sound &= ~((lanes & ~finite_lanes(corners)) << lane);
            }
        }
        if (planar && request.signs != nullptr) {
            request.signs[block] = {static_cast<std::uint8_t>(planes.positive),
                                    static_cast<std::uint8_t>(planes.negative)};
        }
        const unsigned outliers = request.levels ? (boxes.small | boxes.large) & sound : 0;
        for (unsigned left = outliers; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
            out.outliers.push_back({slot + lane, level_of(boxes.size[lane])});
        }
        sweep_block(table, blocks,
                    {blocks[block], slot, sound & ~outliers, boxes, planar && request.judge ? &planes : nullptr},
                    filled[block], out);
    }
}

void SweepBlocks(const CellTable& table, const FloatVertex* vertices, const TetrahedronBlock* blocks,
                 const std::uint8_t* filled, std::size_t first, std::size_t last, const SweepRequest& request,
                 Sweep& out) {
    if (request.judge || request.signs != nullptr) {
        sweep_blocks<true>(table, vertices, blocks, filled, first, last, request, out);
    } else {
        sweep_blocks<false>(table, vertices, blocks, filled, first, last, request, out);
    }
}

void SweepSlots(const CellTable& table, const FloatVertex* vertices, const TetrahedronBlock* blocks,
                std::span<const std::uint32_t> slots, Sweep& out) {
    BlockBoxes boxes;
    std::size_t bounded = std::numeric_limits<std::size_t>::max();
    for (const std::uint32_t slot : slots) {
        if (slot / block_size != bounded) {
            bounded = slot / block_size;
            bound_block(vertices, blocks[bounded], table.inverse_cell, boxes);
        }
        sweep_lane(table, boxes, blocks, slot, out);
    }
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(Localise);
HWY_EXPORT(BucketsOf);
HWY_EXPORT(SweepBlocks);
HWY_EXPORT(SweepSlots);

void localise(const DoubleVertex* vertices, std::size_t begin, std::size_t end, const LocalFrame& frame,
              FloatVertex* out) {
    HWY_DYNAMIC_DISPATCH(Localise)(vertices, begin, end, frame, out);
}

void buckets_of(const FloatVertex* vertices, const std::uint32_t* ids, std::size_t begin, std::size_t end,
                float inverse_cell, std::uint32_t bucket_mask, std::uint32_t* out) {
    HWY_DYNAMIC_DISPATCH(BucketsOf)(vertices, ids, begin, end, inverse_cell, bucket_mask, out);
}

void sweep(const CellTable& table, const FloatVertex* vertices, const TetrahedronBlock* blocks,
           const std::uint8_t* filled, std::size_t first, std::size_t last, const SweepRequest& request, Sweep& out) {
    HWY_DYNAMIC_DISPATCH(SweepBlocks)(table, vertices, blocks, filled, first, last, request, out);
}

void sweep_slots(const CellTable& table, const FloatVertex* vertices, const TetrahedronBlock* blocks,
                 std::span<const std::uint32_t> slots, Sweep& out) {
    HWY_DYNAMIC_DISPATCH(SweepSlots)(table, vertices, blocks, slots, out);
}

}  // namespace pliant::simd
#endif
