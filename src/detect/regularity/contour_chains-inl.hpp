// Kernels on chains of a projected contour, eight chains in the lanes of a vector: their bounds, and separation tests
// between them [Volino1994, 2.3.5]. Included once per vector target.
#if defined(PLIANT_REGULARITY_CONTOUR_CHAINS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef PLIANT_REGULARITY_CONTOUR_CHAINS_INL
#undef PLIANT_REGULARITY_CONTOUR_CHAINS_INL
#else
#define PLIANT_REGULARITY_CONTOUR_CHAINS_INL
#endif

#include <algorithm>
#include <bit>
#include <limits>

#include "detect/regularity/simple_contours.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::regularity::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

inline constexpr std::size_t together = ProjectedContours::together;
inline constexpr std::size_t compass = ProjectedContours::compass;
inline constexpr float infinity = std::numeric_limits<float>::infinity();

// ---- projection

/// Coordinates relative to the centre, in float.
HWY_INLINE FloatPoints3 relative(const simd::FloatVertex* vertices, const std::uint32_t* ids,
                                 const FloatPoints3& centre) {
    return gather_floats(vertices, ids) - centre;
}

HWY_INLINE FloatPoints3 relative(const simd::DoubleVertex* vertices, const std::uint32_t* ids,
                                 const FloatPoints3& centre) {
    const Floats d;
    alignas(32) float x[float_lanes], y[float_lanes], z[float_lanes];
    const double centre_x = hn::GetLane(centre.x), centre_y = hn::GetLane(centre.y), centre_z = hn::GetLane(centre.z);
    for (std::size_t i = 0; i < float_lanes; ++i) {
        const simd::DoubleVertex& v = vertices[ids[i]];
        x[i] = static_cast<float>(v.x - centre_x);
        y[i] = static_cast<float>(v.y - centre_y);
        z[i] = static_cast<float>(v.z - centre_z);
    }
    return {hn::Load(d, x), hn::Load(d, y), hn::Load(d, z)};
}

HWY_INLINE FloatPoints3 in_all_lanes(const std::array<float, 3>& p) {
    const Floats d;
    return {hn::Set(d, p[0]), hn::Set(d, p[1]), hn::Set(d, p[2])};
}

/// The points of as many chains as a vector has lanes, from `chain` on. `ids` are the vertices of the loop.
template <class Vertex>
HWY_INLINE void project_chains(const Vertex* vertices, const Projection& p, const std::uint32_t* ids,
                               const ProjectedContours::Loop& loop, std::size_t chain, ProjectedContours& c) {
    const Floats d;
    const FloatPoints3 axis_u = in_all_lanes(p.u), axis_v = in_all_lanes(p.v), centre = in_all_lanes(p.centre);
    const std::uint32_t* begin[float_lanes];
    for (std::size_t lane = 0; lane < float_lanes; ++lane) begin[lane] = ids + loop.start_of(chain + lane);
    float *u = c.u.data() + loop.point(chain, 0), *v = c.v.data() + loop.point(chain, 0);
    const std::size_t rows = loop.shortest + (chain < loop.longer ? 1 : 0);
    for (std::size_t i = 0; i < rows; ++i) {
        std::uint32_t row[float_lanes];
        for (std::size_t lane = 0; lane < float_lanes; ++lane) row[lane] = begin[lane][i];
        const FloatPoints3 points = relative(vertices, row, centre);
        hn::StoreU(dot(axis_u, points), d, u + i * together);
        hn::StoreU(dot(axis_v, points), d, v + i * together);
    }
    hn::StoreU(hn::LoadU(d, u), d, c.start_u.data() + loop.first() + chain);
    hn::StoreU(hn::LoadU(d, v), d, c.start_v.data() + loop.first() + chain);
}

template <class Vertex>
HWY_INLINE void project_loop(const Vertex* vertices, const Projection& p, const std::uint32_t* ids,
                             const ProjectedContours::Loop& loop, ProjectedContours& c) {
    for (std::size_t chain = 0; chain < loop.chains; chain += float_lanes) {
        project_chains(vertices, p, ids, loop, chain, c);
    }
    c.start_u[loop.first() + loop.chains] = c.start_u[loop.first()];
    c.start_v[loop.first() + loop.chains] = c.start_v[loop.first()];
}

