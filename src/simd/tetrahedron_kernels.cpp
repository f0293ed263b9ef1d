#include "simd/tetrahedron_kernels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tetrahedron_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/front-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

using Integers = hn::RebindToSigned<Floats>;

// The primes of [Teschner2003, 4.1] for j and k.
constexpr std::uint32_t prime_j = 19349663u, prime_k = 83492791u;
// Cells are counted up to here; what lies beyond shares the last one.
constexpr float last_cell = 0x1p30f;
// In cells, the larger part of a box's extents that suits a level: from here to four times as much.
constexpr float fewest_cells = 0.35f, most_cells = 1.4f;
// Cells are this many times as short along x as along y and z: rows of them are looked up by their two ends, so that
// more of them cost nothing, and what sticks out of the box at both ends is less.
constexpr float cells_along_x = 4;
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

template <class Vector>
HWY_INLINE hn::Vec<Integers> cell_of(Vector coordinate, Vector inverse_cell) {
    const Floats d;
    const auto scaled = hn::Floor(hn::Mul(coordinate, inverse_cell));
    const auto clamped = hn::Min(hn::Max(scaled, hn::Set(d, -last_cell)), hn::Set(d, last_cell));
    return hn::ConvertTo(Integers(), clamped);
}

HWY_INLINE std::int32_t cell_of(float coordinate, float inverse_cell) {
    return static_cast<std::int32_t>(std::clamp(std::floor(coordinate * inverse_cell), -last_cell, last_cell));
}

