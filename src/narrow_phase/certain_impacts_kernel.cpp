#include <algorithm>

#include "impact/certain_bounds.hpp"
#include "impact/impact.hpp"
#include "narrow_phase/certain_impacts.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/certain_impacts_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

// Step by step what impact/certain_impact.cpp and impact/witness.cpp compute, in the same order, so that every rounding
// is the same: a lane that is undecided here is decided there, and no one can tell from the answer which it was.

using namespace simd::HWY_NAMESPACE;
using impact::Verdict;

#if HWY_TARGET <= HWY_AVX3
using Lanes = hn::FixedTag<double, 8>;

template <class Vertex>
HWY_INLINE Coordinates<hn::Vec<Lanes>> gather_points(const Vertex* vertices, const std::uint32_t* ids) {
    const Points3 lower = gather(vertices, ids), upper = gather(vertices, ids + 4);
    const Lanes d;
    return {hn::Combine(d, upper.x, lower.x), hn::Combine(d, upper.y, lower.y), hn::Combine(d, upper.z, lower.z)};
}
#else
using Lanes = Doubles;

template <class Vertex>
HWY_INLINE Points3 gather_points(const Vertex* vertices, const std::uint32_t* ids) {
    return gather(vertices, ids);
}
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

HWY_INLINE Mask no_root(const Motion& m) {
    const auto& [c0, c1, c2, c3] = m.cubic;
    const Real lo = hn::Min(hn::Min(c0, c1), hn::Min(c2, c3)), hi = hn::Max(hn::Max(c0, c1), hn::Max(c2, c3));
    return hn::Or(above(m, lo), below(m, hi));
}

