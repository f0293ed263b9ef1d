#include "simd/contour_kernels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/contour_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

using Numbers = hn::CappedTag<std::uint32_t, 8>;
inline constexpr std::size_t row = 8;  // edges of a block

/// Coordinates relative to the centre, as floats.
HWY_INLINE FloatPoints3 relative(const FloatVertex* vertices, const std::uint32_t* ids, const Projection& p) {
    const Floats d;
    const FloatPoints3 centre{hn::Set(d, p.centre[0]), hn::Set(d, p.centre[1]), hn::Set(d, p.centre[2])};
    return gather_floats(vertices, ids) - centre;
}

HWY_INLINE FloatPoints3 relative(const DoubleVertex* vertices, const std::uint32_t* ids, const Projection& p) {
    alignas(32) float x[float_lanes], y[float_lanes], z[float_lanes];
    for (std::size_t i = 0; i < float_lanes; ++i) {
        const DoubleVertex& v = vertices[ids[i]];
        x[i] = static_cast<float>(v.x - double(p.centre[0]));
        y[i] = static_cast<float>(v.y - double(p.centre[1]));
        z[i] = static_cast<float>(v.z - double(p.centre[2]));
    }
    const Floats d;
    return {hn::Load(d, x), hn::Load(d, y), hn::Load(d, z)};
}

HWY_INLINE Float along(const std::array<float, 3>& axis, const FloatPoints3& p) {
    const Floats d;
    return hn::Add(hn::Add(hn::Mul(p.x, hn::Set(d, axis[0])), hn::Mul(p.y, hn::Set(d, axis[1]))),
                   hn::Mul(p.z, hn::Set(d, axis[2])));
}

template <class Vertex>
void project_edges(const Vertex* vertices, const Projection& p, ProjectedContours& c) {
    const Floats d;
    const std::size_t blocks = c.from.size() / row;
    for (std::size_t block = 0; block < blocks; ++block) {
        auto lo_u = hn::Set(d, std::numeric_limits<float>::infinity()), hi_u = hn::Neg(lo_u), lo_v = lo_u, hi_v = hi_u;
        for (std::size_t at = block * row; at < (block + 1) * row; at += float_lanes) {
            const FloatPoints3 from = relative(vertices, c.from.data() + at, p);
            const FloatPoints3 to = relative(vertices, c.to.data() + at, p);
            const auto from_u = along(p.u, from), from_v = along(p.v, from), to_u = along(p.u, to),
                       to_v = along(p.v, to);
            hn::StoreU(from_u, d, c.from_u.data() + at);
            hn::StoreU(from_v, d, c.from_v.data() + at);
            hn::StoreU(to_u, d, c.to_u.data() + at);
            hn::StoreU(to_v, d, c.to_v.data() + at);
            lo_u = hn::Min(lo_u, hn::Min(from_u, to_u));
            hi_u = hn::Max(hi_u, hn::Max(from_u, to_u));
            lo_v = hn::Min(lo_v, hn::Min(from_v, to_v));
            hi_v = hn::Max(hi_v, hn::Max(from_v, to_v));
        }
        c.lo_u[block] = hn::GetLane(hn::MinOfLanes(d, lo_u)) - c.error;
        c.hi_u[block] = hn::GetLane(hn::MaxOfLanes(d, hi_u)) + c.error;
        c.lo_v[block] = hn::GetLane(hn::MinOfLanes(d, lo_v)) - c.error;
        c.hi_v[block] = hn::GetLane(hn::MaxOfLanes(d, hi_v)) + c.error;
    }
}

void Project(const Vertices& vertices, const Projection& projection, ProjectedContours& contours) {
    with_vertices(vertices, [&](const auto* v) { project_edges(v, projection, contours); });
}

/// A 2 x 2 determinant of differences of projected points, and how far it may be off.
struct Side {
    Float value, error;
};

HWY_INLINE Side side(Float ax, Float ay, Float bx, Float by, float coordinate_error) {
    const Floats d;
    const auto p = hn::Mul(ax, by), q = hn::Mul(ay, bx);
    const auto lengths = hn::Add(hn::Add(hn::Abs(ax), hn::Abs(ay)), hn::Add(hn::Abs(bx), hn::Abs(by)));
    // Each difference is off by at most 2 coordinate errors and a rounding; the products add three roundings.
    const auto from_points =
        hn::Mul(hn::Add(lengths, hn::Set(d, 4 * coordinate_error)), hn::Set(d, 4 * coordinate_error));
    const auto from_rounding = hn::Mul(hn::Add(hn::Abs(p), hn::Abs(q)), hn::Set(d, 8 * 0x1p-24f));
    return {hn::Sub(p, q), hn::Add(hn::Add(from_points, from_rounding), hn::Set(d, 1e-35f))};
}

