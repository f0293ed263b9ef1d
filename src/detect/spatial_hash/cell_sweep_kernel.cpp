#include "detect/spatial_hash/cell_sweep.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "detect/spatial_hash/cell_sweep_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "detect/spatial_hash/block_boxes-inl.hpp"
#include "detect/spatial_hash/block_planes-inl.hpp"
#include "detect/spatial_hash/cell_rows-inl.hpp"
#include "detect/spatial_hash/group_query-inl.hpp"
#include "simd/compress-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::spatial_hash::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

// A box that covers more rows than the table has vertices, divided by this, is compared with all vertices instead.
constexpr std::uint64_t vertices_per_row = 4;

/// Clamped to the range of float; infinities and NaN become NaN.
HWY_INLINE float local_float(double value, double origin, double scale) {
    constexpr double largest = std::numeric_limits<float>::max();
    const double nan_unless_finite = value - value;
    const double shifted = value * scale - origin * scale;
    return static_cast<float>(std::clamp(shifted, -largest, largest) + nan_unless_finite);
}

void Localise(const simd::DoubleVertex* vertices, std::size_t begin, std::size_t end, const LocalOrigin& local,
              simd::FloatVertex* out) {
    for (std::size_t i = begin; i < end; ++i) {
        const simd::DoubleVertex& v = vertices[i];
        out[i] = simd::FloatVertex{local_float(v.x, local.origin[0], local.scale),
                                   local_float(v.y, local.origin[1], local.scale),
                                   local_float(v.z, local.origin[2], local.scale), 0};
    }
}

void BucketsOf(const simd::FloatVertex* vertices, const std::uint32_t* ids, std::size_t begin, std::size_t end,
               float inverse_cell, std::uint32_t mask, std::uint32_t* out) {
    const Floats d;
    const hn::RebindToUnsigned<Floats> u;
    const auto inverse = hn::Set(d, inverse_cell), inverse_x = hn::Set(d, cells_along_x * inverse_cell);
    std::size_t n = begin;
    for (; n + float_lanes <= end; n += float_lanes) {
        const FloatPoints3 p = gather_floats(vertices, ids + n);
        const auto sum = hn::Add(hn::Add(hn::Sub(p.x, p.x), hn::Sub(p.y, p.y)), hn::Sub(p.z, p.z));
        const auto finite = hn::RebindMask(u, hn::Eq(sum, hn::Zero(d)));
        const auto i = hn::BitCast(u, cell_of(d, p.x, inverse_x)), j = hn::BitCast(u, cell_of(d, p.y, inverse)),
                   k = hn::BitCast(u, cell_of(d, p.z, inverse));
        const auto row = hn::Xor(hn::Mul(j, hn::Set(u, prime_j)), hn::Mul(k, hn::Set(u, prime_k)));
        const auto bucket = hn::And(hn::Add(row, i), hn::Set(u, mask));
        hn::StoreU(hn::IfThenElse(finite, bucket, hn::Set(u, no_bucket)), u, out + n);
    }
    for (; n < end; ++n) {
        const simd::FloatVertex& v = vertices[ids[n]];
        const bool finite = std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
        const std::uint32_t row = finite ? hash_row(cell_of(v.y, inverse_cell), cell_of(v.z, inverse_cell)) : 0;
        const std::uint32_t i = finite ? static_cast<std::uint32_t>(cell_of(v.x, cells_along_x * inverse_cell)) : 0;
        out[n] = finite ? (row + i) & mask : no_bucket;
    }
}

/// One tetrahedron against the vertices of its cells, a vector of them at a time.
class BoxQuery {
public:
    HWY_INLINE BoxQuery(const CellTable& table, const BlockBoxes& boxes, const broad_phase::TetrahedronBlock& block,
                        std::size_t lane, const VerticesWanted& wanted)
        : table_(table),
          wanted_(wanted),
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

    /// Appends those that are not corners.
    HWY_INLINE void add(hn::Mask<Floats> in, std::uint32_t at, std::uint32_t slot, broad_phase::Candidates& out) const {
        const hn::RebindToUnsigned<Floats> u;
        const auto v = hn::LoadU(u, table_.vertex + at);
        const auto ab = hn::Or(hn::Eq(v, hn::Set(u, corner_[0])), hn::Eq(v, hn::Set(u, corner_[1])));
        const auto cd = hn::Or(hn::Eq(v, hn::Set(u, corner_[2])), hn::Eq(v, hn::Set(u, corner_[3])));
        const auto foreign = hn::AndNot(hn::Or(ab, cd), hn::RebindMask(u, in));
        const unsigned kept = bits_of(u, foreign) & wanted_lanes(v, wanted_);
        const auto order = hn::SetTableIndices(u, compress_orders.lane[kept]);
        out.make_room();
        hn::StoreU(hn::Set(u, slot), u, out.next_slots());
        hn::StoreU(hn::TableLookupLanes(v, order), u, out.next_vertices());
        out.added(static_cast<std::size_t>(std::popcount(kept)));
    }

