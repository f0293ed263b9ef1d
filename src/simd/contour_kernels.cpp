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
    const auto error = hn::Set(d, c.error);
    for (std::size_t at = 0; at < c.from.size(); at += float_lanes) {
        const FloatPoints3 from = relative(vertices, c.from.data() + at, p);
        const FloatPoints3 to = relative(vertices, c.to.data() + at, p);
        const auto from_u = along(p.u, from), from_v = along(p.v, from), to_u = along(p.u, to), to_v = along(p.v, to);
        hn::StoreU(from_u, d, c.from_u.data() + at);
        hn::StoreU(from_v, d, c.from_v.data() + at);
        hn::StoreU(to_u, d, c.to_u.data() + at);
        hn::StoreU(to_v, d, c.to_v.data() + at);
        hn::StoreU(hn::Sub(hn::Min(from_u, to_u), error), d, c.lo_u.data() + at);
        hn::StoreU(hn::Add(hn::Max(from_u, to_u), error), d, c.hi_u.data() + at);
        hn::StoreU(hn::Sub(hn::Min(from_v, to_v), error), d, c.lo_v.data() + at);
        hn::StoreU(hn::Add(hn::Max(from_v, to_v), error), d, c.hi_v.data() + at);
    }
}

HWY_INLINE float least_of_row(const float* from) {
    const Floats d;
    auto value = hn::LoadU(d, from);
    for (std::size_t at = float_lanes; at < row; at += float_lanes) value = hn::Min(value, hn::LoadU(d, from + at));
    return hn::GetLane(hn::MinOfLanes(d, value));
}

HWY_INLINE float greatest_of_row(const float* from) {
    const Floats d;
    auto value = hn::LoadU(d, from);
    for (std::size_t at = float_lanes; at < row; at += float_lanes) value = hn::Max(value, hn::LoadU(d, from + at));
    return hn::GetLane(hn::MaxOfLanes(d, value));
}

void bound_blocks(ProjectedContours& c) {
    for (std::size_t block = 0; block < c.from.size() / row; ++block) {
        c.block_lo_u[block] = least_of_row(c.lo_u.data() + block * row);
        c.block_hi_u[block] = greatest_of_row(c.hi_u.data() + block * row);
        c.block_lo_v[block] = least_of_row(c.lo_v.data() + block * row);
        c.block_hi_v[block] = greatest_of_row(c.hi_v.data() + block * row);
    }
}