/// A dot product: the determinant with the second vector turned by a right angle.
HWY_INLINE Side progress(Float ax, Float ay, Float bx, Float by, float coordinate_error) {
    return side(ax, ay, hn::Neg(by), bx, coordinate_error);
}

HWY_INLINE hn::Mask<Floats> same_certain_side(const Side& p, const Side& q) {
    const auto above = hn::And(hn::Gt(p.value, p.error), hn::Gt(q.value, q.error));
    const auto below = hn::And(hn::Gt(hn::Neg(p.value), p.error), hn::Gt(hn::Neg(q.value), q.error));
    return hn::Or(above, below);
}

struct RowResult {
    bool clear;           // strangers certainly keep apart, neighbours do not fold back
    std::uint32_t links;  // pairs in which one edge begins where the other ends
};

/// Edge `i` against the edges of block `block`, those from number `after` on.
HWY_INLINE RowResult edge_against_block(const ProjectedContours& c, std::size_t i, std::size_t block, std::size_t after,
                                        std::size_t count) {
    const Floats d;
    const Numbers n;
    const float e = c.error;
    const auto au = hn::Set(d, c.from_u[i]), av = hn::Set(d, c.from_v[i]), bu = hn::Set(d, c.to_u[i]),
               bv = hn::Set(d, c.to_v[i]);
    const auto abu = hn::Sub(bu, au), abv = hn::Sub(bv, av);
    RowResult result{true, 0};
    for (std::size_t at = block * row; at < (block + 1) * row; at += float_lanes) {
        if (at + float_lanes <= after || at >= count) continue;
        const auto cu = hn::LoadU(d, c.from_u.data() + at), cv = hn::LoadU(d, c.from_v.data() + at),
                   du = hn::LoadU(d, c.to_u.data() + at), dv = hn::LoadU(d, c.to_v.data() + at);
        const auto from = hn::LoadU(n, c.from.data() + at), to = hn::LoadU(n, c.to.data() + at);
        unsigned relevant = (1u << float_lanes) - 1;
        if (after > at) relevant &= ~0u << (after - at);
        if (count - at < float_lanes) relevant &= (1u << (count - at)) - 1;

        const auto cdu = hn::Sub(du, cu), cdv = hn::Sub(dv, cv);
        const auto acu = hn::Sub(cu, au), acv = hn::Sub(cv, av);
        const auto adu = hn::Sub(du, au), adv = hn::Sub(dv, av);
        const auto bcu = hn::Sub(cu, bu), bcv = hn::Sub(cv, bv);
        const auto by_line_of_i = same_certain_side(side(abu, abv, acu, acv, e), side(abu, abv, adu, adv, e));
        const auto by_line_of_other = same_certain_side(side(cdu, cdv, acu, acv, e), side(cdu, cdv, bcu, bcv, e));
        unsigned apart = bits_of(d, hn::Or(by_line_of_i, by_line_of_other));

        const unsigned leads_here = bits_of(n, hn::Eq(to, hn::Set(n, c.from[i])));  // the other ends where i begins
        const unsigned follows = bits_of(n, hn::Eq(from, hn::Set(n, c.to[i])));     // the other begins where i ends
        const unsigned same_from = bits_of(n, hn::Eq(from, hn::Set(n, c.from[i])));
        const unsigned same_to = bits_of(n, hn::Eq(to, hn::Set(n, c.to[i])));
        const unsigned linked = (leads_here | follows) & relevant;
        if (((same_from | same_to) & relevant) != 0 || (leads_here & follows & relevant) != 0) return {false, 0};
        if ((~apart & ~linked & relevant) != 0) {
            // Edges of a straight contour: one lies wholly before or behind the other.
            const auto bdu = hn::Sub(du, bu), bdv = hn::Sub(dv, bv);
            const Side c_behind = progress(abu, abv, bcu, bcv, e), d_behind = progress(abu, abv, bdu, bdv, e);
            const Side c_before = progress(abu, abv, acu, acv, e), d_before = progress(abu, abv, adu, adv, e);
            const auto behind = hn::And(hn::Gt(c_behind.value, c_behind.error), hn::Gt(d_behind.value, d_behind.error));
            const auto before = hn::And(hn::Gt(hn::Neg(c_before.value), c_before.error),
                                        hn::Gt(hn::Neg(d_before.value), d_before.error));
            apart |= bits_of(d, hn::Or(behind, before));
            if ((~apart & ~linked & relevant) != 0) return {false, 0};
        }
        if (linked != 0) {
            // Neighbours fold back where they leave the common vertex in the same direction.
            const auto bdu = hn::Sub(du, bu), bdv = hn::Sub(dv, bv);
            const Side turn_after = side(abu, abv, bdu, bdv, e), turn_before = side(cdu, cdv, abu, abv, e);
            const auto straight = [&](Float pu, Float pv, Float qu, Float qv) {
                const Side forward = progress(pu, pv, qu, qv, e);
                return hn::Gt(forward.value, forward.error);
            };
            const auto after_good =
                hn::Or(hn::Gt(hn::Abs(turn_after.value), turn_after.error), straight(abu, abv, bdu, bdv));
            const auto before_good =
                hn::Or(hn::Gt(hn::Abs(turn_before.value), turn_before.error), straight(cdu, cdv, abu, abv));
            if ((follows & relevant & ~bits_of(d, after_good)) != 0) return {false, 0};
            if ((leads_here & relevant & ~bits_of(d, before_good)) != 0) return {false, 0};
            result.links += static_cast<std::uint32_t>(std::popcount(linked));
        }
    }
    return result;
}

