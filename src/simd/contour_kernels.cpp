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

// ---- single edges

/// A vector in the projection and how far each coordinate may be off.
struct Vec2 {
    double u, v;
};

/// Whether a determinant, or the dot product with the second vector turned, is certainly above zero. Coordinates are
/// off by less than two errors of a projected point; all else is done in double precision.
bool certainly_positive(double value, Vec2 a, Vec2 b, double error) {
    const double e = 2.0 * error;
    const double size = std::abs(a.u) + std::abs(a.v) + std::abs(b.u) + std::abs(b.v);
    return value > 1.001 * (e * (size + 2 * e)) + 1e-12 * size * size;
}

double determinant(Vec2 a, Vec2 b) { return a.u * b.v - a.v * b.u; }
double dot(Vec2 a, Vec2 b) { return a.u * b.u + a.v * b.v; }

Vec2 from_of(const ProjectedContours& c, std::size_t i) { return {c.from_u[i], c.from_v[i]}; }
Vec2 to_of(const ProjectedContours& c, std::size_t i) { return {c.to_u[i], c.to_v[i]}; }
Vec2 operator-(Vec2 a, Vec2 b) { return {a.u - b.u, a.v - b.v}; }

/// Edge `next` begins where `i` ends: it turns, or goes on forwards.
bool leaves_forward(const ProjectedContours& c, std::size_t i, std::size_t next) {
    const Vec2 a = to_of(c, i) - from_of(c, i), b = to_of(c, next) - from_of(c, next);
    return certainly_positive(dot(a, b), a, b, c.error) ||
           certainly_positive(std::abs(determinant(a, b)), a, b, c.error);
}

/// Whether two points lie certainly on the same side of the line through an edge, or both before or both behind it.
bool separates(const ProjectedContours& c, std::size_t edge, Vec2 p, Vec2 q) {
    const Vec2 begin = from_of(c, edge), end = to_of(c, edge), along = end - begin;
    const Vec2 to_p = p - begin, to_q = q - begin;
    const double side_p = determinant(along, to_p), side_q = determinant(along, to_q);
    const auto above = [&](double value, Vec2 b) { return certainly_positive(value, along, b, c.error); };
    if (above(side_p, to_p) && above(side_q, to_q)) return true;
    if (above(-side_p, to_p) && above(-side_q, to_q)) return true;
    if (above(-dot(along, to_p), to_p) && above(-dot(along, to_q), to_q)) return true;
    return above(dot(along, p - end), p - end) && above(dot(along, q - end), q - end);
}

enum class Meeting { clear, link, not_clear };

Meeting meeting_of(const ProjectedContours& c, std::size_t i, std::size_t k) {
    const bool follows = c.to[i] == c.from[k], leads = c.to[k] == c.from[i];
    if (c.from[i] == c.from[k] || c.to[i] == c.to[k] || (follows && leads)) return Meeting::not_clear;
    if (follows) return leaves_forward(c, i, k) ? Meeting::link : Meeting::not_clear;
    if (leads) return leaves_forward(c, k, i) ? Meeting::link : Meeting::not_clear;
    const bool apart = separates(c, i, from_of(c, k), to_of(c, k)) || separates(c, k, from_of(c, i), to_of(c, i));
    return apart ? Meeting::clear : Meeting::not_clear;
}

// ---- blocks of edges

/// Whether every edge that is followed, in its array, by the edge that begins where it ends does not fold back onto it.
/// Counts such links.
bool links_do_not_fold(const ProjectedContours& c, std::size_t& links) {
    const std::size_t count = c.edges.size();
    for (std::size_t i = 0; i + 1 < count; ++i) {
        if (c.to[i] != c.from[i + 1]) continue;
        if (!leaves_forward(c, i, i + 1)) return false;
        ++links;
    }
    return true;
}

/// Bits of the edges of `block` whose rectangles meet a rectangle.
HWY_INLINE unsigned edges_meeting(const ProjectedContours& c, std::size_t block, float lo_u, float hi_u, float lo_v,
                                  float hi_v) {
    const Floats d;
    unsigned bits = 0;
    for (std::size_t at = 0; at < row; at += float_lanes) {
        const std::size_t i = block * row + at;
        const auto au = hn::LoadU(d, c.from_u.data() + i), av = hn::LoadU(d, c.from_v.data() + i),
                   bu = hn::LoadU(d, c.to_u.data() + i), bv = hn::LoadU(d, c.to_v.data() + i);
        const auto in_u = hn::And(hn::Le(hn::Min(au, bu), hn::Set(d, hi_u)), hn::Ge(hn::Max(au, bu), hn::Set(d, lo_u)));
        const auto in_v = hn::And(hn::Le(hn::Min(av, bv), hn::Set(d, hi_v)), hn::Ge(hn::Max(av, bv), hn::Set(d, lo_v)));
        bits |= bits_of(d, hn::And(in_u, in_v)) << at;
    }
    return bits;
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

/// The edges of two blocks, or of one: those whose rectangles meet are looked at one by one.
HWY_INLINE bool blocks_keep_clear(const ProjectedContours& c, std::size_t block, std::size_t other, std::size_t count,
                                  std::size_t& links) {
    const float e = 2 * c.error;
    unsigned rows = block == other ? 0xffu
                                   : edges_meeting(c, block, c.lo_u[other] - e, c.hi_u[other] + e, c.lo_v[other] - e,
                                                   c.hi_v[other] + e);
    for (; rows != 0; rows &= rows - 1) {
        const std::size_t i = block * row + static_cast<std::size_t>(std::countr_zero(rows));
        if (i >= count) break;
        unsigned bits =
            edges_meeting(c, other, std::min(c.from_u[i], c.to_u[i]) - e, std::max(c.from_u[i], c.to_u[i]) + e,
                          std::min(c.from_v[i], c.to_v[i]) - e, std::max(c.from_v[i], c.to_v[i]) + e);
        if (block == other) bits &= ~1u << (i % row);
        for (; bits != 0; bits &= bits - 1) {
            const std::size_t k = other * row + static_cast<std::size_t>(std::countr_zero(bits));
            if (k >= count) break;
            if (k == i + 1 && c.to[i] == c.from[k]) continue;  // looked at already
            const Meeting meeting = meeting_of(c, i, k);
            if (meeting == Meeting::not_clear) return false;
            if (meeting == Meeting::link) ++links;
        }
    }
    return true;
}

bool CertainlySimple(const ProjectedContours& c) {
    const std::size_t count = c.edges.size(), blocks = c.from.size() / row;
    std::size_t links = 0;
    if (!links_do_not_fold(c, links)) return false;
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t group = block / row * row; group < blocks; group += row) {
            unsigned bits = overlapping_blocks(c, block, group);
            if (group < block) bits &= ~0u << (block - group);
            for (; bits != 0; bits &= bits - 1) {
                const std::size_t other = group + static_cast<std::size_t>(std::countr_zero(bits));
                if (other >= blocks) break;
                if (!blocks_keep_clear(c, block, other, count, links)) return false;
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
