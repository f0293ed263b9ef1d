// Where a vertex and a triangle, or two edges, are nearest, one pair per lane, in rounded arithmetic; and bounds on
// their distance that hold wherever the rounding has led. Included once per vector target.
//
// Upper bound: the way g between any two points of the features is at least as long as their distance.
// Lower bound: for any vector q, no way between the features is shorter than its least projection on q,
//     min q.(x - y) over the corners x of one, y of the other, divided by |q|.
// Both are rounded, with S the sum of the magnitudes of all coordinates of the three differences below, u half a unit
// in the last place:
//     a difference of two coordinates is off by u of itself; a component of g is a sum of at most three terms, each
//     rounded twice, and weights of a triangle may add up to 1 + 2u: |g| is off by less than 8uS.
//     q.x is off by at most 5u |q|max |x|1, their sum by less than 8u |q|max S, and |q|max <= |q|.
// `bound_units` doubles that. Squared lengths are off by less than 4u of themselves; lengths by less.
#if defined(PLIANT_NARROW_PHASE_CLOSEST_FEATURES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_NARROW_PHASE_CLOSEST_FEATURES_INL
#undef PLIANT_NARROW_PHASE_CLOSEST_FEATURES_INL
#else
#define PLIANT_NARROW_PHASE_CLOSEST_FEATURES_INL
#endif

#include <pliant/features.hpp>

#include "simd/coordinates-inl.hpp"
#include "simd/rounding.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

inline constexpr int bound_units = 16;

/// Scales at which nothing below over- or underflows: polynomials have degree four at most.
template <class Scalar>
struct TrustedScale;
template <>
struct TrustedScale<float> {
    static constexpr float least = 1e-7f, most = 1e9f, tiny_square = 1e-34f;
};
template <>
struct TrustedScale<double> {
    static constexpr double least = 1e-60, most = 1e60, tiny_square = 1e-280;
};

/// Of a vertex and a triangle: x = p - a, y = b - a, z = c - a. Of two edges: x from the first end of the second to
/// that of the first, y the first edge, z the second.
template <class Vector>
struct FeatureOffsets {
    Coordinates<Vector> x, y, z;
};

template <class Tag>
struct ClosestFeatures {
    using Vector = hn::Vec<Tag>;

    Vector first, second;     // weights of b and c; or places on the first and the second edge
    Coordinates<Vector> way;  // from the point on the second feature to that on the first: g
    Vector size;              // S
    hn::Mask<Tag> trusted;    // within the scale where the bounds hold, and no division by zero
};

template <class Tag, class Vector>
HWY_INLINE Vector clamped(Tag d, Vector t) {
    return hn::Min(hn::Max(t, hn::Zero(d)), hn::Set(d, hn::TFromD<Tag>{1}));
}

template <class Tag, class Vector>
HWY_INLINE hn::Mask<Tag> positive(Tag d, Vector v) {
    return hn::Gt(v, hn::Zero(d));
}

template <class Tag, class Vector>
HWY_INLINE hn::Mask<Tag> trusted_size(Tag d, Vector size) {
    using Scale = TrustedScale<hn::TFromD<Tag>>;
    return hn::And(hn::Ge(size, hn::Set(d, Scale::least)), hn::Le(size, hn::Set(d, Scale::most)));
}

template <class Vector>
HWY_INLINE Vector size_of(const FeatureOffsets<Vector>& offsets) {
    return hn::Add(hn::Add(sum_of_magnitudes(offsets.x), sum_of_magnitudes(offsets.y)), sum_of_magnitudes(offsets.z));
}

/// a + s b, of vectors.
template <class Vector>
HWY_INLINE Coordinates<Vector> plus_times(const Coordinates<Vector>& a, Vector s, const Coordinates<Vector>& b) {
    return {hn::Add(a.x, hn::Mul(s, b.x)), hn::Add(a.y, hn::Mul(s, b.y)), hn::Add(a.z, hn::Mul(s, b.z))};
}

/// By the region that holds the projection [Ericson2005, 5.1.5], branchless: the last region that applies wins.
template <class Tag, class Vector>
HWY_INLINE ClosestFeatures<Tag> closest_on_triangle(Tag d, const FeatureOffsets<Vector>& offsets) {
    const auto &ap = offsets.x, &ab = offsets.y, &ac = offsets.z;
    const auto zero = hn::Zero(d), one = hn::Set(d, hn::TFromD<Tag>{1});
    const auto bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac);
    const auto d1 = dot(ab, ap), d2 = dot(ac, ap);
    const auto d3 = hn::Sub(d1, bb), d4 = hn::Sub(d2, bc), d5 = hn::Sub(d1, bc), d6 = hn::Sub(d2, cc);
    const auto c = hn::Sub(hn::Mul(d1, d4), hn::Mul(d3, d2));
    const auto b = hn::Sub(hn::Mul(d5, d2), hn::Mul(d1, d6));
    const auto a = hn::Sub(hn::Mul(d3, d6), hn::Mul(d5, d4));
    auto v = b, w = c, sum = hn::Add(hn::Add(a, b), c);
    const auto at = [&](hn::Mask<Tag> here, Vector next_v, Vector next_w, Vector next_sum) HWY_ATTR {
        v = hn::IfThenElse(here, next_v, v);
        w = hn::IfThenElse(here, next_w, w);
        sum = hn::IfThenElse(here, next_sum, sum);
    };
    const auto and3 = [](auto p, auto q, auto r) HWY_ATTR { return hn::And(hn::And(p, q), r); };
    const auto beyond_c = hn::Sub(d4, d3), beyond_b = hn::Sub(d5, d6);
    at(and3(hn::Le(a, zero), hn::Ge(beyond_c, zero), hn::Ge(beyond_b, zero)), beyond_b, beyond_c,
       hn::Add(beyond_b, beyond_c));
    at(and3(hn::Le(b, zero), hn::Ge(d2, zero), hn::Le(d6, zero)), zero, d2, cc);
    at(and3(hn::Le(c, zero), hn::Ge(d1, zero), hn::Le(d3, zero)), d1, zero, bb);
    at(hn::And(hn::Ge(d6, zero), hn::Le(d5, d6)), zero, one, one);
    at(hn::And(hn::Ge(d3, zero), hn::Le(d4, d3)), one, zero, one);
    at(hn::And(hn::Le(d1, zero), hn::Le(d2, zero)), zero, zero, one);

    ClosestFeatures<Tag> out;
    out.size = size_of(offsets);
    out.trusted = hn::And(trusted_size(d, out.size), positive(d, sum));
    const auto inverse = hn::Div(one, hn::IfThenElse(positive(d, sum), sum, one));
    out.first = clamped(d, hn::Mul(v, inverse));
    out.second = hn::Min(clamped(d, hn::Mul(w, inverse)), hn::Sub(one, out.first));
    out.way = plus_times(plus_times(ap, hn::Neg(out.first), ab), hn::Neg(out.second), ac);
    return out;
}

