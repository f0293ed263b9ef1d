#include "simd/triangle_blocks.hpp"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/triangle_blocks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"
#include "simd/roundings-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

// Any direction will do for a proof, however it was computed. A coordinate difference is rounded once, its product and
// the sums thrice: four units of the length of the direction, |x| + |y| + |z|, times the largest difference. Four times
// that for safety.
constexpr float rounding = 16 * Roundings<Floats>::unit;

HWY_INLINE Float sum_of_sizes(const FloatPoints3& p) {
    return hn::Add(hn::Add(hn::Abs(p.x), hn::Abs(p.y)), hn::Abs(p.z));
}

template <class Vector>
HWY_INLINE Vector along(const Coordinates<Vector>& direction, const Coordinates<Vector>& p) {
    return hn::Add(hn::Add(hn::Mul(direction.x, p.x), hn::Mul(direction.y, p.y)), hn::Mul(direction.z, p.z));
}

/// What underflows may lose of two such products. Added first: a small length times that would be a denormal number, on
/// which processors spend many cycles.
HWY_INLINE Float lost_along(Float length) {
    const Floats d;
    return hn::Mul(hn::Add(length, hn::Set(d, 1)), hn::Set(d, 2 * Roundings<Floats>::underflow));
}

// ---- layout

HWY_INLINE void store(const FloatPoints3& p, float (&out)[3][block_size], std::size_t lane) {
    const Floats d;
    hn::Store(p.x, d, out[0] + lane);
    hn::Store(p.y, d, out[1] + lane);
    hn::Store(p.z, d, out[2] + lane);
}

void LayOutTriangles(const FloatVertex* vertices, const CornerBlock& corners, TriangleBlock& triangles) {
    const Floats d;
    for (std::size_t lane = 0; lane < block_size; lane += float_lanes) {
        const FloatPoints3 a = gather_floats(vertices, corners.vertex[0] + lane);
        const FloatPoints3 b = gather_floats(vertices, corners.vertex[1] + lane);
        const FloatPoints3 c = gather_floats(vertices, corners.vertex[2] + lane);
        store(a, triangles.corner[0], lane);
        store(b, triangles.corner[1], lane);
        store(c, triangles.corner[2], lane);
        const FloatPoints3 u = b - a, v = c - a, normal = cross(u, v);
        store(normal, triangles.normal, lane);
        const auto length = sum_of_sizes(normal);
        hn::Store(length, d, triangles.length + lane);
        const auto off = hn::Add(hn::Abs(along(normal, u)), hn::Abs(along(normal, v)));
        const auto size = hn::Add(sum_of_sizes(u), sum_of_sizes(v));
        const auto error = hn::Mul(hn::Mul(length, size), hn::Set(d, rounding));
        hn::Store(hn::Add(hn::Add(off, error), lost_along(length)), d, triangles.thickness + lane);
    }
}

// ---- triangles of two blocks

HWY_INLINE FloatPoints3 lanes(const float (&rows)[3][block_size], std::size_t lane) {
    const Floats d;
    return {hn::Load(d, rows[0] + lane), hn::Load(d, rows[1] + lane), hn::Load(d, rows[2] + lane)};
}

HWY_INLINE FloatPoints3 everywhere(const float (&rows)[3][block_size], std::size_t i) {
    const Floats d;
    return {hn::Set(d, rows[0][i]), hn::Set(d, rows[1][i]), hn::Set(d, rows[2][i])};
}

#if HWY_TARGET <= HWY_AVX3

/// The triangles that sixteen candidates have in one of two blocks.
class Sixteen {
public:
    HWY_INLINE Sixteen(const TriangleBlock& block, __m512i places, float reach)
        : block_(block), places_(places), reach_(reach) {}

    [[nodiscard]] HWY_INLINE Coordinates<hn::Vec<SixteenFloats>> corner(std::size_t k) const {
        return picked(block_.corner[k]);
    }
    [[nodiscard]] HWY_INLINE Coordinates<hn::Vec<SixteenFloats>> normal() const { return picked(block_.normal); }

    [[nodiscard]] HWY_INLINE hn::Vec<SixteenFloats> bound() const {
        const SixteenFloats d;
        const auto error = hn::Mul(hn::Mul(twice(block_.length), hn::Set(d, reach_)), hn::Set(d, rounding));
        return picked(hn::Add(error, twice(block_.thickness)));
    }

private:
    static HWY_INLINE hn::Vec<SixteenFloats> twice(const float* eight) {
        return hn::Vec<SixteenFloats>{_mm512_broadcast_f32x8(_mm256_load_ps(eight))};
    }
    // Of a place only the last four bits are looked at, the highest of which makes no difference.
    [[nodiscard]] HWY_INLINE hn::Vec<SixteenFloats> picked(hn::Vec<SixteenFloats> eight_twice) const {
        return hn::Vec<SixteenFloats>{_mm512_permutexvar_ps(places_, eight_twice.raw)};
    }
    [[nodiscard]] HWY_INLINE Coordinates<hn::Vec<SixteenFloats>> picked(const float (&rows)[3][block_size]) const {
        return {picked(twice(rows[0])), picked(twice(rows[1])), picked(twice(rows[2]))};
    }

