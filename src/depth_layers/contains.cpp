#include "depth_layers/contains.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "depth_layers/projected_triangle.hpp"
#include "geometry/closest_point.hpp"
#include "geometry/line_crossing.hpp"

namespace pliant::depth_layers {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t chunks_of_columns = 64;

/// As in overlap.cpp, but finer: a column is looked into by many points.
std::uint32_t resolution_for(std::size_t triangles) {
    return static_cast<std::uint32_t>(std::clamp(std::sqrt(static_cast<double>(triangles)) / 2, 8.0, 256.0));
}

/// Along the longest side, so that columns are thin.
Axis longest_axis(const Box& box) {
    const Vec3 side = box.hi - box.lo;
    if (side.x >= side.y && side.x >= side.z) return Axis::x;
    return side.y >= side.z ? Axis::y : Axis::z;
}

Along along(Axis axis) { return axis == Axis::x ? Along::x : axis == Axis::y ? Along::y : Along::z; }

/// Depths of the surface within a column, seen from above: no more than the plane of the triangle reaches there, nor
/// than the triangle itself.
DepthRange depths_within(const Corners& t, const Rectangle& r) {
    const auto [lo, hi] = std::minmax({t[0].z, t[1].z, t[2].z});
    const auto [x_lo, x_hi] = std::minmax({t[0].x, t[1].x, t[2].x});
    const auto [y_lo, y_hi] = std::minmax({t[0].y, t[1].y, t[2].y});
    const double slack = 0x1p-46 * std::max(std::abs(lo), std::abs(hi));
    const bool inside = x_lo >= r.x0 && x_hi <= r.x1 && y_lo >= r.y0 && y_hi <= r.y1;
    if (inside) return {lo - slack, hi + slack};
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    if (std::abs(normal.z) < 1e-3 * (std::abs(normal.x) + std::abs(normal.y))) return {lo - slack, hi + slack};
    const double x = (std::max(x_lo, r.x0) + std::min(x_hi, r.x1)) / 2,
                 y = (std::max(y_lo, r.y0) + std::min(y_hi, r.y1)) / 2;
    const double rx = (std::min(x_hi, r.x1) - std::max(x_lo, r.x0)) / 2,
                 ry = (std::min(y_hi, r.y1) - std::max(y_lo, r.y0)) / 2;
    const double middle = t[0].z - (normal.x * (x - t[0].x) + normal.y * (y - t[0].y)) / normal.z;
    const double reach = (std::abs(normal.x) * rx + std::abs(normal.y) * ry) / std::abs(normal.z);
    return {std::max(lo, middle - reach) - slack, std::min(hi, middle + reach) + slack};
}

}  // namespace

void PointQuery::update(const bodies::Bodies& bodies, BodyId id, const ContainsOptions& options,
                        parallel::Workers& workers) {
    bodies_ = &bodies;
    body_ = &bodies.at(id);
    const std::uint32_t resolution = options.resolution.value_or(resolution_for(body_->triangles.size()));
    const bool same = made_ && id_ == id && version_ == body_->version && resolution_ == resolution &&
                      topology_version_ == bodies.topology_version();
    if (same) return;
    made_ = false;
    surface_.read(bodies, *body_, workers);
    const Box& box = surface_.box();
    columns_.clear();
    if (!box.empty()) {
        frame_ = LocalFrame(longest_axis(box), box.lo, box.hi);
        surface_.enter(frame_, workers);
        const Vec3 corner = frame_.to_local(box.hi);
        depth_ = corner.z;
        grid_.set(corner.x, corner.y, resolution);
        bins_.clear(grid_);
        bins_.add(grid_, surface_.local(), -infinity, infinity, false, 0);
        bins_.finish();
        columns_.resize(std::size_t{resolution} * resolution);
        chunk_size_ = (columns_.size() + chunks_of_columns - 1) / chunks_of_columns;
        chunks_.resize(chunks_of_columns);
        const parallel::Chunks chunks{columns_.size(), chunk_size_};
        workers.for_each(chunks.number(), [&](std::size_t c) {
            chunks_[c].layers.clear();
            for (std::size_t i = chunks.begin(c); i < chunks.end(c); ++i) make_layers(i, chunks_[c]);
        });
    }
    id_ = id;
    version_ = body_->version;
    topology_version_ = bodies.topology_version();
    resolution_ = resolution;
    made_ = true;
}

