#include "detect/depth_layers/contains.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "detect/depth_layers/projected_triangle.hpp"
#include "geometry/line_crossing.hpp"

namespace pliant::depth_layers {

namespace {

constexpr std::size_t point_chunks_per_wave = 8;  // of points, between two looks at the clock
constexpr std::size_t points_per_chunk = 4096;

/// As in overlap.cpp, but finer: a column is looked into by many points.
std::uint32_t resolution_for(std::size_t triangles) {
    return static_cast<std::uint32_t>(std::clamp(std::sqrt(static_cast<double>(triangles)) / 2, 16.0, 64.0));
}

/// More columns than this cannot be made in the time: none takes less than so long.
std::uint32_t resolution_within(std::chrono::nanoseconds time) {
    constexpr double nanoseconds_per_column = 200;
    const double columns = static_cast<double>(std::max<std::int64_t>(time.count(), 0)) / nanoseconds_per_column;
    return static_cast<std::uint32_t>(std::clamp(std::sqrt(columns), 1.0, 4096.0));
}

/// Bytes at a time: std::count would widen each of them.
std::size_t count(std::span<const PointQuery::Status> all, PointQuery::Status of) {
    constexpr std::size_t at_once = 240;
    std::size_t sum = 0;
    for (std::size_t begin = 0; begin < all.size(); begin += at_once) {
        std::uint8_t some = 0;
        for (const PointQuery::Status status : all.subspan(begin, std::min(at_once, all.size() - begin))) {
            some = static_cast<std::uint8_t>(some + (status == of ? 1 : 0));
        }
        sum += some;
    }
    return sum;
}

}  // namespace

ImageSource PointQuery::source_of_body() const {
    const simd::Vertices all = bodies_->vertices();
    const std::uint32_t first = body_->first_vertex;
    ImageSource source;
    source.vertices = all.doubles != nullptr ? simd::Vertices{nullptr, all.doubles + first}
                                             : simd::Vertices{all.floats + first, nullptr};
    source.triangles = surface_.local().triangles;
    source.number_of_vertices = body_->vertices;
    source.sound = body_->unusable == 0 && std::none_of(body_->flaws.begin(), body_->flaws.end(), [](const Flaw& flaw) {
                       return flaw.kind == FlawKind::not_finite;
                   });
    return source;
}

void PointQuery::update(const ImageSource& source, const TurnedBox& box, std::uint32_t resolution, InsideRule rule,
                        parallel::Workers& workers) {
    made_ = empty_ = false;
    closed_ = true;
    rule_ = rule;
    image_.keep_cells(true);
    image_.make(source, box, resolution, rule, workers);
}

void PointQuery::update(const frame::Bodies& bodies, BodyId id, const ContainsOptions& options,
                        parallel::Workers& workers, std::optional<Axis> axis) {
    bodies_ = &bodies;
    body_ = &bodies.at(id);
    const std::uint32_t wished = options.resolution.value_or(resolution_for(body_->triangles.size()));
    const std::uint32_t resolution =
        options.budget.time ? std::min(wished, resolution_within(*options.budget.time)) : wished;
    coarser_than_asked_ = options.resolution && resolution < wished;
    const bool same = made_ && id_ == id && version_ == body_->version && asked_resolution_ == resolution &&
                      rule_ == options.rule && asked_axis_ == axis && topology_version_ == bodies.topology_version();
    if (same) return;
    made_ = false;
    surface_.read(bodies, *body_, workers);
    surface_.find_borders();
    closed_ = surface_.closed_by_place();
    asked_axis_ = axis;
    empty_ = surface_.box().empty();
    image_.keep_cells(options.exact);
    const VolumeBox& box = surface_.box();
    const TurnedBox turned =
        axis ? TurnedBox{*axis, axis_last(box.lo, *axis), axis_last(box.hi, *axis)} : along_longest_side(box);
    if (!empty_) image_.make(source_of_body(), turned, resolution, options.rule, workers);
    id_ = id;
    version_ = body_->version;
    topology_version_ = bodies.topology_version();
    asked_resolution_ = resolution;
    rule_ = options.rule;
    made_ = true;
}

/// With a budget of time, wave by wave; points that it does not reach stay uncertain.
Limit PointQuery::look_at(Points points, const ContainsOptions& options, Clock::time_point started,
                          parallel::Workers& workers) {
    const Budget& budget = options.budget;
    const auto late = [&] { return budget.time && Clock::now() - started >= *budget.time; };
    const auto asked =
        static_cast<std::size_t>(std::min<std::uint64_t>(points.size(), budget.tests.value_or(points.size())));
    status_.assign(points.size(), Status::uncertain);
    if (empty_) {
        for (std::size_t i = 0; i < asked; ++i) status_[i] = finite(points[i]) ? Status::outside : Status::invalid;
        return asked < points.size() ? Limit::tests : Limit::none;
    }
    const parallel::Chunks chunks{asked, points_per_chunk};
    const std::size_t wave = budget.time ? point_chunks_per_wave : std::max<std::size_t>(1, chunks.number());
    for (std::size_t first = 0; first < chunks.number(); first += wave) {
        if (late()) return Limit::time;
        workers.for_each(std::min(wave, chunks.number() - first), [&](std::size_t c) {
            states_of_points(image_.bits(), {points.data(), points.stride(), points.is_double()},
                             chunks.begin(first + c), chunks.end(first + c),
                             reinterpret_cast<std::uint8_t*>(status_.data()));
        });
    }
    if (!closed_) doubt_points_at_holes(points, asked);
    if (options.exact) {
        if (late()) return Limit::time;
        settle(points, asked, options.rule, workers);
    }
    return asked < points.size() ? Limit::tests : Limit::none;
}

/// Wherever a hole is closed within the box of its border, a line beside that box crosses as much as it does now. One
/// through it proves nothing: it may come in by one hole and leave by another.
bool PointQuery::through_a_hole(const Vec3& turned, double margin) const {
    const auto borders = surface_.borders();
    return std::any_of(borders.begin(), borders.end(), [&](const VolumeBox& border) {
        const Vec3 lo = axis_last(border.lo, image_.box().axis), hi = axis_last(border.hi, image_.box().axis);
        return turned.x >= lo.x - margin && turned.x <= hi.x + margin && turned.y >= lo.y - margin &&
               turned.y <= hi.y + margin;
    });
}

/// Their cells have no surface, and yet may be inside in part: the points are settled one by one, or not at all.
void PointQuery::doubt_points_at_holes(Points points, std::size_t asked) {
    const double reach = image_.reach_of_layers();
    for (std::size_t i = 0; i < asked; ++i) {
        if (status_[i] != Status::inside && status_[i] != Status::outside) continue;
        if (through_a_hole(axis_last(Vec3(points[i]), image_.box().axis), reach)) status_[i] = Status::uncertain;
    }
}

/// Points within layers, sorted by square.
void PointQuery::collect_unsettled(Points points, std::size_t asked) {
    constexpr std::size_t all = std::size_t{squares} * squares;
    unsorted_.clear();
    first_.assign(all + 1, 0);
    taken_.assign(all / 64, 0);
    for (std::size_t i = 0; i < asked; ++i) {
        if (status_[i] != Status::uncertain) continue;
        const Vec3 turned = axis_last(Vec3(points[i]), image_.box().axis);
        const auto [x, y] = image_.place_of(turned);
        const std::uint32_t square = (std::uint32_t{y} >> square_shift) * squares + (x >> square_shift);
        unsorted_.push_back({turned, static_cast<std::uint32_t>(i), square, Way::up, false, 0, 0});
        ++first_[square + 1];
        taken_[square / 64] |= std::uint64_t{1} << square % 64;
    }
    for (std::size_t i = 0; i < all; ++i) first_[i + 1] += first_[i];
    unsettled_.resize(unsorted_.size());
    glimpses_.resize(unsorted_.size());
    for (const Unsettled& u : unsorted_) unsettled_[first_[u.square]++] = u;
    for (std::size_t i = all; i > 0; --i) first_[i] = first_[i - 1];
    first_[0] = 0;
    for (std::size_t i = 0; i < unsettled_.size(); ++i) glimpses_[i] = start(unsettled_[i]);
}

/// Below the layer, or wherever nothing is left out.
PointQuery::Glimpse PointQuery::start(Unsettled& u) const {
    const CellImage::CellNumber cell = image_.cell_of(u.turned);
    const CellImage::Below below = image_.below(cell);
    if (!closed_ || image_.is_inconsistent(cell.column))
        u.way = Way::both;
    else if (below.slab == 0 && image_.counts_from_above())
        u.way = Way::down;
    if (u.way != Way::up) return {image_.place_of(u.turned), 0, static_cast<std::uint16_t>(image_.slabs() - 1)};
    u.from_below = below.winding;
    return {image_.place_of(u.turned), static_cast<std::uint16_t>(below.slab), static_cast<std::uint16_t>(cell.slab)};
}

/// Counts what is crossed on the way to the point. Corners in the order of coordinates tell most triangles apart.
void PointQuery::cross(std::uint32_t triangle, std::uint32_t number, std::vector<Crossing>& out) const {
    const Unsettled& u = unsettled_[number];
    const Corners t = image_.corners(triangle);
    const Vec3& p = u.turned;
    const Extent extent = extent_of(t);
    if (p.x < extent.x0 || p.x > extent.x1 || p.y < extent.y0 || p.y > extent.y1) return;
    if (u.way == Way::up && p.z < least(t[0].z, t[1].z, t[2].z)) return;
    if (p.z > greatest(t[0].z, t[1].z, t[2].z)) {
        const int turn = ProjectedTriangle(t).at(p.x, p.y).turn;
        if (turn != 0) out.push_back({number, static_cast<std::int8_t>(turn), 0, false});
        return;
    }
    const geometry::LineCrossing found = geometry::cross(p, t, Along::z);
    using Place = geometry::PlaceOnLine;
    if (found.place == Place::missed) return;
    out.push_back({number, static_cast<std::int8_t>(found.place == Place::above ? -found.turns : 0),
                   static_cast<std::int8_t>(found.place == Place::below ? found.turns : 0), found.place == Place::on});
}

template <class Slab>
void PointQuery::cross_points(std::uint32_t triangle, const CellRange& range, const Slab& first_slab,
                              std::vector<Crossing>& out) const {
    const std::uint32_t x0 = range.first[0] >> square_shift, x1 = range.last[0] >> square_shift;
    for (std::uint32_t y = range.first[1] >> square_shift; y <= std::uint32_t{range.last[1]} >> square_shift; ++y) {
        for (std::uint32_t w = x0 / 64; w <= x1 / 64; ++w) {
            std::uint64_t taken = taken_[y * (squares / 64) + w];
            if (w == x0 / 64) taken &= ~std::uint64_t{0} << x0 % 64;
            if (w == x1 / 64) taken &= ~std::uint64_t{0} >> (63 - x1 % 64);
            for (; taken != 0; taken &= taken - 1) {
                const std::uint32_t square = y * squares + w * 64 + static_cast<std::uint32_t>(std::countr_zero(taken));
                for (std::uint32_t i = first_[square]; i < first_[square + 1]; ++i) {
                    const Glimpse& g = glimpses_[i];
                    // Without branches, as above.
                    const auto beyond = [](std::uint16_t p, std::uint16_t q) { return static_cast<unsigned>(p > q); };
                    const unsigned beside = beyond(range.first[0], g.place[0]) | beyond(g.place[0], range.last[0]) |
                                            beyond(range.first[1], g.place[1]) | beyond(g.place[1], range.last[1]);
                    if (beside != 0) continue;
                    const std::uint32_t slab = first_slab(g);
                    if (slab >= g.first_slab && slab <= g.last_slab) cross(triangle, i, out);
                }
            }
        }
    }
}

void PointQuery::cross_triangles(std::size_t part) {
    std::vector<Crossing>& out = crossings_[part];
    out.clear();
    const unsigned shift = image_.shift();
    image_.for_each_triangle(
        part,
        [&](std::uint32_t triangle, const CellRange& range) {
            cross_points(
                triangle, range, [&](const Glimpse&) { return range.first[2]; }, out);
        },
        [&](std::uint32_t triangle, const CellImage::Depths& depths) {
            const auto first_slab = [&](const Glimpse& g) {
                const auto [first, last] = depths.within(g.place[0] >> shift, g.place[1] >> shift);
                return first <= last ? first : ~0u;
            };
            cross_points(triangle, depths.range, first_slab, out);
        });
}

/// Every triangle looks for the points in its columns: there are few of them, and none but these need its corners.
void PointQuery::settle(Points points, std::size_t asked, InsideRule rule, parallel::Workers& workers) {
    collect_unsettled(points, asked);
    crossings_.resize(image_.parts());
    workers.for_each(image_.parts(), [&](std::size_t part) { cross_triangles(part); });
    for (const auto& crossings : crossings_) {
        for (const Crossing& crossing : crossings) {
            Unsettled& u = unsettled_[crossing.unsettled];
            u.from_below += crossing.from_below;
            u.from_above += crossing.from_above;
            u.on_surface |= crossing.on_surface;
        }
    }
    for (const Unsettled& u : unsettled_) {
        const bool known = u.way != Way::both || (u.from_below == u.from_above && !through_a_hole(u.turned, 0));
        const int winding = u.way == Way::down ? u.from_above : u.from_below;
        status_[u.point] = u.on_surface               ? Status::on_surface
                           : !known                   ? Status::uncertain
                           : is_inside(winding, rule) ? Status::inside
                                                      : Status::outside;
    }
}

std::span<PointQuery::Status> PointQuery::start(std::size_t points, Status status) {
    status_.assign(points, status);
    return status_;
}

PointQuery::Status PointQuery::look_up(const Vec3& point) const {
    const TurnedBox& box = image_.box();
    const Vec3 p = axis_last(point, box.axis);
    for (std::size_t k = 0; k < 3; ++k) {
        if (p[k] < box.lo[k] || p[k] > box.hi[k]) return Status::outside;
    }
    return static_cast<Status>(image_.state(image_.cell_of(p)));
}

void PointQuery::settle_rest(Points points, parallel::Workers& workers) {
    if (count(status_, Status::uncertain) == 0) return;
    settle(points, points.size(), rule_, workers);
}

/// Numbers of the points of two kinds, together: each list waits for the last number that it was given.
void PointQuery::list_two(Status one, Status other, std::vector<std::uint32_t>& ones,
                          std::vector<std::uint32_t>& others) const {
    const std::size_t number_of_ones = count(status_, one), number_of_others = count(status_, other);
    ones.resize(number_of_ones + 1);  // every number is written, and the next one over it unless it counts
    others.resize(number_of_others + 1);
    std::uint32_t *place = ones.data(), *other_place = others.data();
    const Status* const status = status_.data();
    const auto end = static_cast<std::uint32_t>(number_of_ones + number_of_others > 0 ? status_.size() : 0);
    for (std::uint32_t i = 0; i < end; ++i) {
        const Status here = status[i];
        *place = *other_place = i;
        place += here == one ? 1 : 0;
        other_place += here == other ? 1 : 0;
    }
    ones.resize(number_of_ones);
    others.resize(number_of_others);
}

void PointQuery::list_by_status(Containment& out) const {
    list_two(Status::inside, Status::uncertain, out.inside, out.uncertain);
    list_two(Status::on_surface, Status::invalid, out.on_surface, out.invalid);
}

void PointQuery::agree_with(std::span<const PointQuery> others, Containment& out) {
    for (std::size_t i = 0; i < status_.size(); ++i) {
        if (status_[i] == Status::on_surface || status_[i] == Status::invalid) continue;
        bool inside = status_[i] == Status::inside, outside = status_[i] == Status::outside;
        for (const PointQuery& other : others) {
            inside |= other.status_[i] == Status::inside;
            outside |= other.status_[i] == Status::outside;
        }
        status_[i] = inside == outside ? Status::uncertain : inside ? Status::inside : Status::outside;
    }
    list_by_status(out);
}

void PointQuery::find(Points points, const ContainsOptions& options, Clock::time_point started,
                      parallel::Workers& workers, Containment& out) {
    out.report.stopped_by = look_at(points, options, started, workers);
    if (coarser_than_asked_ && out.report.stopped_by == Limit::none) out.report.stopped_by = Limit::time;
    list_by_status(out);
    out.resolution = empty_ ? asked_resolution_ : image_.resolution();
    out.inconsistent_pixels = empty_ ? 0 : image_.inconsistent_columns();
    out.bound = empty_ ? 0 : image_.reach_of_layers();
    const std::array<const frame::Body*, 1> of{body_};
    out.report.detector = Detector::depth_layers;
    collect_set_aside(*bodies_, of, out.report.set_aside);
    out.report.complete = out.report.stopped_by == Limit::none;
}

}  // namespace pliant::depth_layers