// ---- along the compass

inline constexpr std::size_t axes = compass / 2;

/// Projections of points, or of differences, onto half of the compass directions; the other half are their negatives.
struct Compass {
    Float along[axes];
};

HWY_INLINE Compass compass_of(Float u, Float v) { return {{u, v, hn::Add(u, v), hn::Sub(u, v)}}; }

HWY_INLINE Compass compass_of(const float* u, const float* v) {
    const Floats d;
    return compass_of(hn::LoadU(d, u), hn::LoadU(d, v));
}

struct Extent {
    Float least[axes], most[axes];
};

HWY_INLINE Extent nothing() {
    const Floats d;
    Extent out;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        out.least[axis] = hn::Set(d, infinity);
        out.most[axis] = hn::Set(d, -infinity);
    }
    return out;
}

HWY_INLINE void include(Extent& extent, const Compass& point) {
    for (std::size_t axis = 0; axis < axes; ++axis) {
        extent.least[axis] = hn::Min(extent.least[axis], point.along[axis]);
        extent.most[axis] = hn::Max(extent.most[axis], point.along[axis]);
    }
}

/// State of a traversal along chains, point by point.
struct Walk {
    Compass at;
    Extent steps;  // of all edges so far
    Extent inner;  // of all points after the first
};

HWY_INLINE void step_to(Walk& walk, const Compass& point) {
    Compass step;
    for (std::size_t axis = 0; axis < axes; ++axis) step.along[axis] = hn::Sub(point.along[axis], walk.at.along[axis]);
    include(walk.steps, step);
    walk.at = point;
}

HWY_INLINE void pass(Walk& walk, const Compass& point) {
    step_to(walk, point);
    include(walk.inner, point);
}

/// Masked: only the lanes of `some` have this point.
HWY_INLINE void pass_some(Walk& walk, const Compass& point, hn::Mask<Floats> some) {
    Walk further = walk;
    pass(further, point);
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const auto choose = [&](Float& to, Float from) HWY_ATTR { to = hn::IfThenElse(some, from, to); };
        choose(walk.at.along[axis], further.at.along[axis]);
        choose(walk.steps.least[axis], further.steps.least[axis]);
        choose(walk.steps.most[axis], further.steps.most[axis]);
        choose(walk.inner.least[axis], further.inner.least[axis]);
        choose(walk.inner.most[axis], further.inner.most[axis]);
    }
}

// ---- chains

/// Error bound: a difference of two points above this has a certain sign. A projected coordinate is off by less than
/// one `error`, a sum of two by less than three, and a difference of such sums by less than seven.
HWY_INLINE float certain(const ProjectedContours& c) { return 8 * c.error; }

/// Number of lanes, from `chain` on, whose chains have one edge more than the shortest.
HWY_INLINE std::size_t longer_from(const ProjectedContours::Loop& loop, std::size_t chain) {
    return std::min(float_lanes, loop.longer - std::min(chain, loop.longer));
}

/// Whether all edges advance along one direction.
HWY_INLINE hn::Mask<Floats> straight(const Extent& steps, Float bound) {
    auto least = hn::Neg(bound);
    for (std::size_t axis = 0; axis < axes; ++axis) {
        least = hn::Max(least, hn::Max(steps.least[axis], hn::Neg(steps.most[axis])));
    }
    return hn::Gt(least, bound);
}

