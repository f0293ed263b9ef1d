// Gathers: vertices by number (AoS) into one vector per coordinate (SoA), by loads and shuffles, which are faster than
// gather instructions. Included once per vector target.
#if defined(PLIANT_SIMD_GATHER_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_GATHER_INL
#undef PLIANT_SIMD_GATHER_INL
#else
#define PLIANT_SIMD_GATHER_INL
#endif

#include <cstddef>
#include <cstdint>

#include "simd/coordinates-inl.hpp"
#include "simd/lanes-inl.hpp"
#include "simd/vertices.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE Points3 gather(const DoubleVertex* vertices, const std::uint32_t* ids) {
    const DoubleVertex& v = vertices[ids[0]];
    return {hn::Set(Doubles(), v.x), hn::Set(Doubles(), v.y), hn::Set(Doubles(), v.z)};
}

HWY_INLINE Points3 gather(const FloatVertex* vertices, const std::uint32_t* ids) {
    const FloatVertex& v = vertices[ids[0]];
    return {hn::Set(Doubles(), v.x), hn::Set(Doubles(), v.y), hn::Set(Doubles(), v.z)};
}

HWY_INLINE FloatPoints3 gather_floats(const FloatVertex* vertices, const std::uint32_t* ids) {
    const FloatVertex& v = vertices[ids[0]];
    return {hn::Set(Floats(), v.x), hn::Set(Floats(), v.y), hn::Set(Floats(), v.z)};
}

HWY_INLINE FloatPoints3 gather_corners(const FloatVertex* vertices, const std::uint32_t* corners,
                                       const std::uint32_t* numbers, std::size_t k) {
    const std::size_t triangle = numbers != nullptr ? numbers[0] : 0;
    return gather_floats(vertices, corners + 3 * triangle + k);
}

#else

using FourFloats = hn::FixedTag<float, 4>;

/// Transposes vertices 0 to 3 (in wide vectors: 0 4, 1 5, 2 6 and 3 7) from memory order to one vector per coordinate.
template <class Tag, class Vector>
HWY_INLINE Coordinates<Vector> columns_of(Tag d, Vector v0, Vector v1, Vector v2, Vector v3) {
    const auto xy02 = hn::InterleaveLower(d, v0, v2), xy13 = hn::InterleaveLower(d, v1, v3);
    const auto z02 = hn::InterleaveUpper(d, v0, v2), z13 = hn::InterleaveUpper(d, v1, v3);
    return {hn::InterleaveLower(d, xy02, xy13), hn::InterleaveUpper(d, xy02, xy13), hn::InterleaveLower(d, z02, z13)};
}

HWY_INLINE Coordinates<hn::Vec<FourFloats> > gather_four(const FloatVertex* vertices, const std::uint32_t* ids) {
    const FourFloats f;
    return columns_of(f, hn::Load(f, &vertices[ids[0]].x), hn::Load(f, &vertices[ids[1]].x),
                      hn::Load(f, &vertices[ids[2]].x), hn::Load(f, &vertices[ids[3]].x));
}

/// Vertices ids[0], ids[1], ...: as many as a vector has lanes.
HWY_INLINE FloatPoints3 gather_floats(const FloatVertex* vertices, const std::uint32_t* ids) {
#if HWY_MAX_BYTES >= 32
    const FourFloats f;
    const auto two = [&](std::size_t i) HWY_ATTR {
        return hn::Combine(Floats(), hn::Load(f, &vertices[ids[i + 4]].x), hn::Load(f, &vertices[ids[i]].x));
    };
    return columns_of(Floats(), two(0), two(1), two(2), two(3));
#else
    return gather_four(vertices, ids);
#endif
}

/// Corner k of one triangle, broadcast to each block of four lanes.
HWY_INLINE Float one_corner(const FloatVertex* vertices, const std::uint32_t* corners, const std::uint32_t* numbers,
                            std::size_t lane, std::size_t k) {
    const std::size_t triangle = numbers != nullptr ? numbers[lane] : lane;
    return hn::LoadDup128(Floats(), &vertices[corners[3 * triangle + k]].x);
}

/// The same; in wide vectors, the upper half is the triangle four further on. Two broadcasting loads and a blend are
/// faster than inserting a half.
HWY_INLINE Float two_corners(const FloatVertex* vertices, const std::uint32_t* corners, const std::uint32_t* numbers,
                             std::size_t lane, std::size_t k) {
    const auto lower = one_corner(vertices, corners, numbers, lane, k);
#if HWY_MAX_BYTES >= 32
    return hn::ConcatUpperLower(Floats(), one_corner(vertices, corners, numbers, lane + 4, k), lower);
#else
    return lower;
#endif
}

/// Vertices corners[3 * numbers[0] + k], corners[3 * numbers[1] + k], ...; with numbers == nullptr, of triangles 0, 1,
/// ...
HWY_INLINE FloatPoints3 gather_corners(const FloatVertex* vertices, const std::uint32_t* corners,
                                       const std::uint32_t* numbers, std::size_t k) {
    return columns_of(Floats(), two_corners(vertices, corners, numbers, 0, k),
                      two_corners(vertices, corners, numbers, 1, k), two_corners(vertices, corners, numbers, 2, k),
                      two_corners(vertices, corners, numbers, 3, k));
}

