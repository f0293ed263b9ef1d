#include "narrow_phase/impact_filter.hpp"

#include <algorithm>
#include <bit>

#include "numeric/box.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/impact_filter_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/rounding.hpp"
#include "simd/step_gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;
using broad_phase::FeatureBatch;

template <class Tag>
using Points = Coordinates<hn::Vec<Tag>>;

// Three filters in turn, in the precision of the vertices: signs of coefficients, the one root of a cubic with a single
// sign change, then all roots, part by part. Most candidates that pass do meet.

#if HWY_TARGET <= HWY_AVX3
using Singles = SixteenFloats;
#else
using Singles = Floats;
#endif

/// Four points at the start and at the end of a step.
template <class Tag>
struct Step {
    Points<Tag> s[4], e[4];
};

/// The vectors u, v, w of impact/motion.hpp at one time.
template <class Tag>
struct Vectors {
    Points<Tag> u, v, w;
};
template <bool edges, class Tag>
HWY_INLINE Vectors<Tag> vectors(const Points<Tag>* p) {
    if constexpr (edges) {
        return {p[1] - p[0], p[3] - p[2], p[2] - p[0]};
    } else {
        return {p[2] - p[1], p[3] - p[1], p[0] - p[1]};
    }
}

/// det(u, v, w) in time, in the Bernstein basis: whatever is below `error` in magnitude may have either sign.
template <class Tag>
struct Cubic {
    hn::Vec<Tag> c0, c1, c2, c3, error;
};

/// A determinant has six terms of eight roundings, a coefficient is the mean of three, an evaluation adds nine: 120
/// units of the product of the greatest components, doubled for safety.
template <class Tag>
HWY_INLINE Cubic<Tag> volume(Tag d, const Vectors<Tag>& s, const Vectors<Tag>& e) {
    using Limits = simd::Rounding<hn::TFromD<Tag>>;
    const auto third = hn::Set(d, hn::TFromD<Tag>{1} / 3);
    const auto n00 = cross(s.u, s.v), n11 = cross(e.u, e.v), n01 = cross(s.u, e.v) + cross(e.u, s.v);
    const auto c1 = hn::Add(dot(n01, s.w), dot(n00, e.w)), c2 = hn::Add(dot(n01, e.w), dot(n11, s.w));
    const auto u = hn::Max(largest_magnitude(s.u), largest_magnitude(e.u));
    const auto v = hn::Max(largest_magnitude(s.v), largest_magnitude(e.v));
    const auto w = hn::Max(largest_magnitude(s.w), largest_magnitude(e.w));
    const auto error = hn::Add(hn::Mul(hn::Mul(hn::Mul(u, v), w), hn::Set(d, 240 * Limits::unit)),
                               hn::Mul(hn::Add(w, hn::Set(d, 1)), hn::Set(d, Limits::underflow)));
    return {dot(n00, s.w), hn::Mul(c1, third), hn::Mul(c2, third), dot(n11, e.w), error};
}

/// Whether the cubic has no root in [0, 1], since its coefficients are of one sign.
template <class Tag>
HWY_INLINE hn::Mask<Tag> never_zero(const Cubic<Tag>& c) {
    const auto lo = hn::Min(hn::Min(c.c0, c.c1), hn::Min(c.c2, c.c3));
    const auto hi = hn::Max(hn::Max(c.c0, c.c1), hn::Max(c.c2, c.c3));
    return hn::Or(hn::Gt(lo, c.error), hn::Lt(hi, hn::Neg(c.error)));
}

/// Coefficients times -1 where c0 < 0.
template <class Tag>
HWY_INLINE Cubic<Tag> falling(const Cubic<Tag>& c) {
    const auto flip = [&](hn::Vec<Tag> x) HWY_ATTR { return hn::Xor(x, hn::And(c.c0, hn::SignBit(Tag()))); };
    return {flip(c.c0), flip(c.c1), flip(c.c2), flip(c.c3), c.error};
}

/// Whether a cubic with c0 > 0 changes its sign once, and so has one root, whatever signs rounding has hidden.
template <class Tag>
HWY_INLINE hn::Mask<Tag> one_root(const Cubic<Tag>& c) {
    const auto below = hn::Neg(c.error);
    return hn::And(hn::And(hn::Gt(c.c0, c.error), hn::Lt(c.c3, below)),
                   hn::Or(hn::Gt(c.c1, c.error), hn::Lt(c.c2, below)));
}