    const CellTable& table_;
    const VerticesWanted wanted_;
    Floats f_;
    FloatPoints3 lo_, hi_;
    std::uint32_t corner_[4];
};

HWY_INLINE void sweep_lane(const CellTable& table, const BlockBoxes& boxes, const broad_phase::TetrahedronBlock* blocks,
                           std::uint32_t slot, const VerticesWanted& wanted, Sweep& out) {
    const std::size_t lane = slot % broad_phase::block_size;
    const BoxAround box{{boxes.lo[0][lane], boxes.lo[1][lane], boxes.lo[2][lane], 0},
                        {boxes.hi[0][lane], boxes.hi[1][lane], boxes.hi[2][lane], 0}};
    const BoxQuery query(table, boxes, blocks[slot / broad_phase::block_size], lane, wanted);
    const Rows rows(box, table.inverse_cell);
    if (HWY_UNLIKELY(rows.length >= table.buckets || rows.number() > table.vertices / vertices_per_row + 16)) {
        query.compare_with_all(slot, out);
    } else {
        query.run(rows, slot, out);
    }
}

/// Sweeps the tetrahedra of a group together; where they lie too far apart, block by block, or else one by one.
HWY_INLINE void sweep_lanes(const CellTable& table, const broad_phase::TetrahedronBlock* blocks,
                            const GroupToSweep& group, std::uint32_t lanes, std::uint32_t filled, Sweep& out) {
    if (lanes == 0 || group.wanted.none()) return;
    GroupQuery query(table, group, out);
    if (query.run(lanes, filled)) return;
    for (std::size_t block = 0; block < group.count; ++block) {
        const std::uint32_t of_block = 0xffu << block * broad_phase::block_size, own = lanes & of_block;
        if (own == 0 || (group.count > 1 && query.run(own, 0xffffffffu))) continue;
        for (std::uint32_t left = own; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
            sweep_lane(table, group.measured[block].boxes, blocks, group.slot + lane, group.wanted, out);
        }
    }
}

/// Boxes and planes of a block. Returns the filled lanes whose corners are all finite.
HWY_INLINE unsigned measure(const simd::FloatVertex* vertices, const broad_phase::TetrahedronBlock& block,
                            unsigned filled, float inverse_cell, const SweepRequest& request, BlockBoxes& boxes,
                            BlockPlanes& planes) {
    boxes.small = boxes.large = planes.positive = planes.negative = 0;
    unsigned sound = filled;
    for (std::size_t lane = 0; lane < broad_phase::block_size; lane += float_lanes) {
        const BlockCorners corners = corners_of(vertices, block, lane);
        const FloatPoints3 extents = bound_lanes(corners, lane, inverse_cell, boxes);
        lay_planes(corners, extents, request.coordinate_error, lane, planes);
        if (HWY_UNLIKELY(!request.all_finite)) {
            constexpr unsigned lanes = (1u << float_lanes) - 1;
            sound &= ~((lanes & ~finite_lanes(corners)) << lane);
        }
    }
    return sound;
}

/// The body that a slot belongs to, for ascending slots.
class BodyOfSlot {
public:
    HWY_INLINE BodyOfSlot(const WantedOfBodies& of, std::size_t slot) : of_(of) {
        const auto behind = std::upper_bound(of.first_slot.begin(), of.first_slot.end(), slot);
        body_ = static_cast<std::size_t>(behind - of.first_slot.begin()) - 1;
    }
    [[nodiscard]] HWY_INLINE const VerticesWanted& wanted_at(std::size_t slot) {
        while (of_.first_slot[body_ + 1] <= slot) ++body_;
        return of_.wanted[body_];
    }

private:
    const WantedOfBodies& of_;
    std::size_t body_;
};

