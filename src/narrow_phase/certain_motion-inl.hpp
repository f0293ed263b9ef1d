// A few candidates of impacts, one per lane, in doubles: the cubic of their coplanarity, its roots and the signs of
// their weights, each with a bound on its rounding. Included once per vector target.
#if defined(PLIANT_NARROW_PHASE_CERTAIN_MOTION_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_NARROW_PHASE_CERTAIN_MOTION_INL
#undef PLIANT_NARROW_PHASE_CERTAIN_MOTION_INL
#else
#define PLIANT_NARROW_PHASE_CERTAIN_MOTION_INL
#endif

#include <cstddef>
#include <cstdint>

#include "impact/certain_bounds.hpp"
#include "simd/step_gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

// Step by step what impact/certain_impact.cpp and impact/witness.cpp compute, in the same order, so that every rounding
// is the same: a lane that is undecided here is decided there, and no one can tell from the answer which it was.

using namespace simd::HWY_NAMESPACE;

#if HWY_TARGET <= HWY_AVX3
using Lanes = EightDoubles;
#else
using Lanes = Doubles;
#endif

constexpr std::size_t lanes = hn::MaxLanes(Lanes());
using Real = hn::Vec<Lanes>;
using Mask = hn::Mask<Lanes>;
using Points = Coordinates<Real>;

HWY_INLINE Real number(double x) { return hn::Set(Lanes(), x); }
HWY_INLINE Points times(Real s, const Points& p) { return {hn::Mul(s, p.x), hn::Mul(s, p.y), hn::Mul(s, p.z)}; }
HWY_INLINE Points between(const Points& a, const Points& b, Real t) {
    return times(hn::Sub(number(1), t), a) + times(t, b);
}
HWY_INLINE Points magnitudes_of(const Points& p) { return {hn::Abs(p.x), hn::Abs(p.y), hn::Abs(p.z)}; }

/// A vector at the start and at the end.
struct Moving {
    Points at[2];
    Real size, way;  // greatest components of it, and of how far it moves
};

HWY_INLINE Moving moving(const Points* start, const Points* end, std::size_t to, std::size_t from) {
    const Points first = start[to] - start[from], last = end[to] - end[from];
    return {{first, last}, hn::Max(largest_magnitude(first), largest_magnitude(last)), largest_magnitude(last - first)};
}

struct Cubic {
    Real c0, c1, c2, c3;
};

struct Crossed {
    HWY_INLINE Points operator()(const Points& a, const Points& b) const { return cross(a, b); }
};
struct SumsOfProducts {
    HWY_INLINE Points operator()(const Points& a, const Points& b) const {
        return {hn::Add(hn::Mul(a.y, b.z), hn::Mul(a.z, b.y)), hn::Add(hn::Mul(a.z, b.x), hn::Mul(a.x, b.z)),
                hn::Add(hn::Mul(a.x, b.y), hn::Mul(a.y, b.x))};
    }
};

template <class Product>
HWY_INLINE Cubic volume(const Points* u, const Points* v, const Points* w, const Product& product) {
    const Points n00 = product(u[0], v[0]), n11 = product(u[1], v[1]);
    const Points n01 = product(u[0], v[1]) + product(u[1], v[0]);
    const Real three = number(3);
    return {dot(n00, w[0]), hn::Div(hn::Add(dot(n01, w[0]), dot(n00, w[1])), three),
            hn::Div(hn::Add(dot(n01, w[1]), dot(n11, w[0])), three), dot(n11, w[1])};
}

HWY_INLINE Real value(const Cubic& c, Real x) {
    const Real y = hn::Sub(number(1), x);
    const auto mix = [&](Real a, Real b) HWY_ATTR { return hn::Add(hn::Mul(y, a), hn::Mul(x, b)); };
    const Real c01 = mix(c.c0, c.c1), c12 = mix(c.c1, c.c2), c23 = mix(c.c2, c.c3);
    return mix(mix(c01, c12), mix(c12, c23));
}

