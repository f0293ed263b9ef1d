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

inline constexpr std::size_t row = 8;              // edges of a block
inline constexpr std::size_t farthest_reach = 15;  // followed no further: to the end of the next block
using Numbers = hn::Rebind<std::uint32_t, Floats>;

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

/// A vector (u, v) that is off by less than four errors of a point in each coordinate, sums included.
HWY_INLINE hn::Vec<Numbers> heading_of(Float u, Float v, Float bound) {
    const Floats d;
    const Numbers n;
    auto bits = hn::Zero(n);
    std::uint32_t bit = 1;
    for (const auto along : {u, v, hn::Add(u, v), hn::Sub(u, v)}) {
        for (const auto ahead : {hn::Gt(along, bound), hn::Lt(along, hn::Neg(bound))}) {
            bits = hn::Or(bits, hn::And(hn::BitCast(n, hn::VecFromMask(d, ahead)), hn::Set(n, bit)));
            bit <<= 1;
        }
    }
    return bits;
}

template <class Vertex>
void project_edges(const Vertex* vertices, const Projection& p, ProjectedContours& c) {
    const Floats d;
    const auto error = hn::Set(d, c.error), bound = hn::Set(d, 8 * c.error);
    for (std::size_t at = 0; at < c.count; at += float_lanes) {
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
        hn::StoreU(heading_of(hn::Sub(to_u, from_u), hn::Sub(to_v, from_v), bound), Numbers(), c.heading.data() + at);
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
    const std::size_t blocks = (c.count + row - 1) / row;
    for (std::size_t block = 0; block < blocks; ++block) {
        c.block_lo_u[block] = least_of_row(c.lo_u.data() + block * row);
        c.block_hi_u[block] = greatest_of_row(c.hi_u.data() + block * row);
        c.block_lo_v[block] = least_of_row(c.lo_v.data() + block * row);
        c.block_hi_v[block] = greatest_of_row(c.hi_v.data() + block * row);
    }
    for (std::size_t block = blocks; block % row != 0; ++block) {  // rectangles that meet nothing
        c.block_lo_u[block] = c.block_lo_v[block] = std::numeric_limits<float>::infinity();
        c.block_hi_u[block] = c.block_hi_v[block] = -std::numeric_limits<float>::infinity();
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

/// Edges that all advance along one direction, each from where the one before it ended, cannot meet again: the same
/// argument as for regions, one dimension lower. Counts the edges that are continued by the next one in the array;
/// false where one of these certainly folds back, or may.
bool follow_headings(ProjectedContours& c, std::size_t& links) {
    const Numbers n;
    constexpr std::size_t lanes = hn::MaxLanes(n);
    c.continued[0] = 0;
    for (std::size_t at = 0; at < c.count; at += lanes) {
        const auto linked = hn::Eq(hn::LoadU(n, c.to.data() + at), hn::LoadU(n, c.from.data() + at + 1));
        const auto next = hn::LoadU(n, c.heading.data() + at + 1);
        hn::StoreU(hn::IfThenElseZero(linked, next), n, c.continued.data() + at + 1);
        links += static_cast<std::size_t>(std::popcount(bits_of(n, linked)));
    }
    const std::size_t padded = (c.count + row - 1) / row * row;
    std::fill_n(c.continued.begin() + static_cast<std::ptrdiff_t>(padded), 2 * row, 0u);
    for (std::size_t at = 0; at < padded; at += lanes) {
        auto common = hn::LoadU(n, c.heading.data() + at);
        auto steps = hn::Zero(n);
        for (std::size_t step = 1; step <= farthest_reach; ++step) {
            common = hn::And(common, hn::LoadU(n, c.continued.data() + at + step));
            steps = hn::Sub(steps, hn::VecFromMask(n, hn::Ne(common, hn::Zero(n))));
        }
        hn::StoreU(steps, n, c.reach.data() + at);
        const auto linked = hn::Eq(hn::LoadU(n, c.to.data() + at), hn::LoadU(n, c.from.data() + at + 1));
        for (unsigned turns = bits_of(n, hn::And(linked, hn::Eq(steps, hn::Zero(n)))); turns != 0; turns &= turns - 1) {
            const std::size_t i = at + static_cast<std::size_t>(std::countr_zero(turns));
            if (!leaves_forward(c, i, i + 1)) return false;
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

/// Edges of a block that do not certainly keep clear of all those behind them up to `end`.
HWY_INLINE unsigned not_clear_up_to(const ProjectedContours& c, std::size_t block, std::size_t end) {
    const Numbers n;
    unsigned bits = 0;
    for (std::size_t at = block * row; at < (block + 1) * row; at += hn::MaxLanes(n)) {
        const auto behind = hn::Sub(hn::Set(n, static_cast<std::uint32_t>(end - 1 - at)), hn::Iota(n, 0));
        bits |= bits_of(n, hn::Lt(hn::LoadU(n, c.reach.data() + at), behind)) << (at - block * row);
    }
    return bits;
}

/// The edges of two blocks, or of one: those whose rectangles meet are looked at one by one.
HWY_INLINE bool blocks_keep_clear(const ProjectedContours& c, std::size_t block, std::size_t other,
                                  std::size_t& links) {
    unsigned rows = other > block + 1 ? 0xffu : not_clear_up_to(c, block, std::min((other + 1) * row, c.count));
    if (rows != 0 && block != other) {
        rows &=
            edges_meeting(c, block, c.block_lo_u[other], c.block_hi_u[other], c.block_lo_v[other], c.block_hi_v[other]);
    }
    for (; rows != 0; rows &= rows - 1) {
        const std::size_t i = block * row + static_cast<std::size_t>(std::countr_zero(rows));
        if (i >= c.count) break;
        unsigned bits = edges_meeting(c, other, c.lo_u[i], c.hi_u[i], c.lo_v[i], c.hi_v[i]);
        // Not the edge itself nor the next ones that it keeps clear of; a link to the next has been looked at already.
        const bool linked = i + 1 < c.count && c.to[i] == c.from[i + 1];
        const std::size_t first_open = i + 1 + std::max<std::size_t>(c.reach[i], linked ? 1 : 0);
        if (first_open > other * row) bits &= ~0u << std::min<std::size_t>(first_open - other * row, 31);
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

FacingEdges FindFacing(const std::uint32_t* behind, std::size_t count, std::uint32_t first_leaf, std::uint32_t leaves) {
    const Numbers n;
    const auto first = hn::Set(n, first_leaf), number = hn::Set(n, leaves);
    FacingEdges out;
    unsigned before = behind[count - 1] - first_leaf < leaves ? 1 : 0;
    for (std::size_t at = 0; at < count; at += hn::MaxLanes(n)) {
        unsigned faces = bits_of(n, hn::Lt(hn::Sub(hn::LoadU(n, behind + at), first), number));
        const std::size_t lanes = std::min(hn::MaxLanes(n), count - at);
        const unsigned all = (1u << lanes) - 1;
        faces &= all;
        const unsigned previous = (faces << 1 | before) & all;
        if (const unsigned starts = faces & ~previous; starts != 0) {
            out.runs += static_cast<std::size_t>(std::popcount(starts));
            out.begin = at + static_cast<std::size_t>(std::countr_zero(starts));
        }
        if (const unsigned ends = previous & ~faces; ends != 0) {
            out.end = at + static_cast<std::size_t>(std::countr_zero(ends));
        }
        before = faces >> (lanes - 1) & 1;
    }
    return out;
}

bool CertainlySimple(ProjectedContours& c) {
    const std::size_t blocks = (c.count + row - 1) / row;
    std::size_t links = 0;
    if (!follow_headings(c, links)) return false;
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
HWY_EXPORT(FindFacing);

namespace {

constexpr std::size_t block = 8;

std::size_t whole_blocks(std::size_t count) { return (count + block - 1) / block * block; }

}  // namespace

void ProjectedContours::add(const ContourEdges& edges) {
    make_room(count + edges.size());
    std::copy(edges.from.begin(), edges.from.end(), from.begin() + static_cast<std::ptrdiff_t>(count));
    std::copy(edges.to.begin(), edges.to.end(), to.begin() + static_cast<std::ptrdiff_t>(count));
    count += edges.size();
}

void ProjectedContours::make_room(std::size_t edges) {
    const std::size_t needed = whole_blocks(edges) + 2 * block;
    if (needed <= from.size()) return;
    const std::size_t size = 2 * needed;
    for (auto* values : {&from, &to, &heading, &continued, &reach}) values->resize(size);
    for (auto* values : {&from_u, &from_v, &to_u, &to_v, &lo_u, &hi_u, &lo_v, &hi_v}) values->resize(size);
    for (auto* values : {&block_lo_u, &block_hi_u, &block_lo_v, &block_hi_v}) {
        values->resize(whole_blocks(size / block + 1));
    }
}

FacingEdges facing_edges(std::span<const std::uint32_t> behind, std::uint32_t first_leaf, std::uint32_t leaves) {
    return HWY_DYNAMIC_DISPATCH(FindFacing)(behind.data(), behind.size(), first_leaf, leaves);
}

void project(const Vertices& vertices, const Projection& projection, ProjectedContours& c) {
    // Places up to the end of the last block repeat the last edge, which leads to none of them; one more may be read.
    std::fill(c.from.begin() + static_cast<std::ptrdiff_t>(c.count),
              c.from.begin() + static_cast<std::ptrdiff_t>(whole_blocks(c.count) + 1), c.from[c.count - 1]);
    std::fill(c.to.begin() + static_cast<std::ptrdiff_t>(c.count),
              c.to.begin() + static_cast<std::ptrdiff_t>(whole_blocks(c.count)), c.to[c.count - 1]);
    // A coordinate difference is rounded once, its products and sums thrice; the axes are about unit vectors, so that
    // the magnitudes add up to less than twice the radius. Doubled for safety.
    c.error = 16 * 0x1p-24f * projection.radius;
    HWY_DYNAMIC_DISPATCH(Project)(vertices, projection, c);
}

bool certainly_simple(ProjectedContours& contours) { return HWY_DYNAMIC_DISPATCH(CertainlySimple)(contours); }

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
