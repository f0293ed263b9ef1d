#include "simd/tetrahedron_kernels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/tetrahedron_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

using Integers = hn::RebindToSigned<Floats>;

// The primes of [Teschner2003, 4.1] for j and k.
constexpr std::uint32_t prime_j = 19349663u, prime_k = 83492791u;
// Cells are counted up to here; what lies beyond shares the last one.
constexpr float last_cell = 0x1p30f;
// In cells, the larger part of a box's extents that suits a level: from here to four times as much.
constexpr float fewest_cells = 0.5f, most_cells = 2;
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
    const auto inverse = hn::Set(d, inverse_cell);
    std::size_t n = begin;
    for (; n + float_lanes <= end; n += float_lanes) {
        const FloatPoints3 p = gather_floats(vertices, ids + n);
        const auto sum = hn::Add(hn::Add(hn::Sub(p.x, p.x), hn::Sub(p.y, p.y)), hn::Sub(p.z, p.z));
        const auto finite = hn::RebindMask(u, hn::Eq(sum, hn::Zero(d)));
        const auto i = hn::BitCast(u, cell_of(p.x, inverse)), j = hn::BitCast(u, cell_of(p.y, inverse)),
                   k = hn::BitCast(u, cell_of(p.z, inverse));
        const auto row = hn::Xor(hn::Mul(j, hn::Set(u, prime_j)), hn::Mul(k, hn::Set(u, prime_k)));
        const auto bucket = hn::And(hn::Add(row, i), hn::Set(u, mask));
        hn::StoreU(hn::IfThenElse(finite, bucket, hn::Set(u, no_bucket)), u, out + n);
    }
    for (; n < end; ++n) {
        const FloatVertex& v = vertices[ids[n]];
        const bool finite = std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
        const std::uint32_t row = finite ? hash_row(cell_of(v.y, inverse_cell), cell_of(v.z, inverse_cell)) : 0;
        const std::uint32_t i = finite ? static_cast<std::uint32_t>(cell_of(v.x, inverse_cell)) : 0;
        out[n] = finite ? (row + i) & mask : no_bucket;
    }
}

/// Boxes of the tetrahedra of a block and their cells, lane by lane.
struct alignas(32) BlockBoxes {
    float lo[3][block_size], hi[3][block_size];
    std::int32_t first[3][block_size], last[3][block_size];
    unsigned finite = 0;                 // a bit for each lane
    unsigned small = 0, large = 0;       // the same
    alignas(32) float size[block_size];  // the largest extent in cells
};

HWY_INLINE void bound_axis(Float a, Float b, Float c, Float d, Float inverse, BlockBoxes& out, std::size_t axis,
                           std::size_t lane, Float& extent) {
    const Floats f;
    const auto lo = hn::Min(hn::Min(a, b), hn::Min(c, d)), hi = hn::Max(hn::Max(a, b), hn::Max(c, d));
    hn::Store(lo, f, out.lo[axis] + lane);
    hn::Store(hi, f, out.hi[axis] + lane);
    hn::Store(cell_of(lo, inverse), Integers(), out.first[axis] + lane);
    hn::Store(cell_of(hi, inverse), Integers(), out.last[axis] + lane);
    extent = hn::Max(extent, hn::Sub(hi, lo));
}

