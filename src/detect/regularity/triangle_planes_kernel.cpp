#include "detect/regularity/triangle_planes.hpp"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "detect/regularity/triangle_planes_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"
#include "simd/rounding.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::regularity::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

// Any direction will do for a proof, however it was computed. A coordinate difference is rounded once, its product and
// the sums thrice: four units of the length of the direction, |x| + |y| + |z|, times the largest difference. Four times
// that for safety. Where its product with the reach underflows, that is much less than `lost_along`.
constexpr float rounding = 16 * simd::Rounding<float>::unit;

/// What underflows may lose of two such products. Added first: a small length times that would be a denormal number, on
/// which processors spend many cycles.
template <class Vector>
HWY_INLINE Vector lost_along(Vector length) {
    const hn::DFromV<Vector> d;
    return hn::Mul(hn::Add(length, hn::Set(d, 1)), hn::Set(d, 2 * simd::Rounding<float>::underflow));
}

// ---- layout

/// Triangles and their planes, one in each lane.
template <class Vector>
struct Planes {
    Coordinates<Vector> a, b, c, normal;
    Vector length, thickness;
};

template <class Vector>
HWY_INLINE Planes<Vector> planes_of(const Coordinates<Vector>& a, const Coordinates<Vector>& b,
                                    const Coordinates<Vector>& c) {
    const hn::DFromV<Vector> d;
    const Coordinates<Vector> u = b - a, v = c - a, normal = cross(u, v);
    const auto length = sum_of_magnitudes(normal);
    const auto off = hn::Add(hn::Abs(dot(normal, u)), hn::Abs(dot(normal, v)));
    const auto size = hn::Add(sum_of_magnitudes(u), sum_of_magnitudes(v));
    const auto error = hn::Mul(hn::Mul(length, size), hn::Set(d, rounding));
    return {a, b, c, normal, length, hn::Add(hn::Add(off, error), lost_along(length))};
}

HWY_INLINE void store(const FloatPoints3& p, float (&out)[3][broad_phase::block_size], std::size_t lane) {
    const Floats d;
    hn::Store(p.x, d, out[0] + lane);
    hn::Store(p.y, d, out[1] + lane);
    hn::Store(p.z, d, out[2] + lane);
}

HWY_INLINE void store(const Planes<Float>& planes, TriangleBlock& out, std::size_t lane) {
    const Floats d;
    store(planes.a, out.corner[0], lane);
    store(planes.b, out.corner[1], lane);
    store(planes.c, out.corner[2], lane);
    store(planes.normal, out.normal, lane);
    hn::Store(planes.length, d, out.length + lane);
    hn::Store(planes.thickness, d, out.thickness + lane);
}

/// The blocks of two leaves one after the other.
class BlocksLeft {
public:
    struct Block {
        const broad_phase::CornerBlock* corners;
        TriangleBlock* triangles;
    };

    HWY_INLINE BlocksLeft(const BlocksOfLeaf& first, const BlocksOfLeaf& second)
        : first_(first), second_(second), left_(first.wanted | second.wanted << broad_phase::block_size) {}

    [[nodiscard]] HWY_INLINE bool empty() const { return left_ == 0; }
    HWY_INLINE Block take() {
        const auto i = static_cast<std::size_t>(std::countr_zero(left_));
        left_ &= left_ - 1;
        const bool of_first = i < broad_phase::block_size;
        return {(of_first ? first_.corners : second_.corners) + i % broad_phase::block_size,
                (of_first ? first_.triangles : second_.triangles) + i % broad_phase::block_size};
    }

private:
    BlocksOfLeaf first_, second_;
    unsigned left_;
};

#if HWY_TARGET <= HWY_AVX3

using Sixteen = hn::Vec<SixteenFloats>;

template <class Half>
HWY_INLINE Planes<Float> each_half(const Planes<Sixteen>& p, const Half& half) {
    const auto of = [&](const Coordinates<Sixteen>& q) HWY_ATTR {
        return FloatPoints3{half(q.x), half(q.y), half(q.z)};
    };
    return {of(p.a), of(p.b), of(p.c), of(p.normal), half(p.length), half(p.thickness)};
}