HWY_INLINE Real slope(const Cubic& c, Real x) {
    const Real y = hn::Sub(number(1), x);
    const auto mix = [&](Real a, Real b) HWY_ATTR { return hn::Add(hn::Mul(y, a), hn::Mul(x, b)); };
    const Real d0 = hn::Sub(c.c1, c.c0), d1 = hn::Sub(c.c2, c.c1), d2 = hn::Sub(c.c3, c.c2);
    return hn::Mul(number(3), mix(mix(d0, d1), mix(d1, d2)));
}

/// Vectors, cubic and bounds of a few candidates.
struct Motion {
    Moving u, v, w;
    Cubic cubic;
    Real error, drift;
    Mask in_range;
};

HWY_INLINE Motion motion_of(const Moving& u, const Moving& v, const Moving& w) {
    Motion m{u, v, w, volume(u.at, v.at, w.at, Crossed()), {}, {}, {}};
    Points magnitude[3][2];
    const Moving* vectors[3] = {&u, &v, &w};
    for (std::size_t i = 0; i < 3; ++i) {
        for (std::size_t k = 0; k < 2; ++k) magnitude[i][k] = magnitudes_of(vectors[i]->at[k]);
    }
    const Cubic sizes = volume(magnitude[0], magnitude[1], magnitude[2], SumsOfProducts());
    const Real most = hn::Max(hn::Max(sizes.c0, sizes.c1), hn::Max(sizes.c2, sizes.c3));
    m.error = hn::Add(hn::Mul(number(impact::volume_units * impact::unit), most), number(impact::underflow));
    const auto relative = [](const Moving& x) HWY_ATTR { return hn::Div(x.way, x.size); };
    m.drift = hn::Mul(number(impact::product_drift), hn::Max(hn::Max(relative(u), relative(v)), relative(w)));
    const Real least = hn::Min(hn::Min(u.size, v.size), w.size), greatest = hn::Max(hn::Max(u.size, v.size), w.size);
    m.in_range = hn::And(hn::Ge(least, number(impact::least_size)), hn::Le(greatest, number(impact::most_size)));
    return m;
}

HWY_INLINE Mask above(const Motion& m, Real x) { return hn::Gt(x, m.error); }
HWY_INLINE Mask below(const Motion& m, Real x) { return hn::Lt(x, hn::Neg(m.error)); }

HWY_INLINE Mask no_root(const Motion& m, const Cubic& c) {
    const auto& [c0, c1, c2, c3] = c;
    const Real lo = hn::Min(hn::Min(c0, c1), hn::Min(c2, c3)), hi = hn::Max(hn::Max(c0, c1), hn::Max(c2, c3));
    return hn::Or(above(m, lo), below(m, hi));
}

HWY_INLINE Mask one_root(const Motion& m, const Cubic& c) {
    const auto& [c0, c1, c2, c3] = c;
    const Mask falls = hn::And(hn::And(above(m, c0), below(m, c3)), hn::Or(above(m, c1), below(m, c2)));
    const Mask rises = hn::And(hn::And(below(m, c0), above(m, c3)), hn::Or(below(m, c1), above(m, c2)));
    return hn::Or(falls, rises);
}

/// The root of each wanted lane. A lane that has converged stays as it is: it does not depend on the others.
HWY_INLINE Real root_between(const Cubic& c, Mask wanted) {
    const Lanes d;
    const Mask falls = hn::Gt(c.c0, hn::Zero(d));
    Real lo = hn::Zero(d), hi = number(1), x = hn::Div(c.c0, hn::Sub(c.c0, c.c3));
    Mask active = wanted;
    for (int step = 0; step < impact::most_newton_steps && !hn::AllFalse(d, active); ++step) {
        const Real at_x = value(c, x);
        active = hn::AndNot(hn::Eq(at_x, hn::Zero(d)), active);
        const Mask left = hn::Not(hn::Xor(hn::Gt(at_x, hn::Zero(d)), falls));
        lo = hn::IfThenElse(left, x, lo);
        hi = hn::IfThenElse(left, hi, x);
        const Real next = hn::Sub(x, hn::Div(at_x, slope(c, x)));
        const Mask done = hn::Le(hn::Abs(hn::Sub(next, x)), number(impact::last_step));
        const Mask held = hn::And(hn::Gt(next, lo), hn::Lt(next, hi));
        const Real clamped = hn::IfThenElse(hn::Lt(next, lo), lo, hn::IfThenElse(hn::Lt(hi, next), hi, next));
        const Real middle = hn::Mul(number(0.5), hn::Add(lo, hi));
        x = hn::IfThenElse(active, hn::IfThenElse(done, clamped, hn::IfThenElse(held, next, middle)), x);
        active = hn::AndNot(done, active);
    }
    return x;
}