HWY_INLINE void bound_block(const FloatVertex* vertices, const TetrahedronBlock& block, float inverse_cell,
                            BlockBoxes& out) {
    const Floats f;
    const auto inverse = hn::Set(f, inverse_cell);
    out.finite = out.small = out.large = 0;
    for (std::size_t lane = 0; lane < block_size; lane += float_lanes) {
        const FloatPoints3 a = gather_floats(vertices, block.vertex[0] + lane);
        const FloatPoints3 b = gather_floats(vertices, block.vertex[1] + lane);
        const FloatPoints3 c = gather_floats(vertices, block.vertex[2] + lane);
        const FloatPoints3 d = gather_floats(vertices, block.vertex[3] + lane);
        auto extent = hn::Zero(f);
        bound_axis(a.x, b.x, c.x, d.x, inverse, out, 0, lane, extent);
        bound_axis(a.y, b.y, c.y, d.y, inverse, out, 1, lane, extent);
        bound_axis(a.z, b.z, c.z, d.z, inverse, out, 2, lane, extent);
        const auto spoilt = [&](const FloatPoints3& p) {
            return hn::Add(hn::Add(hn::Sub(p.x, p.x), hn::Sub(p.y, p.y)), hn::Sub(p.z, p.z));
        };
        const auto sum = hn::Add(hn::Add(spoilt(a), spoilt(b)), hn::Add(spoilt(c), spoilt(d)));
        out.finite |= bits_of(f, hn::Eq(sum, hn::Zero(f))) << lane;
        const auto cells = hn::Mul(extent, inverse);
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

/// One tetrahedron over its cells.
class BoxQuery {
public:
    HWY_INLINE BoxQuery(const CellTable& table, const BlockBoxes& boxes, std::size_t lane)
        : table_(table),
          lo_{hn::Set(f_, boxes.lo[0][lane]), hn::Set(f_, boxes.lo[1][lane]), hn::Set(f_, boxes.lo[2][lane])},
          hi_{hn::Set(f_, boxes.hi[0][lane]), hn::Set(f_, boxes.hi[1][lane]), hn::Set(f_, boxes.hi[2][lane])} {
        for (std::size_t axis = 0; axis < 3; ++axis) {
            first_[axis] = boxes.first[axis][lane];
            last_[axis] = boxes.last[axis][lane];
        }
        length_ = static_cast<std::uint32_t>(last_[0] - first_[0]) + 1;
        const std::uint64_t rows = (static_cast<std::uint64_t>(last_[1] - first_[1]) + 1) *
                                   (static_cast<std::uint64_t>(last_[2] - first_[2]) + 1);
        everything_ = length_ >= table.buckets || rows > table.vertices / vertices_per_row + 16;
    }

    /// How many vertices are in the box: its own four among them, and some perhaps twice.
    HWY_INLINE std::size_t count(std::uint64_t& box_tests) const {
        std::size_t found = 0;
        each_range([&](std::uint32_t begin, std::uint32_t end, std::int32_t, std::int32_t) {
            box_tests += end - begin;
            for (std::uint32_t at = begin; at < end; at += float_lanes) found += hn::CountTrue(f_, in_box(at, end));
        });
        return found;
    }

    /// The vertices in the box that are not its corners, each once.
    template <class Take>
    HWY_INLINE void list(const TetrahedronBlock& block, std::size_t lane, const Take& take) const {
        each_range([&](std::uint32_t begin, std::uint32_t end, std::int32_t j, std::int32_t k) {
            for (std::uint32_t at = begin; at < end; at += float_lanes) {
                for (unsigned bits = bits_of(f_, in_box(at, end)); bits != 0; bits &= bits - 1) {
                    const std::uint32_t place = at + static_cast<std::uint32_t>(std::countr_zero(bits));
                    const std::uint32_t v = table_.vertex[place];
                    // Ranges of two rows may overlap in the table: a vertex counts in its own row.
                    if (!everything_ && !(cell_of(table_.y[place], table_.inverse_cell) == j &&
                                          cell_of(table_.z[place], table_.inverse_cell) == k)) {
                        continue;
                    }
                    if (v == block.vertex[0][lane] || v == block.vertex[1][lane] || v == block.vertex[2][lane] ||
                        v == block.vertex[3][lane]) {
                        continue;
                    }
                    take(v);
                }
            }
        });
    }

private:
    HWY_INLINE hn::Mask<Floats> in_box(std::uint32_t at, std::uint32_t end) const {
        const auto x = hn::LoadU(f_, table_.x + at), y = hn::LoadU(f_, table_.y + at), z = hn::LoadU(f_, table_.z + at);
        const auto in_x = hn::And(hn::Ge(x, lo_.x), hn::Le(x, hi_.x));
        const auto in_y = hn::And(hn::Ge(y, lo_.y), hn::Le(y, hi_.y));
        const auto in_z = hn::And(hn::Ge(z, lo_.z), hn::Le(z, hi_.z));
        const auto in = hn::And(in_x, hn::And(in_y, in_z));
        return hn::And(in, hn::FirstN(f_, end - at));
    }

    template <class Range>
    HWY_INLINE void each_range(const Range& range) const {
        if (everything_) {
            range(0, table_.vertices, 0, 0);
            return;
        }
        for (std::int32_t k = first_[2]; k <= last_[2]; ++k) {
            for (std::int32_t j = first_[1]; j <= last_[1]; ++j) {
                const std::uint32_t begin =
                    (hash_row(j, k) + static_cast<std::uint32_t>(first_[0])) & (table_.buckets - 1);
                const std::uint32_t end = begin + length_;
                if (end <= table_.buckets) {
                    range(table_.starts[begin], table_.starts[end], j, k);
                } else {
                    range(table_.starts[begin], table_.vertices, j, k);
                    range(0, table_.starts[end - table_.buckets], j, k);
                }
            }
        }
    }

    const CellTable& table_;
    Floats f_;
    FloatPoints3 lo_, hi_;
    std::int32_t first_[3], last_[3];
    std::uint32_t length_;
    bool everything_;
};

HWY_INLINE void sweep_lane(const CellTable& table, const BlockBoxes& boxes, const TetrahedronBlock* blocks,
                           std::uint32_t slot, Sweep& out) {
    const std::size_t lane = slot % block_size;
    const BoxQuery query(table, boxes, lane);
    // Its own corners are always found: with four, there is nobody else.
    if (query.count(out.box_tests) <= 4) return;
    query.list(blocks[slot / block_size], lane, [&](std::uint32_t v) { out.candidates.push_back({slot, v}); });
}

void SweepBlocks(const CellTable& table, const FloatVertex* vertices, const TetrahedronBlock* blocks,
                 std::uint32_t first, std::uint32_t last, bool levels, Sweep& out) {
    BlockBoxes boxes;
    for (std::uint32_t slot = first; slot < last; slot += block_size) {
        bound_block(vertices, blocks[slot / block_size], table.inverse_cell, boxes);
        const unsigned sound = boxes.finite & (last - slot < block_size ? (1u << (last - slot)) - 1 : ~0u);
        const unsigned outliers = levels ? (boxes.small | boxes.large) & sound : 0;
        for (unsigned left = outliers; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(left));
            out.outliers.push_back({slot + lane, level_of(boxes.size[lane])});
        }
        for (unsigned left = sound & ~outliers; left != 0; left &= left - 1) {
            sweep_lane(table, boxes, blocks, slot + static_cast<std::uint32_t>(std::countr_zero(left)), out);
        }
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
void judge_all(const Vertex* vertices, const TetrahedronBlock* blocks, std::span<const Candidate> candidates,
               bool by_half_spaces, Verdict* out) {
    for (std::size_t first = 0; first < candidates.size(); first += double_lanes) {
        const std::size_t count = std::min(double_lanes, candidates.size() - first);
        std::uint32_t ids[5][double_lanes];
        for (std::size_t lane = 0; lane < double_lanes; ++lane) {
            const Candidate& candidate = candidates[first + std::min(lane, count - 1)];
            const TetrahedronBlock& block = blocks[candidate.slot / block_size];
            for (std::size_t i = 0; i < 4; ++i) ids[i][lane] = block.vertex[i][candidate.slot % block_size];
            ids[4][lane] = candidate.vertex;
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

void Judge(const Vertices& vertices, const TetrahedronBlock* blocks, std::span<const Candidate> candidates,
           bool by_half_spaces, Verdict* out) {
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

void sweep(const CellTable& table, const FloatVertex* vertices, const TetrahedronBlock* blocks, std::uint32_t first,
           std::uint32_t last, bool levels, Sweep& out) {
    HWY_DYNAMIC_DISPATCH(SweepBlocks)(table, vertices, blocks, first, last, levels, out);
}

void sweep_slots(const CellTable& table, const FloatVertex* vertices, const TetrahedronBlock* blocks,
                 std::span<const std::uint32_t> slots, Sweep& out) {
    HWY_DYNAMIC_DISPATCH(SweepSlots)(table, vertices, blocks, slots, out);
}

void volume_signs(const Vertices& vertices, const TetrahedronBlock* blocks, std::size_t first, std::size_t last,
                  VolumeSigns* out) {
    HWY_DYNAMIC_DISPATCH(SignsOfVolumes)(vertices, blocks, first, last, out);
}

void judge(const Vertices& vertices, const TetrahedronBlock* blocks, std::span<const Candidate> candidates,
           bool by_half_spaces, Verdict* out) {
    HWY_DYNAMIC_DISPATCH(Judge)(vertices, blocks, candidates, by_half_spaces, out);
}

}  // namespace pliant::simd
#endif