/// Bounds of as many chains of a group as a vector has lanes. Completes their last rows of points.
HWY_INLINE void bound_chains(ProjectedContours& c, const ProjectedContours::Loop& loop, std::size_t chain,
                             ProjectedContours::Group& group) {
    const Floats d;
    const std::size_t number = loop.first() + chain, shortest = loop.shortest, longer = longer_from(loop, chain);
    float *u = c.u.data() + loop.point(chain, 0), *v = c.v.data() + loop.point(chain, 0);
    const auto end_u = hn::LoadU(d, c.start_u.data() + number + 1), end_v = hn::LoadU(d, c.start_v.data() + number + 1);
    const Compass start = compass_of(u, v), end = compass_of(end_u, end_v);
    Walk walk{start, nothing(), nothing()};
    for (std::size_t i = 1; i < shortest; ++i) pass(walk, compass_of(u + i * together, v + i * together));
    auto last_u = end_u, last_v = end_v;
    if (longer > 0) {
        const auto some = hn::FirstN(d, longer);
        const auto more_u = hn::LoadU(d, u + shortest * together), more_v = hn::LoadU(d, v + shortest * together);
        pass_some(walk, compass_of(more_u, more_v), some);
        last_u = hn::IfThenElse(some, more_u, end_u);
        last_v = hn::IfThenElse(some, more_v, end_v);
    }
    hn::StoreU(last_u, d, u + shortest * together);
    hn::StoreU(last_v, d, v + shortest * together);
    hn::StoreU(end_u, d, u + (shortest + 1) * together);
    hn::StoreU(end_v, d, v + (shortest + 1) * together);
    step_to(walk, end);

    const auto bound = hn::Set(d, certain(c));
    const std::size_t lane = chain % together;
    const auto beyond = [&](Float a, Float b)
                            HWY_ATTR { return std::uint64_t{bits_of(d, hn::Gt(hn::Sub(a, b), bound))}; };
    std::uint64_t beyond_start = 0, before_end = 0;
    for (std::size_t axis = 0; axis < axes; ++axis) {
        const auto first = start.along[axis], last = end.along[axis];
        const auto least = walk.inner.least[axis], most = walk.inner.most[axis];
        const auto least_on = hn::Min(least, last), most_on = hn::Max(most, last);
        beyond_start |= beyond(least_on, first) << 8 * axis | beyond(first, most_on) << 8 * (axis + axes);
        before_end |= beyond(last, hn::Max(most, first)) << 8 * axis | beyond(hn::Min(least, first), last)
                                                                           << 8 * (axis + axes);
        hn::StoreU(hn::Min(least_on, first), d, c.sides[axis].data() + number);
        hn::StoreU(hn::Neg(hn::Max(most_on, first)), d, c.sides[axis + axes].data() + number);
    }
    group.beyond_start |= beyond_start << lane;
    group.before_end |= before_end << lane;
    group.turning |= static_cast<std::uint8_t>(bits_of(d, hn::Not(straight(walk.steps, bound))) << lane);
}

/// Padding chains get empty bounds: they meet nothing.
inline void clear_chains(ProjectedContours& c, std::size_t begin, std::size_t end) {
    for (auto& side : c.sides) std::fill(side.data() + begin, side.data() + end, infinity);
}

// ---- separation

/// Indices of the sides along u, v, -u and -v.
inline constexpr std::size_t upright[4] = {0, 1, 4, 5};

/// Compares each chain of the group that begins at `first` with those `from` to `to` places after it. Calls
/// meets(lane, distance) where no line along u or v separates them; stops when that returns false.
template <class Meets>
HWY_INLINE bool compare_ahead(const ProjectedContours& c, std::size_t first, std::size_t from, std::size_t to,
                              const Meets& meets) {
    const Floats d;
    const auto bound = hn::Set(d, certain(c));
    for (std::size_t lane = 0; lane < together; lane += float_lanes) {
        const float *less[4], *opposite[4];
        for (std::size_t i = 0; i < 4; ++i) {
            less[i] = c.sides[upright[i]].data() + first + lane;
            opposite[i] = c.sides[upright[i] ^ axes].data() + first + lane;
        }
        const auto u = hn::LoadU(d, less[0]), v = hn::LoadU(d, less[1]);
        const auto less_u = hn::LoadU(d, less[2]), less_v = hn::LoadU(d, less[3]);
        for (std::size_t distance = from; distance <= to; ++distance) {
            const auto gap = [&](Float own, std::size_t side)
                                 HWY_ATTR { return hn::Add(own, hn::LoadU(d, opposite[side] + distance)); };
            const auto widest = hn::Max(hn::Max(gap(u, 0), gap(v, 1)), hn::Max(gap(less_u, 2), gap(less_v, 3)));
            for (unsigned bits = bits_of(d, hn::Le(widest, bound)); bits != 0; bits &= bits - 1) {
                if (!meets(lane + static_cast<std::size_t>(std::countr_zero(bits)), distance)) return false;
            }
        }
    }
    return true;
}

struct Rectangle {
    float less[4];  // sides along u, v, -u and -v
};

