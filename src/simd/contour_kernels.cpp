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
inline constexpr unsigned all_edges = 0xff;

// ---- projection

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
HWY_INLINE void project_points(const Vertex* vertices, const Projection& p, const std::uint32_t* ids,
                               const ProjectedContours::Loop& loop, ProjectedContours& c) {
    const Floats d;
    float *u = c.u.data() + loop.first, *v = c.v.data() + loop.first;
    for (std::size_t i = 0; i < loop.edges; i += float_lanes) {
        const FloatPoints3 points = relative(vertices, ids + i, p);
        hn::StoreU(along(p.u, points), d, u + i);
        hn::StoreU(along(p.v, points), d, v + i);
    }
    u[loop.edges] = u[0];
    v[loop.edges] = v[0];
}

// ---- headings: edges that all advance along one direction, each from where the one before it ended, cannot meet
// again. The same argument as for regions, one dimension lower.

using Headings = std::uint64_t;
constexpr Headings in_each_byte = 0x0101010101010101;

/// Bits of eight edges along the compass directions. The vectors (u, v) are off by less than four errors of a point in
/// each coordinate, sums included.
HWY_INLINE Headings headings_of(const Float* u, const Float* v, Float bound) {
    const Floats d;
    Headings bits = 0;
#if HWY_TARGET != HWY_SCALAR && HWY_MAX_BYTES >= 32
    static_assert(std::endian::native == std::endian::little, "bits of bytes are stored as a word");
    std::uint64_t words[2];  // eight bytes have to be there wherever bits are stored
    auto* byte = reinterpret_cast<std::uint8_t*>(words);
    for (const auto along : {*u, *v, hn::Add(*u, *v), hn::Sub(*u, *v)}) {
        hn::StoreMaskBits(d, hn::Gt(along, bound), byte++);
        hn::StoreMaskBits(d, hn::Lt(along, hn::Neg(bound)), byte++);
    }
    bits = words[0];
#else
    for (std::size_t part = 0; part < row / float_lanes; ++part) {
        std::size_t shift = part * float_lanes;
        for (const auto along : {u[part], v[part], hn::Add(u[part], v[part]), hn::Sub(u[part], v[part])}) {
            bits |= Headings{bits_of(d, hn::Gt(along, bound))} << shift;
            bits |= Headings{bits_of(d, hn::Lt(along, hn::Neg(bound)))} << (shift + 8);
            shift += 16;
        }
    }
#endif
    return bits;
}

/// Whether all edges advance along one direction.
inline bool straight_on(Headings h) { return ((~h - in_each_byte) & h & in_each_byte * 0x80) != 0; }

/// A bit for each edge that has one along any direction.
inline unsigned along_any(Headings h) {
    h |= h >> 32;
    h |= h >> 16;
    h |= h >> 8;
    return static_cast<unsigned>(h) & all_edges;
}

/// Keeps the bits of edges from which on all up to the end of the block advance along the direction.
inline Headings up_to_end(Headings h) {
    h &= (h >> 1 & ~(in_each_byte * 0x80)) | in_each_byte * 0x80;
    h &= (h >> 2 & ~(in_each_byte * 0xc0)) | in_each_byte * 0xc0;
    h &= (h >> 4 & ~(in_each_byte * 0xf0)) | in_each_byte * 0xf0;
    return h;
}

/// The bits of `start` and those that follow them without a gap in h.
inline Headings runs_from(Headings start, Headings h) {
    Headings run = start & h;
    h &= ~in_each_byte;  // a bit shifted into another byte goes no further
    run |= run << 1 & h;
    h &= h << 1;
    run |= run << 2 & h;
    h &= h << 2;
    run |= run << 4 & h;
    return run;
}

/// All bits of the directions for which a block has edge i.
inline Headings directions_with(Headings h, std::size_t i) { return (h >> i & in_each_byte) * all_edges; }

// ---- blocks

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE void least_of(const Float* u, const Float* v, float& least_u, float& least_v) {
    least_u = hn::GetLane(u[0]);
    least_v = hn::GetLane(v[0]);
    for (std::size_t part = 1; part < row; ++part) {
        least_u = std::min(least_u, hn::GetLane(u[part]));
        least_v = std::min(least_v, hn::GetLane(v[part]));
    }
}