struct Held {
    Real lo, hi;
    Mask certain, falls;
};

/// The interval around the root of a part of the cubic, as wide as it takes for certain signs at both ends. The part is
/// `length` long and begins at `from`.
HWY_INLINE Held hold_root(const Motion& m, const Cubic& c, Real from, Real length, Mask wanted) {
    const Lanes d;
    const Real root = root_between(c, wanted);
    const Real steepness = hn::Max(hn::Abs(slope(c, root)), m.error);
    Real width = hn::Max(hn::Div(hn::Mul(number(2), m.error), steepness), number(4 * impact::unit));
    Held out{root, root, hn::FirstN(d, 0), hn::FirstN(d, 0)};
    for (int tries = 0; tries < impact::most_widths; ++tries) {
        const Real lo = hn::Max(hn::Sub(root, width), hn::Zero(d)), hi = hn::Min(hn::Add(root, width), number(1));
        const Real at_lo = value(c, lo), at_hi = value(c, hi);
        const Mask falls = hn::And(above(m, at_lo), below(m, at_hi));
        const Mask rises = hn::And(below(m, at_lo), above(m, at_hi));
        const Mask now = hn::AndNot(out.certain, hn::Or(falls, rises));
        out.lo = hn::IfThenElse(now, lo, out.lo);
        out.hi = hn::IfThenElse(now, hi, out.hi);
        out.falls = hn::Or(out.falls, hn::And(now, falls));
        out.certain = hn::Or(out.certain, now);
        if (hn::AllFalse(d, hn::AndNot(out.certain, wanted))) break;
        width = hn::Mul(width, number(8));
    }
    const auto in_step = [&](Real x) HWY_ATTR { return hn::Add(from, hn::Mul(length, x)); };
    out.lo = hn::Max(hn::Sub(in_step(out.lo), number(impact::time_rounding)), hn::Zero(d));
    out.hi = hn::Min(hn::Add(in_step(out.hi), number(impact::time_rounding)), number(1));
    return out;
}

struct Sides {
    Mask outside, inside;  // certainly
};

/// Signs of the weights at a time and `drift` around it, whatever the time.
template <bool edges>
HWY_INLINE Sides sides(const Motion& m, Real t, Real drift) {
    const Points u = between(m.u.at[0], m.u.at[1], t), v = between(m.v.at[0], m.v.at[1], t);
    const Points w = between(m.w.at[0], m.w.at[1], t), n = cross(u, v);
    const Real relative = hn::Add(number(impact::product_units * impact::unit), hn::Mul(m.drift, drift));
    const Real scale = hn::Mul(hn::Mul(relative, m.u.size), m.v.size);
    const Real one = dot(n, n), beta = dot(n, cross(w, v)), gamma = dot(n, edges ? cross(w, u) : cross(u, w));
    const auto error = [&](Real a, Real b) HWY_ATTR { return hn::Mul(hn::Mul(scale, a), b); };
    const Real one_error = error(m.u.size, m.v.size), beta_error = error(m.w.size, m.v.size);
    const Real gamma_error = error(m.w.size, m.u.size);
    Sides out{hn::Or(hn::Lt(beta, hn::Neg(beta_error)), hn::Lt(gamma, hn::Neg(gamma_error))),
              hn::And(hn::Gt(beta, beta_error), hn::Gt(gamma, gamma_error))};
    const auto add = [&](Real rest, Real rest_error) HWY_ATTR {
        out.outside = hn::Or(out.outside, hn::Lt(rest, hn::Neg(rest_error)));
        out.inside = hn::And(out.inside, hn::Gt(rest, rest_error));
    };
    if constexpr (edges) {
        add(hn::Sub(one, beta), hn::Add(one_error, beta_error));
        add(hn::Sub(one, gamma), hn::Add(one_error, gamma_error));
    } else {
        add(hn::Sub(hn::Sub(one, beta), gamma), hn::Add(hn::Add(one_error, beta_error), gamma_error));
    }
    return out;
}

