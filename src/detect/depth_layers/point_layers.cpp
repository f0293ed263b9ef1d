#include "detect/depth_layers/point_layers.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::depth_layers {

namespace {

constexpr std::size_t points_per_chunk = 4096;
constexpr std::size_t chunks_per_clock_read = 8;
/// Settled between two questions to a watch. Each time, all triangles near the points are looked at.
constexpr std::size_t points_per_question = std::size_t{1} << 18;

/// Finer than for volumes: a column is read by many points.
std::uint32_t resolution_for(std::size_t triangles) {
    return static_cast<std::uint32_t>(std::clamp(std::sqrt(static_cast<double>(triangles)) / 2, 16.0, 64.0));
}

/// More columns than this cannot be made in the time.
std::uint32_t resolution_within(std::chrono::nanoseconds time) {
    constexpr double nanoseconds_per_column = 200;
    const double columns = static_cast<double>(std::max<std::int64_t>(time.count(), 0)) / nanoseconds_per_column;
    return static_cast<std::uint32_t>(std::clamp(std::sqrt(columns), 1.0, 4096.0));
}

Points some_of(Points points, std::size_t first, std::size_t count) {
    const std::byte* at = static_cast<const std::byte*>(points.data()) + first * points.stride();
    if (points.is_double()) return {reinterpret_cast<const double*>(at), count, points.stride()};
    return {reinterpret_cast<const float*>(at), count, points.stride()};
}

bool is_beyond(const Vec3& p, const Box<double>& box) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (p[k] < box.lo[k] || p[k] > box.hi[k]) return true;
    }
    return false;
}

}  // namespace

surfaces::CellSurface PointLayers::cell_surface() const {
    surfaces::CellSurface cells;
    cells.vertices = surface_.vertices();
    cells.triangles = surface_.triangles();
    cells.number_of_vertices = surface_.body().vertices;
    cells.sound = surface_.sound();
    return cells;
}

void PointLayers::update(const ContainsQuery& query, std::optional<Axis> axis) {
    const ContainsOptions& options = query.options;
    const frame::Body& body = query.bodies.at(query.body);
    const std::uint32_t wished = options.resolution.value_or(resolution_for(body.triangles.size()));
    const std::uint32_t resolution =
        options.budget.time ? std::min(wished, resolution_within(*options.budget.time)) : wished;
    coarser_than_asked_ = options.resolution && resolution < wished;
    const Source source{query.body, body.version, query.bodies.topology_version(), resolution, options.rule, axis};
    if (made_ == source) return;
    made_.reset();
    make(query, source);
    made_ = source;
}

void PointLayers::make(const ContainsQuery& query, const Source& source) {
    surface_.read(query.bodies, query.bodies.at(query.body), query.workers);
    surface_.find_borders();
    closed_ = surface_.closed_by_place();
    empty_ = surfaces::is_empty(surface_.box());
    image_.keep_cells(query.options.exact);
    if (empty_) return;
    const surfaces::TurnedBox box =
        source.axis ? surfaces::turned(surface_.box(), *source.axis) : surfaces::along_longest_side(surface_.box());
    image_.make(cell_surface(), box, source.resolution, source.rule, query.workers);
}

/// Cells in front of or behind a hole have no surface, and yet may be inside in part: their points are settled one by
/// one, or not at all. However the holes are closed within the box of the surface, points beyond it are outside.
void PointLayers::doubt_points_at_holes(std::span<PointSide> sides, Points points) const {
    const double reach = image_.reach_of_layers();
    for (std::size_t i = 0; i < sides.size(); ++i) {
        if (sides[i] != PointSide::inside && sides[i] != PointSide::outside) continue;
        if (is_beyond(Vec3(points[i]), surface_.box())) continue;
        const Vec3 turned = surfaces::axis_last(Vec3(points[i]), axis());
        if (openings().on_line_of(turned, axis(), reach)) sides[i] = PointSide::uncertain;
    }
}

bool PointLayers::through_opening(const Vec3& point) const {
    if (empty_ || is_beyond(point, surface_.box())) return false;
    return openings().on_line_of(surfaces::axis_last(point, axis()), axis(), 0);
}

/// With a budget of time, the clock is read between waves of chunks; so is a watch asked.
Limit PointLayers::find_in_cells(const ContainsQuery& query, std::size_t asked) {
    const Points points = query.points;
    const parallel::Chunks chunks{asked, points_per_chunk};
    const std::size_t wave = query.options.budget.time || query.watched() ? chunks_per_clock_read
                                                                          : std::max<std::size_t>(1, chunks.number());
    for (std::size_t first = 0; first < chunks.number(); first += wave) {
        if (!query.go_on(0, 0)) return Limit::caller;
        if (query.late()) return Limit::time;
        query.workers.for_each(std::min(wave, chunks.number() - first), [&](std::size_t c) {
            surfaces::states_of_points(image_.bits(), {points.data(), points.stride(), points.is_double()},
                                       chunks.begin(first + c), chunks.end(first + c),
                                       reinterpret_cast<std::uint8_t*>(sides_.data()));
        });
    }
    const std::span<PointSide> sides(sides_.data(), asked);
    if (!closed_) doubt_points_at_holes(sides, points);
    if (!query.options.exact) return Limit::none;
    return settle(query, sides);
}

/// What the cells left uncertain, exactly.
Limit PointLayers::settle(const ContainsQuery& query, std::span<PointSide> sides) {
    const std::size_t at_once = query.watched() ? points_per_question : std::max<std::size_t>(1, sides.size());
    for (std::size_t first = 0; first < sides.size(); first += at_once) {
        if (!query.go_on(0, 0)) return Limit::caller;
        if (query.late()) return Limit::time;
        const std::size_t count = std::min(at_once, sides.size() - first);
        settler_.settle({image_, query.options.rule, openings()}, some_of(query.points, first, count),
                        sides.subspan(first, count), query.workers);
    }
    return Limit::none;
}

Limit PointLayers::find(const ContainsQuery& query) {
    const std::size_t points = query.points.size();
    const auto asked =
        static_cast<std::size_t>(std::min<std::uint64_t>(points, query.options.budget.points.value_or(points)));
    sides_.assign(points, PointSide::uncertain);
    Limit limit = Limit::none;
    if (!empty_) limit = find_in_cells(query, asked);
    for (std::size_t i = 0; empty_ && i < asked; ++i) {
        sides_[i] = finite(query.points[i]) ? PointSide::outside : PointSide::invalid;
    }
    if (limit == Limit::none && asked < points) limit = Limit::points;
    if (limit == Limit::none && coarser_than_asked_) limit = Limit::time;
    return limit;
}

}  // namespace pliant::depth_layers