void PointQuery::make_layers(std::size_t index, Chunk& chunk) {
    Column& column = columns_[index];
    column = {static_cast<std::uint32_t>(chunk.layers.size()), 0, false};
    const auto n = grid_.columns();
    const Rectangle r =
        grid_.rectangle(static_cast<std::uint32_t>(index % n), static_cast<std::uint32_t>(index / n), 0);
    const double x = (r.x0 + r.x1) / 2, y = (r.y0 + r.y1) / 2;
    const LocalSurface surface = surface_.local();
    chunk.fragments.clear();
    for (const TriangleOfPair t : bins_.of(index)) {
        const Corners corners = surface.corners(t);
        const DepthRange range = depths_within(corners, r);
        if (range.lo <= range.hi)
            chunk.fragments.push_back({range.lo, range.hi, ProjectedTriangle(corners, 2).at(x, y).turn});
    }
    std::sort(chunk.fragments.begin(), chunk.fragments.end(),
              [](const ThickLayer& p, const ThickLayer& q) { return p.lo < q.lo; });
    int winding = 0;
    for (std::size_t i = 0; i < chunk.fragments.size();) {
        ThickLayer layer{chunk.fragments[i].lo, chunk.fragments[i].hi, 0};
        for (; i < chunk.fragments.size() && chunk.fragments[i].lo <= layer.hi; ++i) {
            layer.hi = std::max(layer.hi, chunk.fragments[i].hi);
            winding += chunk.fragments[i].after;
        }
        layer.after = winding;
        chunk.layers.push_back(layer);
        ++column.count;
    }
    column.inconsistent = winding != 0;
}

PointQuery::Status PointQuery::status(const Vec3& world, const ContainsOptions& options) const {
    const Vec3 p = frame_.to_local(world);
    const Vec3 side = frame_.to_local(surface_.box().hi);
    if (p.x < 0 || p.y < 0 || p.z < 0 || p.x > side.x || p.y > side.y || p.z > side.z) return Status::outside;
    const std::size_t index =
        std::size_t{grid_.along_y(p.y, p.y, false).first} * grid_.columns() + grid_.along_x(p.x, p.x, false).first;
    const Column& column = columns_[index];
    const Chunk& chunk = chunks_[index / chunk_size_];
    int winding = 0;
    bool within = column.inconsistent;
    for (std::uint32_t i = 0; i < column.count && !within; ++i) {
        const ThickLayer& layer = chunk.layers[column.first + i];
        if (p.z < layer.lo) break;
        within = p.z <= layer.hi;
        winding = layer.after;
    }
    if (within) return options.exact ? settle(world, index, options.rule) : Status::uncertain;
    return is_inside(winding, options.rule) ? Status::inside : Status::outside;
}

/// Counts the crossings on both sides of the point; where the two counts differ the surface is not closed.
PointQuery::Status PointQuery::settle(const Vec3& p, std::size_t column, InsideRule rule) const {
    int from_below = 0, from_above = 0;
    const Along axis = along(frame_.axis);
    for (const TriangleOfPair t : bins_.of(column)) {
        const auto crossing = geometry::cross(p, bodies_->corners(body_->first_triangle + t), axis);
        if (crossing.place == geometry::PlaceOnLine::on) return Status::on_surface;
        if (crossing.place == geometry::PlaceOnLine::above) from_below -= crossing.turns;
        if (crossing.place == geometry::PlaceOnLine::below) from_above += crossing.turns;
    }
    if (from_below != from_above) return Status::uncertain;
    return is_inside(from_below, rule) ? Status::inside : Status::outside;
}

/// Of a point in column (cx, cy) to the nearest column that is `ring` away; infinite where the grid has none.
double PointQuery::distance_to_ring(const Vec3& p, std::int64_t cx, std::int64_t cy, std::int64_t ring) const {
    const std::int64_t n = grid_.columns();
    const auto column = [&](std::int64_t ix, std::int64_t iy) {
        return grid_.rectangle(static_cast<std::uint32_t>(ix), static_cast<std::uint32_t>(iy), 0);
    };
    double nearest = infinity;
    if (cx - ring >= 0) nearest = std::min(nearest, p.x - column(cx - ring, cy).x1);
    if (cx + ring < n) nearest = std::min(nearest, column(cx + ring, cy).x0 - p.x);
    if (cy - ring >= 0) nearest = std::min(nearest, p.y - column(cx, cy - ring).y1);
    if (cy + ring < n) nearest = std::min(nearest, column(cx, cy + ring).y0 - p.y);
    return nearest;
}

