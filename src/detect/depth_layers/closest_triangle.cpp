#include "detect/depth_layers/closest_triangle.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/closest_point.hpp"

namespace pliant::depth_layers {

namespace {

constexpr double no_distance = std::numeric_limits<double>::infinity();

/// A compromise: few triangles to a column, few columns to a triangle.
std::uint32_t columns_for_distances(std::size_t triangles) {
    return static_cast<std::uint32_t>(std::clamp(std::sqrt(static_cast<double>(triangles)) / 2, 16.0, 64.0));
}

}  // namespace

void ClosestTriangle::update(const frame::Bodies& bodies, const frame::Body& body, parallel::Workers& workers) {
    surface_.read(bodies, body, workers);
    const Box<double>& box = surface_.box();
    if (surfaces::is_empty(box)) {
        grid_.set(0, 0, 1);
        bins_.clear(grid_);
        bins_.finish();
        return;
    }
    frame_ = surfaces::LocalFrame(surfaces::longest_axis(box), box);
    surface_.enter(frame_, workers);
    const Vec3 corner = frame_.to_local(box.hi);
    grid_.set(corner.x, corner.y, columns_for_distances(surface_.triangles().size()));
    bins_.clear(grid_);
    bins_.add(grid_, surface_.local(), {-no_distance, no_distance, false, 0});
    bins_.finish();
}

/// Of a point in column (cx, cy) to the nearest column that is `ring` away; infinite where the grid has none.
double ClosestTriangle::distance_to_ring(const Vec3& p, std::int64_t cx, std::int64_t cy, std::int64_t ring) const {
    const std::int64_t n = grid_.columns();
    const auto column = [&](std::int64_t ix, std::int64_t iy) {
        return grid_.rectangle(static_cast<std::uint32_t>(ix), static_cast<std::uint32_t>(iy), 0);
    };
    double nearest = no_distance;
    if (cx - ring >= 0) nearest = std::min(nearest, p.x - column(cx - ring, cy).x1);
    if (cx + ring < n) nearest = std::min(nearest, column(cx + ring, cy).x0 - p.x);
    if (cy - ring >= 0) nearest = std::min(nearest, p.y - column(cx, cy - ring).y1);
    if (cy + ring < n) nearest = std::min(nearest, column(cx, cy + ring).y0 - p.y);
    return nearest;
}

/// Rings of columns around that of the point, until none can hold anything closer.
ClosestTriangle::Found ClosestTriangle::find(const Vec3& world) const {
    const Vec3 p = frame_.to_local(world);
    const LocalSurface surface = surface_.local();
    const auto n = static_cast<std::int64_t>(grid_.columns());
    const auto cx = static_cast<std::int64_t>(grid_.along_x(p.x, p.x, false).first);
    const auto cy = static_cast<std::int64_t>(grid_.along_y(p.y, p.y, false).first);
    Found best{{}, no_distance, 0};
    const auto visit = [&](std::int64_t ix, std::int64_t iy) {
        if (ix < 0 || iy < 0 || ix >= n || iy >= n) return;
        const Rectangle r = grid_.rectangle(static_cast<std::uint32_t>(ix), static_cast<std::uint32_t>(iy), 0);
        const double dx = std::max({0.0, r.x0 - p.x, p.x - r.x1}), dy = std::max({0.0, r.y0 - p.y, p.y - r.y1});
        if (std::hypot(dx, dy) >= best.distance) return;
        for (const std::uint32_t t : bins_.of(static_cast<std::size_t>(iy * n + ix))) {
            const Corners corners = surface.corners(t);
            const double lo = least(corners[0].z, corners[1].z, corners[2].z);
            const double hi = greatest(corners[0].z, corners[1].z, corners[2].z);
            if (std::max(lo - p.z, p.z - hi) >= best.distance) continue;
            const Vec3 q = geometry::closest_point(p, corners);
            const double distance = std::sqrt(dot(q - p, q - p));
            if (distance < best.distance || (distance == best.distance && t < best.triangle)) best = {q, distance, t};
        }
    };
    for (std::int64_t ring = 0; ring < n; ++ring) {
        if (ring > 0 && distance_to_ring(p, cx, cy, ring) > best.distance) break;
        for (std::int64_t i = -ring; i <= ring; ++i) {
            visit(cx + i, cy - ring);
            if (ring > 0) visit(cx + i, cy + ring);
        }
        for (std::int64_t i = -ring + 1; i < ring; ++i) {
            visit(cx - ring, cy + i);
            visit(cx + ring, cy + i);
        }
    }
    best.point = frame_.to_world(best.point);
    best.distance /= frame_.scale;
    return best;
}

}  // namespace pliant::depth_layers