/// Signs of the weights between two times, whatever the time.
template <bool edges>
HWY_INLINE Sides sides(const Motion& m, const Held& time) {
    const Real half = number(0.5);
    return sides<edges>(m, hn::Mul(half, hn::Add(time.lo, time.hi)),
                        hn::Add(hn::Mul(half, hn::Sub(time.hi, time.lo)), number(impact::unit)));
}

// ---- cubics that may have several roots

/// The polar form; see impact/certain_impact.cpp.
HWY_INLINE Real blossom(const Cubic& c, Real x, Real y, Real z) {
    const auto mix = [](Real t, Real a, Real b)
                         HWY_ATTR { return hn::Add(hn::Mul(hn::Sub(number(1), t), a), hn::Mul(t, b)); };
    const Real c01 = mix(x, c.c0, c.c1), c12 = mix(x, c.c1, c.c2), c23 = mix(x, c.c2, c.c3);
    return mix(z, mix(y, c01, c12), mix(y, c12, c23));
}

HWY_INLINE Cubic part_of(const Cubic& c, Real lo, Real hi) {
    return {blossom(c, lo, lo, lo), blossom(c, lo, lo, hi), blossom(c, lo, hi, hi), blossom(c, hi, hi, hi)};
}

/// Ends of the parts of the step in which the cubic rises or falls all the way: 0, the times at which it turns, 1. A
/// lane with fewer turns has fewer parts.
struct Parts {
    Real end[4];
    Mask there[3];
};

HWY_INLINE Parts parts_between_turns(const Cubic& c, Mask wanted) {
    const Lanes d;
    const Real zero = hn::Zero(d), one = number(1);
    const Real d0 = hn::Sub(c.c1, c.c0), d1 = hn::Sub(c.c2, c.c1), d2 = hn::Sub(c.c3, c.c2);
    const Real a = hn::Add(hn::Sub(d0, d1), hn::Sub(d2, d1)), b = hn::Sub(d1, d0);
    const Real discriminant = hn::Sub(hn::Mul(d1, d1), hn::Mul(d0, d2));
    const Real root = hn::Sqrt(hn::Max(discriminant, zero)), q = hn::Neg(hn::Add(b, hn::CopySign(root, b)));
    const Mask turns = hn::Gt(discriminant, zero);
    const auto within = [&](Real x) HWY_ATTR { return hn::And(turns, hn::And(hn::Gt(x, zero), hn::Lt(x, one))); };
    const Real x = hn::Div(q, a), y = hn::Div(d0, q), lower = hn::Min(x, y), upper = hn::Max(x, y);
    const Mask low = within(lower), high = within(upper);
    // What overflows is left to impact/certain_impact.cpp.
    const Mask known = hn::And(wanted, hn::Lt(hn::Abs(discriminant), number(0x1p1000)));
    return {{zero, hn::IfThenElse(low, lower, hn::IfThenElse(high, upper, one)),
             hn::IfThenElse(hn::And(low, high), upper, one), one},
            {known, hn::And(known, hn::Or(low, high)), hn::And(known, hn::And(low, high))}};
}

/// What is certain of a few candidates.
struct Decided {
    Mask apart, meet;
    Held time;  // of those that meet
};