/// Columns in squares around the one of the point, until none can hold anything closer.
PointQuery::Closest PointQuery::closest(const Vec3& world) const {
    const Vec3 p = frame_.to_local(world);
    const LocalSurface surface = surface_.local();
    const auto n = static_cast<std::int64_t>(grid_.columns());
    const auto cx = static_cast<std::int64_t>(grid_.along_x(p.x, p.x, false).first);
    const auto cy = static_cast<std::int64_t>(grid_.along_y(p.y, p.y, false).first);
    Closest best{{}, infinity, 0};
    const auto look_into = [&](std::int64_t ix, std::int64_t iy) {
        if (ix < 0 || iy < 0 || ix >= n || iy >= n) return;
        const Rectangle r = grid_.rectangle(static_cast<std::uint32_t>(ix), static_cast<std::uint32_t>(iy), 0);
        const double dx = std::max({0.0, r.x0 - p.x, p.x - r.x1}), dy = std::max({0.0, r.y0 - p.y, p.y - r.y1});
        if (std::hypot(dx, dy) >= best.distance) return;
        for (const TriangleOfPair t : bins_.of(static_cast<std::size_t>(iy * n + ix))) {
            const Corners corners = surface.corners(t);
            const auto [lo, hi] = std::minmax({corners[0].z, corners[1].z, corners[2].z});
            if (std::max(lo - p.z, p.z - hi) >= best.distance) continue;
            const Vec3 q = geometry::closest_point(p, corners);
            const double distance = std::sqrt(dot(q - p, q - p));
            if (distance < best.distance || (distance == best.distance && t < best.triangle)) best = {q, distance, t};
        }
    };
    for (std::int64_t ring = 0; ring < n; ++ring) {
        if (ring > 0 && distance_to_ring(p, cx, cy, ring) > best.distance) break;
        for (std::int64_t i = -ring; i <= ring; ++i) {
            look_into(cx + i, cy - ring);
            if (ring > 0) look_into(cx + i, cy + ring);
        }
        for (std::int64_t i = -ring + 1; i < ring; ++i) {
            look_into(cx - ring, cy + i);
            look_into(cx + ring, cy + i);
        }
    }
    best.point = frame_.to_world(best.point);
    best.distance /= frame_.scale;
    return best;
}

void PointQuery::find(Points points, const ContainsOptions& options, parallel::Workers& workers, Containment& out) {
    status_.resize(points.size());
    const parallel::Chunks chunks{points.size(), 1024};
    workers.for_each(chunks.number(), [&](std::size_t c) {
        for (std::size_t i = chunks.begin(c); i < chunks.end(c); ++i) {
            const Vec3 p = points[i];
            const bool finite = std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
            status_[i] = !finite ? Status::invalid : columns_.empty() ? Status::outside : status(p, options);
        }
    });
    for (auto* list : {&out.inside, &out.uncertain, &out.on_surface, &out.invalid}) list->clear();
    for (std::uint32_t i = 0; i < status_.size(); ++i) {
        switch (status_[i]) {
            case Status::outside: break;
            case Status::inside: out.inside.push_back(i); break;
            case Status::uncertain: out.uncertain.push_back(i); break;
            case Status::on_surface: out.on_surface.push_back(i); break;
            case Status::invalid: out.invalid.push_back(i); break;
        }
    }
    out.resolution = resolution_;
    out.inconsistent_pixels = static_cast<std::uint64_t>(
        std::count_if(columns_.begin(), columns_.end(), [](const Column& c) { return c.inconsistent; }));
    const Vec3 side = columns_.empty() ? Vec3{} : frame_.to_local(surface_.box().hi);
    out.bound = std::hypot(side.x, side.y) / (grid_.columns() * frame_.scale);
    const std::array<const bodies::Body*, 1> of{body_};
    out.report.method = Method::depth_layers;
    out.report.stopped_by = Limit::none;
    collect_set_aside(*bodies_, of, out.report.set_aside);
    out.report.complete = out.report.set_aside.empty();
}

}  // namespace pliant::depth_layers
