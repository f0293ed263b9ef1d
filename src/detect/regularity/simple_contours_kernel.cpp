#include "detect/regularity/simple_contours.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "detect/regularity/simple_contours_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "detect/regularity/contour_chains-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::regularity::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

using Loop = ProjectedContours::Loop;

// ---- single edges

/// A point or vector in the projection.
struct Vec2 {
    double u, v;
};

/// Whether `value`, a determinant or dot product of a and b, is certainly positive. Coordinates of a and b are off by
/// less than two errors of a projected point; the rest is rounded in double.
bool certainly_positive(double value, Vec2 a, Vec2 b, double error) {
    const double e = 2.0 * error;
    const double size = std::abs(a.u) + std::abs(a.v) + std::abs(b.u) + std::abs(b.v);
    return value > 1.001 * (e * (size + 2 * e)) + 1e-12 * size * size;
}

double determinant(Vec2 a, Vec2 b) { return a.u * b.v - a.v * b.u; }
double dot(Vec2 a, Vec2 b) { return a.u * b.u + a.v * b.v; }
Vec2 operator-(Vec2 a, Vec2 b) { return {a.u - b.u, a.v - b.v}; }

struct Edge {
    Vec2 begin, end;
};

/// Whether p and q are certainly on the same side of the line through an edge, or both before or both beyond it.
bool separates(const Edge& edge, Vec2 p, Vec2 q, double error) {
    const Vec2 along = edge.end - edge.begin, to_p = p - edge.begin, to_q = q - edge.begin;
    const double side_p = determinant(along, to_p), side_q = determinant(along, to_q);
    const auto above = [&](double value, Vec2 b) { return certainly_positive(value, along, b, error); };
    if (above(side_p, to_p) && above(side_q, to_q)) return true;
    if (above(-side_p, to_p) && above(-side_q, to_q)) return true;
    if (above(-dot(along, to_p), to_p) && above(-dot(along, to_q), to_q)) return true;
    return above(dot(along, p - edge.end), p - edge.end) && above(dot(along, q - edge.end), q - edge.end);
}

bool keep_clear(const Edge& a, const Edge& b, double error) {
    return separates(a, b.begin, b.end, error) || separates(b, a.begin, a.end, error);
}

// ---- edges of chains, one by one

/// A chain of a loop as edges (SoA). Lanes behind the last edge are readable and ignored.
struct Chain {
    std::size_t edges;
    alignas(32) float from_u[together], from_v[together], to_u[together], to_v[together];

    [[nodiscard]] Edge edge(std::size_t i) const { return {{from_u[i], from_v[i]}, {to_u[i], to_v[i]}}; }
    [[nodiscard]] Rectangle around(std::size_t i) const {
        return {{std::min(from_u[i], to_u[i]), std::min(from_v[i], to_v[i]), -std::max(from_u[i], to_u[i]),
                 -std::max(from_v[i], to_v[i])}};
    }
};
static_assert(ProjectedContours::most_edges <= together);

HWY_INLINE void read_chain(const ProjectedContours& c, const Loop& loop, std::size_t number, Chain& out) {
    const Floats d;
    const hn::RebindToSigned<Floats> whole;
    out.edges = loop.edges_of(number);
    for (std::size_t at = 0; at < together; at += float_lanes) {
        const auto row =
            hn::Mul(hn::Iota(whole, static_cast<std::int32_t>(at)), hn::Set(whole, std::int32_t{together}));
        const float *u = c.u.data() + loop.point(number, 0), *v = c.v.data() + loop.point(number, 0);
        hn::Store(hn::GatherIndex(d, u, row), d, out.from_u + at);
        hn::Store(hn::GatherIndex(d, v, row), d, out.from_v + at);
        hn::Store(hn::GatherIndex(d, u + together, row), d, out.to_u + at);
        hn::Store(hn::GatherIndex(d, v + together, row), d, out.to_v + at);
    }
}