/// Rotates vertices in memory order: (x, y, z, w) becomes (y, z, x, w).
HWY_INLINE Float turned(Float v) {
    const Floats d;
    const hn::Repartition<std::uint8_t, Floats> bytes;
    alignas(16) static constexpr std::uint8_t order[16] = {4, 5, 6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 12, 13, 14, 15};
    return hn::BitCast(d, hn::TableLookupBytes(hn::BitCast(bytes, v), hn::LoadDup128(bytes, order)));
}

#if HWY_MAX_BYTES >= 32

HWY_INLINE Points3 gather(const DoubleVertex* vertices, const std::uint32_t* ids) {
    const Doubles d;
    const auto v0 = hn::Load(d, &vertices[ids[0]].x), v1 = hn::Load(d, &vertices[ids[1]].x);
    const auto v2 = hn::Load(d, &vertices[ids[2]].x), v3 = hn::Load(d, &vertices[ids[3]].x);
    const auto xz01 = hn::InterleaveLower(d, v0, v1), yw01 = hn::InterleaveUpper(d, v0, v1);
    const auto xz23 = hn::InterleaveLower(d, v2, v3), yw23 = hn::InterleaveUpper(d, v2, v3);
    return {hn::ConcatLowerLower(d, xz23, xz01), hn::ConcatLowerLower(d, yw23, yw01),
            hn::ConcatUpperUpper(d, xz23, xz01)};
}

HWY_INLINE Points3 gather(const FloatVertex* vertices, const std::uint32_t* ids) {
    const Doubles d;
    const auto four = gather_four(vertices, ids);
    return {hn::PromoteTo(d, four.x), hn::PromoteTo(d, four.y), hn::PromoteTo(d, four.z)};
}

#else

static_assert(double_lanes == 2, "the narrowest vector target has 128 bits");

HWY_INLINE Points3 gather(const DoubleVertex* vertices, const std::uint32_t* ids) {
    const Doubles d;
    const DoubleVertex &p = vertices[ids[0]], &q = vertices[ids[1]];
    const auto xy0 = hn::Load(d, &p.x), xy1 = hn::Load(d, &q.x);
    const auto zw0 = hn::Load(d, &p.z), zw1 = hn::Load(d, &q.z);
    return {hn::InterleaveLower(d, xy0, xy1), hn::InterleaveUpper(d, xy0, xy1), hn::InterleaveLower(d, zw0, zw1)};
}

HWY_INLINE Points3 gather(const FloatVertex* vertices, const std::uint32_t* ids) {
    const Doubles d;
    const FourFloats f;
    const hn::Half<FourFloats> half;
    const auto v0 = hn::Load(f, &vertices[ids[0]].x), v1 = hn::Load(f, &vertices[ids[1]].x);
    const auto xy = hn::InterleaveLower(f, v0, v1), zw = hn::InterleaveUpper(f, v0, v1);
    return {hn::PromoteTo(d, hn::LowerHalf(half, xy)), hn::PromoteTo(d, hn::UpperHalf(half, xy)),
            hn::PromoteTo(d, hn::LowerHalf(half, zw))};
}

#endif
#endif

#if HWY_TARGET <= HWY_AVX3
/// Four vertices in memory order.
HWY_INLINE hn::Vec<SixteenFloats> four_vertices(const FloatVertex* vertices, std::uint32_t id0, std::uint32_t id1,
                                                std::uint32_t id2, std::uint32_t id3) {
    const auto vertex = [&](std::uint32_t id) HWY_ATTR { return _mm_load_ps(&vertices[id].x); };
    __m512 four = _mm512_castps128_ps512(vertex(id0));
    four = _mm512_insertf32x4(four, vertex(id1), 1);
    four = _mm512_insertf32x4(four, vertex(id2), 2);
    return hn::Vec<SixteenFloats>{_mm512_insertf32x4(four, vertex(id3), 3)};
}

/// Vertices first[0..8) and second[0..8).
HWY_INLINE Coordinates<hn::Vec<SixteenFloats> > gather_sixteen(const FloatVertex* vertices, const std::uint32_t* first,
                                                               const std::uint32_t* second) {
    const auto four = [&](std::size_t i) HWY_ATTR {
        return four_vertices(vertices, first[i], first[i + 4], second[i], second[i + 4]);
    };
    return columns_of(SixteenFloats(), four(0), four(1), four(2), four(3));
}

HWY_INLINE Coordinates<hn::Vec<SixteenFloats> > load(SixteenFloats, const FloatVertex* vertices,
                                                     const std::uint32_t* ids) {
    return gather_sixteen(vertices, ids, ids + 8);
}
#endif

/// The gather of a tag: as many vertices as it has lanes.
HWY_INLINE Points3 load(Doubles, const DoubleVertex* vertices, const std::uint32_t* ids) {
    return gather(vertices, ids);
}
HWY_INLINE Points3 load(Doubles, const FloatVertex* vertices, const std::uint32_t* ids) {
    return gather(vertices, ids);
}
HWY_INLINE FloatPoints3 load(Floats, const FloatVertex* vertices, const std::uint32_t* ids) {
    return gather_floats(vertices, ids);
}

/// Calls `kernel` with the pointer that is not null.
template <class Kernel>
HWY_INLINE auto with_vertices(const Vertices& vertices, const Kernel& kernel) {
    return vertices.doubles != nullptr ? kernel(vertices.doubles) : kernel(vertices.floats);
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