/// Two blocks at once; the last of an odd number with itself.
void LayOutTriangles(const simd::FloatVertex* vertices, const BlocksOfLeaf& first, const BlocksOfLeaf& second) {
    BlocksLeft left(first, second);
    while (!left.empty()) {
        const auto p = left.take();
        const auto q = left.empty() ? p : left.take();
        const auto corner = [&](std::size_t c) HWY_ATTR {
            return gather_sixteen(vertices, p.corners->vertex[c], q.corners->vertex[c]);
        };
        const Planes<Sixteen> planes = planes_of(corner(0), corner(1), corner(2));
        store(each_half(planes, [](Sixteen v) HWY_ATTR { return hn::LowerHalf(Floats(), v); }), *p.triangles, 0);
        store(each_half(planes, [](Sixteen v) HWY_ATTR { return hn::UpperHalf(Floats(), v); }), *q.triangles, 0);
    }
}

#else

void LayOutTriangles(const simd::FloatVertex* vertices, const BlocksOfLeaf& first, const BlocksOfLeaf& second) {
    for (BlocksLeft left(first, second); !left.empty();) {
        const auto block = left.take();
        for (std::size_t lane = 0; lane < broad_phase::block_size; lane += float_lanes) {
            const auto corner = [&](std::size_t c)
                                    HWY_ATTR { return gather_floats(vertices, block.corners->vertex[c] + lane); };
            store(planes_of(corner(0), corner(1), corner(2)), *block.triangles, lane);
        }
    }
}

#endif

// ---- triangles of two blocks

HWY_INLINE broad_phase::Pair first_slots(broad_phase::Pair leaves, std::uint32_t place) {
    constexpr auto size = static_cast<std::uint32_t>(broad_phase::block_size);
    return {(leaves.a * size + place / size) * size, (leaves.b * size + place % size) * size};
}

#if HWY_TARGET <= HWY_AVX3

/// What eight numbers are for some triangles of their block. Of their places only the last bits are looked at: three,
/// or four, of which the first makes no difference, since the eight are there twice.
HWY_INLINE Float picked(hn::Vec<hn::FixedTag<std::uint32_t, 8>> places, Float eight) {
    return Float{_mm256_permutexvar_ps(places.raw, eight.raw)};
}
HWY_INLINE Sixteen picked(hn::Vec<hn::FixedTag<std::uint32_t, 16>> places, Sixteen eight_twice) {
    return Sixteen{_mm512_permutexvar_ps(places.raw, eight_twice.raw)};
}
HWY_INLINE Float eight_in(Floats d, const float* eight) { return hn::Load(d, eight); }
HWY_INLINE Sixteen eight_in(SixteenFloats, const float* eight) {
    return Sixteen{_mm512_broadcast_f32x8(_mm256_load_ps(eight))};
}

/// The triangles that sixteen or eight candidates have in one of two blocks.
template <class Tag>
class Picked {
public:
    using Vector = hn::Vec<Tag>;
    using Places = hn::Vec<hn::RebindToUnsigned<Tag>>;

    HWY_INLINE Picked(const TriangleBlock& block, Places places, float reach)
        : block_(block), places_(places), reach_(reach) {}

    [[nodiscard]] HWY_INLINE Coordinates<Vector> corner(std::size_t k) const { return of(block_.corner[k]); }
    [[nodiscard]] HWY_INLINE Coordinates<Vector> normal() const { return of(block_.normal); }

    [[nodiscard]] HWY_INLINE Vector bound() const {
        const Tag d;
        const auto error = hn::Mul(eight_in(d, block_.length), hn::Set(d, reach_ * rounding));
        return picked(places_, hn::Add(error, eight_in(d, block_.thickness)));
    }

private:
    [[nodiscard]] HWY_INLINE Coordinates<Vector> of(const float (&rows)[3][broad_phase::block_size]) const {
        const auto row = [&](std::size_t i) HWY_ATTR { return picked(places_, eight_in(Tag(), rows[i])); };
        return {row(0), row(1), row(2)};
    }