/// Bits of blocks first ... first + 7 whose rectangles overlap that of `block`.
HWY_INLINE unsigned overlapping_blocks(const ProjectedContours& c, std::size_t block, std::size_t first) {
    const Floats d;
    unsigned bits = 0;
    for (std::size_t at = 0; at < row; at += float_lanes) {
        auto meets = hn::Le(hn::LoadU(d, c.lo_u.data() + first + at), hn::Set(d, c.hi_u[block]));
        meets = hn::And(meets, hn::Ge(hn::LoadU(d, c.hi_u.data() + first + at), hn::Set(d, c.lo_u[block])));
        meets = hn::And(meets, hn::Le(hn::LoadU(d, c.lo_v.data() + first + at), hn::Set(d, c.hi_v[block])));
        meets = hn::And(meets, hn::Ge(hn::LoadU(d, c.hi_v.data() + first + at), hn::Set(d, c.lo_v[block])));
        bits |= bits_of(d, meets) << at;
    }
    return bits;
}

/// Bits of the edges of `block` whose rectangles reach into that of `other`.
HWY_INLINE unsigned edges_reaching(const ProjectedContours& c, std::size_t block, std::size_t other) {
    const Floats d;
    const float e = c.error;
    const auto lo_u = hn::Set(d, c.lo_u[other] - e), hi_u = hn::Set(d, c.hi_u[other] + e),
               lo_v = hn::Set(d, c.lo_v[other] - e), hi_v = hn::Set(d, c.hi_v[other] + e);
    unsigned bits = 0;
    for (std::size_t at = 0; at < row; at += float_lanes) {
        const std::size_t i = block * row + at;
        const auto au = hn::LoadU(d, c.from_u.data() + i), av = hn::LoadU(d, c.from_v.data() + i),
                   bu = hn::LoadU(d, c.to_u.data() + i), bv = hn::LoadU(d, c.to_v.data() + i);
        const auto in_u = hn::And(hn::Le(hn::Min(au, bu), hi_u), hn::Ge(hn::Max(au, bu), lo_u));
        const auto in_v = hn::And(hn::Le(hn::Min(av, bv), hi_v), hn::Ge(hn::Max(av, bv), lo_v));
        bits |= bits_of(d, hn::And(in_u, in_v)) << at;
    }
    return bits;
}

/// Whether the edges of blocks [first, last] follow one another and all advance along the chord: such a chain neither
/// meets itself nor folds back.
HWY_INLINE bool monotone_chain(const ProjectedContours& c, std::size_t first, std::size_t last) {
    const Floats d;
    const std::size_t begin = first * row, end = (last + 1) * row;
    const auto chord_u = hn::Set(d, c.to_u[end - 1] - c.from_u[begin]);
    const auto chord_v = hn::Set(d, c.to_v[end - 1] - c.from_v[begin]);
    for (std::size_t at = begin; at < end; at += float_lanes) {
        const auto eu = hn::Sub(hn::LoadU(d, c.to_u.data() + at), hn::LoadU(d, c.from_u.data() + at));
        const auto ev = hn::Sub(hn::LoadU(d, c.to_v.data() + at), hn::LoadU(d, c.from_v.data() + at));
        const Side forward = progress(chord_u, chord_v, eu, ev, c.error);
        if (!hn::AllTrue(d, hn::Gt(forward.value, forward.error))) return false;
    }
    for (std::size_t i = begin; i + 1 < end; ++i) {
        if (c.to[i] != c.from[i + 1]) return false;
    }
    return true;
}