HWY_INLINE Mask one_root(const Motion& m) {
    const auto& [c0, c1, c2, c3] = m.cubic;
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

/// The interval around the root, as wide as it takes for the cubic to have certain signs at both ends.
HWY_INLINE Held hold_root(const Motion& m, Mask wanted) {
    const Lanes d;
    const Real root = root_between(m.cubic, wanted);
    const Real steepness = hn::Max(hn::Abs(slope(m.cubic, root)), m.error);
    Real width = hn::Max(hn::Div(hn::Mul(number(2), m.error), steepness), number(4 * impact::unit));
    Held out{root, root, hn::FirstN(d, 0), hn::FirstN(d, 0)};
    for (int tries = 0; tries < impact::most_widths; ++tries) {
        const Real lo = hn::Max(hn::Sub(root, width), hn::Zero(d)), hi = hn::Min(hn::Add(root, width), number(1));
        const Real at_lo = value(m.cubic, lo), at_hi = value(m.cubic, hi);
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
    out.lo = hn::Max(hn::Sub(out.lo, number(impact::time_rounding)), hn::Zero(d));
    out.hi = hn::Min(hn::Add(out.hi, number(impact::time_rounding)), number(1));
    return out;
}

struct Sides {
    Mask outside, inside;  // certainly
};

/// Signs of the weights between two times, whatever the time.
template <bool edges>
HWY_INLINE Sides sides(const Motion& m, const Held& time) {
    const Real half = number(0.5), t = hn::Mul(half, hn::Add(time.lo, time.hi));
    const Real drift = hn::Add(hn::Mul(half, hn::Sub(time.hi, time.lo)), number(impact::unit));
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

/// By a power of two in two steps, as in impact/witness.cpp, so that the greatest component is about 1.
HWY_INLINE void normalise(Points* at, Real size) {
    const hn::RebindToSigned<Lanes> whole;
    const auto bias = hn::Set(whole, 1023);
    const auto exponent = hn::Sub(bias, hn::ShiftRight<52>(hn::BitCast(whole, size)));
    const auto negative = hn::BitCast(whole, hn::ShiftRight<63>(hn::BitCast(hn::RebindToUnsigned<Lanes>(), exponent)));
    const auto half = hn::ShiftRight<1>(hn::Add(exponent, negative));  // towards zero
    const auto power = [&](auto e) HWY_ATTR { return hn::BitCast(Lanes(), hn::ShiftLeft<52>(hn::Add(e, bias))); };
    const Real scale = power(half), rest = power(hn::Sub(exponent, half));
    for (std::size_t i = 0; i < 3; ++i) at[i] = times(rest, times(scale, at[i]));
}

/// The numbers of an Impact, in its order.
struct Witness {
    Real number[2 + 4 + 3 + 3];
    Mask certain;
};

template <bool edges>
HWY_INLINE Witness witness(const Points* start, const Points* end, const Held& time) {
    constexpr std::size_t ends[2][3][2] = {{{2, 1}, {3, 1}, {0, 1}}, {{1, 0}, {3, 2}, {2, 0}}};
    const Lanes d;
    const Real half = number(0.5), t = hn::Add(time.lo, hn::Mul(half, hn::Sub(time.hi, time.lo)));
    Points x[3];
    Real size = hn::Zero(d);
    for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t to = ends[edges][i][0], from = ends[edges][i][1];
        const Points first = times(half, start[to]) - times(half, start[from]);
        const Points last = times(half, end[to]) - times(half, end[from]);
        x[i] = between(first, last, t);
        size = hn::Max(size, largest_magnitude(x[i]));
    }
    Witness out{{}, hn::Gt(size, number(0x1p-400))};
    normalise(x, hn::IfThenElse(out.certain, size, number(1)));
    const auto& [u, v, w] = x;
    const Points n = cross(u, v);
    const Real square = dot(n, n), one = number(1), zero = hn::Zero(d);
    const Real beta = hn::Div(dot(n, cross(w, v)), square);
    const Real gamma = hn::Div(dot(n, edges ? cross(w, u) : cross(u, w)), square);
    const Real length = hn::Sqrt(square);
    const Real flat = hn::Mul(hn::Mul(number(impact::flat_square), dot(u, u)), dot(v, v));
    const Mask steep = hn::And(hn::Gt(square, flat), hn::Gt(hn::Mul(length, length), flat));
    const Mask within = edges ? hn::And(hn::Le(beta, one), hn::Le(gamma, one)) : hn::Le(hn::Add(beta, gamma), one);
    out.certain =
        hn::And(hn::And(out.certain, steep), hn::And(hn::And(hn::Ge(beta, zero), hn::Ge(gamma, zero)), within));
    const Points first = between(start[0], end[0], t);
    Points point = first;
    Real* const weight = out.number + 2;
    if constexpr (edges) {
        weight[0] = hn::Sub(one, beta), weight[1] = beta, weight[2] = hn::Sub(one, gamma), weight[3] = gamma;
        point = times(weight[0], first) + times(beta, between(start[1], end[1], t));
    } else {
        weight[0] = one, weight[2] = beta, weight[3] = gamma;
        weight[1] = hn::Max(hn::Sub(hn::Sub(one, beta), gamma), zero);
    }
    const Real side = hn::IfThenElse(time.falls, number(edges ? -1 : 1), number(edges ? 1 : -1));
    const Points normal = times(hn::Div(side, length), n);
    const Real rest[6] = {point.x, point.y, point.z, normal.x, normal.y, normal.z};
    std::copy(rest, rest + 6, out.number + 6);
    out.number[0] = time.lo;
    out.number[1] = time.hi;
    return out;
}

HWY_INLINE void store(const Witness& witness, unsigned meeting, std::size_t count, Impact* out) {
    alignas(64) double number[12][lanes];
    for (std::size_t i = 0; i < 12; ++i) hn::Store(witness.number[i], Lanes(), number[i]);
    for (std::size_t k = 0; k < count; ++k) {
        if ((meeting >> k & 1) == 0) continue;
        const auto at = [&](std::size_t i) { return number[i][k]; };
        out[k].time = {at(0), at(1)};
        out[k].weights = {at(2), at(3), at(4), at(5)};
        out[k].point = {at(6), at(7), at(8)};
        out[k].normal = {at(9), at(10), at(11)};
    }
}

/// As many candidates as there are lanes, by their positions.
template <bool edges>
HWY_INLINE void decide(const Points* s, const Points* e, std::size_t count, Verdict* verdicts, Impact* impacts) {
    const Lanes d;
    const Motion m = edges ? motion_of(moving(s, e, 1, 0), moving(s, e, 3, 2), moving(s, e, 2, 0))
                           : motion_of(moving(s, e, 2, 1), moving(s, e, 3, 1), moving(s, e, 0, 1));
    const Mask never = hn::And(m.in_range, no_root(m)), once = hn::And(m.in_range, one_root(m));
    Mask apart = never, meet = hn::FirstN(d, 0);
    if (!hn::AllFalse(d, once)) {
        const Held time = hold_root(m, once);
        const Mask held = hn::And(once, time.certain);
        const Sides side = sides<edges>(m, time);
        apart = hn::Or(apart, hn::And(held, side.outside));
        const Mask tight = hn::Le(hn::Sub(time.hi, time.lo), number(impact::longest_interval));
        const Witness found = witness<edges>(s, e, time);
        meet = hn::And(hn::And(hn::AndNot(side.outside, held), side.inside), hn::And(tight, found.certain));
        store(found, bits_of(d, meet), count, impacts);
    }
    const unsigned no = bits_of(d, apart), yes = bits_of(d, meet);
    for (std::size_t k = 0; k < count; ++k) {
        verdicts[k] = (yes >> k & 1) != 0 ? Verdict::meet : (no >> k & 1) != 0 ? Verdict::apart : Verdict::unknown;
    }
}

template <bool edges, class Vertex>
HWY_INLINE void decide_all(const Vertex* start, const Vertex* end, const broad_phase::FeatureBatch& batch,
                           const std::uint16_t* places, std::size_t count, Verdict* verdicts, Impact* impacts) {
    for (std::size_t first = 0; first < count; first += lanes) {
        Points s[4], e[4];
        for (std::size_t i = 0; i < 4; ++i) {
            std::uint32_t ids[lanes];
            for (std::size_t k = 0; k < lanes; ++k) ids[k] = batch.vertex[i][places[std::min(first + k, count - 1)]];
            s[i] = gather_points(start, ids);
            e[i] = gather_points(end, ids);
        }
        decide<edges>(s, e, std::min(lanes, count - first), verdicts + first, impacts + first);
    }
}

void CertainImpacts(const simd::Vertices& start, const simd::Vertices& end, const broad_phase::FeatureBatch& batch,
                    const std::uint16_t* places, std::size_t count, Verdict* verdicts, Impact* impacts) {
    const auto all = [&](const auto* s, const auto* e) HWY_ATTR {
        batch.kind == FeatureKind::edge_edge ? decide_all<true>(s, e, batch, places, count, verdicts, impacts)
                                             : decide_all<false>(s, e, batch, places, count, verdicts, impacts);
    };
    start.doubles != nullptr ? all(start.doubles, end.doubles) : all(start.floats, end.floats);
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::narrow_phase {

HWY_EXPORT(CertainImpacts);

void certain_impacts(const simd::Vertices& start, const simd::Vertices& end, const broad_phase::FeatureBatch& batch,
                     const std::uint16_t* places, std::size_t count, impact::Verdict* verdicts, Impact* impacts) {
    HWY_DYNAMIC_DISPATCH(CertainImpacts)(start, end, batch, places, count, verdicts, impacts);
}

}  // namespace pliant::narrow_phase
#endif