/// Bits of those of eight rectangles (SoA, by side) that are not separated from a given one.
template <class Column>
HWY_INLINE unsigned not_apart_from(const ProjectedContours& c, const Rectangle& r, const Column& column) {
    const Floats d;
    unsigned bits = 0;
    for (std::size_t at = 0; at < together; at += float_lanes) {
        const auto gap = [&](std::size_t side) HWY_ATTR {
            return hn::Add(hn::LoadU(d, column(side) + at), hn::Set(d, r.less[side ^ 2]));
        };
        const auto widest = hn::Max(hn::Max(gap(0), gap(1)), hn::Max(gap(2), gap(3)));
        bits |= bits_of(d, hn::Le(widest, hn::Set(d, certain(c)))) << at;
    }
    return bits;
}

HWY_INLINE Rectangle rectangle_of_chain(const ProjectedContours& c, std::size_t number) {
    return {{c.sides[0][number], c.sides[1][number], c.sides[4][number], c.sides[5][number]}};
}

HWY_INLINE Rectangle rectangle_of_group(const ProjectedContours& c, std::size_t group) {
    return {{c.group_sides[0][group], c.group_sides[1][group], c.group_sides[2][group], c.group_sides[3][group]}};
}

/// Whether a line along some compass direction separates two chains.
HWY_INLINE bool apart(const ProjectedContours& c, std::size_t a, std::size_t b) {
    bool some = false;
    for (std::size_t i = 0; i < compass; ++i) some |= c.sides[i][a] + c.sides[i ^ axes][b] > certain(c);
    return some;
}

HWY_INLINE void bound_group(ProjectedContours& c, std::size_t group) {
    const Floats d;
    for (std::size_t side = 0; side < 4; ++side) {
        const float* chains = c.sides[upright[side]].data() + group * together;
        auto least = hn::LoadU(d, chains);
        for (std::size_t at = float_lanes; at < together; at += float_lanes) {
            least = hn::Min(least, hn::LoadU(d, chains + at));
        }
        c.group_sides[side][group] = hn::GetLane(hn::MinOfLanes(d, least));
    }
}

// ---- edges of eight chains at once

/// Bounding rectangles of one edge of each chain.
struct EdgeBoxes {
    Float lo_u, hi_u, lo_v, hi_v;
};

HWY_INLINE EdgeBoxes boxes_around(Float from_u, Float from_v, Float to_u, Float to_v) {
    return {hn::Min(from_u, to_u), hn::Max(from_u, to_u), hn::Min(from_v, to_v), hn::Max(from_v, to_v)};
}

HWY_INLINE Float gap_between(const EdgeBoxes& a, const EdgeBoxes& b) {
    return hn::Max(hn::Max(hn::Sub(a.lo_u, b.hi_u), hn::Sub(b.lo_u, a.hi_u)),
                   hn::Max(hn::Sub(a.lo_v, b.hi_v), hn::Sub(b.lo_v, a.hi_v)));
}

/// Bits of the chains in which the rectangles of all non-adjacent edges are disjoint.
HWY_INLINE unsigned edges_apart(const ProjectedContours& c, const ProjectedContours::Loop& loop, std::size_t chain) {
    const Floats d;
    const float *u = c.u.data() + loop.point(chain, 0), *v = c.v.data() + loop.point(chain, 0);
    const std::size_t shortest = loop.shortest, longer = longer_from(loop, chain);
    EdgeBoxes boxes[ProjectedContours::most_edges];
    auto from_u = hn::LoadU(d, u), from_v = hn::LoadU(d, v);
    auto gap = hn::Set(d, infinity);
    const auto add = [&](std::size_t i) HWY_ATTR {
        const auto to_u = hn::LoadU(d, u + (i + 1) * together), to_v = hn::LoadU(d, v + (i + 1) * together);
        boxes[i] = boxes_around(from_u, from_v, to_u, to_v);
        for (std::size_t k = 0; k + 1 < i; ++k) gap = hn::Min(gap, gap_between(boxes[k], boxes[i]));
        from_u = to_u;
        from_v = to_v;
    };
    for (std::size_t i = 0; i < shortest; ++i) add(i);
    if (longer > 0) {
        const auto of_all = gap;
        add(shortest);
        gap = hn::IfThenElse(hn::FirstN(d, longer), gap, of_all);
    }
    return bits_of(d, hn::Gt(gap, hn::Set(d, certain(c))));
}

}  // namespace pliant::regularity::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