/// Bits of the edges of a chain whose rectangles are not separated from a given one.
HWY_INLINE unsigned edges_meeting(const ProjectedContours& c, const Chain& chain, const Rectangle& r) {
    const Floats d;
    unsigned bits = 0;
    for (std::size_t at = 0; at < chain.edges; at += float_lanes) {
        const auto gap = [&](const float* begin, const float* end, float less, float less_most) HWY_ATTR {
            const auto from = hn::Load(d, begin + at), to = hn::Load(d, end + at);
            return hn::Max(hn::Add(hn::Min(from, to), hn::Set(d, less_most)),
                           hn::Sub(hn::Set(d, less), hn::Max(from, to)));
        };
        const auto widest = hn::Max(gap(chain.from_u, chain.to_u, r.less[0], r.less[2]),
                                    gap(chain.from_v, chain.to_v, r.less[1], r.less[3]));
        bits |= bits_of(d, hn::Le(widest, hn::Set(d, certain(c)))) << at;
    }
    return bits & ~(~0u << chain.edges);
}

/// Calls each(bit) for all set bits; stops when it returns false.
template <class Each>
HWY_INLINE bool for_all_bits(unsigned bits, const Each& each) {
    for (; bits != 0; bits &= bits - 1) {
        if (!each(static_cast<std::size_t>(std::countr_zero(bits)))) return false;
    }
    return true;
}

/// Non-adjacent edges of one chain.
bool edges_within_keep_clear(const ProjectedContours& c, const Chain& chain) {
    for (std::size_t i = 0; i + 2 < chain.edges; ++i) {
        const auto keeps_clear = [&](std::size_t k) { return keep_clear(chain.edge(i), chain.edge(k), c.error); };
        if (!for_all_bits(edges_meeting(c, chain, chain.around(i)) & ~0u << (i + 2), keeps_clear)) return false;
    }
    return true;
}

/// All edges of one chain against all of another; if the chains are linked, except the last edge of the first with the
/// first edge of the other.
bool edges_keep_clear(const ProjectedContours& c, const Chain& a, const Chain& b, const Rectangle& around_b,
                      bool linked) {
    return for_all_bits(edges_meeting(c, a, around_b), [&](std::size_t i) {
        const bool goes_on = linked && i + 1 == a.edges;
        const unsigned others = edges_meeting(c, b, a.around(i)) & ~(goes_on ? 1u : 0u);
        return for_all_bits(others, [&](std::size_t k) { return keep_clear(a.edge(i), b.edge(k), c.error); });
    });
}

/// A chain and the next of its loop.
bool next_keeps_clear(const ProjectedContours& c, const Loop& loop, std::size_t number) {
    const std::size_t next = number + 1 < loop.chains ? number + 1 : 0;
    Chain a, b;
    read_chain(c, loop, number, a);
    read_chain(c, loop, next, b);
    return edges_keep_clear(c, a, b, rectangle_of_chain(c, loop.first() + next), true);
}

/// Two chains that are not adjacent.
bool others_keep_clear(const ProjectedContours& c, const Loop& loop, std::size_t number, const Loop& other_loop,
                       std::size_t other) {
    if (apart(c, loop.first() + number, other_loop.first() + other)) return true;
    Chain a, b;
    read_chain(c, loop, number, a);
    read_chain(c, other_loop, other, b);
    return edges_keep_clear(c, a, b, rectangle_of_chain(c, other_loop.first() + other), false);
}

// ---- chains with themselves, and with the next

// Folding back needs no test of its own. An edge that folds back onto its predecessor either ends on it, and then the
// edge after it touches the predecessor; or it passes over the predecessor's start, and touches the edge before that.
// In a triangle these are the same edge.

/// Combines the bytes of all directions: one bit per chain.
inline unsigned along_any(std::uint64_t directions) {
    directions |= directions >> 32;
    directions |= directions >> 16;
    directions |= directions >> 8;
    return static_cast<unsigned>(directions) & 0xff;
}

