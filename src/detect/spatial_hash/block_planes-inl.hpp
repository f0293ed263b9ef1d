// Face planes of the eight tetrahedra of a block, and on which side of them a vertex lies, with an error bound.
// Included once per vector target.
#if defined(PLIANT_SPATIAL_HASH_BLOCK_PLANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SPATIAL_HASH_BLOCK_PLANES_INL
#undef PLIANT_SPATIAL_HASH_BLOCK_PLANES_INL
#else
#define PLIANT_SPATIAL_HASH_BLOCK_PLANES_INL
#endif

#include <cstddef>
#include <cstdint>
#include <limits>

#include "detect/spatial_hash/block_boxes-inl.hpp"
#include "narrow_phase/inside_tests.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::spatial_hash::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

/// SoA. Three barycentric coordinates of a vertex, times the volume, are dot products of its offset from the first
/// corner with normals; the fourth is the volume minus their sum. The sign of the volume is multiplied in: all four are
/// positive strictly inside, whatever the orientation.
struct alignas(32) BlockPlanes {
    float origin[3][broad_phase::block_size];     // the first corner
    float normal[3][3][broad_phase::block_size];  // of the faces opposite to the other corners
    float volume[broad_phase::block_size];
    float error[broad_phase::block_size];  // bound for each of the four, of a vertex in the box; infinite where the
                                           // volume may be zero
    unsigned positive = 0, negative = 0;   // bits of the lanes with a volume of that sign
};

HWY_INLINE void store_normal(const FloatPoints3& n, Float sign, float (&out)[3][broad_phase::block_size],
                             std::size_t lane) {
    const Floats f;
    hn::Store(hn::Xor(n.x, sign), f, out[0] + lane);
    hn::Store(hn::Xor(n.y, sign), f, out[1] + lane);
    hn::Store(hn::Xor(n.z, sign), f, out[2] + lane);
}

HWY_INLINE Float error_by_coordinates(const FloatPoints3& extents, float coordinate_error) {
    const Floats f;
    const auto twice = hn::Set(f, 2 * coordinate_error);
    const auto x = hn::Add(extents.x, twice), y = hn::Add(extents.y, twice), z = hn::Add(extents.z, twice);
    return hn::Mul(hn::Set(f, 16 * coordinate_error), hn::Add(hn::Mul(hn::Add(x, y), z), hn::Mul(x, y)));
}

/// Error bound, in units of 2^-24 times the product of the box's extents. Offsets of a vertex in the box are at most
/// the extents, so the terms of an offset times a normal, to whose magnitudes errors are relative, add up to at most
/// six times the product. Each term is rounded eight times on its way: 48 units. The fourth coordinate is off by as
/// much as the volume and the three others, plus three roundings of their sum: 246 units. Overflow: no sum exceeds 24
/// times the product; where 32 times the product is infinite, so is the error. Underflow, or denormals flushed to zero,
/// changes a number by at most the smallest normal float, and its factors are less than the square of the extents. The
/// constants leave room for the rounding of the bound itself.
///
/// Where floats stand for doubles, a coordinate is off by up to e, an offset by 2e, an extent as well. A determinant of
/// three offsets has six terms; each changes by at most 2e times the sum of the products of two extents 2e larger. With
/// 16 for 12 that leaves room for rounding. It holds for each barycentric coordinate, the fourth too: that is the
/// determinant of the offsets from another corner.
HWY_INLINE void lay_planes(const BlockCorners& corners, const FloatPoints3& extents, float coordinate_error,
                           std::size_t lane, BlockPlanes& out) {
    constexpr float of_volume = 64 * 0x1p-24f, of_any = 320 * 0x1p-24f, underflow = 1e-35f;
    const Floats f;
    const auto& [a, b, c, d] = corners;
    const auto u = b - a, v = c - a, w = d - a;
    const auto size = hn::Add(hn::Add(hn::Set(f, 1), extents.x), hn::Add(extents.y, extents.z));
    auto smallest = hn::Mul(hn::Mul(size, size), hn::Set(f, underflow));
    if (coordinate_error > 0) smallest = hn::Add(smallest, error_by_coordinates(extents, coordinate_error));
    constexpr float room = 32;
    const auto with_room = hn::Mul(hn::Mul(hn::Mul(extents.x, hn::Set(f, room)), extents.y), extents.z);
    const auto product = hn::Mul(with_room, hn::Set(f, 1 / room));
    const auto error_of_volume = hn::Add(hn::Mul(product, hn::Set(f, of_volume)), smallest);
    const auto first = cross(v, w);
    const auto volume = dot(u, first);
    const auto positive = hn::Gt(volume, error_of_volume), negative = hn::Lt(volume, hn::Neg(error_of_volume));
    out.positive |= bits_of(f, positive) << lane;
    out.negative |= bits_of(f, negative) << lane;
    const auto error = hn::Add(hn::Mul(product, hn::Set(f, of_any)), smallest);
    const auto certain =
        hn::IfThenElse(hn::Or(positive, negative), error, hn::Set(f, std::numeric_limits<float>::infinity()));
    hn::Store(certain, f, out.error + lane);
    const auto sign = hn::And(volume, hn::Set(f, -0.0f));
    hn::Store(hn::Xor(volume, sign), f, out.volume + lane);
    hn::Store(a.x, f, out.origin[0] + lane);
    hn::Store(a.y, f, out.origin[1] + lane);
    hn::Store(a.z, f, out.origin[2] + lane);
    store_normal(first, sign, out.normal[0], lane);
    store_normal(cross(w, u), sign, out.normal[1], lane);
    store_normal(cross(u, v), sign, out.normal[2], lane);
}

/// Lanes that a vertex is outside of, or strictly inside, with proof, as bits; for lanes whose box holds it.
struct SidesOfVertex {
    unsigned outside, inside;
};

HWY_INLINE SidesOfVertex sides_of(const BlockPlanes& planes, float x, float y, float z) {
    const Floats f;
    SidesOfVertex sides{0, 0};
    for (std::size_t lane = 0; lane < broad_phase::block_size; lane += float_lanes) {
        const FloatPoints3 q{hn::Sub(hn::Set(f, x), hn::Load(f, planes.origin[0] + lane)),
                             hn::Sub(hn::Set(f, y), hn::Load(f, planes.origin[1] + lane)),
                             hn::Sub(hn::Set(f, z), hn::Load(f, planes.origin[2] + lane))};
        const auto along = [&](std::size_t i) HWY_ATTR {
            return dot(q, FloatPoints3{hn::Load(f, planes.normal[i][0] + lane), hn::Load(f, planes.normal[i][1] + lane),
                                       hn::Load(f, planes.normal[i][2] + lane)});
        };
        const auto b = along(0), c = along(1), d = along(2);
        const auto rest = hn::Sub(hn::Load(f, planes.volume + lane), hn::Add(hn::Add(b, c), d));
        const auto least = hn::Min(hn::Min(b, c), hn::Min(d, rest));
        const auto error = hn::Load(f, planes.error + lane);
        sides.outside |= bits_of(f, hn::Lt(least, hn::Neg(error))) << lane;
        sides.inside |= bits_of(f, hn::Gt(least, error)) << lane;
    }
    return sides;
}

}  // namespace pliant::spatial_hash::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