template <class Tag>
struct ValueAndSlope {
    hn::Vec<Tag> value, slope;
};
template <class Tag>
HWY_INLINE ValueAndSlope<Tag> at(Tag d, const Cubic<Tag>& c, hn::Vec<Tag> x) {
    const auto y = hn::Sub(hn::Set(d, 1), x);
    const auto mix = [&](hn::Vec<Tag> a, hn::Vec<Tag> b) HWY_ATTR { return hn::Add(hn::Mul(y, a), hn::Mul(x, b)); };
    const auto c01 = mix(c.c0, c.c1), c12 = mix(c.c1, c.c2), c23 = mix(c.c2, c.c3);
    const auto left = mix(c01, c12), right = mix(c12, c23);
    return {mix(left, right), hn::Mul(hn::Set(d, 3), hn::Sub(right, left))};
}

/// An interval that holds the root of a cubic with one root, and where it certainly does.
template <class Tag>
struct RootBracket {
    hn::Vec<Tag> lo, hi;
    hn::Mask<Tag> certain;
};
template <class Tag>
HWY_INLINE RootBracket<Tag> bracket(Tag d, const Cubic<Tag>& c) {
    using Scalar = hn::TFromD<Tag>;
    const auto zero = hn::Zero(d), one = hn::Set(d, 1), half = hn::Set(d, Scalar{0.5});
    auto lo = zero, hi = one, x = hn::Div(c.c0, hn::Sub(c.c0, c.c3)), slope = one;
    for (int step = 0; step < 5; ++step) {  // Newton's steps, or bisection where they leave the bracket
        const auto now = at(d, c, x);
        const auto right = hn::Gt(now.value, zero);
        lo = hn::IfThenElse(right, x, lo);
        hi = hn::IfThenElse(right, hi, x);
        slope = now.slope;
        const auto next = hn::Sub(x, hn::Div(now.value, slope));
        const auto within = hn::And(hn::Ge(next, lo), hn::Le(next, hi));
        x = hn::IfThenElse(within, next, hn::Mul(half, hn::Add(lo, hi)));
    }
    // Any width would do: the signs at both ends prove it.
    const auto steep = hn::Max(hn::Abs(slope), c.error);
    const auto width = hn::Add(hn::Div(hn::Mul(hn::Set(d, 2), c.error), steep), hn::Set(d, Scalar{0x1p-18f}));
    lo = hn::Max(hn::Sub(x, width), zero);
    hi = hn::Min(hn::Add(x, width), one);
    const auto certain = hn::And(hn::Gt(at(d, c, lo).value, c.error), hn::Lt(at(d, c, hi).value, hn::Neg(c.error)));
    return {lo, hi, certain};
}

template <class Tag>
HWY_INLINE Points<Tag> between(Tag d, const Points<Tag>& a, const Points<Tag>& b, hn::Vec<Tag> t) {
    const auto r = hn::Sub(hn::Set(d, 1), t);
    const auto mix = [&](hn::Vec<Tag> x, hn::Vec<Tag> y) HWY_ATTR { return hn::Add(hn::Mul(r, x), hn::Mul(t, y)); };
    return {mix(a.x, b.x), mix(a.y, b.y), mix(a.z, b.z)};
}

