#include "narrow_phase/neighbour_filters.hpp"

#include <algorithm>
#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/neighbour_filters_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "narrow_phase/signs-inl.hpp"
#include "simd/gather-inl.hpp"
#include "simd/rounding.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;

// ---- pairs

/// Loads vertex number `Member` of each of the next pairs; lanes beyond the end repeat the last pair.
template <class Vertex, class Neighbours>
HWY_INLINE Points3 gather_member(const Vertex* vertices, const Neighbours* pairs, std::size_t count,
                                 std::uint32_t Neighbours::*member) {
    std::uint32_t ids[double_lanes];
    for (std::size_t lane = 0; lane < double_lanes; ++lane) ids[lane] = pairs[std::min(lane, count - 1)].*member;
    return gather(vertices, ids);
}

/// Legs of two triangles seen from their common vertex.
struct Legs {
    Points3 a1, a2, b1, b2;
};

/// A plane through the common vertex with the legs of a strictly on one side and those of b on the other.
HWY_INLINE Lanes separated_by_plane(const Legs& l) {
    const Points3 direction = (l.a1 + l.a2) - (l.b1 + l.b2);
    const auto a = hn::And(positive(bounded_dot(direction, l.a1), projection_bound),
                           positive(bounded_dot(direction, l.a2), projection_bound));
    const auto b = hn::And(negative(bounded_dot(direction, l.b1), projection_bound),
                           negative(bounded_dot(direction, l.b2), projection_bound));
    return hn::And(a, b);
}

/// The rules of geometry::meet_beyond_vertex for certain signs: one triangle stays on one side of the other's plane, or
/// both reach the common line in opposite rays.
HWY_INLINE Lanes apart_by_signs(const Legs& l) {
    const Bounded a1 = triple_product(l.b1, l.b2, l.a1), a2 = triple_product(l.b1, l.b2, l.a2);
    const Bounded b1 = triple_product(l.a1, l.a2, l.b1), b2 = triple_product(l.a1, l.a2, l.b2);
    const auto a1_above = positive(a1, triple_product_bound), a1_below = negative(a1, triple_product_bound);
    const auto a2_above = positive(a2, triple_product_bound), a2_below = negative(a2, triple_product_bound);
    const auto b1_above = positive(b1, triple_product_bound), b1_below = negative(b1, triple_product_bound);
    const auto b2_above = positive(b2, triple_product_bound), b2_below = negative(b2, triple_product_bound);
    const auto a_one_side = hn::Or(hn::And(a1_above, a2_above), hn::And(a1_below, a2_below));
    const auto b_one_side = hn::Or(hn::And(b1_above, b2_above), hn::And(b1_below, b2_below));
    const auto opposite_up = hn::And(hn::And(a1_above, a2_below), hn::And(b1_above, b2_below));
    const auto opposite_down = hn::And(hn::And(a1_below, a2_above), hn::And(b1_below, b2_above));
    return hn::Or(hn::Or(a_one_side, b_one_side), hn::Or(opposite_up, opposite_down));
}

/// Writes the first lanes that are not proven apart.
HWY_INLINE std::size_t keep_unproven(unsigned proven, std::size_t first, std::size_t lanes, std::uint32_t* kept) {
    std::size_t written = 0;
    for (unsigned left = ~proven & ((1u << lanes) - 1); left != 0; left &= left - 1) {
        kept[written++] = static_cast<std::uint32_t>(first + static_cast<std::size_t>(std::countr_zero(left)));
    }
    return written;
}

template <class Vertex>
std::size_t keep_beyond_vertex(const Vertex* vertices, const VertexNeighbours* pairs, std::size_t count,
                               std::uint32_t* kept) {
    using N = VertexNeighbours;
    constexpr unsigned all = all_lanes<Doubles>;
    std::size_t written = 0;
    for (std::size_t first = 0; first < count; first += double_lanes) {
        const N* next = pairs + first;
        const std::size_t left = count - first;
        const Points3 v = gather_member(vertices, next, left, &N::v);
        const Legs legs{
            gather_member(vertices, next, left, &N::a1) - v, gather_member(vertices, next, left, &N::a2) - v,
            gather_member(vertices, next, left, &N::b1) - v, gather_member(vertices, next, left, &N::b2) - v};
        unsigned proven = bits_of(separated_by_plane(legs));
        if (proven != all) proven |= bits_of(apart_by_signs(legs));
        written += keep_unproven(proven, first, std::min(double_lanes, left), kept + written);
    }
    return written;
}

