#include "impact/impact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "impact/certain_impact.hpp"
#include "impact/exact_impact.hpp"
#include "impact/separation.hpp"
#include "impact/witness.hpp"
#include "parallel/floating_point_mode.hpp"
#include "simd/rounding.hpp"

namespace pliant {

namespace impact {

namespace {

/// Whether some coordinate tells the features apart at the start and at the end, and so at all times. Exact.
bool apart_along_an_axis(FeatureKind kind, const FourPoints& start, const FourPoints& end) {
    const std::size_t split = kind == FeatureKind::vertex_triangle ? 1 : 2;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        bool below = true, above = true;
        for (const FourPoints* points : {&start, &end}) {
            for (std::size_t i = 0; i < split; ++i) {
                for (std::size_t k = split; k < 4; ++k) {
                    below &= (*points)[i][axis] < (*points)[k][axis];
                    above &= (*points)[i][axis] > (*points)[k][axis];
                }
            }
        }
        if (below || above) return true;
    }
    return false;
}

/// Whether a direction tells the features apart at the start and at the end, and so at all times. Any direction proves
/// it; the one in which they are apart midway most often does. A difference is rounded once, its product with the
/// direction thrice: four units, doubled for safety.
bool apart_along_a_direction(FeatureKind kind, const FourPoints& start, const FourPoints& end) {
    const Vec3 direction = nearest_way(kind, start, end, 0.5).direction;
    const std::size_t split = kind == FeatureKind::vertex_triangle ? 1 : 2;
    double least = std::numeric_limits<double>::infinity(), size = 0;
    for (const FourPoints* points : {&start, &end}) {
        for (std::size_t i = 0; i < split; ++i) {
            for (std::size_t k = split; k < 4; ++k) {
                const Vec3 apart = Vec3((*points)[i]) - Vec3((*points)[k]);
                least = std::min(least, dot(direction, apart));
                size = std::max(size, greatest_component(apart));
            }
        }
    }
    const double rounding = 24 * unit * greatest_component(direction) * size;
    return least > rounding + simd::Rounding<double>::underflow;
}

void require_finite(const FourPoints& points) {
    for (const Point& p : points) {
        if (std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2])) continue;
        throw std::invalid_argument("pliant: point " + std::to_string(&p - points.data()) +
                                    " of an impact is not finite");
    }
}

}  // namespace

std::optional<Impact> first_separation(FeatureKind kind, const FourPoints& start, const FourPoints& end,
                                       double distance) {
    const auto time = first_within(kind, start, end, distance);
    if (!time) return std::nullopt;
    Impact out = witness(kind, start, end, *time, 0);
    const Vec3 way = nearest_way(kind, start, end, (*time)[0]).direction;
    const double length = std::sqrt(dot(way, way));
    if (length > 0) out.normal = {way.x / length, way.y / length, way.z / length};
    return out;
}

std::optional<Impact> first_impact(FeatureKind kind, const FourPoints& start, const FourPoints& end) {
    if (apart_along_an_axis(kind, start, end)) return std::nullopt;
    const CertainImpact certain = certain_impact(kind, start, end);
    if (certain.verdict == Verdict::apart) return std::nullopt;
    const bool tight = certain.time[1] - certain.time[0] <= longest_interval;
    if (certain.verdict == Verdict::meet && tight) return witness(kind, start, end, certain.time, certain.side);
    if (certain.verdict == Verdict::unknown && apart_along_a_direction(kind, start, end)) return std::nullopt;
    const std::optional<ExactImpact> exact = exact_impact(kind, start, end);
    if (!exact) return std::nullopt;
    return witness(kind, start, end, exact->time, exact->side);
}

}  // namespace impact

std::optional<Impact> vertex_triangle_impact(const std::array<Point, 4>& start, const std::array<Point, 4>& end) {
    const parallel::FloatingPointMode mode;
    impact::require_finite(start);
    impact::require_finite(end);
    return impact::first_impact(FeatureKind::vertex_triangle, start, end);
}

std::optional<Impact> edge_edge_impact(const std::array<Point, 4>& start, const std::array<Point, 4>& end) {
    const parallel::FloatingPointMode mode;
    impact::require_finite(start);
    impact::require_finite(end);
    return impact::first_impact(FeatureKind::edge_edge, start, end);
}

}  // namespace pliant