    const TriangleBlock& block_;
    __m512i places_;
    float reach_;
};

HWY_INLINE hn::Mask<SixteenFloats> beyond(hn::Vec<SixteenFloats> p, hn::Vec<SixteenFloats> q, hn::Vec<SixteenFloats> r,
                                          hn::Vec<SixteenFloats> bound) {
    const auto lo = hn::Min(hn::Min(p, q), r), hi = hn::Max(hn::Max(p, q), r);
    return hn::Or(hn::Gt(lo, bound), hn::Lt(hi, hn::Neg(bound)));
}

HWY_INLINE hn::Mask<SixteenFloats> apart(const Sixteen& a, const Sixteen& b) {
    const auto a0 = a.corner(0), b0 = b.corner(0), from_a_to_b = b0 - a0;
    const auto normal_a = a.normal(), normal_b = b.normal();
    const auto beyond_a = beyond(along(normal_a, from_a_to_b), along(normal_a, b.corner(1) - a0),
                                 along(normal_a, b.corner(2) - a0), a.bound());
    const auto beyond_b = beyond(hn::Neg(along(normal_b, from_a_to_b)), along(normal_b, a.corner(1) - b0),
                                 along(normal_b, a.corner(2) - b0), b.bound());
    return hn::Or(beyond_a, beyond_b);
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

std::uint64_t ClearApart(const TriangleBlock* a, const TriangleBlock* b, float reach, TrianglesOfBlocks* pairs,
                         std::size_t count) {
    alignas(64) std::uint32_t candidates[block_size * block_size * block_size * block_size + 16];
    std::uint32_t* end = candidates;
    for (std::size_t i = 0; i < count; ++i) end = list_bits(pairs[i].bits, end);
    const std::uint32_t* next = candidates;
    for (std::size_t i = 0; i < count; ++i) {
        const TriangleBlock &p = a[pairs[i].place / block_size], &q = b[pairs[i].place % block_size];
        const auto number = static_cast<std::size_t>(std::popcount(pairs[i].bits));
        std::uint64_t proven = 0;
        for (std::size_t first = 0; first < number; first += 16) {
            const __m512i sixteen = _mm512_loadu_si512(next + first);
            const Sixteen of_a(p, _mm512_srli_epi32(sixteen, 3), reach), of_b(q, sixteen, reach);
            proven |= std::uint64_t{apart(of_a, of_b).raw} << first;
        }
        next += number;
        pairs[i].bits &= ~_pdep_u64(proven, pairs[i].bits);
    }
    return static_cast<std::uint64_t>(end - candidates);
}

#else

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
        const float bound = a_.length[row_] * reach_ * rounding + a_.thickness[row_];
        return beyond(along(normal, b0_), along(normal, b1_), along(normal, b2_), hn::Set(d, bound));
    }

    /// Bits of the many on one side of whose planes the one lies.
    [[nodiscard]] HWY_INLINE unsigned beyond_planes() const {
        const Floats d;
        const FloatPoints3 normal = lanes(b_.normal, lane_), origin = lanes(b_.corner[0], lane_);
        const auto error = hn::Mul(hn::Mul(hn::Load(d, b_.length + lane_), hn::Set(d, reach_)), hn::Set(d, rounding));
        const auto bound = hn::Add(error, hn::Load(d, b_.thickness + lane_));
        return beyond(hn::Neg(along(normal, b0_)), along(normal, everywhere(a_.corner[1], row_) - origin),
                      along(normal, everywhere(a_.corner[2], row_) - origin), bound);
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
        const Row row(a, shift / block_size, b, shift % block_size, reach);
        unsigned kept = static_cast<unsigned>(bits >> shift) & all;
        bits &= ~(std::uint64_t{all} << shift);
        kept &= ~row.beyond_plane();
        if (kept != 0) left |= std::uint64_t{kept & ~row.beyond_planes()} << shift;
    }
    return left;
}

std::uint64_t ClearApart(const TriangleBlock* a, const TriangleBlock* b, float reach, TrianglesOfBlocks* pairs,
                         std::size_t count) {
    std::uint64_t all = 0;
    for (std::size_t i = 0; i < count; ++i) {
        all += static_cast<std::uint64_t>(std::popcount(pairs[i].bits));
        pairs[i].bits = left_of(a[pairs[i].place / block_size], b[pairs[i].place % block_size], reach, pairs[i].bits);
    }
    return all;
}

#endif

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(LayOutTriangles);
HWY_EXPORT(ClearApart);

void lay_out_triangles(const FloatVertex* vertices, const CornerBlock& corners, TriangleBlock& triangles) {
    HWY_DYNAMIC_DISPATCH(LayOutTriangles)(vertices, corners, triangles);
}

std::uint64_t clear_apart(const TriangleBlock* a, const TriangleBlock* b, float reach,
                          std::span<TrianglesOfBlocks> pairs) {
    return HWY_DYNAMIC_DISPATCH(ClearApart)(a, b, reach, pairs.data(), pairs.size());
}

}  // namespace pliant::simd
#endif
