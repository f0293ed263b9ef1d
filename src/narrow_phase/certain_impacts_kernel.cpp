#include <algorithm>
#include <bit>

#include "impact/certain_bounds.hpp"
#include "impact/impact.hpp"
#include "narrow_phase/certain_impacts.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/certain_impacts_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "narrow_phase/certain_motion-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

using impact::Verdict;

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
    out.certain = hn::And(out.certain, hn::Gt(square, number(impact::least_square)));
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

/// As many candidates as there are lanes: `verdicts` and `impacts` of those that are certain. Returns bits of those
/// whose cubic may have several roots, unless they have been decided `in_parts`.
template <bool edges, bool in_parts>
HWY_INLINE unsigned decide(const Points* s, const Points* e, std::size_t count, Verdict* verdicts, Impact* impacts) {
    const Lanes d;
    const Motion m = edges ? motion_of(moving(s, e, 1, 0), moving(s, e, 3, 2), moving(s, e, 2, 0))
                           : motion_of(moving(s, e, 2, 1), moving(s, e, 3, 1), moving(s, e, 0, 1));
    const Mask several = hn::AndNot(hn::Or(no_root(m, m.cubic), one_root(m, m.cubic)), m.in_range);
    const Decided decided = in_parts ? decide_in_parts<edges>(m, several) : decide_at_once<edges>(m, m.in_range);
    Mask meet = decided.meet;
    if (!hn::AllFalse(d, meet)) {
        const Mask tight = hn::Le(hn::Sub(decided.time.hi, decided.time.lo), number(impact::longest_interval));
        const Witness found = witness<edges>(s, e, decided.time);
        meet = hn::And(meet, hn::And(tight, found.certain));
        store(found, bits_of(d, meet), count, impacts);
    }
    const unsigned no = bits_of(d, decided.apart), yes = bits_of(d, meet);
    for (std::size_t k = 0; k < count; ++k) {
        verdicts[k] = (yes >> k & 1) != 0 ? Verdict::meet : (no >> k & 1) != 0 ? Verdict::apart : Verdict::unknown;
    }
    return in_parts ? 0 : bits_of(d, several);
}

/// Where the vertices of some candidates are: `places` of them, repeated to fill the lanes.
struct Gathered {
    Points start[4], end[4];
};
template <class Step>
HWY_INLINE Gathered gather_candidates(const Step* steps, const broad_phase::FeatureBatch& batch,
                                      const std::uint16_t* places, std::size_t count) {
    Gathered out;
    for (std::size_t i = 0; i < 4; ++i) {
        std::uint32_t ids[lanes];
        for (std::size_t k = 0; k < lanes; ++k) ids[k] = batch.vertex[i][places[std::min(k, count - 1)]];
        const auto at = load_step(Lanes(), steps, ids);
        out.start[i] = at.start;
        out.end[i] = at.end;
    }
    return out;
}

/// All whose cubic has one root; then the others together, so that no lane waits for one of another kind.
template <bool edges, class Step>
HWY_INLINE void decide_all(const Step* steps, const broad_phase::FeatureBatch& batch, const std::uint16_t* places,
                           std::size_t count, Verdict* verdicts, Impact* impacts) {
    std::uint16_t later[impacts_at_once], later_places[impacts_at_once];
    std::size_t left = 0;
    for (std::size_t first = 0; first < count; first += lanes) {
        const std::size_t here = std::min(lanes, count - first);
        const Gathered at = gather_candidates(steps, batch, places + first, here);
        unsigned several = decide<edges, false>(at.start, at.end, here, verdicts + first, impacts + first);
        for (several &= (1u << here) - 1; several != 0; several &= several - 1) {
            later[left] = static_cast<std::uint16_t>(first + static_cast<std::size_t>(std::countr_zero(several)));
            later_places[left] = places[later[left]];
            ++left;
        }
    }
    for (std::size_t first = 0; first < left; first += lanes) {
        const std::size_t here = std::min(lanes, left - first);
        const Gathered at = gather_candidates(steps, batch, later_places + first, here);
        Verdict own[lanes];
        Impact found[lanes];
        decide<edges, true>(at.start, at.end, here, own, found);
        for (std::size_t k = 0; k < here; ++k) {
            verdicts[later[first + k]] = own[k];
            if (own[k] == Verdict::meet) impacts[later[first + k]] = found[k];
        }
    }
}

void CertainImpacts(const simd::Steps& steps, const broad_phase::FeatureBatch& batch, const std::uint16_t* places,
                    std::size_t count, Verdict* verdicts, Impact* impacts) {
    const auto all = [&](const auto* of) HWY_ATTR {
        batch.kind == FeatureKind::edge_edge ? decide_all<true>(of, batch, places, count, verdicts, impacts)
                                             : decide_all<false>(of, batch, places, count, verdicts, impacts);
    };
    steps.doubles != nullptr ? all(steps.doubles) : all(steps.floats);
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::narrow_phase {

HWY_EXPORT(CertainImpacts);

void certain_impacts(const simd::Steps& steps, const broad_phase::FeatureBatch& batch, const std::uint16_t* places,
                     std::size_t count, impact::Verdict* verdicts, Impact* impacts) {
    HWY_DYNAMIC_DISPATCH(CertainImpacts)(steps, batch, places, count, verdicts, impacts);
}

}  // namespace pliant::narrow_phase
#endif