/// Whether some weight of the points is negative from lo to hi: where they lie in one plane then, they do not meet.
/// Bounds as in impact/certain_impact.cpp.
template <bool edges, class Tag>
HWY_INLINE hn::Mask<Tag> outside(Tag d, const Vectors<Tag>& s, const Vectors<Tag>& e, hn::Vec<Tag> lo,
                                 hn::Vec<Tag> hi) {
    using Scalar = hn::TFromD<Tag>;
    using Limits = simd::Rounding<Scalar>;
    const auto half = hn::Set(d, Scalar{0.5}), t = hn::Mul(half, hn::Add(lo, hi));
    const auto drift = hn::Mul(half, hn::Sub(hi, lo));
    const auto u = between(d, s.u, e.u, t), v = between(d, s.v, e.v, t), w = between(d, s.w, e.w, t);
    const auto n = cross(u, v);
    const auto one = dot(n, n), beta = dot(n, cross(w, v)), gamma = dot(n, edges ? cross(w, u) : cross(u, w));
    const auto size_u = hn::Max(largest_magnitude(s.u), largest_magnitude(e.u));
    const auto size_v = hn::Max(largest_magnitude(s.v), largest_magnitude(e.v));
    const auto size_w = hn::Max(largest_magnitude(s.w), largest_magnitude(e.w));
    const auto relative = hn::Add(hn::Set(d, 700 * Limits::unit), hn::Mul(hn::Set(d, 192), drift));
    const auto scale = hn::Mul(relative, hn::Mul(size_u, size_v));
    // Crosses that underflow lose this, times the other one.
    const auto lost = hn::Mul(hn::Set(d, Limits::underflow),
                              hn::Add(hn::Set(d, 1), hn::Mul(hn::Add(size_u, size_w), hn::Add(size_v, size_w))));
    const auto one_error = hn::Add(hn::Mul(scale, hn::Mul(size_u, size_v)), lost);
    const auto beta_error = hn::Add(hn::Mul(scale, hn::Mul(size_w, size_v)), lost);
    const auto gamma_error = hn::Add(hn::Mul(scale, hn::Mul(size_w, size_u)), lost);
    const auto negative = hn::Or(hn::Lt(beta, hn::Neg(beta_error)), hn::Lt(gamma, hn::Neg(gamma_error)));
    if constexpr (edges) {
        return hn::Or(negative, hn::Or(hn::Gt(hn::Sub(beta, one), hn::Add(one_error, beta_error)),
                                       hn::Gt(hn::Sub(gamma, one), hn::Add(one_error, gamma_error))));
    } else {
        return hn::Or(negative,
                      hn::Gt(hn::Sub(hn::Add(beta, gamma), one), hn::Add(one_error, hn::Add(beta_error, gamma_error))));
    }
}

/// The polar form of a cubic: linear in each argument, and the cubic at x where all of them are x.
template <class Tag>
HWY_INLINE hn::Vec<Tag> blossom(Tag d, const Cubic<Tag>& c, hn::Vec<Tag> x, hn::Vec<Tag> y, hn::Vec<Tag> z) {
    const auto mix = [&](hn::Vec<Tag> t, hn::Vec<Tag> a, hn::Vec<Tag> b)
                         HWY_ATTR { return hn::Add(hn::Mul(hn::Sub(hn::Set(d, 1), t), a), hn::Mul(t, b)); };
    const auto c01 = mix(x, c.c0, c.c1), c12 = mix(x, c.c1, c.c2), c23 = mix(x, c.c2, c.c3);
    return mix(z, mix(y, c01, c12), mix(y, c12, c23));
}

/// The cubic between two times.
template <class Tag>
HWY_INLINE Cubic<Tag> part_of(Tag d, const Cubic<Tag>& c, hn::Vec<Tag> from, hn::Vec<Tag> to) {
    return {blossom(d, c, from, from, from), blossom(d, c, from, from, to), blossom(d, c, from, to, to),
            blossom(d, c, to, to, to), c.error};
}
template <class Tag>
HWY_INLINE Cubic<Tag> until_time(Tag d, const Cubic<Tag>& c, hn::Vec<Tag> until) {
    return part_of(d, c, hn::Zero(d), until);
}

/// Lanes that are apart at the only root of their cubic.
template <bool edges, class Tag>
HWY_INLINE unsigned apart_at_root(Tag d, const Vectors<Tag>& s, const Vectors<Tag>& e, hn::Vec<Tag> until) {
    const auto cubic = falling<Tag>(until_time(d, volume(d, s, e), until));
    const auto simple = one_root<Tag>(cubic);
    const auto root = bracket(d, cubic);
    const auto rounding = hn::Set(d, 8 * simd::Rounding<hn::TFromD<Tag>>::unit);
    const auto lo = hn::Sub(hn::Mul(until, root.lo), rounding), hi = hn::Add(hn::Mul(until, root.hi), rounding);
    return bits_of(d, hn::And(hn::And(simple, root.certain), outside<edges>(d, s, e, lo, hi)));
}

