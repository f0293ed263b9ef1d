#include <algorithm>
#include <bit>

#include "narrow_phase/feature_distances.hpp"
#include "numeric/box.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "narrow_phase/feature_distances_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "narrow_phase/closest_features-inl.hpp"
#include "simd/gather-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace pliant::narrow_phase::HWY_NAMESPACE {

using namespace simd::HWY_NAMESPACE;
using broad_phase::FeatureBatch;

// Of a distance that is returned, relative to it.
constexpr double measured_well = 0x1p-32;

/// Fills the rest of the last vector.
HWY_INLINE void pad(FeatureBatch& batch) {
    for (std::size_t i = batch.count; i % broad_phase::block_size != 0; ++i) {
        for (auto& row : batch.vertex) row[i] = row[0];
    }
}

template <FeatureKind kind, class Tag, class Vertex>
HWY_INLINE auto load_offsets(Tag d, const Vertex* vertices, const FeatureBatch& batch, std::size_t i) {
    const auto p0 = load(d, vertices, batch.vertex[0] + i), p1 = load(d, vertices, batch.vertex[1] + i);
    const auto p2 = load(d, vertices, batch.vertex[2] + i), p3 = load(d, vertices, batch.vertex[3] + i);
    using Vector = hn::Vec<Tag>;
    if constexpr (kind == FeatureKind::vertex_triangle) {
        return FeatureOffsets<Vector>{p0 - p1, p2 - p1, p3 - p1};
    } else {
        return FeatureOffsets<Vector>{p0 - p2, p1 - p0, p3 - p2};
    }
}

/// The distance at which features are near, by lane, rounded up by a few units where it is not exact.
template <FeatureKind kind, class Tag>
HWY_INLINE hn::Vec<Tag> most_distance(Tag d, const Nearness& nearness, const FeatureBatch& batch, std::size_t i) {
    using Scalar = hn::TFromD<Tag>;
    const auto at_least = [](double value) {
        if constexpr (std::is_same_v<Scalar, float>) return value > 0 ? upper_float(value) : 0.0f;
        return static_cast<Scalar>(value);
    };
    if (nearness.thickness == nullptr) return hn::Set(d, at_least(nearness.distance));
    alignas(64) Scalar most[hn::MaxLanes(Tag())];
    for (std::size_t lane = 0; lane < hn::MaxLanes(Tag()); ++lane) {
        const auto [question, a, b] = nearness.most(kind, {batch.vertex[0][i + lane], batch.vertex[1][i + lane],
                                                           batch.vertex[2][i + lane], batch.vertex[3][i + lane]});
        most[lane] = at_least((question + a + b) * (1 + 0x1p-51));
    }
    return hn::Load(d, most);
}

// ---- the far filter

template <FeatureKind kind, class Tag, class Vertex>
void keep_near(Tag d, const Vertex* vertices, const Nearness& nearness, FeatureBatch& batch) {
    pad(batch);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < batch.count; i += hn::MaxLanes(Tag())) {
        const auto offsets = load_offsets<kind>(d, vertices, batch, i);
        const auto far = certainly_far<kind>(d, offsets, most_distance<kind>(d, nearness, batch, i));
        unsigned bits = ~bits_of(d, far) & all_lanes<Tag>;
        if (batch.count - i < hn::MaxLanes(Tag())) bits &= (1u << (batch.count - i)) - 1;
        for (; bits != 0; bits &= bits - 1, ++kept) {
            const std::size_t from = i + static_cast<std::size_t>(std::countr_zero(bits));
            for (auto& row : batch.vertex) row[kept] = row[from];
            batch.first[kept] = batch.first[from];
            batch.second[kept] = batch.second[from];
        }
    }
    batch.count = kept;
}

void KeepPossiblyNear(const simd::Vertices& vertices, const Nearness& nearness, FeatureBatch& batch) {
    const bool edges = batch.kind == FeatureKind::edge_edge;
    const auto keep = [&](auto d, const auto* positions) {
        return edges ? keep_near<FeatureKind::edge_edge>(d, positions, nearness, batch)
                     : keep_near<FeatureKind::vertex_triangle>(d, positions, nearness, batch);
    };
    if (vertices.doubles != nullptr) return keep(Doubles(), vertices.doubles);
    keep(Floats(), vertices.floats);
}

// ---- distances

/// A lower bound of the distance by direction q, and the length of q.
struct BoundAlong {
    Double bound, length;
};

template <FeatureKind kind>
HWY_INLINE BoundAlong bound_along(const FeatureOffsets<Double>& offsets, const Points3& q, Double size) {
    const Doubles d;
    const auto square = dot(q, q), length = hn::Sqrt(square);
    const auto enough = hn::Gt(square, hn::Set(d, TrustedScale<double>::tiny_square));
    const auto bound = hn::Div(least_projection<kind>(d, offsets, q, size),
                               hn::Mul(hn::IfThenElse(enough, length, hn::Set(d, 1.0)), hn::Set(d, 1 + 0x1p-50)));
    return {hn::IfThenElseZero(enough, hn::Max(bound, hn::Zero(d))), length};
}