    const TriangleBlock& block_;
    Places places_;
    float reach_;
};

/// Of some lanes, those in which the numbers are not all beyond the bound on one side of zero, or are none.
HWY_INLINE hn::Mask<SixteenFloats> within(hn::Mask<SixteenFloats> some, Sixteen lo, Sixteen hi, Sixteen bound) {
    const __mmask16 not_above = _mm512_mask_cmp_ps_mask(some.raw, lo.raw, bound.raw, _CMP_NGT_UQ);
    return {_mm512_mask_cmp_ps_mask(not_above, hi.raw, hn::Neg(bound).raw, _CMP_NLT_UQ)};
}
HWY_INLINE hn::Mask<Floats> within(hn::Mask<Floats> some, Float lo, Float hi, Float bound) {
    const __mmask8 not_above = _mm256_mask_cmp_ps_mask(some.raw, lo.raw, bound.raw, _CMP_NGT_UQ);
    return {_mm256_mask_cmp_ps_mask(not_above, hi.raw, hn::Neg(bound).raw, _CMP_NLT_UQ)};
}
template <class Mask, class Vector>
HWY_INLINE Mask not_beyond(Mask some, Vector p, Vector q, Vector r, Vector bound) {
    return within(some, hn::Min(hn::Min(p, q), r), hn::Max(hn::Max(p, q), r), bound);
}

template <class Tag>
HWY_INLINE hn::Mask<Tag> not_apart(hn::Mask<Tag> some, const Picked<Tag>& a, const Picked<Tag>& b) {
    const auto a0 = a.corner(0), b0 = b.corner(0), from_a_to_b = b0 - a0;
    const auto normal_a = a.normal(), normal_b = b.normal();
    some = not_beyond(some, dot(normal_a, from_a_to_b), dot(normal_a, b.corner(1) - a0),
                      dot(normal_a, b.corner(2) - a0), a.bound());
    return not_beyond(some, hn::Neg(dot(normal_b, from_a_to_b)), dot(normal_b, a.corner(1) - b0),
                      dot(normal_b, a.corner(2) - b0), b.bound());
}

/// The numbers of the bits that are set, one after the other, and sixteen more.
HWY_INLINE std::uint32_t* list_bits(std::uint64_t bits, std::uint32_t* out) {
    __m512i numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    for (int piece = 0; piece < 4; ++piece) {
        const auto sixteen = static_cast<__mmask16>(bits >> (16 * piece));
        _mm512_storeu_si512(out, _mm512_maskz_compress_epi32(sixteen, numbers));
        out += std::popcount(sixteen);
        numbers = _mm512_add_epi32(numbers, _mm512_set1_epi32(16));
    }
    _mm512_storeu_si512(out, _mm512_setzero_si512());
    return out;
}

/// Pairs of slots from their bits; the first slots of their blocks as one number.
HWY_INLINE void write_slots(__m256i bits, std::uint64_t first_slots, broad_phase::Pair* out) {
    const __m512i first = _mm512_set1_epi64(static_cast<long long>(first_slots));
    const __m512i wide = _mm512_cvtepu32_epi64(bits);
    const __m512i lane = _mm512_slli_epi64(_mm512_and_si512(wide, _mm512_set1_epi64(broad_phase::block_size - 1)), 32);
    _mm512_storeu_si512(out, _mm512_add_epi64(first, _mm512_or_si512(lane, _mm512_srli_epi64(wide, 3))));
}
HWY_INLINE void write_slots(__m512i bits, std::uint64_t first_slots, broad_phase::Pair* out) {
    write_slots(_mm512_castsi512_si256(bits), first_slots, out);
    write_slots(_mm512_extracti64x4_epi64(bits, 1), first_slots, out + 8);
}

/// Two blocks whose candidates are looked at, and their first slots as one number.
struct BlocksCompared {
    const TriangleBlock &a, &b;
    float reach;
    std::uint64_t first_slots;
};