#else

/// Of eight numbers of either kind.
HWY_INLINE void least_of(const Float* u, const Float* v, float& least_u, float& least_v) {
    const Floats d;
    const FourFloats f;
#if HWY_MAX_BYTES >= 32
    const auto mixed = hn::Min(hn::InterleaveLower(d, *u, *v), hn::InterleaveUpper(d, *u, *v));
    const auto four = hn::Min(hn::LowerHalf(f, mixed), hn::UpperHalf(f, mixed));
#else
    const auto both_u = hn::Min(u[0], u[1]), both_v = hn::Min(v[0], v[1]);
    const auto four = hn::Min(hn::InterleaveLower(d, both_u, both_v), hn::InterleaveUpper(d, both_u, both_v));
#endif
    const auto two = hn::Min(four, hn::Shuffle1032(four));
    least_u = hn::GetLane(two);
    least_v = hn::GetLane(hn::Shuffle2301(two));
}

#endif

/// Rectangles and headings of the first `edges` edges of a block; at most eight.
HWY_INLINE void bound_block(ProjectedContours& c, std::size_t block, std::size_t edges) {
    const Floats d;
    const auto error = hn::Set(d, c.error), infinity = hn::Set(d, std::numeric_limits<float>::infinity());
    Float du[row / float_lanes], dv[row / float_lanes];
    Float lo_u[row / float_lanes], hi_u[row / float_lanes], lo_v[row / float_lanes], hi_v[row / float_lanes];
    for (std::size_t part = 0; part < row / float_lanes; ++part) {
        const std::size_t at = block * row + part * float_lanes;
        const auto from_u = hn::LoadU(d, c.u.data() + at), to_u = hn::LoadU(d, c.u.data() + at + 1);
        const auto from_v = hn::LoadU(d, c.v.data() + at), to_v = hn::LoadU(d, c.v.data() + at + 1);
        du[part] = hn::Sub(to_u, from_u);
        dv[part] = hn::Sub(to_v, from_v);
        lo_u[part] = hn::Sub(hn::Min(from_u, to_u), error);
        hi_u[part] = hn::Add(hn::Max(from_u, to_u), error);
        lo_v[part] = hn::Sub(hn::Min(from_v, to_v), error);
        hi_v[part] = hn::Add(hn::Max(from_v, to_v), error);
        if (edges < row) {
            const std::size_t first = part * float_lanes;
            const auto there = hn::FirstN(d, edges > first ? edges - first : 0);
            lo_u[part] = hn::IfThenElse(there, lo_u[part], infinity);
            lo_v[part] = hn::IfThenElse(there, lo_v[part], infinity);
            hi_u[part] = hn::IfThenElse(there, hi_u[part], hn::Neg(infinity));
            hi_v[part] = hn::IfThenElse(there, hi_v[part], hn::Neg(infinity));
        }
        hn::StoreU(lo_u[part], d, c.lo_u.data() + at);
        hn::StoreU(hi_u[part], d, c.hi_u.data() + at);
        hn::StoreU(lo_v[part], d, c.lo_v.data() + at);
        hn::StoreU(hi_v[part], d, c.hi_v.data() + at);
    }
    for (std::size_t part = 0; part < row / float_lanes; ++part) {
        hi_u[part] = hn::Neg(hi_u[part]);
        hi_v[part] = hn::Neg(hi_v[part]);
    }
    float minus_hi_u = 0, minus_hi_v = 0;
    least_of(lo_u, lo_v, c.block_lo_u[block], c.block_lo_v[block]);
    least_of(hi_u, hi_v, minus_hi_u, minus_hi_v);
    c.block_hi_u[block] = -minus_hi_u;
    c.block_hi_v[block] = -minus_hi_v;
    const Headings none_there = (all_edges << edges & all_edges) * in_each_byte;
    c.headings[block] = headings_of(du, dv, hn::Set(d, 8 * c.error)) | none_there;
}

// ---- single edges

/// A vector in the projection.
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
Vec2 operator-(Vec2 a, Vec2 b) { return {a.u - b.u, a.v - b.v}; }

Vec2 point(const ProjectedContours& c, std::size_t i) { return {c.u[i], c.v[i]}; }