/// Bits of the chains of a group that a line through the common point separates from the next chain.
inline unsigned parted(const ProjectedContours::Group& group, const ProjectedContours::Group& next) {
    constexpr std::uint64_t in_each_byte = 0x0101010101010101;
    return along_any(group.before_end &
                     ((group.beyond_start >> 1 & ~(in_each_byte << 7)) | (next.beyond_start & in_each_byte) << 7));
}

/// Chains that are not monotone, each with itself.
HWY_INLINE bool turning_keep_clear(const ProjectedContours& c, const Loop& loop, std::size_t first, unsigned turning) {
    for (std::size_t lane = 0; lane < together; lane += float_lanes) {
        turning &= ~(edges_apart(c, loop, first + lane) << lane);
    }
    return for_all_bits(turning, [&](std::size_t lane) {
        Chain chain;
        read_chain(c, loop, first + lane, chain);
        return edges_within_keep_clear(c, chain);
    });
}

/// Chains of a loop, each with itself and with the next.
HWY_INLINE bool links_keep_clear(const ProjectedContours& c, const Loop& loop) {
    const std::size_t groups = loop.groups();
    for (std::size_t i = 0; i < groups; ++i) {
        const ProjectedContours::Group &group = c.groups[loop.group + i],
                                       &next = c.groups[loop.group + (i + 1 < groups ? i + 1 : 0)];
        const std::size_t first = i * together;
        if (group.turning != 0 && !turning_keep_clear(c, loop, first, group.turning)) return false;
        const auto keeps_clear = [&](std::size_t lane) { return next_keeps_clear(c, loop, first + lane); };
        if (!for_all_bits(0xff & ~parted(group, next), keeps_clear)) return false;
    }
    return true;
}

// ---- chains with all others

/// Below this many groups, comparing every chain with all others is as fast.
constexpr std::size_t few_groups = 4;

/// Up to this distance chains are compared one by one; beyond it, by groups.
inline std::size_t reach(const Loop& loop) { return loop.groups() <= few_groups ? loop.chains / 2 : 2 * together - 1; }

/// Wrap-around padding: copies the first chains behind the last, as far as chains are compared.
inline std::size_t groups_again(const Loop& loop) {
    return loop.chains < together ? 0 : std::min<std::size_t>(2, (loop.groups() + 1) / 2);
}

HWY_INLINE void go_round(ProjectedContours& c, const Loop& loop) {
    const std::size_t count = groups_again(loop) * together;
    for (const std::size_t side : upright) {
        float* chains = c.sides[side].data() + loop.first();
        std::copy_n(chains, count, chains + loop.chains);
    }
}

/// Chains of a loop against those up to a distance after them, except the next.
HWY_INLINE bool near_keep_clear(const ProjectedContours& c, const Loop& loop) {
    const std::size_t farthest = reach(loop);
    for (std::size_t first = 0; first < loop.chains; first += together) {
        const auto keeps_clear = [&](std::size_t lane, std::size_t distance) {
            const std::size_t number = first + lane, other = number + distance;
            return others_keep_clear(c, loop, number, loop, other < loop.chains ? other : other - loop.chains);
        };
        if (!compare_ahead(c, loop.first() + first, 2, farthest, keeps_clear)) return false;
    }
    return true;
}

/// A triangle: simple unless its edges may be collinear.
bool is_triangle(const ProjectedContours& c, const Loop& loop) {
    const auto point = [&](std::size_t i) { return Vec2{c.start_u[loop.first() + i], c.start_v[loop.first() + i]}; };
    const Vec2 a = point(1) - point(0), b = point(2) - point(0);
    return certainly_positive(std::abs(determinant(a, b)), a, b, c.error);
}

/// A loop with few edges: each edge is a chain.
bool few_keep_clear(const ProjectedContours& c, const Loop& loop) {
    if (loop.edges == 3 && !is_triangle(c, loop)) return false;
    for (std::size_t i = 0; i < loop.chains; ++i) {
        for (std::size_t k = i + 2; k < loop.chains; ++k) {
            if ((i > 0 || k + 1 < loop.chains) && !others_keep_clear(c, loop, i, loop, k)) return false;
        }
    }
    return true;
}

