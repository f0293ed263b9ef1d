#include "simd/contour_kernels.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/contour_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "simd/contour_blocks-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

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
    const std::size_t last = loop.last_block();
    for (std::size_t number = loop.first_block(); number <= last; ++number) {
        const Headings own = c.block[number].headings;
        const Headings next = number < last ? c.block[number + 1].headings : 0;
        const unsigned linked = number < last ? c.block[number].there : c.block[number].there >> 1u;
        for (unsigned turns = linked & ~go_on(own, next); turns != 0; turns &= turns - 1) {
            const std::size_t i = number * row + static_cast<std::size_t>(std::countr_zero(turns));
            if (!leaves_forward(c, i, i + 1)) return false;
        }
    }
    return leaves_forward(c, loop.first + loop.edges - 1, loop.first);
}

// ---- edges of two blocks

struct Rectangle {
    float lo_u, hi_u, lo_v, hi_v;
};

/// Around an edge, with room for its error.
inline Rectangle rectangle_of_edge(const ProjectedContours& c, std::size_t i) {
    const auto [low_u, high_u] = std::minmax(c.u[i], c.u[i + 1]);
    const auto [low_v, high_v] = std::minmax(c.v[i], c.v[i + 1]);
    return {low_u - c.error, high_u + c.error, low_v - c.error, high_v + c.error};
}

inline Rectangle rectangle_of_block(const ProjectedContours& c, std::size_t number) {
    const float* least = c.block[number].least;
    return {least[0] - c.error, c.error - least[1], least[2] - c.error, c.error - least[3]};
}

/// Bits of the edges of a block whose rectangles meet a given one.
HWY_INLINE unsigned edges_meeting(const ProjectedContours& c, std::size_t number, const Rectangle& r) {
    const Floats d;
    const auto error = hn::Set(d, c.error);
    unsigned bits = 0;
    for (std::size_t at = 0; at < row; at += float_lanes) {
        const float *u = c.u.data() + number * row + at, *v = c.v.data() + number * row + at;
        const auto meets = [&](const float* p, float lo, float hi) HWY_ATTR {
            const auto from = hn::LoadU(d, p), to = hn::LoadU(d, p + 1);
            return hn::And(hn::Le(hn::Sub(hn::Min(from, to), error), hn::Set(d, hi)),
                           hn::Ge(hn::Add(hn::Max(from, to), error), hn::Set(d, lo)));
        };
        bits |= bits_of(d, hn::And(meets(u, r.lo_u, r.hi_u), meets(v, r.lo_v, r.hi_v))) << at;
    }
    return bits & c.block[number].there;
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
        unsigned bits = edges_meeting(c, other, rectangle_of_edge(c, i));
        for (bits &= ~clear(lane); bits != 0; bits &= bits - 1) {
            const std::size_t k = other * row + static_cast<std::size_t>(std::countr_zero(bits));
            const bool close_loop = std::min(i, k) == loop.first && std::max(i, k) == loop.first + loop.edges - 1;
            if (!close_loop && !keep_clear(c, i, k)) return false;
        }
    }
    return true;
}

HWY_INLINE bool block_keeps_clear(const ProjectedContours& c, std::size_t number, const ProjectedContours::Loop& loop) {
    const Headings own = c.block[number].headings;
    if (straight_on(own)) return true;
    const unsigned rows = ~along_any(up_to_end(own)) & all_edges;
    return rows_keep_clear(c, number, number, rows, loop, [&](std::size_t i) { return clear_within(own, i); });
}

/// `next` goes on where the first block ends.
HWY_INLINE bool next_keeps_clear(const ProjectedContours& c, std::size_t number, std::size_t next,
                                 const ProjectedContours::Loop& loop) {
    const ProjectedContours::Block &block = c.block[number], &other = c.block[next];
    if (parted(block, other) || straight_on(block.headings & other.headings)) return true;
    // Edges that go straight on to the end of the first, and from the start of the other.
    const Headings to_end = up_to_end(block.headings), on = runs_from(in_each_byte, other.headings);
    unsigned rows = ~along_any(to_end & (on >> (row - 1) & in_each_byte) * all_edges) & all_edges;
    rows &= edges_meeting(c, number, rectangle_of_block(c, next));
    const unsigned last = block.there & ~(block.there >> 1u);
    return rows_keep_clear(c, number, next, rows, loop,
                           [&](std::size_t i) { return along_any(on & directions_with(to_end, i)) | (last >> i & 1); });
}

