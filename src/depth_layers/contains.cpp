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
constexpr std::size_t chunks_per_wave = 8;  // of points, between two looks at the clock

/// As in overlap.cpp, but finer: a column is looked into by many points.
std::uint32_t resolution_for(std::size_t triangles) {
    return static_cast<std::uint32_t>(std::clamp(std::sqrt(static_cast<double>(triangles)) / 2, 16.0, 64.0));
}

/// Along the longest side, so that columns are thin.
Axis longest_axis(const Box& box) {
    const Vec3 side = box.hi - box.lo;
    if (side.x >= side.y && side.x >= side.z) return Axis::x;
    return side.y >= side.z ? Axis::y : Axis::z;
}

Along along(Axis axis) { return axis == Axis::x ? Along::x : axis == Axis::y ? Along::y : Along::z; }

/// Depths of a triangle within a column: no more than its plane reaches there, nor than the triangle itself.
DepthRange depths_within(const Corners& t, const Extent& extent, const Rectangle& r) {
    const double lo = least(t[0].z, t[1].z, t[2].z), hi = greatest(t[0].z, t[1].z, t[2].z);
    const double slack = 0x1p-46 * std::max(std::abs(lo), std::abs(hi));
    const bool within = extent.x0 >= r.x0 && extent.x1 <= r.x1 && extent.y0 >= r.y0 && extent.y1 <= r.y1;
    const Vec3 normal = cross(t[1] - t[0], t[2] - t[0]);
    const bool steep = !(std::abs(normal.z) > 1e-3 * (std::abs(normal.x) + std::abs(normal.y)));
    if (within || steep) return {lo - slack, hi + slack};
    const double x0 = std::max(extent.x0, r.x0), x1 = std::min(extent.x1, r.x1);
    const double y0 = std::max(extent.y0, r.y0), y1 = std::min(extent.y1, r.y1);
    const double zx = normal.x / normal.z, zy = normal.y / normal.z;
    const double middle = t[0].z - zx * ((x0 + x1) / 2 - t[0].x) - zy * ((y0 + y1) / 2 - t[0].y);
    const double reach = std::abs(zx) * ((x1 - x0) / 2) + std::abs(zy) * ((y1 - y0) / 2);
    // The slope multiplies what the place was rounded by.
    const double rounding = slack + 0x1p-46 * (std::abs(middle) + reach) + 0x1p-36 * (x1 - x0 + y1 - y0);
    return {std::max(lo, middle - reach) - rounding, std::min(hi, middle + reach) + rounding};
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
    frame_ = {};
    side_ = {-1, -1, -1};  // of no body: no point is in it
    if (!box.empty()) {
        frame_ = LocalFrame(longest_axis(box), box.lo, box.hi);
        surface_.enter(frame_, workers);
        side_ = frame_.to_local(box.hi);
        grid_.set(side_.x, side_.y, resolution);
        sort_into_columns(workers);
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

/// Fragments of triangles [begin, end), in the order of the triangles, so that memory is read in order too.
void PointQuery::find_fragments(std::size_t begin, std::size_t end, std::vector<Placed>& out) const {
    out.clear();
    const LocalSurface surface = surface_.local();
    for (std::size_t i = begin; i < end; ++i) {
        const auto t = static_cast<std::uint32_t>(i);
        const Corners corners = surface.corners(t);
        if (std::isnan(corners[0].z + corners[1].z + corners[2].z)) continue;
        const Extent extent = extent_of(corners);
        const auto xs = grid_.along_x(extent.x0, extent.x1, false), ys = grid_.along_y(extent.y0, extent.y1, false);
        for (std::uint32_t iy = ys.first; iy <= ys.last; ++iy) {
            for (std::uint32_t ix = xs.first; ix <= xs.last; ++ix) {
                const Rectangle r = grid_.rectangle(ix, iy, 0);
                const DepthRange range = depths_within(corners, extent, r);
                if (range.lo > range.hi) continue;
                const double x = (r.x0 + r.x1) / 2, y = (r.y0 + r.y1) / 2;
                const bool beside = x < extent.x0 || x > extent.x1 || y < extent.y0 || y > extent.y1;
                const int turn = beside ? 0 : ProjectedTriangle(corners).at(x, y).turn;
                out.push_back({{range.lo, range.hi, t, turn}, iy * grid_.columns() + ix});
            }
        }
    }
}

void PointQuery::sort_into_columns(parallel::Workers& workers) {
    const parallel::Chunks chunks{surface_.triangles(), 8192};
    if (placed_.size() < chunks.number()) placed_.resize(chunks.number());
    workers.for_each(chunks.number(),
                     [&](std::size_t c) { find_fragments(chunks.begin(c), chunks.end(c), placed_[c]); });
    const std::size_t columns = std::size_t{grid_.columns()} * grid_.columns();
    first_.assign(columns + 1, 0);
    for (std::size_t c = 0; c < chunks.number(); ++c) {
        for (const Placed& placed : placed_[c]) ++first_[placed.column + 1];
    }
    for (std::size_t i = 0; i < columns; ++i) first_[i + 1] += first_[i];
    fragments_.resize(first_[columns]);
    for (std::size_t c = 0; c < chunks.number(); ++c) {
        for (const Placed& placed : placed_[c]) fragments_[first_[placed.column]++] = placed.fragment;
    }
    for (std::size_t i = columns; i > 0; --i) first_[i] = first_[i - 1];
    first_[0] = 0;
}

void PointQuery::make_layers(std::size_t index, Chunk& chunk) {
    Column& column = columns_[index];
    column = {static_cast<std::uint32_t>(chunk.layers.size()), 0, static_cast<std::uint16_t>(index / chunk_size_),
              false};
    const auto begin = fragments_.begin() + first_[index], end = fragments_.begin() + first_[index + 1];
    std::sort(begin, end, [](const Fragment& p, const Fragment& q) {
        return p.lo < q.lo || (p.lo == q.lo && p.triangle < q.triangle);
    });
    int winding = 0;
    for (std::uint32_t i = first_[index]; i < first_[index + 1];) {
        ThickLayer layer{fragments_[i].lo, fragments_[i].hi, winding, 0, i, 0};
        for (; i < first_[index + 1] && fragments_[i].lo <= layer.hi; ++i) {
            layer.hi = std::max(layer.hi, fragments_[i].hi);
            winding += fragments_[i].turn;
        }
        layer.after = winding;
        layer.last = i;
        chunk.layers.push_back(layer);
        ++column.count;
    }
    column.inconsistent = winding != 0;
}

PointQuery::Status PointQuery::status(const Vec3& world, const ContainsOptions& options) const {
    const Vec3 p = frame_.to_local(world);
    const bool in_box = p.x >= 0 && p.y >= 0 && p.z >= 0 && p.x <= side_.x && p.y <= side_.y && p.z <= side_.z;
    if (!in_box) {
        const bool finite = std::isfinite(world.x) && std::isfinite(world.y) && std::isfinite(world.z);
        return finite ? Status::outside : Status::invalid;
    }
    const std::size_t index = std::size_t{grid_.row_of(p.y)} * grid_.columns() + grid_.column_of(p.x);
    const Column& column = columns_[index];
    const Chunk& chunk = chunks_[column.chunk];
    if (column.inconsistent) return options.exact ? settle_by_column(world, index, options.rule) : Status::uncertain;
    int winding = 0;
    for (std::uint32_t i = column.first; i < column.first + column.count; ++i) {
        const ThickLayer& layer = chunk.layers[i];
        if (p.z < layer.lo) break;
        if (p.z <= layer.hi) return options.exact ? settle(world, p, layer, options.rule) : Status::uncertain;
        winding = layer.after;
    }
    return is_inside(winding, options.rule) ? Status::inside : Status::outside;
}

/// Counts what is crossed on the way to the point from below the layer. Local coordinates are in the order of those of
/// the world, whatever they were rounded by, and tell most triangles apart from the point.
PointQuery::Status PointQuery::settle(const Vec3& world, const Vec3& p, const ThickLayer& layer,
                                      InsideRule rule) const {
    int winding = layer.before;
    const LocalSurface surface = surface_.local();
    const Vec3 turned = frame_.turned(world);
    for (std::uint32_t i = layer.first; i < layer.last; ++i) {
        const std::uint32_t t = fragments_[i].triangle;
        const Corners local = surface.corners(t);
        if (p.z < least(local[0].z, local[1].z, local[2].z)) continue;
        const Extent extent = extent_of(local);
        if (p.x < extent.x0 || p.x > extent.x1 || p.y < extent.y0 || p.y > extent.y1) continue;
        const geometry::TriangleCorners corners = bodies_->corners(body_->first_triangle + t);
        if (p.z > greatest(local[0].z, local[1].z, local[2].z)) {
            const Corners seen{frame_.turned(corners[0]), frame_.turned(corners[1]), frame_.turned(corners[2])};
            winding += ProjectedTriangle(seen).at(turned.x, turned.y).turn;
            continue;
        }
        const auto crossing = geometry::cross(world, corners, along(frame_.axis));
        if (crossing.place == geometry::PlaceOnLine::on) return Status::on_surface;
        if (crossing.place == geometry::PlaceOnLine::above) winding -= crossing.turns;
    }
    return is_inside(winding, rule) ? Status::inside : Status::outside;
}

/// Counts the crossings on both sides of the point; where the two counts differ the surface is not closed.
PointQuery::Status PointQuery::settle_by_column(const Vec3& p, std::size_t column, InsideRule rule) const {
    int from_below = 0, from_above = 0;
    const Along axis = along(frame_.axis);
    for (const Fragment& fragment : fragments_of(column)) {
        const std::uint32_t t = fragment.triangle;
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
        for (const Fragment& fragment : fragments_of(static_cast<std::size_t>(iy * n + ix))) {
            const std::uint32_t t = fragment.triangle;
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

/// With a budget of time, wave by wave; points that it does not reach stay uncertain.
Limit PointQuery::look_at(Points points, const ContainsOptions& options, Clock::time_point started,
                          parallel::Workers& workers) {
    const Budget& budget = options.budget;
    const std::uint64_t asked = std::min<std::uint64_t>(points.size(), budget.tests.value_or(points.size()));
    status_.assign(points.size(), Status::uncertain);
    const parallel::Chunks chunks{static_cast<std::size_t>(asked), 1024};
    const std::size_t wave = budget.time ? chunks_per_wave : std::max<std::size_t>(1, chunks.number());
    for (std::size_t first = 0; first < chunks.number(); first += wave) {
        if (budget.time && Clock::now() - started >= *budget.time) return Limit::time;
        workers.for_each(std::min(wave, chunks.number() - first), [&](std::size_t c) {
            for (std::size_t i = chunks.begin(first + c); i < chunks.end(first + c); ++i) {
                status_[i] = status(Vec3(points[i]), options);
            }
        });
    }
    return asked < points.size() ? Limit::tests : Limit::none;
}

void PointQuery::find(Points points, const ContainsOptions& options, Clock::time_point started,
                      parallel::Workers& workers, Containment& out) {
    out.report.stopped_by = look_at(points, options, started, workers);
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
    out.bound = columns_.empty() ? 0 : std::hypot(side_.x, side_.y) / (grid_.columns() * frame_.scale);
    const std::array<const bodies::Body*, 1> of{body_};
    out.report.method = Method::depth_layers;
    collect_set_aside(*bodies_, of, out.report.set_aside);
    out.report.complete = out.report.stopped_by == Limit::none && out.report.set_aside.empty();
}

}  // namespace pliant::depth_layers