HWY_INLINE bool loop_keeps_clear(const ProjectedContours& c, const Loop& loop) {
    if (loop.chains < together) return few_keep_clear(c, loop);
    return links_keep_clear(c, loop) && near_keep_clear(c, loop);
}

// ---- groups with all others

/// A group of a loop.
struct GroupOf {
    const Loop& loop;
    std::size_t in_loop;

    [[nodiscard]] std::size_t number() const { return loop.group + in_loop; }
};

bool groups_keep_clear(const ProjectedContours& c, const GroupOf& a, const GroupOf& b) {
    const std::size_t first_a = a.in_loop * together, first_b = b.in_loop * together;
    for (std::size_t i = first_a; i < std::min(first_a + together, a.loop.chains); ++i) {
        const unsigned bits = not_apart_from(c, rectangle_of_chain(c, a.loop.first() + i), [&](std::size_t side) {
            return c.sides[upright[side]].data() + b.loop.first() + first_b;
        });
        const auto keeps_clear = [&](std::size_t k) { return others_keep_clear(c, a.loop, i, b.loop, first_b + k); };
        if (!for_all_bits(bits, keeps_clear)) return false;
    }
    return true;
}

/// A group against a range of groups of a loop.
HWY_INLINE bool group_keeps_clear(const ProjectedContours& c, const GroupOf& group, const Loop& loop, std::size_t begin,
                                  std::size_t end) {
    const Rectangle around = rectangle_of_group(c, group.number());
    for (std::size_t first = begin; first < end; first += together) {
        unsigned bits = not_apart_from(
            c, around, [&](std::size_t side) { return c.group_sides[side].data() + loop.group + first; });
        if (end - first < together) bits &= ~(~0u << (end - first));
        const auto keeps_clear = [&](std::size_t k) { return groups_keep_clear(c, group, {loop, first + k}); };
        if (!for_all_bits(bits, keeps_clear)) return false;
    }
    return true;
}

/// Non-adjacent groups of a loop.
HWY_INLINE bool far_keep_clear(const ProjectedContours& c, const Loop& loop) {
    const std::size_t groups = loop.groups();
    if (groups <= few_groups) return true;
    for (std::size_t i = 0; i + 2 < groups; ++i) {
        if (!group_keeps_clear(c, {loop, i}, loop, i + 2, i > 0 ? groups : groups - 1)) return false;
    }
    return true;
}

HWY_INLINE bool loops_keep_clear(const ProjectedContours& c, const Loop& a, const Loop& b) {
    for (std::size_t i = 0; i < a.groups(); ++i) {
        if (!group_keeps_clear(c, {a, i}, b, 0, b.groups())) return false;
    }
    return true;
}

HWY_INLINE bool all_keep_clear(ProjectedContours& c) {
    if (c.loops.size() == 1 && c.loops[0].groups() <= few_groups) return true;
    for (const Loop& loop : c.loops) {
        for (std::size_t i = 0; i < loop.groups(); ++i) bound_group(c, loop.group + i);
    }
    for (std::size_t i = 0; i < c.loops.size(); ++i) {
        if (!far_keep_clear(c, c.loops[i])) return false;
        for (std::size_t k = i + 1; k < c.loops.size(); ++k) {
            if (!loops_keep_clear(c, c.loops[i], c.loops[k])) return false;
        }
    }
    return true;
}

HWY_INLINE void bound_loop(ProjectedContours& c, const Loop& loop) {
    for (std::size_t i = 0; i < loop.groups(); ++i) {
        ProjectedContours::Group group{0, 0, 0};
        for (std::size_t lane = 0; lane < together; lane += float_lanes) {
            bound_chains(c, loop, i * together + lane, group);
        }
        c.groups[loop.group + i] = group;
    }
    if (loop.chains < together) clear_chains(c, loop.first() + loop.chains, loop.first() + together);
    go_round(c, loop);
}