HWY_INLINE bool others_keep_clear(const ProjectedContours& c, std::size_t number, std::size_t other,
                                  const ProjectedContours::Loop& loop) {
    if (apart(c, c.block[number], c.block[other])) return true;
    const unsigned rows = edges_meeting(c, number, rectangle_of_block(c, other));
    return rows_keep_clear(c, number, other, rows, loop, [](std::size_t) { return 0u; });
}

// ---- all blocks with all others

/// With fewer groups of blocks it is as quick to look at all of them.
constexpr std::size_t few_groups = 4;

/// A block and, of those that come after it, which ones to leave out: they go on where it ends, or end where it begins.
struct Place {
    std::size_t number, next, before;
};

/// Of a group of blocks; above all of theirs for blocks that are not of it.
inline unsigned bit_of(std::size_t number, std::size_t first) {
    return 1u << std::min<std::size_t>(number - first, 31);
}

HWY_INLINE bool keeps_clear_of_group(const ProjectedContours& c, const Place& place, std::size_t group,
                                     const ProjectedContours::Loop& loop) {
    const std::size_t first = group * row;
    unsigned bits = not_apart(c, c.block_sides, first, c.block[place.number]);
    if (first <= place.number) bits &= ~0u << (place.number + 1 - first);
    bits &= ~(bit_of(place.next, first) | bit_of(place.before, first));
    for (; bits != 0; bits &= bits - 1) {
        const std::size_t other = first + static_cast<std::size_t>(std::countr_zero(bits));
        if (!others_keep_clear(c, place.number, other, loop)) return false;
    }
    return true;
}

/// A block with all that come after it.
HWY_INLINE bool keeps_clear_of_rest(const ProjectedContours& c, const Place& place, std::size_t groups,
                                    const ProjectedContours::Loop& loop) {
    const std::size_t own = (place.number + 1) / row;
    if (groups <= few_groups) {
        for (std::size_t group = own; group < groups; ++group) {
            if (!keeps_clear_of_group(c, place, group, loop)) return false;
        }
        return true;
    }
    for (std::size_t first = own / row * row; first < groups; first += row) {
        unsigned bits = not_apart(c, c.group_sides, first, c.block[place.number]);
        if (first < own) bits &= ~0u << (own - first);
        for (; bits != 0; bits &= bits - 1) {
            const std::size_t group = first + static_cast<std::size_t>(std::countr_zero(bits));
            if (!keeps_clear_of_group(c, place, group, loop)) return false;
        }
    }
    return true;
}

/// The blocks of a loop with one another and with all that come after.
HWY_INLINE bool loop_keeps_clear(const ProjectedContours& c, const ProjectedContours::Loop& loop) {
    const std::size_t first = loop.first_block(), last = loop.last_block(), groups = groups_of(c);
    for (std::size_t number = first; number <= last; ++number) {
        if (!block_keeps_clear(c, number, loop)) return false;
        if (number < last && !next_keeps_clear(c, number, number + 1, loop)) return false;
        const Place place{number, number < last ? number + 1 : number, number == first ? last : number};
        if (!keeps_clear_of_rest(c, place, groups, loop)) return false;
    }
    return last < first + 2 || next_keeps_clear(c, last, first, loop);  // of two blocks, both ends were looked at
}

bool CertainlySimple(const Vertices& vertices, const Projection& projection, const ContourLoops& loops,
                     ProjectedContours& c) {
    const std::uint32_t* ids = loops.vertices.data();
    for (const ProjectedContours::Loop& loop : c.loops) {
        with_vertices(vertices, [&](const auto* v) { project_points(v, projection, ids, loop, c); });
        ids += loop.edges;
        for (std::size_t edge = 0; edge < loop.edges; edge += row) {
            bound_block(c, (loop.first + edge) / row, std::min(row, loop.edges - edge));
        }
        if (loop.edges % row == 0) clear_block(c, loop.last_block() + 1);
        if (!links_hold(c, loop)) return false;
    }
    for (std::size_t number = c.blocks; number % row != 0; ++number) clear_block(c, number);
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
    if (needed <= c.v.size()) return;  // the one that grows last, even if another could not
    const std::size_t size = 2 * needed;
    for (auto& values : c.group_sides) values.resize(size);
    for (auto& values : c.block_sides) values.resize(size);
    c.block.resize(size / block);
    for (auto* values : {&c.u, &c.v}) values->resize(size);
}

}  // namespace

bool certainly_simple(const Vertices& vertices, const Projection& projection, const ContourLoops& loops,
                      ProjectedContours& c) {
    // No sum of coordinates overflows, after which a least number might pass over what is none; and no denormal number,
    // which the processor may flush to zero, is as large as an error.
    constexpr float least_radius = 1e-30f, most_radius = 1e37f;
    if (!(projection.radius > least_radius && projection.radius < most_radius)) return false;
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