/// One part; `decided.apart` are the lanes that are apart in it.
template <bool edges>
HWY_INLINE Decided decide_part(const Motion& m, Real from, Real to, Mask wanted) {
    const Lanes d;
    const Real half = number(0.5), rounding = number(impact::time_rounding), length = hn::Sub(to, from);
    const auto outside = [&](Real begin, Real length_there) HWY_ATTR {
        const Real reach = hn::Mul(half, length_there);
        return sides<edges>(m, hn::Add(begin, reach), hn::Add(reach, rounding)).outside;
    };
    Decided out{hn::And(wanted, outside(from, length)), hn::FirstN(d, 0), {}};
    Mask open = hn::AndNot(out.apart, wanted);
    if (hn::AllFalse(d, open)) return out;
    const Real at_from = value(m.cubic, from), at_to = value(m.cubic, to);
    const Real steepness = hn::Max(hn::Abs(hn::Sub(at_from, at_to)), m.error);
    const Real share = hn::Min(hn::Mul(number(4), hn::Sqrt(hn::Div(m.error, steepness))), number(0.25));
    const Real width = hn::Mul(share, length), twice = hn::Mul(number(2), m.error);
    const Mask zero_at_from = hn::Le(hn::Abs(at_from), twice), zero_at_to = hn::Le(hn::Abs(at_to), twice);
    const Real lo = hn::IfThenElse(zero_at_from, hn::Add(from, width), from);
    const Real hi = hn::IfThenElse(zero_at_to, hn::Sub(to, width), to);
    if (!hn::AllFalse(d, hn::And(open, hn::Or(zero_at_from, zero_at_to)))) {
        open = hn::AndNot(hn::AndNot(outside(from, width), zero_at_from), open);
        open = hn::AndNot(hn::AndNot(outside(hi, width), zero_at_to), open);
    }
    const Cubic c = part_of(m.cubic, lo, hi);
    const Mask none = hn::And(open, no_root(m, c)), one = hn::And(open, one_root(m, c));
    out.apart = hn::Or(out.apart, none);
    if (hn::AllFalse(d, one)) return out;
    out.time = hold_root(m, c, lo, hn::Sub(hi, lo), one);
    const Mask held = hn::And(one, out.time.certain);
    const Sides side = sides<edges>(m, out.time);
    out.apart = hn::Or(out.apart, hn::And(held, side.outside));
    out.meet = hn::And(hn::AndNot(side.outside, held), side.inside);
    return out;
}

/// Part by part, each of which has one root at most.
template <bool edges>
HWY_INLINE Decided decide_in_parts(const Motion& m, Mask wanted) {
    const Lanes d;
    const Parts parts = parts_between_turns(m.cubic, wanted);
    const Real zero = hn::Zero(d);
    Decided out{parts.there[0], hn::FirstN(d, 0), {zero, zero, hn::FirstN(d, 0), hn::FirstN(d, 0)}};
    for (int i = 0; i < 3; ++i) {
        const Mask here = hn::And(out.apart, parts.there[i]);  // so far
        if (hn::AllFalse(d, here)) break;
        const Decided part = decide_part<edges>(m, parts.end[i], parts.end[i + 1], here);
        out.apart = hn::AndNot(hn::AndNot(part.apart, here), out.apart);
        out.meet = hn::Or(out.meet, part.meet);
        out.time.lo = hn::IfThenElse(part.meet, part.time.lo, out.time.lo);
        out.time.hi = hn::IfThenElse(part.meet, part.time.hi, out.time.hi);
        out.time.falls = hn::Or(out.time.falls, hn::And(part.meet, part.time.falls));
    }
    return out;
}

/// All of the step at once, where the cubic has one root or none.
template <bool edges>
HWY_INLINE Decided decide_at_once(const Motion& m, Mask wanted) {
    const Lanes d;
    Decided out{hn::And(wanted, no_root(m, m.cubic)), hn::FirstN(d, 0), {}};
    const Mask once = hn::And(wanted, one_root(m, m.cubic));
    if (hn::AllFalse(d, once)) return out;
    out.time = hold_root(m, m.cubic, hn::Zero(d), number(1), once);
    const Mask held = hn::And(once, out.time.certain);
    const Sides side = sides<edges>(m, out.time);
    out.apart = hn::Or(out.apart, hn::And(held, side.outside));
    out.meet = hn::And(hn::AndNot(side.outside, held), side.inside);
    return out;
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