template <class Tag>
struct Turns {
    hn::Vec<Tag> first, second;
};

/// Times between 0 and 1 at which the cubic turns, ascending and rounded; 0 or 1 where it does not.
template <class Tag>
HWY_INLINE Turns<Tag> turns(Tag d, const Cubic<Tag>& c) {
    const auto zero = hn::Zero(d), one = hn::Set(d, 1);
    const auto d0 = hn::Sub(c.c1, c.c0), d1 = hn::Sub(c.c2, c.c1), d2 = hn::Sub(c.c3, c.c2);
    const auto a = hn::Add(hn::Sub(d0, d1), hn::Sub(d2, d1)), b = hn::Sub(d1, d0);
    const auto discriminant = hn::Sub(hn::Mul(d1, d1), hn::Mul(d0, d2));
    const auto root = hn::Sqrt(hn::Max(discriminant, zero));
    const auto q = hn::Neg(hn::Add(b, hn::CopySign(root, b)));
    const auto clipped = [&](hn::Vec<Tag> x) HWY_ATTR {
        const auto turns_there = hn::And(hn::Gt(discriminant, zero), hn::And(hn::Gt(x, zero), hn::Lt(x, one)));
        return hn::IfThenElseZero(turns_there, x);  // NaN is none of both
    };
    const auto x = clipped(hn::Div(q, a)), y = clipped(hn::Div(d0, q));
    return {hn::Min(x, y), hn::Max(x, y)};
}

/// Whether the features are apart between two times: the cubic has no root, or one, where they are.
template <bool edges, class Tag>
HWY_INLINE hn::Mask<Tag> apart_between(Tag d, const Vectors<Tag>& s, const Vectors<Tag>& e, const Cubic<Tag>& cubic,
                                       hn::Vec<Tag> from, hn::Vec<Tag> to) {
    const Cubic<Tag> c = part_of(d, cubic, from, to);
    const auto none = never_zero<Tag>(c);
    if (hn::AllTrue(d, none)) return none;
    const auto down = falling<Tag>(c);
    const auto root = bracket(d, down);
    const auto length = hn::Sub(to, from), rounding = hn::Set(d, 8 * simd::Rounding<hn::TFromD<Tag>>::unit);
    const auto lo = hn::Sub(hn::Add(from, hn::Mul(length, root.lo)), rounding);
    const auto hi = hn::Add(hn::Add(from, hn::Mul(length, root.hi)), rounding);
    return hn::Or(none, hn::And(hn::And(one_root<Tag>(down), root.certain), outside<edges>(d, s, e, lo, hi)));
}

/// Part by part, between the times at which the cubic turns.
template <bool edges, class Tag>
HWY_INLINE unsigned apart_in_parts(Tag d, const Vectors<Tag>& s, const Vectors<Tag>& e, hn::Vec<Tag> until) {
    const auto cubic = volume(d, s, e);
    const auto turn = turns(d, cubic);
    const auto first = hn::Min(turn.first, until), second = hn::Min(turn.second, until);
    auto apart = apart_between<edges>(d, s, e, cubic, hn::Zero(d), first);
    apart = hn::And(apart, apart_between<edges>(d, s, e, cubic, first, second));
    return bits_of(d, hn::And(apart, apart_between<edges>(d, s, e, cubic, second, until)));
}

/// What kernels read.
template <class Tag, class Vertex>
struct Positions {
    const Vertex* steps;
    hn::TFromD<Tag> until;  // rounded up
};

template <class Tag, class Vertex>
HWY_INLINE Step<Tag> load_candidates(Tag d, const Positions<Tag, Vertex>& step, const std::uint32_t* const* ids) {
    Step<Tag> p;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto at = load_step(d, step.steps, ids[i]);
        p.s[i] = at.start;
        p.e[i] = at.end;
    }
    return p;
}