/// The normals w x a and w x b point against one another (the triangles lie on different sides of their edge), or the
/// four corners are certainly not in one plane.
HWY_INLINE unsigned not_folded(const Points3& w, const Points3& a, const Points3& b) {
    const Points3 normal_a = cross(w, a), normal_b = cross(w, b);
    const auto abs_cross = [](const Points3& p, const Points3& q) {
        const auto term = [](Double s, Double t, Double u, Double v) {
            return hn::Add(hn::Abs(hn::Mul(s, t)), hn::Abs(hn::Mul(u, v)));
        };
        return Points3{term(p.y, q.z, p.z, q.y), term(p.z, q.x, p.x, q.z), term(p.x, q.y, p.y, q.x)};
    };
    const Points3 size_a = abs_cross(w, a), size_b = abs_cross(w, b), sizes = size_a + size_b;
    const auto factors =
        hn::Mul(hn::Add(sizes.x, hn::Add(sizes.y, sizes.z)), hn::Set(Doubles(), DoubleRounding::factor_underflow));
    const Bounded between{dot(normal_a, normal_b), hn::Add(dot(size_a, size_b), factors)};
    unsigned proven = bits_of(negative(between, normals_bound));
    constexpr unsigned all = all_lanes<Doubles>;
    if (proven != all) {
        const Bounded volume = triple_product(w, a, b);
        proven |= bits_of(hn::Or(positive(volume, triple_product_bound), negative(volume, triple_product_bound)));
    }
    return proven;
}

template <class Vertex>
std::size_t keep_beyond_edge(const Vertex* vertices, const EdgeNeighbours* pairs, std::size_t count,
                             std::uint32_t* kept) {
    using N = EdgeNeighbours;
    std::size_t written = 0;
    for (std::size_t first = 0; first < count; first += double_lanes) {
        const N* next = pairs + first;
        const std::size_t left = count - first;
        const Points3 v = gather_member(vertices, next, left, &N::v);
        const unsigned proven =
            not_folded(gather_member(vertices, next, left, &N::w) - v, gather_member(vertices, next, left, &N::a) - v,
                       gather_member(vertices, next, left, &N::b) - v);
        written += keep_unproven(proven, first, std::min(double_lanes, left), kept + written);
    }
    return written;
}

// ---- fans

/// Wedge i of a fan lies between the legs ring[i] and ring[i + 1].
struct Wedges {
    Points3 from, to;
};

template <class Vertex>
HWY_INLINE Wedges wedges_at(const Vertex* vertices, const Points3& apex, const std::uint32_t* ring) {
    return {gather(vertices, ring) - apex, gather(vertices, ring + 1) - apex};
}

HWY_INLINE Points3 everywhere(const Points3& p) {
    const Doubles d;
    return {hn::Set(d, hn::GetLane(p.x)), hn::Set(d, hn::GetLane(p.y)), hn::Set(d, hn::GetLane(p.z))};
}

/// Sum of the wedges' normals, broadcast. Added up in four columns on every target, so that all round alike.
template <class Vertex>
HWY_INLINE Points3 sum_of_normals(const Vertex* vertices, const Fan& fan, const Points3& apex,
                                  const std::uint32_t* ring) {
    const Doubles d;
    alignas(32) double columns[3][4] = {};
    const auto add = [&](double* column, Double value) { hn::Store(hn::Add(hn::Load(d, column), value), d, column); };
    for (std::uint32_t i = 0; i < fan.wedges; i += double_lanes) {
        const Wedges w = wedges_at(vertices, apex, ring + i);
        const auto within = hn::FirstN(d, fan.wedges - i);
        const Points3 n = cross(w.from, w.to);
        add(columns[0] + i % 4, hn::IfThenElseZero(within, n.x));
        add(columns[1] + i % 4, hn::IfThenElseZero(within, n.y));
        add(columns[2] + i % 4, hn::IfThenElseZero(within, n.z));
    }
    const auto total = [&](const double* c) { return hn::Set(d, (c[0] + c[1]) + (c[2] + c[3])); };
    return {total(columns[0]), total(columns[1]), total(columns[2])};
}

/// Seen along the mean normal every wedge runs counter-clockwise, and none but the two at the first leg reaches that
/// leg: then the wedges lie side by side and cover each direction at most once.
template <class Vertex>
HWY_INLINE bool certainly_regular(const Vertex* vertices, const Fan& fan, const std::uint32_t* ring) {
    const Doubles d;
    std::uint32_t apex_ids[double_lanes];
    std::fill_n(apex_ids, double_lanes, fan.vertex);
    const Points3 apex = gather(vertices, apex_ids);
    const Points3 normal = sum_of_normals(vertices, fan, apex, ring);
    const Points3 first = everywhere(wedges_at(vertices, apex, ring).from);
    for (std::uint32_t i = 0; i < fan.wedges; i += double_lanes) {
        const Wedges w = wedges_at(vertices, apex, ring + i);
        const unsigned within = bits_of(hn::FirstN(d, fan.wedges - i));
        const unsigned upright = bits_of(positive(triple_product(w.from, w.to, normal), triple_product_bound));
        const unsigned clear = bits_of(hn::Or(negative(triple_product(w.from, first, normal), triple_product_bound),
                                              positive(triple_product(w.to, first, normal), triple_product_bound)));
        unsigned at_first_leg = i == 0 ? 1u : 0u;
        if (fan.closed && fan.wedges - 1 - i < double_lanes) at_first_leg |= 1u << (fan.wedges - 1 - i);
        if ((upright & (clear | at_first_leg) & within) != within) return false;
    }
    return true;
}