/// Of as many candidates as a vector has lanes, or fewer. Returns how many are left.
template <class Tag>
HWY_INLINE std::size_t write_some(Tag d, const BlocksCompared& blocks, const std::uint32_t* bits, std::size_t number,
                                  broad_phase::Pair* out) {
    const hn::RebindToUnsigned<Tag> whole;
    const auto places = hn::LoadU(whole, bits);
    const Picked<Tag> a(blocks.a, hn::ShiftRight<3>(places), blocks.reach), b(blocks.b, places, blocks.reach);
    const auto left = not_apart(hn::FirstN(d, number), a, b);
    write_slots(hn::Compress(places, hn::RebindMask(whole, left)).raw, blocks.first_slots, out);
    return hn::CountTrue(d, left);
}

/// The candidates of a pair of blocks are listed while those of the one before are looked at: a processor waits where
/// it reads what it is still about to write in several parts.
Unproven WriteUnproven(const TriangleBlock* a, const TriangleBlock* b, float reach, broad_phase::Pair leaves,
                       const TrianglesOfBlocks* pairs, std::size_t count, broad_phase::Pair* out) {
    alignas(64) std::uint32_t lists[2][broad_phase::block_size * broad_phase::block_size + Unproven::spare];
    Unproven unproven;
    if (count != 0) list_bits(pairs[0].bits, lists[0]);
    for (std::size_t i = 0; i < count; ++i) {
        list_bits(pairs[std::min(i + 1, count - 1)].bits, lists[(i + 1) % 2]);
        const auto [slot_a, slot_b] = first_slots(leaves, pairs[i].place);
        const BlocksCompared blocks{a[pairs[i].place / broad_phase::block_size],
                                    b[pairs[i].place % broad_phase::block_size], reach,
                                    std::uint64_t{slot_b} << 32 | slot_a};
        const std::uint32_t* bits = lists[i % 2];
        auto number = static_cast<std::size_t>(std::popcount(pairs[i].bits));
        unproven.of += number;
        // Most pairs of blocks have no more than eight, and half as long a vector is less work.
        for (; number > 8; number -= std::min<std::size_t>(number, 16), bits += 16) {
            unproven.number += write_some(SixteenFloats(), blocks, bits, number, out + unproven.number);
        }
        if (number > 0) unproven.number += write_some(Floats(), blocks, bits, number, out + unproven.number);
    }
    return unproven;
}

#else

HWY_INLINE FloatPoints3 lanes(const float (&rows)[3][broad_phase::block_size], std::size_t lane) {
    const Floats d;
    return {hn::Load(d, rows[0] + lane), hn::Load(d, rows[1] + lane), hn::Load(d, rows[2] + lane)};
}

HWY_INLINE FloatPoints3 everywhere(const float (&rows)[3][broad_phase::block_size], std::size_t i) {
    const Floats d;
    return {hn::Set(d, rows[0][i]), hn::Set(d, rows[1][i]), hn::Set(d, rows[2][i])};
}

HWY_INLINE unsigned beyond(Float p, Float q, Float r, Float bound) {
    const auto lo = hn::Min(hn::Min(p, q), r), hi = hn::Max(hn::Max(p, q), r);
    return bits_of(Floats(), hn::Or(hn::Gt(lo, bound), hn::Lt(hi, hn::Neg(bound))));
}

/// One triangle of a block, in every lane, and as many of another block as a vector has lanes.
class Row {
public:
    HWY_INLINE Row(const TriangleBlock& a, std::size_t row, const TriangleBlock& b, std::size_t lane, float reach)
        : a_(a), row_(row), b_(b), lane_(lane), reach_(reach) {
        const FloatPoints3 origin = everywhere(a.corner[0], row);
        b0_ = lanes(b.corner[0], lane) - origin;
        b1_ = lanes(b.corner[1], lane) - origin;
        b2_ = lanes(b.corner[2], lane) - origin;
    }