HWY_INLINE Points3 times(Double s, const Points3& p) { return {hn::Mul(s, p.x), hn::Mul(s, p.y), hn::Mul(s, p.z)}; }

/// What is known of a vector of pairs.
struct MeasuredLanes {
    Double distance, first, second;
    Points3 normal;
    unsigned far, near;  // bits
};

template <FeatureKind kind>
HWY_INLINE MeasuredLanes measure_lanes(const FeatureOffsets<Double>& offsets, Double most) {
    const Doubles d;
    const auto closest = HWY_NAMESPACE::closest<kind>(d, offsets);
    // Across both features: exact as a direction where the nearest points are inside both, valid anywhere.
    const auto cross_product = cross(offsets.y, offsets.z);
    const auto away = hn::Lt(dot(cross_product, offsets.x), hn::Zero(d));
    const auto across = choose(away, times(hn::Set(d, -1.0), cross_product), cross_product);
    const auto by_way = bound_along<kind>(offsets, closest.way, closest.size);
    const auto by_across = bound_along<kind>(offsets, across, closest.size);
    const auto lower = hn::Max(by_way.bound, by_across.bound);
    const auto upper = hn::Add(hn::Mul(by_way.length, hn::Set(d, 1 + 0x1p-50)),
                               hn::Mul(closest.size, hn::Set(d, bound_units * 0x1p-53)));
    const auto far = hn::Gt(lower, hn::Mul(most, hn::Set(d, 1 + 0x1p-50)));
    const auto certain = hn::Le(upper, hn::Mul(most, hn::Set(d, 1 - 0x1p-50)));
    const auto well = hn::Le(hn::Sub(upper, lower), hn::Mul(lower, hn::Set(d, measured_well)));
    const auto is_across = hn::Gt(by_across.bound, by_way.bound);
    const auto length = hn::IfThenElse(is_across, by_across.length, by_way.length);
    const auto inverse = hn::Div(hn::Set(d, 1.0), length);
    MeasuredLanes out;
    out.distance = hn::Min(hn::Max(by_way.length, lower), hn::Min(upper, most));
    out.first = closest.first;
    out.second = closest.second;
    out.normal = times(inverse, choose(is_across, across, closest.way));
    out.far = bits_of(hn::And(closest.trusted, far));
    out.near = bits_of(hn::And(closest.trusted, hn::And(certain, well)));
    return out;
}

HWY_INLINE void store(const MeasuredLanes& lanes, std::size_t count, Measured* state, ClosePair* pairs) {
    const Doubles d;
    alignas(32) double values[6][double_lanes];
    hn::Store(lanes.distance, d, values[0]);
    hn::Store(lanes.first, d, values[1]);
    hn::Store(lanes.second, d, values[2]);
    hn::Store(lanes.normal.x, d, values[3]);
    hn::Store(lanes.normal.y, d, values[4]);
    hn::Store(lanes.normal.z, d, values[5]);
    for (std::size_t k = 0; k < count; ++k) {
        state[k] = (lanes.far >> k & 1) != 0    ? Measured::far
                   : (lanes.near >> k & 1) != 0 ? Measured::near
                                                : Measured::open;
        pairs[k] = {values[0][k], {values[1][k], values[2][k]}, {values[3][k], values[4][k], values[5][k]}};
    }
}

template <FeatureKind kind, class Vertex>
void measure_part(const Vertex* vertices, const Nearness& nearness, FeatureBatch& batch, std::size_t begin,
                  MeasuredPart& out) {
    const Doubles d;
    pad(batch);
    const std::size_t count = std::min(MeasuredPart::size, batch.count - begin);
    for (std::size_t i = 0; i < count; i += double_lanes) {
        const auto offsets = load_offsets<kind>(d, vertices, batch, begin + i);
        const auto lanes = measure_lanes<kind>(offsets, most_distance<kind>(d, nearness, batch, begin + i));
        store(lanes, std::min(double_lanes, count - i), out.state + i, out.pairs + i);
    }
}

void MeasurePart(const simd::Vertices& vertices, const Nearness& nearness, FeatureBatch& batch, std::size_t begin,
                 MeasuredPart& out) {
    with_vertices(vertices, [&](const auto* positions) {
        return batch.kind == FeatureKind::edge_edge
                   ? measure_part<FeatureKind::edge_edge>(positions, nearness, batch, begin, out)
                   : measure_part<FeatureKind::vertex_triangle>(positions, nearness, batch, begin, out);
    });
}

}  // namespace pliant::narrow_phase::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace pliant::narrow_phase {

HWY_EXPORT(KeepPossiblyNear);
HWY_EXPORT(MeasurePart);

void keep_possibly_near(const simd::Vertices& vertices, const Nearness& nearness, broad_phase::FeatureBatch& batch) {
    HWY_DYNAMIC_DISPATCH(KeepPossiblyNear)(vertices, nearness, batch);
}

void measure(const simd::Vertices& vertices, const Nearness& nearness, broad_phase::FeatureBatch& batch,
             std::size_t begin, MeasuredPart& out) {
    HWY_DYNAMIC_DISPATCH(MeasurePart)(vertices, nearness, batch, begin, out);
}

}  // namespace pliant::narrow_phase
#endif