void Project(const Vertices& vertices, const Projection& projection, ProjectedContours& contours) {
    with_vertices(vertices, [&](const auto* v) { project_edges(v, projection, contours); });
    bound_blocks(contours);
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

/// Bits of edges [first, first + lanes) for which it is certain that the next edge of the array does not fold back, if
/// it begins where they end.
HWY_INLINE unsigned do_not_fold(const ProjectedContours& c, std::size_t first) {
    const Floats d;
    const auto load = [&](const std::vector<float>& values, std::size_t at) {
        return hn::LoadU(d, values.data() + at);
    };
    const auto au = hn::Sub(load(c.to_u, first), load(c.from_u, first)),
               av = hn::Sub(load(c.to_v, first), load(c.from_v, first));
    const auto bu = hn::Sub(load(c.to_u, first + 1), load(c.from_u, first + 1)),
               bv = hn::Sub(load(c.to_v, first + 1), load(c.from_v, first + 1));
    const auto size = hn::Add(hn::Add(hn::Abs(au), hn::Abs(av)), hn::Add(hn::Abs(bu), hn::Abs(bv)));
    // Differences are off by two errors of a point and a rounding; products and sums by roundings of the magnitudes.
    const auto e = hn::Set(d, 4 * c.error);
    const auto bound = hn::Add(hn::Mul(e, hn::Add(size, e)), hn::Mul(hn::Mul(size, size), hn::Set(d, 8 * 0x1p-24f)));
    const auto dot = hn::Add(hn::Mul(au, bu), hn::Mul(av, bv));
    const auto turn = hn::Abs(hn::Sub(hn::Mul(au, bv), hn::Mul(av, bu)));
    return bits_of(d, hn::Gt(hn::Max(dot, turn), bound));
}

/// Whether no edge folds back onto the one before it in the array, where the two are linked. Counts the links.
bool links_do_not_fold(const ProjectedContours& c, std::size_t& links) {
    for (std::size_t first = 0; first + 1 < c.count; first += float_lanes) {
        const unsigned good = first + 1 + float_lanes <= c.from.size() ? do_not_fold(c, first) : 0;
        for (std::size_t i = first; i < std::min(first + float_lanes, c.count - 1); ++i) {
            if (c.to[i] != c.from[i + 1]) continue;
            if ((good >> (i - first) & 1) == 0 && !leaves_forward(c, i, i + 1)) return false;
            ++links;
        }
    }
    return true;
}

/// Bits of eight rectangles from `first` on that meet a rectangle.
HWY_INLINE unsigned meeting_rectangles(const float* lo_u, const float* hi_u, const float* lo_v, const float* hi_v,
                                       float low_u, float high_u, float low_v, float high_v) {
    const Floats d;
    unsigned bits = 0;
    for (std::size_t at = 0; at < row; at += float_lanes) {
        const auto in_u = hn::And(hn::Le(hn::LoadU(d, lo_u + at), hn::Set(d, high_u)),
                                  hn::Ge(hn::LoadU(d, hi_u + at), hn::Set(d, low_u)));
        const auto in_v = hn::And(hn::Le(hn::LoadU(d, lo_v + at), hn::Set(d, high_v)),
                                  hn::Ge(hn::LoadU(d, hi_v + at), hn::Set(d, low_v)));
        bits |= bits_of(d, hn::And(in_u, in_v)) << at;
    }
    return bits;
}

HWY_INLINE unsigned edges_meeting(const ProjectedContours& c, std::size_t block, float low_u, float high_u, float low_v,
                                  float high_v) {
    const std::size_t at = block * row;
    return meeting_rectangles(c.lo_u.data() + at, c.hi_u.data() + at, c.lo_v.data() + at, c.hi_v.data() + at, low_u,
                              high_u, low_v, high_v);
}

HWY_INLINE unsigned blocks_meeting(const ProjectedContours& c, std::size_t first, std::size_t block) {
    return meeting_rectangles(c.block_lo_u.data() + first, c.block_hi_u.data() + first, c.block_lo_v.data() + first,
                              c.block_hi_v.data() + first, c.block_lo_u[block], c.block_hi_u[block],
                              c.block_lo_v[block], c.block_hi_v[block]);
}

/// The edges of two blocks, or of one: those whose rectangles meet are looked at one by one.
HWY_INLINE bool blocks_keep_clear(const ProjectedContours& c, std::size_t block, std::size_t other,
                                  std::size_t& links) {
    unsigned rows = block == other ? 0xffu
                                   : edges_meeting(c, block, c.block_lo_u[other], c.block_hi_u[other],
                                                   c.block_lo_v[other], c.block_hi_v[other]);
    for (; rows != 0; rows &= rows - 1) {
        const std::size_t i = block * row + static_cast<std::size_t>(std::countr_zero(rows));
        if (i >= c.count) break;
        unsigned bits = edges_meeting(c, other, c.lo_u[i], c.hi_u[i], c.lo_v[i], c.hi_v[i]);
        if (block == other) bits &= ~1u << (i % row);
        // The next edge of the array has been looked at already where the two are linked.
        if ((i + 1) / row == other && i + 1 < c.count && c.to[i] == c.from[i + 1]) bits &= ~(1u << ((i + 1) % row));
        for (; bits != 0; bits &= bits - 1) {
            const std::size_t k = other * row + static_cast<std::size_t>(std::countr_zero(bits));
            if (k >= c.count) break;
            const Meeting meeting = meeting_of(c, i, k);
            if (meeting == Meeting::not_clear) return false;
            if (meeting == Meeting::link) ++links;
        }
    }
    return true;
}

bool CertainlySimple(const ProjectedContours& c) {
    const std::size_t blocks = c.from.size() / row;
    std::size_t links = 0;
    if (!links_do_not_fold(c, links)) return false;
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t group = block / row * row; group < blocks; group += row) {
            unsigned bits = blocks_meeting(c, group, block);
            if (group < block) bits &= ~0u << (block - group);
            for (; bits != 0; bits &= bits - 1) {
                const std::size_t other = group + static_cast<std::size_t>(std::countr_zero(bits));
                if (other >= blocks) break;
                if (!blocks_keep_clear(c, block, other, links)) return false;
            }
        }
    }
    return links == c.count;
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(Project);
HWY_EXPORT(CertainlySimple);

void project(const Vertices& vertices, const Projection& projection, ProjectedContours& c) {
    constexpr std::size_t block = 8;
    c.count = c.from.size();
    const std::size_t padded = (c.count + block - 1) / block * block;
    c.from.resize(padded, c.from.back());
    c.to.resize(padded, c.to.back());
    for (auto* values : {&c.from_u, &c.from_v, &c.to_u, &c.to_v, &c.lo_u, &c.hi_u, &c.lo_v, &c.hi_v}) {
        values->resize(padded);
    }
    const std::size_t rectangles = (padded / block + block - 1) / block * block;
    for (auto* values : {&c.block_lo_u, &c.block_lo_v})
        values->assign(rectangles, std::numeric_limits<float>::infinity());
    for (auto* values : {&c.block_hi_u, &c.block_hi_v})
        values->assign(rectangles, -std::numeric_limits<float>::infinity());
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