/// Edge `next` begins where `i` ends: it turns, or goes on forwards.
bool leaves_forward(const ProjectedContours& c, std::size_t i, std::size_t next) {
    const Vec2 a = point(c, i + 1) - point(c, i), b = point(c, next + 1) - point(c, next);
    return certainly_positive(dot(a, b), a, b, c.error) ||
           certainly_positive(std::abs(determinant(a, b)), a, b, c.error);
}

/// Whether two points lie certainly on the same side of the line through an edge, or both before or both behind it.
bool separates(const ProjectedContours& c, std::size_t edge, Vec2 p, Vec2 q) {
    const Vec2 begin = point(c, edge), end = point(c, edge + 1), along = end - begin;
    const Vec2 to_p = p - begin, to_q = q - begin;
    const double side_p = determinant(along, to_p), side_q = determinant(along, to_q);
    const auto above = [&](double value, Vec2 b) { return certainly_positive(value, along, b, c.error); };
    if (above(side_p, to_p) && above(side_q, to_q)) return true;
    if (above(-side_p, to_p) && above(-side_q, to_q)) return true;
    if (above(-dot(along, to_p), to_p) && above(-dot(along, to_q), to_q)) return true;
    return above(dot(along, p - end), p - end) && above(dot(along, q - end), q - end);
}

bool keep_clear(const ProjectedContours& c, std::size_t i, std::size_t k) {
    return separates(c, i, point(c, k), point(c, k + 1)) || separates(c, k, point(c, i), point(c, i + 1));
}

/// Whether every edge of a loop goes on forwards in the next.
bool links_hold(const ProjectedContours& c, const ProjectedContours::Loop& loop) {
    const std::size_t last = loop.edges - 1;
    for (std::size_t first = 0; first < last; first += row) {
        const Headings own = c.headings[(loop.first + first) / row];
        Headings both = own & (own >> 1 & ~(in_each_byte * 0x80));
        if (first + row <= last) {
            const Headings next = c.headings[(loop.first + first) / row + 1];
            if (straight_on(own & next)) continue;
            both |= own & (next & in_each_byte) << 7;
        }
        const unsigned linked = last - first < row ? (1u << (last - first)) - 1 : all_edges;
        for (unsigned turns = linked & ~along_any(both); turns != 0; turns &= turns - 1) {
            const std::size_t i = loop.first + first + static_cast<std::size_t>(std::countr_zero(turns));
            if (!leaves_forward(c, i, i + 1)) return false;
        }
    }
    return leaves_forward(c, loop.first + last, loop.first);
}

// ---- all edges with all others

/// Bits of eight rectangles that meet a rectangle.
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

HWY_INLINE unsigned groups_meeting(const ProjectedContours& c, std::size_t first, std::size_t block) {
    return meeting_rectangles(c.group_lo_u.data() + first, c.group_hi_u.data() + first, c.group_lo_v.data() + first,
                              c.group_hi_v.data() + first, c.block_lo_u[block], c.block_hi_u[block],
                              c.block_lo_v[block], c.block_hi_v[block]);
}

/// Edges of a block, behind edge i of it, that keep clear of that one: linked to it, or on in the same direction.
inline unsigned clear_within(Headings own, std::size_t i) {
    return along_any(runs_from(in_each_byte << i, own)) | (all_edges & ~(~0u << std::min<std::size_t>(i + 2, row)));
}

/// The edges of a block, or of two: those whose rectangles meet are looked at one by one. `rows` are those of the first
/// to be looked at; clear(i) has the edges of the other that are known to keep clear of edge i.
template <class Clear>
HWY_INLINE bool rows_keep_clear(const ProjectedContours& c, std::size_t block, std::size_t other, unsigned rows,
                                const ProjectedContours::Loop& loop, const Clear& clear) {
    for (; rows != 0; rows &= rows - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(rows));
        const std::size_t i = block * row + lane;
        unsigned bits = edges_meeting(c, other, c.lo_u[i], c.hi_u[i], c.lo_v[i], c.hi_v[i]);
        for (bits &= ~clear(lane); bits != 0; bits &= bits - 1) {
            const std::size_t k = other * row + static_cast<std::size_t>(std::countr_zero(bits));
            const bool close_loop = i == loop.first && k == loop.first + loop.edges - 1;
            if (!close_loop && !keep_clear(c, i, k)) return false;
        }
    }
    return true;
}

