#include "simd/cell_sweep.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <hwy/cache_control.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/cell_sweep.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/block_boxes-inl.hpp"
#include "simd/cell_rows-inl.hpp"
#include "simd/front-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

// Tetrahedra of a block that lie further apart than this are swept one by one.
constexpr std::uint64_t most_rows = 25;
constexpr std::uint32_t most_cells_along_x = 24;
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

/// The tetrahedra of a block together: first the vertices in the box around all of them, eight at a time, then each of
/// these with eight boxes at a time. Without branches that nobody can foresee.
class BlockQuery {
public:
    HWY_INLINE BlockQuery(const CellTable& table, const BlockBoxes& boxes, const TetrahedronBlock& block,
                          std::uint32_t slot, unsigned lanes, Sweep& out)
        : table_(table), boxes_(boxes), block_(block), slot_(slot), lanes_(lanes), out_(out) {}

    HWY_INLINE void run(const Rows& rows, const float (&lo)[3], const float (&hi)[3]) {
        const Floats f;
        const FloatPoints3 low{hn::Set(f, lo[0]), hn::Set(f, lo[1]), hn::Set(f, lo[2])};
        const FloatPoints3 high{hn::Set(f, hi[0]), hn::Set(f, hi[1]), hn::Set(f, hi[2])};
        std::size_t count = 0;
        for (std::size_t i = 0, ranges = list_ranges(rows); i < ranges; ++i) {
            out_.box_tests += ranges_[i].end - ranges_[i].begin;
            count = collect(ranges_[i], low, high, count);
        }
        compare(count);
    }

private:
    static constexpr std::size_t room = 512;
    // One for each row, and one for a row that goes on at the beginning of the table.
    static constexpr std::size_t most_ranges = 2 * most_rows;

    struct Range {
        std::uint32_t begin, end;
        std::int32_t j, k;
    };

    /// All of them first: the vertices of one are on their way while others are looked up.
    HWY_INLINE std::size_t list_ranges(const Rows& rows) {
        std::size_t count = 0;
        rows.each(table_, [&](std::uint32_t begin, std::uint32_t end, std::int32_t j, std::int32_t k) HWY_ATTR {
            ranges_[count] = {begin, end, j, k};
            count += begin < end ? 1 : 0;
            hwy::Prefetch(table_.x + begin);
            hwy::Prefetch(table_.y + begin);
            hwy::Prefetch(table_.z + begin);
        });
        return count;
    }

    /// The vertices of a row that are in the box around all, behind `count` others.
    HWY_INLINE std::size_t collect(const Range& range, const FloatPoints3& low, const FloatPoints3& high,
                                   std::size_t count) {
        const Floats f;
        const Integers n;
        const float *xs = table_.x, *ys = table_.y, *zs = table_.z;
        const RowSides row(range.j, range.k);
        const auto inverse = hn::Set(f, table_.inverse_cell);
        const std::uint32_t end = range.end;
        for (std::uint32_t at = range.begin; at < end; at += float_lanes) {
            const auto x = hn::LoadU(f, xs + at), y = hn::LoadU(f, ys + at), z = hn::LoadU(f, zs + at);
            const auto in_x = hn::And(hn::Ge(x, low.x), hn::Le(x, high.x));
            const auto in_y = hn::And(hn::Ge(y, low.y), hn::Le(y, high.y));
            const auto in_z = hn::And(hn::Ge(z, low.z), hn::Le(z, high.z));
            const auto own = in_row(hn::Mul(y, inverse), hn::Mul(z, inverse), row);
            const auto in = hn::And(hn::And(hn::And(in_x, hn::FirstN(f, end - at)), hn::And(in_y, in_z)), own);
            const unsigned kept = bits_of(f, in);
            const auto places =
                hn::Add(hn::Load(n, front_orders.lane[kept]), hn::Set(n, static_cast<std::int32_t>(at)));
            hn::StoreU(places, n, places_ + count);
            count += static_cast<std::size_t>(std::popcount(kept));
            if (HWY_UNLIKELY(count > room)) {
                compare(count);
                count = 0;
            }
        }
        return count;
    }