// ---- several fans, one per lane

/// Fans with more wedges are tested one by one.
constexpr std::uint32_t most_wedges = 12;

/// Any linear map to a plane gives a proof, however it was rounded: here the projection along the mean normal. Legs are
/// divided by the size of the longest one. A coordinate of a leg is rounded twice, its product and the sums thrice:
/// relative to the sum of the magnitudes of an axis, a point in the plane is off by eight units at most, and a
/// determinant of two by 40. The bounds are rounded, too.
template <class Tag>
class FanLanes {
public:
    static constexpr std::size_t lanes = hn::MaxLanes(Tag());

    /// Up to `lanes` fans; lanes beyond the last repeat it.
    template <class Vertex>
    HWY_INLINE FanLanes(const Vertex* vertices, const Fan* fans, std::size_t count, const std::uint32_t* ring) {
        hn::TFromD<Tag> wedges[lanes], closing[lanes];
        const std::uint32_t* legs[lanes];
        std::uint32_t ids[lanes], last[lanes], least = most_wedges;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const Fan& fan = fans[std::min(lane, count - 1)];
            ids[lane] = fan.vertex;
            legs[lane] = ring + fan.first;
            last[lane] = std::min(fan.wedges, most_wedges);
            least = std::min(least, last[lane]);
            most_ = std::max(most_, last[lane]);
            large_ |= static_cast<unsigned>(fan.wedges > most_wedges) << lane;
            wedges[lane] = static_cast<hn::TFromD<Tag>>(last[lane]);
            closing[lane] = fan.closed ? wedges[lane] - 1 : -1;
        }
        wedges_ = hn::LoadU(d, wedges);
        closing_ = hn::LoadU(d, closing);
        const Points apex = load(d, vertices, ids);
        auto longest = hn::Zero(d);
        for (std::uint32_t i = 0; i <= most_; ++i) {
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                ids[lane] = legs[lane][HWY_LIKELY(i <= least) ? i : std::min(i, last[lane])];
            }
            leg_[i] = load(d, vertices, ids) - apex;
            longest = hn::Max(longest, sum_of_magnitudes(leg_[i]));
        }
        using Limits = simd::Rounding<hn::TFromD<Tag>>;
        long_enough_ = hn::Gt(longest, hn::Set(d, Limits::underflow / Limits::unit));
        const auto scale = hn::Div(hn::Set(d, 1), longest);
        for (std::uint32_t i = 0; i <= most_; ++i) {
            leg_[i] = {hn::Mul(leg_[i].x, scale), hn::Mul(leg_[i].y, scale), hn::Mul(leg_[i].z, scale)};
        }
    }

    /// Bits of the fans for which it is certain: seen from above all wedges run counter-clockwise, and none but those
    /// at the first leg reaches that one.
    [[nodiscard]] HWY_INLINE unsigned certainly_regular() const {
        using Limits = simd::Rounding<hn::TFromD<Tag>>;
        Points normal = cross(leg_[0], leg_[1]);
        for (std::uint32_t i = 1; i < most_; ++i) normal = normal + cross(leg_[i], leg_[i + 1]);
        const Points up = cross(normal, leg_[0]), right = cross(up, normal);
        const auto size_up = sum_of_magnitudes(up), size_right = sum_of_magnitudes(right),
                   lost = hn::Set(d, Limits::underflow);
        const auto turning = hn::Add(hn::Mul(hn::Mul(size_up, size_right), hn::Set(d, 80 * Limits::unit)), lost);
        auto regular = long_enough_;
        const auto first_u = dot(right, leg_[0]),
                   first_v = dot(up, leg_[0]);  // not 0: the rounded normal is not orthogonal to it
        auto u = first_u, v = first_v;
        for (std::uint32_t i = 0; i < most_; ++i) {
            const auto next_u = dot(right, leg_[i + 1]), next_v = dot(up, leg_[i + 1]);
            const auto upright = hn::Gt(hn::Sub(hn::Mul(u, next_v), hn::Mul(v, next_u)), turning);
            const auto from_first = hn::Sub(hn::Mul(first_u, v), hn::Mul(first_v, u));
            const auto next_from_first = hn::Sub(hn::Mul(first_u, next_v), hn::Mul(first_v, next_u));
            auto clear = hn::Or(hn::Gt(from_first, turning), hn::Lt(next_from_first, hn::Neg(turning)));
            const auto number = hn::Set(d, static_cast<hn::TFromD<Tag>>(i));
            clear = i == 0 ? long_enough_ : hn::Or(clear, hn::Eq(closing_, number));
            regular = hn::And(regular, hn::Or(hn::And(upright, clear), hn::Ge(number, wedges_)));
            u = next_u;
            v = next_v;
        }
        return bits_of(d, regular) & ~large_;
    }