/// Edges of two blocks, or within one, row by row.
HWY_INLINE RowResult block_against_block(const ProjectedContours& c, std::size_t block, std::size_t other,
                                         std::size_t count) {
    RowResult result{true, 0};
    unsigned rows = block == other ? 0xffu : edges_reaching(c, block, other);
    for (; rows != 0; rows &= rows - 1) {
        const std::size_t i = block * row + static_cast<std::size_t>(std::countr_zero(rows));
        if (i >= count) break;
        const RowResult r = edge_against_block(c, i, other, other == block ? i + 1 : 0, count);
        if (!r.clear) return r;
        result.links += r.links;
    }
    return result;
}

bool CertainlySimple(const ProjectedContours& c) {
    const std::size_t count = c.edges.size(), blocks = c.from.size() / row, full = count / row;
    std::size_t links = 0;
    bool joined = false;  // the chain that ends with this block has been shown to be monotone
    for (std::size_t block = 0; block < blocks; ++block) {
        const bool within_known = joined || (block < full && monotone_chain(c, block, block));
        if (within_known) links += row - 1;
        joined = within_known && block + 1 < full && monotone_chain(c, block, block + 1);
        if (joined) links += 1;
        for (std::size_t group = block / row * row; group < blocks; group += row) {
            unsigned bits = overlapping_blocks(c, block, group);
            if (group < block) bits &= ~0u << (block - group);
            for (; bits != 0; bits &= bits - 1) {
                const std::size_t other = group + static_cast<std::size_t>(std::countr_zero(bits));
                if (other >= blocks) break;
                if ((other == block && within_known) || (other == block + 1 && joined)) continue;
                const RowResult r = block_against_block(c, block, other, count);
                if (!r.clear) return false;
                links += r.links;
            }
        }
    }
    return links == count;
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(Project);
HWY_EXPORT(CertainlySimple);

void project(const Vertices& vertices, const Projection& projection, ProjectedContours& c) {
    constexpr std::size_t block = 8;
    const std::size_t count = c.edges.size(), padded = (count + block - 1) / block * block;
    c.from.resize(padded);
    c.to.resize(padded);
    for (std::size_t i = 0; i < padded; ++i) {
        const ContourEdge& edge = c.edges[std::min(i, count - 1)];
        c.from[i] = edge.from;
        c.to[i] = edge.to;
    }
    for (auto* coordinates : {&c.from_u, &c.from_v, &c.to_u, &c.to_v}) coordinates->resize(padded);
    const std::size_t rectangles = (padded / block + block - 1) / block * block;
    for (auto* bounds : {&c.lo_u, &c.lo_v}) bounds->assign(rectangles, std::numeric_limits<float>::infinity());
    for (auto* bounds : {&c.hi_u, &c.hi_v}) bounds->assign(rectangles, -std::numeric_limits<float>::infinity());
    // A coordinate difference is rounded once, its products and sums thrice; the axes are about unit vectors, so that
    // the magnitudes add up to less than twice the radius. Doubled for safety.
    c.error = 16 * 0x1p-24f * projection.radius;
    HWY_DYNAMIC_DISPATCH(Project)(vertices, projection, c);
}

bool certainly_simple(const ProjectedContours& contours) { return HWY_DYNAMIC_DISPATCH(CertainlySimple)(contours); }

double certain_area(const ProjectedContours& c, std::size_t begin, std::size_t end) {
    double area = 0, length = 0;
    const double reference_u = c.from_u[begin], reference_v = c.from_v[begin];
    for (std::size_t i = begin; i < end; ++i) {
        const double au = c.from_u[i] - reference_u, av = c.from_v[i] - reference_v;
        const double bu = c.to_u[i] - reference_u, bv = c.to_v[i] - reference_v;
        area += au * bv - av * bu;
        length += std::abs(au) + std::abs(av) + std::abs(bu) + std::abs(bv) + 4.0 * c.error;
    }
    const double error = 4.0 * c.error * length;
    return std::abs(area) > error ? area : 0;
}

}  // namespace pliant::simd
#endif