HWY_INLINE bool block_keeps_clear(const ProjectedContours& c, std::size_t block, const ProjectedContours::Loop& loop) {
    const Headings own = c.headings[block];
    if (straight_on(own)) return true;
    const unsigned rows = ~along_any(up_to_end(own)) & all_edges;
    return rows_keep_clear(c, block, block, rows, loop, [&](std::size_t i) { return clear_within(own, i); });
}

/// `follows`: the other block goes on where the first ends.
HWY_INLINE bool blocks_keep_clear(const ProjectedContours& c, std::size_t block, std::size_t other, bool follows,
                                  const ProjectedContours::Loop& loop) {
    Headings to_end = 0, on = 0;  // edges that go straight on to the end of the first, and from the start of the other
    unsigned rows = all_edges;
    if (follows) {
        if (straight_on(c.headings[block] & c.headings[other])) return true;
        to_end = up_to_end(c.headings[block]);
        on = runs_from(in_each_byte, c.headings[other]);
        rows = ~along_any(to_end & (on >> (row - 1) & in_each_byte) * all_edges) & all_edges;
        if (rows == 0) return true;
    }
    rows &= edges_meeting(c, block, c.block_lo_u[other], c.block_hi_u[other], c.block_lo_v[other], c.block_hi_v[other]);
    return rows_keep_clear(c, block, other, rows, loop, [&](std::size_t i) {
        const unsigned linked = follows && i + 1 == row ? 1 : 0;
        return along_any(on & directions_with(to_end, i)) | linked;
    });
}

/// With fewer groups of blocks it is as quick to look at all of them.
constexpr std::size_t few_groups = 4;

std::size_t groups_of(const ProjectedContours& c) { return (c.blocks + row - 1) / row; }

/// Fills up the last group with rectangles that meet nothing.
void end_blocks(ProjectedContours& c) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (std::size_t block = c.blocks; block % row != 0; ++block) {
        c.block_lo_u[block] = c.block_lo_v[block] = infinity;
        c.block_hi_u[block] = c.block_hi_v[block] = -infinity;
    }
}

/// Rectangles around eight blocks each; those beyond the last meet nothing.
void bound_groups(ProjectedContours& c) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const std::size_t groups = groups_of(c);
    for (std::size_t group = 0; group < (groups + row - 1) / row * row; ++group) {
        float lo_u = infinity, hi_u = -infinity, lo_v = infinity, hi_v = -infinity;
        const std::size_t end = std::min(c.blocks, (group + 1) * row);
        for (std::size_t block = group * row; block < end; ++block) {
            lo_u = std::min(lo_u, c.block_lo_u[block]);
            hi_u = std::max(hi_u, c.block_hi_u[block]);
            lo_v = std::min(lo_v, c.block_lo_v[block]);
            hi_v = std::max(hi_v, c.block_hi_v[block]);
        }
        c.group_lo_u[group] = lo_u;
        c.group_hi_u[group] = hi_u;
        c.group_lo_v[group] = lo_v;
        c.group_hi_v[group] = hi_v;
    }
}

/// Block `block` of a loop, the last of which is `last`, with those of a group that come after it.
HWY_INLINE bool keeps_clear_of_group(const ProjectedContours& c, std::size_t block, std::size_t last, std::size_t group,
                                     const ProjectedContours::Loop& loop) {
    const std::size_t first = group * row;
    unsigned bits = blocks_meeting(c, first, block);
    if (first <= block) bits &= ~0u << (block + 1 - first);
    for (; bits != 0; bits &= bits - 1) {
        const std::size_t other = first + static_cast<std::size_t>(std::countr_zero(bits));
        if (!blocks_keep_clear(c, block, other, other == block + 1 && other <= last, loop)) return false;
    }
    return true;
}