    HWY_INLINE void compare(std::size_t count) {
        out_.box_tests += count * static_cast<std::uint64_t>(std::popcount(lanes_));
        const CellTable table = table_;
        std::size_t hits = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto place = static_cast<std::uint32_t>(places_[i]);
            const std::uint32_t vertex = table.vertex[place];
            const unsigned in = holding(boxes_, table.x[place], table.y[place], table.z[place]);
            const unsigned foreign = in & lanes_ & ~corner_of(block_, vertex);
            vertices_[hits] = vertex;
            foreign_[hits] = static_cast<std::uint8_t>(foreign);
            hits += foreign != 0 ? 1 : 0;
        }
        write(hits);
    }

    HWY_INLINE void write(std::size_t hits) {
        if (hits == 0) return;
        out_.candidates.make_room(hits * block_size);
        std::uint32_t *slots = out_.candidates.next_slots(), *vertices = out_.candidates.next_vertices();
        std::size_t written = 0;
        for (std::size_t i = 0; i < hits; ++i) {
            const std::uint32_t vertex = vertices_[i];
            for (unsigned left = foreign_[i]; left != 0; left &= left - 1) {
                slots[written] = slot_ + static_cast<std::uint32_t>(std::countr_zero(left));
                vertices[written++] = vertex;
            }
        }
        out_.candidates.added(written);
    }

    const CellTable& table_;
    const BlockBoxes& boxes_;
    const TetrahedronBlock& block_;
    std::uint32_t slot_;
    unsigned lanes_;
    Sweep& out_;
    Range ranges_[most_ranges];
    std::int32_t places_[room + 2 * block_size];
    std::uint32_t vertices_[room + 2 * block_size];
    std::uint8_t foreign_[room + 2 * block_size];
};

HWY_INLINE void sweep_block(const CellTable& table, const BlockBoxes& boxes, const TetrahedronBlock* blocks,
                            std::uint32_t slot, unsigned lanes, Sweep& out) {
    if (lanes == 0) return;
    float lo[3], hi[3];
    unite(boxes, lanes, lo, hi);
    const Rows rows(lo, hi, table.inverse_cell);
    if (rows.length >= table.buckets || rows.length > most_cells_along_x || rows.number() > most_rows) {
        for (; lanes != 0; lanes &= lanes - 1) {
            sweep_lane(table, boxes, blocks, slot + static_cast<std::uint32_t>(std::countr_zero(lanes)), out);
        }
        return;
    }
    BlockQuery(table, boxes, blocks[slot / block_size], slot, lanes, out).run(rows, lo, hi);
}

void SweepBlocks(const CellTable& table, const FloatVertex* vertices, const TetrahedronBlock* blocks,
                 const std::uint8_t* filled, std::size_t first, std::size_t last, bool levels, Sweep& out) {
    BlockBoxes boxes;
    for (std::size_t block = first; block < last; ++block) {
        const auto slot = static_cast<std::uint32_t>(block * block_size);
        bound_block(vertices, blocks[block], table.inverse_cell, boxes);
        const unsigned sound = boxes.finite & filled[block];
        const unsigned outliers = levels ? (boxes.small | boxes.large) & sound : 0;
        for (unsigned left = outliers; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
            out.outliers.push_back({slot + lane, level_of(boxes.size[lane])});
        }
        sweep_block(table, boxes, blocks, slot, sound & ~outliers, out);
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
           const std::uint8_t* filled, std::size_t first, std::size_t last, bool levels, Sweep& out) {
    HWY_DYNAMIC_DISPATCH(SweepBlocks)(table, vertices, blocks, filled, first, last, levels, out);
}

void sweep_slots(const CellTable& table, const FloatVertex* vertices, const TetrahedronBlock* blocks,
                 std::span<const std::uint32_t> slots, Sweep& out) {
    HWY_DYNAMIC_DISPATCH(SweepSlots)(table, vertices, blocks, slots, out);
}

}  // namespace pliant::simd
#endif
