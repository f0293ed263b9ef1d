// Planes of the faces of a block's tetrahedra, and on which side of them a vertex lies: eight tetrahedra at once.
// Included once per vector target.
#if defined(PLIANT_SIMD_BLOCK_PLANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_BLOCK_PLANES_INL
#undef PLIANT_SIMD_BLOCK_PLANES_INL
#else
#define PLIANT_SIMD_BLOCK_PLANES_INL
#endif

#include <cstddef>
#include <cstdint>
#include <limits>

#include "simd/block_boxes-inl.hpp"
#include "simd/gather-inl.hpp"
#include "simd/inside_tests.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

/// For each lane: barycentric coordinates of a vertex, times the volume, are its distance from a corner times normals,
/// and the rest of the volume. All of them have the sign of the volume multiplied in: none is negative inside.
struct alignas(32) BlockPlanes {
    float origin[3][block_size];     // the first corner
    float normal[3][3][block_size];  // of the faces opposite to the other corners
    float volume[block_size];
    float error[block_size];  // of any of the four for a vertex in the box; infinite where the volume may be nothing
    unsigned positive = 0, negative = 0;  // bits of the lanes with a volume of that sign
};

/// A cross product, and for each coordinate of it the sum of the magnitudes of its terms.
struct BoundedNormal {
    FloatPoints3 value, magnitude;
};

HWY_INLINE BoundedNormal bounded_cross(const FloatPoints3& v, const FloatPoints3& w) {
    const auto xy = hn::Mul(v.x, w.y), yx = hn::Mul(v.y, w.x);
    const auto yz = hn::Mul(v.y, w.z), zy = hn::Mul(v.z, w.y);
    const auto zx = hn::Mul(v.z, w.x), xz = hn::Mul(v.x, w.z);
    return {{hn::Sub(yz, zy), hn::Sub(zx, xz), hn::Sub(xy, yx)},
            {hn::Add(hn::Abs(yz), hn::Abs(zy)), hn::Add(hn::Abs(zx), hn::Abs(xz)), hn::Add(hn::Abs(xy), hn::Abs(yx))}};
}

HWY_INLINE Float scalar_product(const FloatPoints3& p, const FloatPoints3& q) {
    return hn::Add(hn::Add(hn::Mul(p.x, q.x), hn::Mul(p.y, q.y)), hn::Mul(p.z, q.z));
}

/// A distance times a normal is rounded eight times on its way, relative to the magnitudes of its terms, in which the
/// extents of the box stand for distances of what lies in it. The rest of the volume is off by as much as the volume
/// and the three others, and by three more roundings of their sum: 22 units of the magnitudes together. An underflow,
/// or a denormal number taken as zero, changes a number by no more than the smallest normal one, and what that is
/// multiplied by is less than the square of the extents.
HWY_INLINE void lay_planes(const BlockCorners& corners, const FloatPoints3& extents, std::size_t lane,
                           BlockPlanes& out) {
    constexpr float relative = 32 * 0x1p-24f, underflow = 1e-35f;
    const Floats f;
    const auto& [a, b, c, d] = corners;
    const auto u = b - a, v = c - a, w = d - a;
    const BoundedNormal normals[3] = {bounded_cross(v, w), bounded_cross(w, u), bounded_cross(u, v)};
    const auto volume = scalar_product(u, normals[0].value);
    auto magnitude = hn::Zero(f);
    for (const BoundedNormal& n : normals) magnitude = hn::Add(magnitude, scalar_product(extents, n.magnitude));
    const auto size = hn::Add(hn::Add(hn::Set(f, 1), extents.x), hn::Add(extents.y, extents.z));
    const auto error =
        hn::Add(hn::Mul(magnitude, hn::Set(f, relative)), hn::Mul(hn::Mul(size, size), hn::Set(f, underflow)));
    const auto positive = hn::Gt(volume, error), negative = hn::Lt(volume, hn::Neg(error));
    out.positive |= bits_of(f, positive) << lane;
    out.negative |= bits_of(f, negative) << lane;
    const auto certain =
        hn::IfThenElse(hn::Or(positive, negative), error, hn::Set(f, std::numeric_limits<float>::infinity()));
    hn::Store(certain, f, out.error + lane);
    const auto sign = hn::And(volume, hn::Set(f, -0.0f));
    hn::Store(hn::Xor(volume, sign), f, out.volume + lane);
    hn::Store(a.x, f, out.origin[0] + lane);
    hn::Store(a.y, f, out.origin[1] + lane);
    hn::Store(a.z, f, out.origin[2] + lane);
    for (std::size_t i = 0; i < 3; ++i) {
        hn::Store(hn::Xor(normals[i].value.x, sign), f, out.normal[i][0] + lane);
        hn::Store(hn::Xor(normals[i].value.y, sign), f, out.normal[i][1] + lane);
        hn::Store(hn::Xor(normals[i].value.z, sign), f, out.normal[i][2] + lane);
    }
}

/// Tetrahedra that a vertex is certainly outside of, or strictly inside, as bits. Of those whose box holds it.
struct SidesOfVertex {
    unsigned outside, inside;
};

HWY_INLINE SidesOfVertex sides_of(const BlockPlanes& planes, float x, float y, float z) {
    const Floats f;
    SidesOfVertex sides{0, 0};
    for (std::size_t lane = 0; lane < block_size; lane += float_lanes) {
        const FloatPoints3 q{hn::Sub(hn::Set(f, x), hn::Load(f, planes.origin[0] + lane)),
                             hn::Sub(hn::Set(f, y), hn::Load(f, planes.origin[1] + lane)),
                             hn::Sub(hn::Set(f, z), hn::Load(f, planes.origin[2] + lane))};
        const auto along = [&](std::size_t i) HWY_ATTR {
            return scalar_product(q, {hn::Load(f, planes.normal[i][0] + lane), hn::Load(f, planes.normal[i][1] + lane),
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

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
