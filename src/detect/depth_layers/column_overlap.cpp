#include "detect/depth_layers/column_overlap.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::depth_layers {

namespace {

// Of the smaller body: the tolerance is relative to no less.
constexpr double negligible_share = 1e-3;

/// Few triangles a column: finer columns would cut more triangles than they tell apart.
std::uint32_t first_resolution(std::size_t triangles) {
    return static_cast<std::uint32_t>(std::clamp(std::sqrt(static_cast<double>(triangles)) / 4, 8.0, 128.0));
}

/// More columns than this cannot be measured in the time that is left, their place in the grid included.
std::optional<std::uint64_t> columns_until(const std::optional<frame::Clock::time_point>& until) {
    using namespace std::chrono;
    if (!until) return std::nullopt;
    const auto left = duration_cast<nanoseconds>(*until - frame::Clock::now()).count();
    constexpr std::int64_t nanoseconds_per_column = 100;
    return static_cast<std::uint64_t>(std::max<std::int64_t>(left, 0) / nanoseconds_per_column);
}

/// Anything between nothing and all of the box.
RefinementResult nothing_measured(const Vec3& side) {
    RefinementResult result;
    result.volume.hi = side.x * side.y * side.z;
    result.volume.moment = result.volume.hi / 4 * side;
    result.volume.moment_error = result.volume.hi / 4 * std::hypot(side.x, side.y, side.z);
    result.stopped_by = Limit::columns;
    result.all_measured = false;
    return result;
}

double negligible_volume(std::span<const surfaces::SurfaceOfBody> sides) {
    double smallest = std::abs(sides.front().signed_volume());
    for (const surfaces::SurfaceOfBody& side : sides.subspan(1)) {
        smallest = std::min(smallest, std::abs(side.signed_volume()));
    }
    return negligible_share * smallest;
}

}  // namespace

void ColumnOverlap::start(const surfaces::OverlapQuery& query) {
    for (std::size_t s = 0; s < query.sides.size(); ++s) embedded_[s] = proof_.find(query.sides[s], query.workers);
}

RefinementGoal ColumnOverlap::goal_of(const surfaces::OverlapQuery& query, std::optional<std::uint64_t> columns) const {
    RefinementGoal goal;
    goal.measure = query.self() ? measure_self_overlap : measure_overlap;
    goal.needs_both = !query.self();
    if (!query.options.resolution) goal.tolerance = query.options.tolerance;
    goal.least_volume = [this, &query] {  // two pointers: std::function does not allocate
        const double scale = frame_.local.scale;
        return negligible_volume(query.sides) * scale * scale * scale;
    };
    goal.until = query.until();
    goal.columns = columns;
    goal.watched = query.watched();
    goal.go_on = [&query] { return query.go_on(0, 0); };
    return goal;
}

void ColumnOverlap::write(const RefinementResult& result, Overlap& out) const {
    out.report.stopped_by = result.stopped_by;
    surfaces::write(frame_, result.volume, out);
    out.resolution = columns_.grid().columns() << result.level;
    out.columns = result.columns;
    out.inconsistent_pixels = result.inconsistent;
    out.self_overlapping_a = columns_.pair().side[0].winds_twice;
    out.self_overlapping_b = columns_.pair().side[1].winds_twice;
}

void ColumnOverlap::measure(const surfaces::OverlapQuery& query, const surfaces::VolumeOfInterest& voi,
                            std::optional<std::uint64_t> columns, Overlap& out) {
    frame_ = surfaces::MeasuringFrame(voi, query.sides);
    std::size_t triangles = 0;
    for (surfaces::SurfaceOfBody& side : query.sides) {
        side.enter(frame_.local, query.workers);
        triangles += side.triangles().size();
    }
    const std::optional<std::uint32_t>& asked = query.options.resolution;
    const std::uint32_t wished = asked.value_or(first_resolution(triangles));
    const std::uint32_t by_columns = affordable(wished, columns),
                        by_time = affordable(wished, columns_until(query.until()));
    const std::uint32_t resolution = std::min(by_columns, std::max(by_time, 1u));
    columns_.fill(query, frame_, embedded_, std::max(resolution, 1u));
    const RefinementGoal goal = goal_of(query, columns);
    const RefinementResult result =
        resolution == 0 ? nothing_measured(frame_.corner()) : refinement_.run(columns_, goal, query.workers);
    all_measured_ = result.all_measured;
    write(result, out);
    if (resolution == 0) {
        out.resolution = 0;
        return;
    }
    const auto settled = [&](double tolerance) {
        return out.error <= tolerance * std::max(out.volume, negligible_volume(query.sides));
    };
    if (goal.tolerance && result.stopped_by == Limit::none && !settled(*goal.tolerance)) {
        out.report.stopped_by = Limit::resolution;  // columns were fine enough, but for rounding
    }
    if (!asked || resolution == wished || result.stopped_by != Limit::none) return;
    out.report.stopped_by = by_columns <= by_time ? Limit::columns : Limit::time;
}

}  // namespace pliant::depth_layers
