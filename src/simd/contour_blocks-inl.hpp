// Projected contours in blocks of eight edges: what is known of each, and which of them lie apart.
// Included once per vector target.
#if defined(PLIANT_SIMD_CONTOUR_BLOCKS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_SIMD_CONTOUR_BLOCKS_INL
#undef PLIANT_SIMD_CONTOUR_BLOCKS_INL
#else
#define PLIANT_SIMD_CONTOUR_BLOCKS_INL
#endif

#include <algorithm>
#include <limits>

#include "simd/contour_kernels.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::simd::HWY_NAMESPACE {

inline constexpr std::size_t row = 8;  // edges of a block
inline constexpr std::size_t parts = row / float_lanes;

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

// ---- along the compass

/// Numbers or vectors along four of the directions; those along the others are less them.
template <class Vector>
struct Compass {
    Vector u, v, sum, difference;
};

HWY_INLINE Compass<Float> compass_of(Float u, Float v) { return {u, v, hn::Add(u, v), hn::Sub(u, v)}; }

HWY_INLINE Headings headings_of(const Compass<Float>& along, Float bound, std::size_t shift) {
    const Floats d;
    const auto below = hn::Neg(bound);
    const auto both = [&](Float value) HWY_ATTR {
        return Headings{bits_of(d, hn::Gt(value, bound))} | Headings{bits_of(d, hn::Lt(value, below))} << 8;
    };
    return (both(along.u) | both(along.v) << 16 | both(along.sum) << 32 | both(along.difference) << 48) << shift;
}

/// One point along the directions from number `first` on: the same sums as of a vector of points.
HWY_INLINE Float along_compass(float u, float v, std::size_t first) {
    const Floats d;
    alignas(32) static constexpr float of_u[compass] = {1, -1, 0, 0, 1, -1, 1, -1};
    alignas(32) static constexpr float of_v[compass] = {0, 0, 1, -1, 1, -1, -1, 1};
    return hn::Add(hn::Mul(hn::Set(d, u), hn::Load(d, of_u + first)),
                   hn::Mul(hn::Set(d, v), hn::Load(d, of_v + first)));
}

#if HWY_TARGET != HWY_SCALAR && HWY_MAX_BYTES >= 32