HWY_INLINE std::uint32_t hash_row(std::int32_t j, std::int32_t k) {
    return static_cast<std::uint32_t>(j) * prime_j ^ static_cast<std::uint32_t>(k) * prime_k;
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

/// Cells from one to another. Both are within 2^30 of the origin: their difference fits a number without a sign only.
HWY_INLINE std::uint32_t steps(std::int32_t from, std::int32_t to) {
    return static_cast<std::uint32_t>(to) - static_cast<std::uint32_t>(from);
}

/// The cells of a box: rows along x, in the plane of y and z.
struct Rows {
    std::int32_t first[3], last[3];
    std::uint32_t length;  // cells of a row

    HWY_INLINE Rows(const float (&lo)[3], const float (&hi)[3], float inverse_cell) {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float inverse = axis == 0 ? cells_along_x * inverse_cell : inverse_cell;
            first[axis] = cell_of(lo[axis], inverse);
            last[axis] = cell_of(hi[axis], inverse);
        }
        length = steps(first[0], last[0]) + 1;
    }

    [[nodiscard]] HWY_INLINE std::uint64_t number() const {
        return (std::uint64_t{steps(first[1], last[1])} + 1) * (std::uint64_t{steps(first[2], last[2])} + 1);
    }

    /// Calls range(begin, end, j, k) for the vertices of each row; rows may share some.
    template <class Range>
    HWY_INLINE void each(const CellTable& table, const Range& range) const {
        for (std::int32_t k = first[2]; k <= last[2]; ++k) {
            for (std::int32_t j = first[1]; j <= last[1]; ++j) {
                const std::uint32_t bucket =
                    (hash_row(j, k) + static_cast<std::uint32_t>(first[0])) & (table.buckets - 1);
                const std::uint32_t end = bucket + length;
                std::uint32_t from = table.starts[bucket], to = table.starts[std::min(end, table.buckets)];
                // A row that reaches the end of the table goes on at its beginning. One call, so that it is inlined.
                for (bool once_more = end > table.buckets;; once_more = false) {
                    range(from, to, j, k);
                    if (HWY_LIKELY(!once_more)) break;
                    from = 0;
                    to = table.starts[end - table.buckets];
                }
            }
        }
    }
};

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
        rows.each(table_, [&](std::uint32_t begin, std::uint32_t end, std::int32_t j, std::int32_t k) {
            out.box_tests += end - begin;
            for (std::uint32_t at = begin; at < end; at += float_lanes) {
                add(hn::And(in_box(at, end), in_row(at, j, k)), at, slot, out.candidates);
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

    /// Ranges of two rows may overlap in the table: a vertex counts in its own row.
    HWY_INLINE hn::Mask<Floats> in_row(std::uint32_t at, std::int32_t j, std::int32_t k) const {
        const Integers n;
        const auto inverse = hn::Set(f_, table_.inverse_cell);
        const auto of_j = hn::Eq(cell_of(hn::LoadU(f_, table_.y + at), inverse), hn::Set(n, j));
        const auto of_k = hn::Eq(cell_of(hn::LoadU(f_, table_.z + at), inverse), hn::Set(n, k));
        return hn::RebindMask(f_, hn::And(of_j, of_k));
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
        rows.each(table_, [&](std::uint32_t begin, std::uint32_t end, std::int32_t j, std::int32_t k) HWY_ATTR {
            out_.box_tests += end - begin;
            for (std::uint32_t at = begin; at < end; at += float_lanes) collect(at, end, j, k, low, high);
        });
        compare();
    }

private:
    static constexpr std::size_t room = 512;

    /// The vertices of a row that are in the box around all.
    HWY_INLINE void collect(std::uint32_t at, std::uint32_t end, std::int32_t j, std::int32_t k,
                            const FloatPoints3& low, const FloatPoints3& high) {
        const Floats f;
        const Integers n;
        const auto x = hn::LoadU(f, table_.x + at), y = hn::LoadU(f, table_.y + at), z = hn::LoadU(f, table_.z + at);
        const auto in_x = hn::And(hn::Ge(x, low.x), hn::Le(x, high.x));
        const auto in_y = hn::And(hn::Ge(y, low.y), hn::Le(y, high.y));
        const auto in_z = hn::And(hn::Ge(z, low.z), hn::Le(z, high.z));
        // Ranges of two rows may overlap in the table: a vertex counts in its own row.
        const auto inverse = hn::Set(f, table_.inverse_cell);
        const auto in_row = hn::RebindMask(
            f, hn::And(hn::Eq(cell_of(y, inverse), hn::Set(n, j)), hn::Eq(cell_of(z, inverse), hn::Set(n, k))));
        const auto in = hn::And(hn::And(hn::And(in_x, hn::FirstN(f, end - at)), hn::And(in_y, in_z)), in_row);
        const unsigned kept = bits_of(f, in);
        const auto places = hn::Add(hn::Load(n, front_orders.lane[kept]), hn::Set(n, static_cast<std::int32_t>(at)));
        hn::StoreU(hn::BitCast(hn::RebindToUnsigned<Floats>(), places), hn::RebindToUnsigned<Floats>(),
                   places_ + count_);
        count_ += static_cast<std::size_t>(std::popcount(kept));
        if (HWY_UNLIKELY(count_ > room)) compare();
    }

    HWY_INLINE void compare() {
        out_.box_tests += count_ * static_cast<std::uint64_t>(std::popcount(lanes_));
        std::size_t hits = 0;
        for (std::size_t i = 0; i < count_; ++i) {
            const std::uint32_t place = places_[i], vertex = table_.vertex[place];
            const unsigned in = holding(boxes_, table_.x[place], table_.y[place], table_.z[place]);
            const unsigned foreign = in & lanes_ & ~corner_of(block_, vertex);
            vertices_[hits] = vertex;
            foreign_[hits] = static_cast<std::uint8_t>(foreign);
            hits += foreign != 0 ? 1 : 0;
        }
        for (std::size_t i = 0; i < hits; ++i) {
            for (unsigned left = foreign_[i]; left != 0; left &= left - 1) {
                out_.candidates.add(slot_ + static_cast<std::uint32_t>(std::countr_zero(left)), vertices_[i]);
            }
        }
        count_ = 0;
    }

    const CellTable& table_;
    const BlockBoxes& boxes_;
    const TetrahedronBlock& block_;
    std::uint32_t slot_;
    unsigned lanes_;
    Sweep& out_;
    std::size_t count_ = 0;
    std::uint32_t places_[room + 2 * block_size];
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

// Rounding of a determinant of differences relative to the sum of the magnitudes of its terms [Shewchuk1997, 4.3],
// rounded up; and more than a product that underflows can be off.
template <class Scalar>
struct DeterminantBound;
template <>
struct DeterminantBound<double> {
    static constexpr double relative = 8 * 0x1p-53, underflow = 1e-300;
};
template <>
struct DeterminantBound<float> {
    static constexpr float relative = 8 * 0x1p-24f, underflow = 1e-35f;
};

template <class Vector>
struct Determinant {
    Vector value, error;
};

/// det(u, v, w) of differences.
template <class Tag, class Vector>
HWY_INLINE Determinant<Vector> determinant(Tag d, const Coordinates<Vector>& u, const Coordinates<Vector>& v,
                                           const Coordinates<Vector>& w) {
    using Bound = DeterminantBound<hn::TFromD<Tag>>;
    const auto uv = hn::Mul(u.x, v.y), vu = hn::Mul(u.y, v.x);
    const auto vw = hn::Mul(v.x, w.y), wv = hn::Mul(v.y, w.x);
    const auto wu = hn::Mul(w.x, u.y), uw = hn::Mul(w.y, u.x);
    const auto value =
        hn::Add(hn::Add(hn::Mul(hn::Sub(uv, vu), w.z), hn::Mul(hn::Sub(vw, wv), u.z)), hn::Mul(hn::Sub(wu, uw), v.z));
    const auto wz = hn::Abs(w.z), uz = hn::Abs(u.z), vz = hn::Abs(v.z);
    const auto magnitude =
        hn::Add(hn::Add(hn::Mul(hn::Add(hn::Abs(uv), hn::Abs(vu)), wz), hn::Mul(hn::Add(hn::Abs(vw), hn::Abs(wv)), uz)),
                hn::Mul(hn::Add(hn::Abs(wu), hn::Abs(uw)), vz));
    const auto sizes = hn::Add(hn::Add(hn::Set(d, 1), wz), hn::Add(uz, vz));
    const auto error =
        hn::Add(hn::Mul(magnitude, hn::Set(d, Bound::relative)), hn::Mul(sizes, hn::Set(d, Bound::underflow)));
    return {value, error};
}

HWY_INLINE Points3 load(const DoubleVertex* vertices, const std::uint32_t* ids) { return gather(vertices, ids); }
HWY_INLINE FloatPoints3 load(const FloatVertex* vertices, const std::uint32_t* ids) {
    return gather_floats(vertices, ids);
}

template <class Tag, class Vertex>
void signs_of(Tag d, const Vertex* vertices, const TetrahedronBlock* blocks, std::size_t first, std::size_t last,
              VolumeSigns* out) {
    for (std::size_t i = first; i < last; ++i) {
        unsigned positive = 0, negative = 0;
        for (std::size_t lane = 0; lane < block_size; lane += hn::MaxLanes(d)) {
            const auto a = load(vertices, blocks[i].vertex[0] + lane);
            const auto u = load(vertices, blocks[i].vertex[1] + lane) - a;
            const auto v = load(vertices, blocks[i].vertex[2] + lane) - a;
            const auto w = load(vertices, blocks[i].vertex[3] + lane) - a;
            const auto volume = determinant(d, u, v, w);
            positive |= bits_of(d, hn::Gt(volume.value, volume.error)) << lane;
            negative |= bits_of(d, hn::Lt(volume.value, hn::Neg(volume.error))) << lane;
        }
        out[i] = {static_cast<std::uint8_t>(positive), static_cast<std::uint8_t>(negative)};
    }
}

void SignsOfVolumes(const Vertices& vertices, const TetrahedronBlock* blocks, std::size_t first, std::size_t last,
                    VolumeSigns* out) {
    if (vertices.doubles != nullptr) {
        signs_of(Doubles(), vertices.doubles, blocks, first, last, out);
    } else {
        signs_of(Floats(), vertices.floats, blocks, first, last, out);
    }
}

struct JudgedLanes {
    unsigned outside, inside;
};

/// All four of one sign: inside; two of opposite signs: outside.
HWY_INLINE JudgedLanes lanes_by_signs(const Determinant<Double> (&volumes)[4]) {
    const Doubles d;
    auto some_positive = hn::Gt(volumes[0].value, volumes[0].error);
    auto some_negative = hn::Lt(volumes[0].value, hn::Neg(volumes[0].error));
    auto all_positive = some_positive, all_negative = some_negative;
    for (int i = 1; i < 4; ++i) {
        const auto positive = hn::Gt(volumes[i].value, volumes[i].error);
        const auto negative = hn::Lt(volumes[i].value, hn::Neg(volumes[i].error));
        some_positive = hn::Or(some_positive, positive);
        some_negative = hn::Or(some_negative, negative);
        all_positive = hn::And(all_positive, positive);
        all_negative = hn::And(all_negative, negative);
    }
    return {bits_of(d, hn::And(some_positive, some_negative)), bits_of(d, hn::Or(all_positive, all_negative))};
}

HWY_INLINE JudgedLanes judge_by_half_spaces(const Points3 (&corner)[4], const Points3& p) {
    const Doubles d;
    const auto a = corner[0] - p, b = corner[1] - p, c = corner[2] - p, e = corner[3] - p;
    const Determinant<Double> volumes[4] = {determinant(d, b, c, e), determinant(d, a, e, c), determinant(d, a, b, e),
                                            determinant(d, a, c, b)};
    return lanes_by_signs(volumes);
}

HWY_INLINE JudgedLanes judge_by_barycentric(const Points3 (&corner)[4], const Points3& p) {
    const Doubles d;
    const auto u = corner[1] - corner[0], v = corner[2] - corner[0], w = corner[3] - corner[0], q = p - corner[0];
    const auto of_b = determinant(d, q, v, w), of_c = determinant(d, u, q, w), of_d = determinant(d, u, v, q),
               whole = determinant(d, u, v, w);
    const auto rest = hn::Sub(whole.value, hn::Add(hn::Add(of_b.value, of_c.value), of_d.value));
    // The errors of its parts, and those of three sums, which the parts' magnitudes within their errors cover.
    const auto errors = hn::Add(hn::Add(of_b.error, of_c.error), hn::Add(of_d.error, whole.error));
    const Determinant<Double> volumes[4] = {{rest, hn::Add(errors, errors)}, of_b, of_c, of_d};
    return lanes_by_signs(volumes);
}

template <class Vertex>
void judge_all(const Vertex* vertices, const TetrahedronBlock* blocks, const Candidates& candidates,
               bool by_half_spaces, Verdict* out) {
    for (std::size_t first = 0; first < candidates.size(); first += double_lanes) {
        const std::size_t count = std::min(double_lanes, candidates.size() - first);
        std::uint32_t ids[5][double_lanes];
        for (std::size_t lane = 0; lane < double_lanes; ++lane) {
            const std::size_t candidate = first + std::min(lane, count - 1);
            const std::uint32_t slot = candidates.slot(candidate);
            const TetrahedronBlock& block = blocks[slot / block_size];
            for (std::size_t i = 0; i < 4; ++i) ids[i][lane] = block.vertex[i][slot % block_size];
            ids[4][lane] = candidates.vertex(candidate);
        }
        const Points3 corners[4] = {gather(vertices, ids[0]), gather(vertices, ids[1]), gather(vertices, ids[2]),
                                    gather(vertices, ids[3])};
        const Points3 p = gather(vertices, ids[4]);
        const JudgedLanes judged = by_half_spaces ? judge_by_half_spaces(corners, p) : judge_by_barycentric(corners, p);
        for (std::size_t lane = 0; lane < count; ++lane) {
            out[first + lane] = (judged.outside >> lane & 1) != 0  ? Verdict::outside
                                : (judged.inside >> lane & 1) != 0 ? Verdict::inside
                                                                   : Verdict::unsure;
        }
    }
}

void Judge(const Vertices& vertices, const TetrahedronBlock* blocks, const Candidates& candidates, bool by_half_spaces,
           Verdict* out) {
    with_vertices(vertices, [&](const auto* v) { judge_all(v, blocks, candidates, by_half_spaces, out); });
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(Localise);
HWY_EXPORT(BucketsOf);
HWY_EXPORT(SweepBlocks);
HWY_EXPORT(SweepSlots);
HWY_EXPORT(SignsOfVolumes);
HWY_EXPORT(Judge);

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

void volume_signs(const Vertices& vertices, const TetrahedronBlock* blocks, std::size_t first, std::size_t last,
                  VolumeSigns* out) {
    HWY_DYNAMIC_DISPATCH(SignsOfVolumes)(vertices, blocks, first, last, out);
}

void judge(const Vertices& vertices, const TetrahedronBlock* blocks, const Candidates& candidates, bool by_half_spaces,
           Verdict* out) {
    HWY_DYNAMIC_DISPATCH(Judge)(vertices, blocks, candidates, by_half_spaces, out);
}

}  // namespace pliant::simd
#endif
