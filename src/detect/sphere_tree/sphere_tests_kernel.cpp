#include "detect/sphere_tree/sphere_tests.hpp"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "detect/sphere_tree/sphere_tests_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::sphere_tree::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

struct Balls {
    Double x, y, z, radius;
};

HWY_INLINE Double set(double value) { return hn::Set(Doubles(), value); }
HWY_INLINE Double upper(Double length) { return hn::Add(hn::Mul(length, set(1 + sphere_slack)), set(tiny_length)); }

HWY_INLINE hn::Mask<Doubles> not_apart(const Balls& a, const Balls& b, Double squared_distance) {
    const Double reach = hn::Add(a.radius, b.radius), zero = hn::Zero(Doubles());
    const Double limit = hn::Add(hn::Mul(hn::Mul(reach, reach), set(1 + sphere_slack)), set(tiny_square));
    const auto nothing = hn::Or(hn::Lt(a.radius, zero), hn::Lt(b.radius, zero));
    return hn::Not(hn::Or(nothing, hn::Gt(squared_distance, limit)));
}

/// The lens of two spheres lies in the ball around the circle in which they meet, if that is between their centres;
/// else the smaller sphere is taken.
HWY_INLINE Balls shared_ball(const Balls& a, const Balls& b, Double d, Double part) {
    const auto first = hn::Lt(a.radius, b.radius);
    const auto pick = [&](Double p, Double q) { return hn::IfThenElse(first, p, q); };
    const Balls small{pick(a.x, b.x), pick(a.y, b.y), pick(a.z, b.z), pick(a.radius, b.radius)};
    const Balls large{pick(b.x, a.x), pick(b.y, a.y), pick(b.z, a.z), pick(b.radius, a.radius)};
    const Double r = small.radius, s = large.radius, zero = hn::Zero(Doubles());
    // From the smaller one's centre to the plane of that circle.
    const Double h = hn::Mul(set(0.5), hn::Add(d, hn::Mul(hn::Sub(r, s), hn::Mul(hn::Add(r, s), part))));
    const Double square = hn::Max(zero, hn::Mul(hn::Sub(r, h), hn::Add(r, h)));
    const Double squares = hn::Add(hn::Mul(r, r), hn::Mul(s, s));
    const Double lost = hn::Mul(hn::Mul(set(sphere_slack), squares), hn::Mul(s, part));
    const Double radius = upper(hn::Sqrt(hn::Add(square, lost)));
    const auto useful = hn::And(hn::And(hn::Gt(d, hn::Mul(set(1e-3), s)), hn::Gt(h, zero)),
                                hn::And(hn::Lt(radius, r), hn::Lt(s, set(1e300))));
    const Double way = hn::Mul(h, part);  // part: one by d
    const auto between = [&](Double p, Double q) { return hn::Add(p, hn::Mul(way, hn::Sub(q, p))); };
    const Double x = between(small.x, large.x), y = between(small.y, large.y), z = between(small.z, large.z);
    const Double size = hn::Add(hn::Add(hn::Abs(x), hn::Abs(y)), hn::Abs(z));
    const Double wide = hn::Add(radius, hn::Mul(set(sphere_slack), size));
    return {hn::IfThenElse(useful, x, small.x), hn::IfThenElse(useful, y, small.y), hn::IfThenElse(useful, z, small.z),
            hn::IfThenElse(useful, wide, r)};
}

unsigned TestSpheres(const double* spheres, std::size_t count, const double* one, SphereTests& out) {
    const Doubles d;
    alignas(64) double padded[4 * spheres_at_once];
    std::fill(std::copy(spheres, spheres + 4 * count, padded), padded + 4 * spheres_at_once, -1.0);
    const Balls b{set(one[0]), set(one[1]), set(one[2]), set(one[3])};
    unsigned bits = 0;
    for (std::size_t i = 0; i < count; i += double_lanes) {
        Balls a;
        hn::LoadInterleaved4(d, padded + 4 * i, a.x, a.y, a.z, a.radius);
        const Double x = hn::Sub(a.x, b.x), y = hn::Sub(a.y, b.y), z = hn::Sub(a.z, b.z);
        const Double square = dot(Points3{x, y, z}, Points3{x, y, z});
        const unsigned meets = bits_of(not_apart(a, b, square));
        if (meets == 0) continue;
        bits |= meets << i;
        const Double distance = hn::Sqrt(square), reach = hn::Add(a.radius, b.radius);
        const Double part = hn::Div(set(1), distance);
        const Balls shared = shared_ball(a, b, distance, part);
        hn::Store(shared.x, d, out.x + i);
        hn::Store(shared.y, d, out.y + i);
        hn::Store(shared.z, d, out.z + i);
        hn::Store(shared.radius, d, out.error + i);
        hn::Store(upper(hn::Add(distance, reach)), d, out.gap + i);
        hn::Store(hn::Sub(reach, distance), d, out.depth + i);
        const auto known = hn::And(hn::Gt(distance, set(tiny_length)), hn::Lt(distance, set(1e300)));
        hn::Store(hn::IfThenElseZero(known, hn::Mul(x, part)), d, out.normal_x + i);
        hn::Store(hn::IfThenElseZero(known, hn::Mul(y, part)), d, out.normal_y + i);
        hn::Store(hn::IfThenElseZero(known, hn::Mul(z, part)), d, out.normal_z + i);
    }
    return bits & ((1u << count) - 1);
}

}  // namespace pliant::sphere_tree::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::sphere_tree {

HWY_EXPORT(TestSpheres);

unsigned test_spheres(const double* spheres, std::size_t count, const double* one, SphereTests& out) {
    return HWY_DYNAMIC_DISPATCH(TestSpheres)(spheres, count, one, out);
}

}  // namespace pliant::sphere_tree
#endif