bool CertainlySimple(const simd::Vertices& vertices, const Projection& projection, const ContourLoops& loops,
                     ProjectedContours& c) {
    const std::uint32_t* ids = loops.vertices.data();
    for (const Loop& loop : c.loops) {
        with_vertices(vertices, [&](const auto* v) { project_loop(v, projection, ids, loop, c); });
        ids += loop.edges;
        bound_loop(c, loop);
        if (!loop_keeps_clear(c, loop)) return false;
    }
    return all_keep_clear(c);
}

}  // namespace pliant::regularity::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::regularity {

HWY_EXPORT(CertainlySimple);

namespace {

constexpr std::size_t together = ProjectedContours::together;

/// Fewest chains that fill all lanes.
std::size_t chains_for(std::size_t edges) {
    constexpr std::size_t most = together * ProjectedContours::most_edges;
    return edges < together ? edges : (edges + most - 1) / most * together;
}

void add_loop(ProjectedContours& c, std::size_t edges) {
    const auto chains = static_cast<std::uint32_t>(chains_for(edges)), all = static_cast<std::uint32_t>(edges);
    const ProjectedContours::Loop loop{chains, edges, all / chains, all % chains, c.group_count, c.points};
    c.loops.push_back(loop);
    c.points = loop.rows_of(loop.groups());
    c.group_count += loop.groups() + 2;  // as far as it goes round
}

void make_room(ProjectedContours& c) {
    if (const std::size_t groups = c.group_count + 8; groups > c.groups.size()) {
        for (auto& values : c.group_sides) values.resize(2 * groups);
        for (auto& values : c.sides) values.resize(2 * groups * together);
        for (auto* values : {&c.start_u, &c.start_v}) values->resize(2 * groups * together);
        c.groups.resize(2 * groups);  // the one that grows last, even if another could not
    }
    // A chain is read as if it had as many edges as any.
    if (const std::size_t points = c.points + (ProjectedContours::most_edges + 1) * together; points > c.v.size()) {
        for (auto* values : {&c.u, &c.v}) values->resize(2 * points);
    }
}

}  // namespace

bool certainly_simple(const simd::Vertices& vertices, const Projection& projection, const ContourLoops& loops,
                      ProjectedContours& c) {
    // Keeps sums of coordinates finite, since min(x, NaN) may drop the NaN; and keeps denormals, which may be flushed
    // to zero, below the error bound.
    constexpr float least_radius = 1e-30f, most_radius = 1e37f;
    if (!(projection.radius > least_radius && projection.radius < most_radius)) return false;
    c.loops.clear();
    c.group_count = 0;
    c.points = 0;
    std::size_t begin = 0;
    for (const std::uint32_t end : loops.ends) {
        if (end - begin < 3) return false;
        add_loop(c, end - begin);
        begin = end;
    }
    make_room(c);
    // A coordinate difference is rounded once, its products and sums three times; the axes are about unit vectors, so
    // the magnitudes add up to less than twice the radius. Doubled for safety.
    c.error = 16 * 0x1p-24f * projection.radius;
    return HWY_DYNAMIC_DISPATCH(CertainlySimple)(vertices, projection, loops, c);
}

double certain_area(const ProjectedContours& c, const ProjectedContours::Loop& loop) {
    double area = 0, length = 0;
    const double reference_u = c.u[loop.point(0, 0)], reference_v = c.v[loop.point(0, 0)];
    double from_u = 0, from_v = 0;
    for (std::size_t chain = 0; chain < loop.chains; ++chain) {
        for (std::size_t i = 0; i < loop.edges_of(chain); ++i) {
            const double to_u = c.u[loop.point(chain, i)] - reference_u, to_v = c.v[loop.point(chain, i)] - reference_v;
            area += from_u * to_v - from_v * to_u;
            length += 2 * (std::abs(to_u) + std::abs(to_v)) + 4.0 * c.error;
            from_u = to_u;
            from_v = to_v;
        }
    }
    const double error = 4.0 * c.error * length;
    return std::abs(area) > error ? area : 0;
}

}  // namespace pliant::regularity
#endif
