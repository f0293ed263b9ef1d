#include "narrow_phase/feature_distances.hpp"
#include "parallel/floating_point_mode.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace pliant::narrow_phase {

using geometry::DistanceSum;
using geometry::FeaturePoints;

DistanceSum Nearness::most(FeatureKind kind, const std::array<std::uint32_t, 4>& vertices) const {
    if (thickness == nullptr) return {distance, 0, 0};
    const double t0 = thickness[vertices[0]], t1 = thickness[vertices[1]];
    const double t2 = thickness[vertices[2]], t3 = thickness[vertices[3]];
    if (kind == FeatureKind::vertex_triangle) return {distance, t0, std::max({t1, t2, t3})};
    return {distance, std::max(t0, t1), std::max(t2, t3)};
}

bool measure_exactly(FeatureKind kind, const FeaturePoints& points, const DistanceSum& most, ClosePair& out) {
    const auto [within, near] = geometry::exact_distance(kind, points, most);
    const auto& w = near.weights;
    out.distance = within ? std::min(near.distance, most[0] + most[1] + most[2]) : near.distance;
    out.places = kind == FeatureKind::vertex_triangle ? std::array{w[2], w[3]} : std::array{w[1], w[3]};
    out.normal = near.normal;
    return within;
}

FeatureDistance feature_distance(FeatureKind kind, const FeaturePoints& points, const ClosePair& pair) {
    const auto [p, q] = pair.places;
    FeatureDistance out;
    out.distance = pair.distance;
    if (kind == FeatureKind::vertex_triangle) {
        out.weights = {1, std::max(1 - p - q, 0.0), p, q};
    } else {
        out.weights = {1 - p, p, 1 - q, q};
    }
    out.normal = pair.normal;
    geometry::place_points(kind, points, out);
    return out;
}

}  // namespace pliant::narrow_phase

namespace pliant {

namespace {

FeatureDistance distance_of(FeatureKind kind, const std::array<Point, 4>& points) {
    geometry::FeaturePoints x;
    for (std::size_t i = 0; i < 4; ++i) {
        x[i] = points[i];
        if (finite(x[i])) continue;
        throw std::invalid_argument("pliant: point " + std::to_string(i) + " is not finite");
    }
    return geometry::exact_distance(kind, x, {0, 0, 0}).near;
}

}  // namespace

FeatureDistance vertex_triangle_distance(const std::array<Point, 4>& points) {
    const parallel::FloatingPointMode mode;
    return distance_of(FeatureKind::vertex_triangle, points);
}

FeatureDistance edge_edge_distance(const std::array<Point, 4>& points) {
    const parallel::FloatingPointMode mode;
    return distance_of(FeatureKind::edge_edge, points);
}

}  // namespace pliant
