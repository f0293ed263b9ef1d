#include "impact/separation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "impact/exact_separation.hpp"
#include "impact/impact.hpp"
#include "impact/witness.hpp"
#include "numeric/vec.hpp"
#include "simd/rounding.hpp"

namespace pliant::impact {

namespace {

// Outside of these, products over- or underflow: integers decide.
constexpr double least_distance = 0x1p-200, most_distance = 0x1p200;
// Steps before integers take over.
constexpr int most_steps = 96;

/// Every difference between a point of the one feature and one of the other, at the start and at the end.
struct Differences {
    std::array<Vec3, 4> start, end;
    std::size_t count = 0;
    double size = 0;   // greatest component
    double speed = 0;  // no two points of the features approach each other faster

    Differences(FeatureKind kind, const FourPoints& s, const FourPoints& e) {
        const std::size_t split = kind == FeatureKind::vertex_triangle ? 1 : 2;
        for (std::size_t i = 0; i < split; ++i) {
            for (std::size_t k = split; k < 4; ++k, ++count) {
                start[count] = Vec3(s[i]) - Vec3(s[k]);
                end[count] = Vec3(e[i]) - Vec3(e[k]);
                const Vec3 way = end[count] - start[count];
                size = std::max({size, greatest_component(start[count]), greatest_component(end[count])});
                speed = std::max(speed, std::sqrt(dot(way, way)));
            }
        }
        // Rounding of a difference of differences is relative to these.
        speed = speed * (1 + 8 * unit) + 8 * unit * size;
    }
};

/// Bounds of the distance at a time.
struct Distance {
    double least, most;
};

/// The way between two points of the features is no shorter than the distance, and no direction tells them further
/// apart than it.
Distance distance_at(FeatureKind kind, const FourPoints& start, const FourPoints& end, const Differences& all,
                     double time) {
    const NearestWay way = nearest_way(kind, start, end, time);
    const double length = std::sqrt(dot(way.direction, way.direction));
    // A component of a difference at a time is rounded four times, the sum of three products five times.
    const double rounding = 64 * unit * all.size;
    Distance out{0, way.length + rounding};
    if (!(length > 0)) return out;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < all.count; ++i) {
        least = std::min(least, dot(way.direction, (1 - time) * all.start[i] + time * all.end[i]) / length);
    }
    out.least = least - rounding;
    return out;
}

}  // namespace

/// Conservative advancement: during a step of (distance - d) / speed nothing comes as near as d. Each step is followed
/// by a look ahead, so that the first time is held from both sides.
std::optional<std::array<double, 2>> first_within(FeatureKind kind, const FourPoints& start, const FourPoints& end,
                                                  double distance) {
    const Differences all(kind, start, end);
    if (!(distance >= least_distance && all.size <= most_distance)) {
        return exact_first_within(kind, start, end, distance);
    }
    double safe = 0, within = 2;  // nothing is as near before `safe`; something is at `within`, if that is in the step
    for (int step = 0; step < most_steps; ++step) {
        const Distance now = distance_at(kind, start, end, all, safe);
        if (now.most <= distance) within = safe;
        if (within - safe <= longest_interval) break;
        const double free = now.least - distance;
        if (!(free > 0)) break;
        const double advance = free / all.speed * (1 - 8 * unit);
        if (!(advance < 1 - safe)) return std::nullopt;
        safe = std::max(safe, safe + advance - unit);  // a sum below 1 is rounded by half of that
        const double ahead = std::min(safe + std::max(advance, 0.5 * longest_interval), 1.0);
        if (ahead < within && distance_at(kind, start, end, all, ahead).most <= distance) within = ahead;
    }
    // Doubles tell that they come as near, and when to some extent; if not, integers decide.
    if (within <= 1 && within - safe <= 0x1p-20) return std::array<double, 2>{std::max(safe - 4 * unit, 0.0), within};
    return exact_first_within(kind, start, end, distance);
}

}  // namespace pliant::impact