/// The nearest places of two lines, clamped to the edges one after the other [Ericson2005, 5.1.9].
template <class Tag, class Vector>
HWY_INLINE ClosestFeatures<Tag> closest_on_edges(Tag d, const FeatureOffsets<Vector>& offsets) {
    const auto one = hn::Set(d, hn::TFromD<Tag>{1});
    const auto a = dot(offsets.y, offsets.y), b = dot(offsets.y, offsets.z), c = dot(offsets.y, offsets.x);
    const auto e = dot(offsets.z, offsets.z), f = dot(offsets.z, offsets.x);
    const auto area = hn::Sub(hn::Mul(a, e), hn::Mul(b, b));
    const auto or_one = [&](Vector v) HWY_ATTR { return hn::IfThenElse(positive(d, v), v, one); };
    const auto parallel = hn::Not(positive(d, area));
    const auto on_first = hn::Div(hn::Sub(hn::Mul(b, f), hn::Mul(c, e)), or_one(area));
    const auto s = hn::IfThenZeroElse(parallel, clamped(d, on_first));
    const auto t = hn::Div(hn::Add(hn::Mul(b, s), f), or_one(e));
    ClosestFeatures<Tag> out;
    out.second = clamped(d, t);
    const auto again = clamped(d, hn::Div(hn::Sub(hn::Mul(b, out.second), c), or_one(a)));
    out.first = hn::IfThenElse(hn::Eq(t, out.second), s, again);
    out.way = plus_times(plus_times(offsets.x, out.first, offsets.y), hn::Neg(out.second), offsets.z);
    out.size = size_of(offsets);
    out.trusted = hn::And(trusted_size(d, out.size), hn::And(positive(d, a), positive(d, e)));
    return out;
}

template <FeatureKind kind, class Tag, class Vector>
HWY_INLINE ClosestFeatures<Tag> closest(Tag d, const FeatureOffsets<Vector>& offsets) {
    if constexpr (kind == FeatureKind::vertex_triangle) {
        return closest_on_triangle(d, offsets);
    } else {
        return closest_on_edges(d, offsets);
    }
}

/// The least projection on q of all offsets from the second feature to the first, rounded down.
template <FeatureKind kind, class Tag, class Vector>
HWY_INLINE Vector least_projection(Tag d, const FeatureOffsets<Vector>& offsets, const Coordinates<Vector>& q,
                                   Vector size) {
    using Limits = simd::Rounding<hn::TFromD<Tag>>;
    const auto zero = hn::Zero(d), x = dot(q, offsets.x), y = dot(q, offsets.y), z = dot(q, offsets.z);
    const auto error = hn::Add(hn::Mul(hn::Mul(largest_magnitude(q), size), hn::Set(d, bound_units * Limits::unit)),
                               hn::Set(d, Limits::underflow));
    if constexpr (kind == FeatureKind::vertex_triangle) {
        return hn::Sub(hn::Sub(x, max_of(zero, y, z)), error);
    } else {
        return hn::Sub(hn::Sub(hn::Add(x, hn::Min(zero, y)), hn::Max(zero, z)), error);
    }
}

/// Lanes that are certainly farther apart than `most`.
template <FeatureKind kind, class Tag, class Vector>
HWY_INLINE hn::Mask<Tag> certainly_far(Tag d, const FeatureOffsets<Vector>& offsets, Vector most) {
    using Scalar = hn::TFromD<Tag>;
    const auto closest = HWY_NAMESPACE::closest<kind>(d, offsets);
    const auto& q = closest.way;
    const auto projection = least_projection<kind>(d, offsets, q, closest.size);
    // projection > most |q|, both squared; more than the roundings of both sides apart.
    const auto left = hn::Mul(projection, projection);
    const auto right = hn::Mul(hn::Mul(hn::Mul(most, most), dot(q, q)),
                               hn::Set(d, Scalar{1} + bound_units * simd::Rounding<Scalar>::unit));
    const auto far =
        hn::And(positive(d, projection), hn::Gt(left, hn::Max(right, hn::Set(d, TrustedScale<Scalar>::tiny_square))));
    return hn::And(closest.trusted, far);
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