    /// Bits of the many that lie on one side of the plane of the one.
    [[nodiscard]] HWY_INLINE unsigned beyond_plane() const {
        const Floats d;
        const FloatPoints3 normal = everywhere(a_.normal, row_);
        const float bound = a_.length[row_] * (reach_ * rounding) + a_.thickness[row_];
        return beyond(dot(normal, b0_), dot(normal, b1_), dot(normal, b2_), hn::Set(d, bound));
    }

    /// Bits of the many on one side of whose planes the one lies.
    [[nodiscard]] HWY_INLINE unsigned beyond_planes() const {
        const Floats d;
        const FloatPoints3 normal = lanes(b_.normal, lane_), origin = lanes(b_.corner[0], lane_);
        const auto error = hn::Mul(hn::Load(d, b_.length + lane_), hn::Set(d, reach_ * rounding));
        const auto bound = hn::Add(error, hn::Load(d, b_.thickness + lane_));
        return beyond(hn::Neg(dot(normal, b0_)), dot(normal, everywhere(a_.corner[1], row_) - origin),
                      dot(normal, everywhere(a_.corner[2], row_) - origin), bound);
    }

private:
    const TriangleBlock& a_;
    std::size_t row_;
    const TriangleBlock& b_;
    std::size_t lane_;
    float reach_;
    FloatPoints3 b0_, b1_, b2_;  // relative to the first corner of the one
};

HWY_INLINE std::uint64_t left_of(const TriangleBlock& a, const TriangleBlock& b, float reach, std::uint64_t bits) {
    constexpr unsigned all = (1u << float_lanes) - 1;
    std::uint64_t left = 0;
    while (bits != 0) {
        const auto shift = static_cast<std::size_t>(std::countr_zero(bits)) / float_lanes * float_lanes;
        const Row row(a, shift / broad_phase::block_size, b, shift % broad_phase::block_size, reach);
        unsigned kept = static_cast<unsigned>(bits >> shift) & all;
        bits &= ~(std::uint64_t{all} << shift);
        kept &= ~row.beyond_plane();
        if (kept != 0) left |= std::uint64_t{kept & ~row.beyond_planes()} << shift;
    }
    return left;
}

Unproven WriteUnproven(const TriangleBlock* a, const TriangleBlock* b, float reach, broad_phase::Pair leaves,
                       const TrianglesOfBlocks* pairs, std::size_t count, broad_phase::Pair* out) {
    Unproven unproven;
    for (std::size_t i = 0; i < count; ++i) {
        const auto& [all, place] = pairs[i];
        const broad_phase::Pair first = first_slots(leaves, place);
        unproven.of += static_cast<std::size_t>(std::popcount(all));
        for (std::uint64_t bits =
                 left_of(a[place / broad_phase::block_size], b[place % broad_phase::block_size], reach, all);
             bits != 0; bits &= bits - 1) {
            const auto bit = static_cast<std::uint32_t>(std::countr_zero(bits));
            out[unproven.number++] = {static_cast<std::uint32_t>(first.a + bit / broad_phase::block_size),
                                      static_cast<std::uint32_t>(first.b + bit % broad_phase::block_size)};
        }
    }
    return unproven;
}

#endif

}  // namespace pliant::regularity::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::regularity {

HWY_EXPORT(LayOutTriangles);
HWY_EXPORT(WriteUnproven);

void lay_out_triangles(const simd::FloatVertex* vertices, const BlocksOfLeaf& first, const BlocksOfLeaf& second) {
    HWY_DYNAMIC_DISPATCH(LayOutTriangles)(vertices, first, second);
}

Unproven write_unproven(const TriangleBlock* a, const TriangleBlock* b, float reach, broad_phase::Pair leaves,
                        std::span<const TrianglesOfBlocks> pairs, broad_phase::Pair* out) {
    return HWY_DYNAMIC_DISPATCH(WriteUnproven)(a, b, reach, leaves, pairs.data(), pairs.size(), out);
}

}  // namespace pliant::regularity
#endif