template <bool edges, class Tag, class Vertex>
HWY_INLINE std::size_t keep_by_plane(Tag d, const Positions<Tag, Vertex>& step, FeatureBatch& batch,
                                     std::uint16_t* kept) {
    constexpr std::size_t lanes = hn::MaxLanes(d);
    for (std::size_t i = batch.count; i % lanes != 0; ++i) {  // the last vector: repeats
        for (auto& vertex : batch.vertex) vertex[i] = vertex[i - 1];
    }
    std::size_t count = 0;
    for (std::size_t first = 0; first < batch.count; first += lanes) {
        const std::uint32_t* const ids[4] = {batch.vertex[0] + first, batch.vertex[1] + first, batch.vertex[2] + first,
                                             batch.vertex[3] + first};
        const Step<Tag> p = load_candidates(d, step, ids);
        auto cubic = volume(d, vectors<edges, Tag>(p.s), vectors<edges, Tag>(p.e));
        if (step.until < 1) cubic = until_time(d, cubic, hn::Set(d, step.until));
        for (unsigned left = ~bits_of(d, never_zero<Tag>(cubic)) & all_lanes<Tag>; left != 0; left &= left - 1) {
            kept[count++] = static_cast<std::uint16_t>(first + static_cast<std::size_t>(std::countr_zero(left)));
        }
    }
    while (count > 0 && kept[count - 1] >= batch.count) --count;
    return count;
}

/// Drops places of which `apart` is certain.
template <bool edges, class Tag, class Vertex, class Apart>
HWY_INLINE std::size_t keep_by_roots(Tag d, const Positions<Tag, Vertex>& step, const FeatureBatch& batch,
                                     std::uint16_t* kept, std::size_t given, const Apart& apart) {
    constexpr std::size_t lanes = hn::MaxLanes(d);
    std::size_t count = 0;
    for (std::size_t first = 0; first < given; first += lanes) {
        std::uint32_t row[4][lanes];
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const std::size_t place = kept[std::min(first + lane, given - 1)];
            for (std::size_t i = 0; i < 4; ++i) row[i][lane] = batch.vertex[i][place];
        }
        const std::uint32_t* const ids[4] = {row[0], row[1], row[2], row[3]};
        const Step<Tag> p = load_candidates(d, step, ids);
        const unsigned proven = apart(vectors<edges, Tag>(p.s), vectors<edges, Tag>(p.e), hn::Set(d, step.until));
        for (std::size_t lane = 0; lane < std::min(lanes, given - first); ++lane) {
            kept[count] = kept[first + lane];
            count += (proven >> lane & 1) ^ 1;
        }
    }
    return count;
}

template <bool edges, class Tag, class Vertex>
HWY_INLINE std::size_t keep(Tag d, const Positions<Tag, Vertex>& step, FeatureBatch& batch, std::uint16_t* kept) {
    std::size_t count = keep_by_plane<edges>(d, step, batch, kept);
    const auto at_root = [&](const auto& s, const auto& e, auto until)
                             HWY_ATTR { return apart_at_root<edges>(d, s, e, until); };
    const auto in_parts = [&](const auto& s, const auto& e, auto until)
                              HWY_ATTR { return apart_in_parts<edges>(d, s, e, until); };
    count = keep_by_roots<edges>(d, step, batch, kept, count, at_root);
    return keep_by_roots<edges>(d, step, batch, kept, count, in_parts);
}

template <class Tag, class Vertex>
HWY_INLINE std::size_t keep_kind(Tag d, const Positions<Tag, Vertex>& step, FeatureBatch& batch, std::uint16_t* kept) {
    return batch.kind == FeatureKind::edge_edge ? keep<true>(d, step, batch, kept) : keep<false>(d, step, batch, kept);
}

std::size_t PossiblyMeeting(const StepPart& step, FeatureBatch& batch, std::uint16_t* kept) {
    if (step.steps.doubles != nullptr) {
        return keep_kind(Doubles(), Positions<Doubles, simd::DoubleStep>{step.steps.doubles, step.until}, batch, kept);
    }
    const float until = std::min(upper_float(step.until), 1.0f);
    return keep_kind(Singles(), Positions<Singles, simd::FloatStep>{step.steps.floats, until}, batch, kept);
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::narrow_phase {

HWY_EXPORT(PossiblyMeeting);

std::size_t possibly_meeting(const StepPart& step, broad_phase::FeatureBatch& batch, std::uint16_t* kept) {
    return HWY_DYNAMIC_DISPATCH(PossiblyMeeting)(step, batch, kept);
}

}  // namespace pliant::narrow_phase
#endif