private:
    using Vector = hn::Vec<Tag>;
    using Points = Coordinates<Vector>;

    Tag d;
    std::uint32_t most_ = 0;     // wedges
    unsigned large_ = 0;         // lanes with more of them than there is room for
    Vector wedges_, closing_;    // by lane: how many, and which one ends at the first leg
    hn::Mask<Tag> long_enough_;  // so that flush-to-zero loses less than the bound
    Points leg_[most_wedges + 1];
};

template <class Tag, class Vertex>
HWY_INLINE std::size_t find_irregular(Tag, const Vertex* vertices, const Fan* fans, std::size_t count,
                                      const std::uint32_t* ring, std::uint32_t* irregular) {
    constexpr std::size_t lanes = FanLanes<Tag>::lanes;
    std::size_t written = 0;
    for (std::size_t first = 0; first < count; first += lanes) {
        const std::size_t own = std::min(lanes, count - first);
        const unsigned regular = FanLanes<Tag>(vertices, fans + first, own, ring).certainly_regular();
        for (unsigned left = ~regular & ((1u << own) - 1); left != 0; left &= left - 1) {
            const std::size_t i = first + static_cast<std::size_t>(std::countr_zero(left));
            if (!certainly_regular(vertices, fans[i], ring + fans[i].first)) {
                irregular[written++] = static_cast<std::uint32_t>(i);
            }
        }
    }
    return written;
}

std::size_t find_irregular(const simd::FloatVertex* vertices, const Fan* fans, std::size_t count,
                           const std::uint32_t* ring, std::uint32_t* irregular) {
    return find_irregular(Floats(), vertices, fans, count, ring, irregular);
}
std::size_t find_irregular(const simd::DoubleVertex* vertices, const Fan* fans, std::size_t count,
                           const std::uint32_t* ring, std::uint32_t* irregular) {
    return find_irregular(Doubles(), vertices, fans, count, ring, irregular);
}

std::size_t BeyondVertex(const simd::Vertices& vertices, const VertexNeighbours* pairs, std::size_t count,
                         std::uint32_t* kept) {
    return with_vertices(vertices, [&](const auto* v) { return keep_beyond_vertex(v, pairs, count, kept); });
}

std::size_t BeyondEdge(const simd::Vertices& vertices, const EdgeNeighbours* pairs, std::size_t count,
                       std::uint32_t* kept) {
    return with_vertices(vertices, [&](const auto* v) { return keep_beyond_edge(v, pairs, count, kept); });
}

std::size_t IrregularFans(const simd::Vertices& vertices, const Fan* fans, std::size_t count, const std::uint32_t* ring,
                          std::uint32_t* irregular) {
    return with_vertices(vertices, [&](const auto* v) { return find_irregular(v, fans, count, ring, irregular); });
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::narrow_phase {

HWY_EXPORT(IrregularFans);
HWY_EXPORT(BeyondVertex);
HWY_EXPORT(BeyondEdge);

std::size_t possibly_meeting_beyond_vertex(const simd::Vertices& vertices, std::span<const VertexNeighbours> pairs,
                                           std::uint32_t* kept) {
    return HWY_DYNAMIC_DISPATCH(BeyondVertex)(vertices, pairs.data(), pairs.size(), kept);
}

std::size_t possibly_meeting_beyond_edge(const simd::Vertices& vertices, std::span<const EdgeNeighbours> pairs,
                                         std::uint32_t* kept) {
    return HWY_DYNAMIC_DISPATCH(BeyondEdge)(vertices, pairs.data(), pairs.size(), kept);
}

std::size_t irregular_fans(const simd::Vertices& vertices, std::span<const Fan> fans, const std::uint32_t* ring,
                           std::uint32_t* irregular) {
    return HWY_DYNAMIC_DISPATCH(IrregularFans)(vertices, fans.data(), fans.size(), ring, irregular);
}

}  // namespace pliant::narrow_phase
#endif