/// Measures the blocks of a group, writes signs and outliers, and sweeps the others.
HWY_INLINE void sweep_group(const CellTable& table, const simd::FloatVertex* vertices,
                            const broad_phase::GroupedBlocks& all, const SweepRequest& request, GroupToSweep& group,
                            Sweep& out) {
    std::uint32_t lanes = 0, filled = 0;
    for (std::size_t b = 0; b < group.count; ++b) {
        const std::size_t shift = b * broad_phase::block_size, block = group.slot / broad_phase::block_size + b;
        auto& [boxes, planes] = group.measured[b];
        const unsigned sound =
            measure(vertices, all.blocks[block], all.filled[block], table.inverse_cell, request, boxes, planes);
        request.signs[block] = {static_cast<std::uint8_t>(planes.positive), static_cast<std::uint8_t>(planes.negative)};
        const unsigned outliers = request.levels ? (boxes.small | boxes.large) & sound : 0;
        for (unsigned left = outliers; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
            out.outliers.push_back(
                {static_cast<std::uint32_t>(block * broad_phase::block_size) + lane, level_of(boxes.size[lane])});
        }
        lanes |= std::uint32_t{sound & ~outliers} << shift;
        filled |= std::uint32_t{all.filled[block]} << shift;
    }
    sweep_lanes(table, all.blocks, group, lanes, filled, out);
}

void SweepGroups(const CellTable& table, const simd::FloatVertex* vertices, const broad_phase::GroupedBlocks& all,
                 std::size_t first, std::size_t last, const SweepRequest& request, Sweep& out) {
    BodyOfSlot body(request.vertices, all.groups[first].block * broad_phase::block_size);
    GroupToSweep group;
    for (std::size_t g = first; g < last; ++g) {
        const std::size_t first_block = all.groups[g].block, own = all.groups[g].own;
        group.count = all.groups[g + 1].block - first_block;
        group.slot = static_cast<std::uint32_t>(first_block * broad_phase::block_size);
        group.own = all.own + own;
        group.own_count = all.groups[g + 1].own - own;
        group.multiplier = all.groups[g].multiplier;
        group.wanted = body.wanted_at(group.slot);
        sweep_group(table, vertices, all, request, group, out);
    }
}

void SweepSlots(const CellTable& table, const simd::FloatVertex* vertices, const broad_phase::TetrahedronBlock* blocks,
                std::span<const std::uint32_t> slots, const WantedOfBodies& of_bodies, Sweep& out) {
    BodyOfSlot body(of_bodies, slots.empty() ? 0 : slots.front());
    BlockBoxes boxes;
    std::size_t bounded = std::numeric_limits<std::size_t>::max();
    for (const std::uint32_t slot : slots) {
        const VerticesWanted& wanted = body.wanted_at(slot);
        if (wanted.none()) continue;
        if (slot / broad_phase::block_size != bounded) {
            bounded = slot / broad_phase::block_size;
            bound_block(vertices, blocks[bounded], table.inverse_cell, boxes);
        }
        sweep_lane(table, boxes, blocks, slot, wanted, out);
    }
}

}  // namespace pliant::spatial_hash::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::spatial_hash {

HWY_EXPORT(Localise);
HWY_EXPORT(BucketsOf);
HWY_EXPORT(SweepGroups);
HWY_EXPORT(SweepSlots);

void localise(const simd::DoubleVertex* vertices, std::size_t begin, std::size_t end, const LocalOrigin& local,
              simd::FloatVertex* out) {
    HWY_DYNAMIC_DISPATCH(Localise)(vertices, begin, end, local, out);
}

void buckets_of(const simd::FloatVertex* vertices, const std::uint32_t* ids, std::size_t begin, std::size_t end,
                float inverse_cell, std::uint32_t bucket_mask, std::uint32_t* out) {
    HWY_DYNAMIC_DISPATCH(BucketsOf)(vertices, ids, begin, end, inverse_cell, bucket_mask, out);
}

void sweep(const CellTable& table, const simd::FloatVertex* vertices, const broad_phase::GroupedBlocks& all,
           std::size_t first, std::size_t last, const SweepRequest& request, Sweep& out) {
    HWY_DYNAMIC_DISPATCH(SweepGroups)(table, vertices, all, first, last, request, out);
}

void sweep_slots(const CellTable& table, const simd::FloatVertex* vertices, const broad_phase::TetrahedronBlock* blocks,
                 std::span<const std::uint32_t> slots, const WantedOfBodies& wanted, Sweep& out) {
    HWY_DYNAMIC_DISPATCH(SweepSlots)(table, vertices, blocks, slots, wanted, out);
}

}  // namespace pliant::spatial_hash
#endif