/// Block `block` of a loop with all that come after it.
HWY_INLINE bool keeps_clear_of_rest(const ProjectedContours& c, std::size_t block, std::size_t last, std::size_t groups,
                                    const ProjectedContours::Loop& loop) {
    const std::size_t own = (block + 1) / row;
    if (groups <= few_groups) {
        for (std::size_t group = own; group < groups; ++group) {
            if (!keeps_clear_of_group(c, block, last, group, loop)) return false;
        }
        return true;
    }
    for (std::size_t first = own / row * row; first < groups; first += row) {
        unsigned bits = groups_meeting(c, first, block);
        if (first < own) bits &= ~0u << (own - first);
        for (; bits != 0; bits &= bits - 1) {
            const std::size_t group = first + static_cast<std::size_t>(std::countr_zero(bits));
            if (!keeps_clear_of_group(c, block, last, group, loop)) return false;
        }
    }
    return true;
}

/// The blocks of a loop with one another and with all that come after.
HWY_INLINE bool loop_keeps_clear(const ProjectedContours& c, const ProjectedContours::Loop& loop) {
    const std::size_t last = (loop.first + loop.edges - 1) / row, groups = groups_of(c);
    for (std::size_t block = loop.first / row; block <= last; ++block) {
        if (!block_keeps_clear(c, block, loop) || !keeps_clear_of_rest(c, block, last, groups, loop)) return false;
    }
    return true;
}

bool CertainlySimple(const Vertices& vertices, const Projection& projection, const ContourLoops& loops,
                     ProjectedContours& c) {
    const std::uint32_t* ids = loops.vertices.data();
    for (const ProjectedContours::Loop& loop : c.loops) {
        with_vertices(vertices, [&](const auto* v) { project_points(v, projection, ids, loop, c); });
        ids += loop.edges;
        for (std::size_t edge = 0; edge <= loop.edges; edge += row) {
            bound_block(c, (loop.first + edge) / row, std::min(row, loop.edges - edge));
        }
        if (!links_hold(c, loop)) return false;
    }
    end_blocks(c);
    if (groups_of(c) > few_groups) bound_groups(c);
    for (const ProjectedContours::Loop& loop : c.loops) {
        if (!loop_keeps_clear(c, loop)) return false;
    }
    return true;
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::simd {

HWY_EXPORT(CertainlySimple);

namespace {

constexpr std::size_t block = 8;

void make_room(ProjectedContours& c) {
    const std::size_t needed = (c.blocks + 2) * block;
    if (needed <= c.headings.size()) return;  // the one that grows last, even if another could not
    const std::size_t size = 2 * needed;
    for (auto* values : {&c.u, &c.v, &c.lo_u, &c.hi_u, &c.lo_v, &c.hi_v}) values->resize(size);
    for (auto* values : {&c.block_lo_u, &c.block_hi_u, &c.block_lo_v, &c.block_hi_v}) values->resize(size);
    for (auto* values : {&c.group_lo_u, &c.group_hi_u, &c.group_lo_v, &c.group_hi_v}) values->resize(size);
    c.headings.resize(size);
}

}  // namespace

bool certainly_simple(const Vertices& vertices, const Projection& projection, const ContourLoops& loops,
                      ProjectedContours& c) {
    c.loops.clear();
    c.blocks = 0;
    std::size_t begin = 0;
    for (const std::uint32_t end : loops.ends) {
        if (end - begin < 3) return false;
        c.loops.push_back({c.blocks * block, end - begin});
        c.blocks += (end - begin) / block + 1;
        begin = end;
    }
    make_room(c);
    // A coordinate difference is rounded once, its products and sums thrice; the axes are about unit vectors, so that
    // the magnitudes add up to less than twice the radius. Doubled for safety.
    c.error = 16 * 0x1p-24f * projection.radius;
    return HWY_DYNAMIC_DISPATCH(CertainlySimple)(vertices, projection, loops, c);
}

double certain_area(const ProjectedContours& c, const ProjectedContours::Loop& loop) {
    double area = 0, length = 0;
    const double reference_u = c.u[loop.first], reference_v = c.v[loop.first];
    for (std::size_t i = loop.first; i < loop.first + loop.edges; ++i) {
        const double au = c.u[i] - reference_u, av = c.v[i] - reference_v;
        const double bu = c.u[i + 1] - reference_u, bv = c.v[i + 1] - reference_v;
        area += au * bv - av * bu;
        length += std::abs(au) + std::abs(av) + std::abs(bu) + std::abs(bv) + 4.0 * c.error;
    }
    const double error = 4.0 * c.error * length;
    return std::abs(area) > error ? area : 0;
}

}  // namespace pliant::simd
#endif