/// The least of the lanes of two vectors, in lanes 0, 2 and 1, 3 of each half.
HWY_INLINE Float lesser(Float a, Float b) {
    const Floats d;
    return hn::Min(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
}

/// The least of eight points along each direction.
HWY_INLINE void least_of(const Compass<Float>* points, float* out) {
    const Floats d;
    const hn::Repartition<double, Floats> twice;
    const auto& [u, v, sum, difference] = *points;
    const auto of_four = [&](Float a, Float b) HWY_ATTR {
        const auto p = hn::BitCast(twice, lesser(a, hn::Neg(a))), q = hn::BitCast(twice, lesser(b, hn::Neg(b)));
        return hn::Min(hn::BitCast(d, hn::InterleaveLower(twice, p, q)),
                       hn::BitCast(d, hn::InterleaveUpper(twice, p, q)));
    };
    const auto straight = of_four(u, v), diagonal = of_four(sum, difference);
    hn::Store(hn::Min(hn::ConcatLowerLower(d, diagonal, straight), hn::ConcatUpperUpper(d, diagonal, straight)), d,
              out);
}

#else

HWY_INLINE void least_of(const Compass<Float>* points, float* out) {
    const Floats d;
    const auto both = [&](Float Compass<Float>::*member, float* to) HWY_ATTR {
        auto least = points[0].*member, less_most = hn::Neg(least);
        for (std::size_t part = 1; part < parts; ++part) {
            least = hn::Min(least, points[part].*member);
            less_most = hn::Min(less_most, hn::Neg(points[part].*member));
        }
        to[0] = hn::GetLane(hn::MinOfLanes(d, least));
        to[1] = hn::GetLane(hn::MinOfLanes(d, less_most));
    };
    both(&Compass<Float>::u, out);
    both(&Compass<Float>::v, out + 2);
    both(&Compass<Float>::sum, out + 4);
    both(&Compass<Float>::difference, out + 6);
}

#endif

// ---- blocks

/// A difference of two points above this is certain. A projected coordinate is off by less than an error, a sum
/// of two of them by less than three, and a difference of such sums by less than seven.
HWY_INLINE float certain(const ProjectedContours& c) { return 8 * c.error; }

/// The points between the first and the last of a block of so many edges, some of them twice; of one edge, its end.
/// `from` and `to`: where the edges begin and end.
HWY_INLINE Float points_between(Float from, Float to, Float second, std::size_t first_lane, std::size_t edges) {
    const Floats d;
    if (first_lane == 0) from = hn::IfThenElse(hn::FirstN(d, 1), to, from);
    if (edges == row) return from;
    return hn::IfThenElse(hn::FirstN(d, edges > first_lane ? edges - first_lane : 0), from, second);
}

/// What is known of a block of some edges: one to eight.
HWY_INLINE void bound_block(ProjectedContours& c, std::size_t number, std::size_t edges) {
    const Floats d;
    const float *u = c.u.data() + number * row, *v = c.v.data() + number * row;
    ProjectedContours::Block& block = c.block[number];
    Headings headings = 0;
    Compass<Float> between[parts];
    const auto bound = hn::Set(d, certain(c)), second_u = hn::Set(d, u[1]), second_v = hn::Set(d, v[1]);
    for (std::size_t part = 0; part < parts; ++part) {
        const std::size_t at = part * float_lanes;
        const auto from_u = hn::LoadU(d, u + at), to_u = hn::LoadU(d, u + at + 1);
        const auto from_v = hn::LoadU(d, v + at), to_v = hn::LoadU(d, v + at + 1);
        headings |= headings_of(compass_of(hn::Sub(to_u, from_u), hn::Sub(to_v, from_v)), bound, at);
        between[part] = compass_of(points_between(from_u, to_u, second_u, at, edges),
                                   points_between(from_v, to_v, second_v, at, edges));
    }
    block.there = static_cast<std::uint8_t>(all_edges >> (row - edges));
    block.headings = headings | (~Headings{block.there} & all_edges) * in_each_byte;
    least_of(between, block.least);
    if (edges == 1) std::fill_n(block.least, compass, std::numeric_limits<float>::infinity());  // nothing is between
    unsigned beyond_start = 0, beyond_end = 0;
    for (std::size_t at = 0; at < compass; at += float_lanes) {
        const auto inner = hn::Load(d, block.least + at);
        const auto start = along_compass(u[0], v[0], at), end = along_compass(u[edges], v[edges], at);
        beyond_start |= bits_of(d, hn::Gt(hn::Sub(hn::Min(inner, end), start), bound)) << at;
        beyond_end |= bits_of(d, hn::Gt(hn::Sub(hn::Min(inner, start), end), bound)) << at;
        hn::Store(hn::Min(hn::Min(inner, start), end), d, block.least + at);
    }
    block.beyond_start = static_cast<std::uint8_t>(beyond_start);
    block.beyond_end = static_cast<std::uint8_t>(beyond_end);
    for (std::size_t side = 0; side < 4; ++side) c.block_sides[side][number] = block.least[side];
}

/// Whether a line through the point where one block ends and the next begins keeps all else of them apart.
inline bool parted(const ProjectedContours::Block& block, const ProjectedContours::Block& next) {
    return (opposite(block.beyond_end) & next.beyond_start) != 0;
}

/// Whether a line along some direction keeps two blocks apart.
HWY_INLINE bool apart(const ProjectedContours& c, const ProjectedContours::Block& a,
                      const ProjectedContours::Block& b) {
    bool some = false;
    for (std::size_t i = 0; i < compass; ++i) some |= a.least[i] + b.least[i ^ 1] > certain(c);
    return some;
}

/// Bits of eight blocks, or groups of them, that are not apart from a block by a line along u or v.
HWY_INLINE unsigned not_apart(const ProjectedContours& c, const std::array<std::vector<float>, 4>& sides,
                              std::size_t first, const ProjectedContours::Block& block) {
    const Floats d;
    const auto bound = hn::Set(d, certain(c));
    unsigned bits = 0;
    for (std::size_t at = 0; at < row; at += float_lanes) {
        const auto gap = [&](std::size_t side) HWY_ATTR {
            return hn::Add(hn::LoadU(d, sides[side].data() + first + at), hn::Set(d, block.least[side ^ 1]));
        };
        const auto widest = hn::Max(hn::Max(gap(0), gap(1)), hn::Max(gap(2), gap(3)));
        bits |= bits_of(d, hn::Le(widest, bound)) << at;
    }
    return bits;
}

// ---- groups of eight blocks

inline std::size_t groups_of(const ProjectedContours& c) { return (c.blocks + row - 1) / row; }

/// Blocks without edges meet nothing.
inline void clear_block(ProjectedContours& c, std::size_t number) {
    for (auto& side : c.block_sides) side[number] = std::numeric_limits<float>::infinity();
}

HWY_INLINE void bound_groups(ProjectedContours& c) {
    const Floats d;
    const std::size_t groups = groups_of(c);
    for (std::size_t side = 0; side < 4; ++side) {
        for (std::size_t group = 0; group < groups; ++group) {
            const float* blocks = c.block_sides[side].data() + group * row;
            auto least = hn::LoadU(d, blocks);
            for (std::size_t at = float_lanes; at < row; at += float_lanes) {
                least = hn::Min(least, hn::LoadU(d, blocks + at));
            }
            c.group_sides[side][group] = hn::GetLane(hn::MinOfLanes(d, least));
        }
        for (std::size_t group = groups; group % row != 0; ++group) {
            c.group_sides[side][group] = std::numeric_limits<float>::infinity();
        }
    }
}

}  // namespace pliant::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
