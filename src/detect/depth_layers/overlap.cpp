#include "detect/depth_layers/overlap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "detect/depth_layers/spans.hpp"

namespace pliant::depth_layers {

namespace {

constexpr std::uint32_t usual_span_resolution = 128;  // [Heidelberger2003, 5]
// Of the smaller body: sharing less is as good as sharing nothing.
constexpr double negligible_share = 1e-3;

/// Fine enough to tell the sides of most bodies apart.
std::uint32_t resolution_for_proof(std::size_t triangles) {
    return static_cast<std::uint32_t>(std::clamp(std::sqrt(static_cast<double>(triangles)) / 5, 24.0, 64.0));
}

/// Few triangles a column: finer columns would cut more triangles than they tell apart.
std::uint32_t first_resolution(std::size_t triangles) {
    return static_cast<std::uint32_t>(std::clamp(std::sqrt(static_cast<double>(triangles)) / 4, 8.0, 128.0));
}

void reset(Overlap& out) {
    out.volume = out.error = out.gradient_error = 0;
    out.centroid_error = std::numeric_limits<double>::infinity();
    out.centroid = out.box_lo = out.box_hi = {};
    out.resolution = out.span_resolution = 0;
    out.columns = out.inconsistent_pixels = 0;
    out.self_overlapping_a = out.self_overlapping_b = false;
    out.spans.clear();
    out.gradient_a.clear();
    out.gradient_b.clear();
    out.penetrations.clear();
    out.report.complete = true;
    out.report.stopped_by = Limit::none;
    out.report.detector = Detector::depth_layers;
    out.report.rebuilt = out.report.contours_assumed = false;
    out.report.counters = {};
}

Vec3 kept_within(const VolumeBox& box, const Vec3& p) {
    return {std::clamp(p.x, box.lo.x, box.hi.x), std::clamp(p.y, box.lo.y, box.hi.y),
            std::clamp(p.z, box.lo.z, box.hi.z)};
}

std::array<double, 3> array_of(const Vec3& v) { return {v.x, v.y, v.z}; }

/// More cannot be looked at in the time that is left: no column takes less than this, its place in the grid included.
std::optional<std::uint64_t> columns_until(const std::optional<std::chrono::steady_clock::time_point>& until) {
    using namespace std::chrono;
    if (!until) return std::nullopt;
    const auto left = duration_cast<nanoseconds>(*until - steady_clock::now()).count();
    constexpr std::int64_t nanoseconds_per_column = 100;
    return static_cast<std::uint64_t>(std::max<std::int64_t>(left, 0) / nanoseconds_per_column);
}

/// Anything between nothing and all of the box.
RefinementResult nothing_looked_at(const Vec3& side) {
    RefinementResult result;
    result.volume.hi = side.x * side.y * side.z;
    result.volume.moment = result.volume.hi / 4 * side;
    result.volume.moment_error = result.volume.hi / 4 * std::hypot(side.x, side.y, side.z);
    result.stopped_by = Limit::tests;
    return result;
}

/// Both answers are right, so the truth lies where they agree. Of surfaces that are open or cross themselves they may
/// contradict each other: then it lies somewhere between them.
void keep_common(const Overlap& other, Overlap& out) {
    double lo = std::max(out.volume - out.error, other.volume - other.error);
    double hi = std::min(out.volume + out.error, other.volume + other.error);
    if (lo > hi) {
        lo = std::min(out.volume - out.error, other.volume - other.error);
        hi = std::max(out.volume + out.error, other.volume + other.error);
        out.centroid_error = std::numeric_limits<double>::infinity();
    } else if (other.centroid_error < out.centroid_error) {
        out.centroid = other.centroid;
        out.centroid_error = other.centroid_error;
    }
    if (other.error < out.error) {
        out.axis = other.axis;
        out.report.stopped_by = other.report.stopped_by;
    }
    out.volume = (lo + hi) / 2;
    out.error = (hi - lo) / 2;
    out.resolution = std::max(out.resolution, other.resolution);
    out.columns += other.columns;
    out.inconsistent_pixels += other.inconsistent_pixels;
    out.self_overlapping_a |= other.self_overlapping_a;
    out.self_overlapping_b |= other.self_overlapping_b;
}

}  // namespace

void OverlapMeasure::enter_frame(const VolumeOfInterest& voi, parallel::Workers& workers) {
    frame_ = LocalFrame(voi.axis, voi.box.lo, voi.box.hi);
    reach_ = 0;
    for (std::size_t s = 0; s < (self_ ? 1 : 2); ++s) {
        surfaces_[s].enter(frame_, workers);
        reach_ = std::max(reach_, surfaces_[s].reach());
    }
}

void OverlapMeasure::fill_bins(const VolumeOfInterest& voi, const OverlapOptions& options, std::uint32_t resolution) {
    const Vec3 corner = frame_.to_local(voi.box.hi);
    grid_.set(corner.x, corner.y, resolution);
    pair_ = {};
    pair_.z_hi = corner.z;
    pair_.rule = options.rule;
    pair_.slack = 0x1p-44 * (1 + reach_);
    bins_.clear(grid_);
    const auto axis = static_cast<std::size_t>(voi.axis);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (std::size_t s = 0; s < (self_ ? 1 : 2); ++s) {
        SideOfColumn& side = pair_.side[s];
        side.surface = surfaces_[s].local();
        side.embedded = embedded_[s];
        side.holes = surfaces_[s].holes();
        side.seen_from_below = (voi.from_below == FromBelow::a) == (s == 0);
        const VolumeBox& box = surfaces_[s].box();
        // Of a surface that may have holes all is looked at: what is entered and never left shows them.
        side.cut_off = surfaces_[s].closed_by_place() &&
                       (side.seen_from_below ? box.hi[axis] > voi.box.hi[axis] : box.lo[axis] < voi.box.lo[axis]);
        bins_.add(grid_, side.surface, side.cut_off && !side.seen_from_below ? 0 : -infinity,
                  side.cut_off && side.seen_from_below ? pair_.z_hi : infinity, true, s == 0 ? 0 : of_second_body);
    }
    bins_.finish();
    mark_holes(self_ ? 1 : 2);
}

void OverlapMeasure::mark_holes(std::size_t sides) {
    for (std::size_t s = 0; s < sides; ++s) {
        if (surfaces_[s].holes().empty()) continue;
        if (pair_.holes == nullptr) {
            holes_.grid = &grid_;
            holes_.marked.assign(std::size_t{grid_.columns()} * grid_.columns(), 0);
            pair_.holes = &holes_;
        }
        for (const Extent& hole : surfaces_[s].holes()) holes_.mark(hole);
    }
}

bool OverlapMeasure::prove_embedded(const frame::Bodies& bodies, const SurfaceOfBody& surface,
                                    parallel::Workers& workers) {
    if (!surface.closed_by_place() || surface.box().empty()) return false;
    const simd::Vertices all = bodies.vertices();
    const std::uint32_t first = surface.body().first_vertex;
    const ImageSource source{all.doubles != nullptr ? simd::Vertices{nullptr, all.doubles + first}
                                                    : simd::Vertices{all.floats + first, nullptr},
                             surface.local().triangles, surface.body().vertices};
    image_of_whole_.keep_cells(true);
    image_of_whole_.make(source, along_longest_side(surface.box()), resolution_for_proof(surface.triangles()),
                         InsideRule::winding, workers);
    const auto [least, most] = image_of_whole_.windings();
    if (least < -1 || most > 1 || least * most != 0) return false;
    return proof_.find({&image_of_whole_, source.triangles, surface.box()}, nullptr);
}

double OverlapMeasure::negligible_volume() const {
    double smallest = std::abs(surfaces_[0].signed_volume());
    if (!self_) smallest = std::min(smallest, std::abs(surfaces_[1].signed_volume()));
    return negligible_share * smallest * frame_.scale * frame_.scale * frame_.scale;
}

bool OverlapMeasure::settled_within(double tolerance, const Overlap& found) const {
    const double cubic = 1 / (frame_.scale * frame_.scale * frame_.scale);
    return found.error <= tolerance * std::max(found.volume, cubic * negligible_volume());
}

void OverlapMeasure::write(const VolumeOfInterest& voi, const RefinementResult& result, Overlap& out) const {
    const Vec3 side = frame_.to_local(voi.box.hi);
    const double unit = 1 / frame_.scale, cubic = unit * unit * unit;
    const double rounding =
        pair_.slack * (side.x * side.y + side.y * side.z + side.z * side.x) + result.volume.rounding;
    const Measure& volume = result.volume;
    // Whatever is rounded, there is no more than the box, and the middle of it is in it.
    const double room = side.x * side.y * side.z;
    const double middle = std::clamp(volume.middle(), 0.0, room);
    out.volume = cubic * middle;
    const double farthest = (1 + 1e-12) * std::max(middle, room - middle);
    out.error = cubic * std::min((volume.hi - volume.lo) / 2 + rounding, farthest);
    const Vec3 centroid = volume.middle() > 0 ? 1 / volume.middle() * volume.moment : 0.5 * side;
    out.centroid = array_of(kept_within(voi.box, frame_.to_world(centroid)));
    const double diagonal = std::hypot(side.x, side.y, side.z);
    const double unknown = volume.moment_error + ((volume.hi - volume.lo) / 2 + rounding) * diagonal;
    const double least = volume.lo - rounding;
    out.centroid_error =
        least > 0 ? std::min(unit * unknown / least, unit * diagonal) : std::numeric_limits<double>::infinity();
    out.axis = voi.axis;
    out.box_lo = array_of(voi.box.lo);
    out.box_hi = array_of(voi.box.hi);
    out.resolution = grid_.columns() << result.level;
    out.columns = result.columns;
    out.inconsistent_pixels = result.inconsistent;
    out.self_overlapping_a = pair_.side[0].winds_twice;
    out.self_overlapping_b = pair_.side[1].winds_twice;
    out.report.stopped_by = result.stopped_by;
    // Volumes beyond the range of double are not known, and what is not known is not complete.
    if (std::isfinite(out.volume) && std::isfinite(out.error)) return;
    out.volume = 0;
    out.error = std::numeric_limits<double>::infinity();
    out.centroid_error = out.error;
    out.report.stopped_by = Limit::resolution;
}

bool OverlapMeasure::measure_surfaces(const frame::Bodies& bodies, const std::array<const frame::Body*, 2>& of,
                                      const VolumeOfInterest& voi, const OverlapOptions& options,
                                      parallel::Workers& workers, Overlap& out) {
    // Whoever asks for columns gets columns.
    const bool about_columns = options.resolution || options.axis || options.all_axes || options.gradient ||
                               options.budget.tests || options.budget.time;
    if (about_columns || !surfaces_[0].closed() || !surfaces_[1].closed()) return false;
    frame_ = LocalFrame(voi.axis, voi.box.lo, voi.box.hi);
    double reach = 0;
    for (const SurfaceOfBody& surface : surfaces_) {
        const Vec3 lo = frame_.to_local(surface.box().lo), hi = frame_.to_local(surface.box().hi);
        for (std::size_t k = 0; k < 3; ++k) reach = std::max({reach, std::abs(lo[k]), std::abs(hi[k])});
    }
    pair_ = {};
    pair_.slack = 0x1p-44 * (1 + reach);
    RefinementResult result;
    if (!surface_measure_.look(bodies, of, voi.box, {surfaces_[0].box(), surfaces_[1].box()}, options.rule, workers) ||
        !surface_measure_.find(frame_, pair_.slack, workers, result.volume)) {
        return false;
    }
    const Vec3 corner = frame_.to_local(voi.box.hi);
    grid_.set(corner.x, corner.y, surface_measure_.resolution());
    result.columns = surface_measure_.columns();
    write(voi, result, out);
    return out.error <= options.tolerance * out.volume || out.volume == 0;
}

void OverlapMeasure::measure_along(const VolumeOfInterest& voi, const Asked& asked, parallel::Workers& workers,
                                   Overlap& out) {
    enter_frame(voi, workers);
    const std::size_t triangles = surfaces_[0].triangles() + (self_ ? 0 : surfaces_[1].triangles());
    const std::uint32_t wished = asked.options.resolution.value_or(first_resolution(triangles));
    const std::uint32_t by_tests = affordable(wished, asked.columns),
                        by_time = affordable(wished, columns_until(asked.until));
    const std::uint32_t resolution = std::min(by_tests, std::max(by_time, 1u));
    fill_bins(voi, asked.options, std::max(resolution, 1u));
    if (resolution == 0) {
        write(voi, nothing_looked_at(frame_.to_local(voi.box.hi)), out);
        out.resolution = 0;
        all_looked_at_ = false;
        return;
    }
    RefinementGoal goal;
    goal.measure = asked.measure;
    goal.needs_both = !self_;
    if (!asked.options.resolution) goal.tolerance = asked.options.tolerance;
    goal.least_volume = [this] { return negligible_volume(); };
    goal.until = asked.until;
    goal.columns = asked.columns;
    const RefinementResult result = refinement_.run(pair_, grid_, bins_, goal, workers);
    write(voi, result, out);
    all_looked_at_ = result.all_looked_at;
    if (goal.tolerance && result.stopped_by == Limit::none && !settled_within(*goal.tolerance, out)) {
        out.report.stopped_by = Limit::resolution;  // columns were fine enough, but for what is rounded
    }
    if (!asked.options.resolution || resolution == wished || result.stopped_by != Limit::none) return;
    out.report.stopped_by = by_tests <= by_time ? Limit::tests : Limit::time;
}

/// Each with its share of the columns that are left.
void OverlapMeasure::measure_other_axes(const VolumeOfInterest& voi, Asked& asked, parallel::Workers& workers,
                                        Overlap& out) {
    std::uint64_t axes_left = 2;
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        if (axis == voi.axis) continue;
        const std::uint64_t all = asked.options.budget.tests.value_or(0);
        if (asked.columns) asked.columns = (all - std::min(all, out.columns)) / axes_left--;
        reset(along_one_);
        measure_along(*volume_of_interest(surfaces_[0].box(), surfaces_[1].box(), axis), asked, workers, along_one_);
        keep_common(along_one_, out);
        const Limit limit = along_one_.report.stopped_by;
        const bool as_asked = !asked.options.resolution && out.error <= asked.options.tolerance * out.volume;
        if (!as_asked && out.report.stopped_by == Limit::none) out.report.stopped_by = limit;
    }
}

void OverlapMeasure::find(const frame::Bodies& bodies, BodyId a, BodyId b, const OverlapOptions& options,
                          parallel::Workers& workers, Overlap& out) {
    reset(out);
    const std::array<const frame::Body*, 2> of{&bodies.at(a), &bodies.at(b)};
    collect_set_aside(bodies, of, out.report.set_aside);
    self_ = false;
    for (std::size_t s = 0; s < 2; ++s) {
        surfaces_[s].read(bodies, *of[s], workers);
        surfaces_[s].find_borders();
    }

    Asked asked{options, measure_overlap, std::nullopt, options.budget.tests};
    if (options.all_axes && asked.columns) *asked.columns /= 3;
    if (options.budget.time) asked.until = std::chrono::steady_clock::now() + *options.budget.time;
    const auto voi = volume_of_interest(surfaces_[0].box(), surfaces_[1].box(), options.axis);
    const bool flat =
        voi && !(voi->box.lo.x < voi->box.hi.x && voi->box.lo.y < voi->box.hi.y && voi->box.lo.z < voi->box.hi.z);
    if (voi && !flat) {
        if (!measure_surfaces(bodies, of, *voi, options, workers, out)) {
            for (std::size_t s = 0; s < 2; ++s) embedded_[s] = prove_embedded(bodies, surfaces_[s], workers);
            measure_along(*voi, asked, workers, out);
        }
        if (options.gradient && all_looked_at_) find_gradients(*voi, asked, workers, out);
        if (options.gradient && !all_looked_at_) out.gradient_error = std::numeric_limits<double>::infinity();
        if (options.spans) find_spans(bodies, of, *voi, asked, workers, out);
        if (options.all_axes) measure_other_axes(*voi, asked, workers, out);
    }
    if (options.gradient) {
        out.gradient_a.resize(of[0]->vertices);
        out.gradient_b.resize(of[1]->vertices);
    }
    out.report.complete = out.report.stopped_by == Limit::none;
}

void OverlapMeasure::find_self(const frame::Bodies& bodies, BodyId id, const OverlapOptions& options,
                               parallel::Workers& workers, Overlap& out) {
    reset(out);
    const std::array<const frame::Body*, 1> of{&bodies.at(id)};
    collect_set_aside(bodies, of, out.report.set_aside);
    self_ = true;
    surfaces_[0].read(bodies, *of[0], workers);
    surfaces_[0].find_borders();
    embedded_[0] = prove_embedded(bodies, surfaces_[0], workers);
    const VolumeBox& box = surfaces_[0].box();
    Asked asked{options, measure_self_overlap, std::nullopt, options.budget.tests};
    if (options.budget.time) asked.until = std::chrono::steady_clock::now() + *options.budget.time;
    const bool flat = !(box.lo.x < box.hi.x && box.lo.y < box.hi.y && box.lo.z < box.hi.z);
    if (!flat) measure_along(*volume_of_interest(box, box, options.axis), asked, workers, out);
    out.report.complete = out.report.stopped_by == Limit::none;
}

void OverlapMeasure::find_spans(const frame::Bodies& bodies, const std::array<const frame::Body*, 2>& of,
                                const VolumeOfInterest& voi, const Asked& asked, parallel::Workers& workers,
                                Overlap& out) {
    const OverlapOptions& options = asked.options;
    const auto& until = asked.until;
    LayersOptions lines;
    lines.resolution = out.span_resolution = options.resolution.value_or(usual_span_resolution);
    lines.axis = voi.axis;
    lines.box = {array_of(voi.box.lo), array_of(voi.box.hi)};
    for (std::size_t s = 0; s < 2; ++s) {
        if (until) lines.budget.time = std::max(*until - std::chrono::steady_clock::now(), std::chrono::nanoseconds(0));
        image_.make(bodies, *of[s], lines, workers, layers_[s]);
        if (layers_[s].report.stopped_by == Limit::none) continue;
        out.report.stopped_by = Limit::time;
        return;  // spans of layers that are not all there would be wrong
    }
    common_spans(layers_[0], layers_[1], options.rule, out.spans);
}

void OverlapMeasure::add_gradients(FacesToAdd faces, Overlap& out) {
    gradient_.add_up(pair_, grid_, refinement_, faces);
    const double square = 1 / (frame_.scale * frame_.scale);
    const std::array<std::vector<std::array<double, 3>>*, 2> lists{&out.gradient_a, &out.gradient_b};
    for (std::size_t s = 0; s < 2; ++s) {
        lists[s]->resize(gradient_.by_vertex[s].size());
        for (std::size_t v = 0; v < lists[s]->size(); ++v) {
            const Vec3 more = square * frame_.turned_back(gradient_.by_vertex[s][v]);
            for (std::size_t k = 0; k < 3; ++k) (*lists[s])[v][k] += more[k];
        }
    }
    out.gradient_error += square * gradient_.error;
}

/// Faces that stand upright and along the other axes lie in borders of columns, if not now then after some halvings:
/// they are seen from where they face.
void OverlapMeasure::find_gradients(const VolumeOfInterest& voi, const Asked& asked, parallel::Workers& workers,
                                    Overlap& out) {
    add_gradients(FacesToAdd::not_upright_along_axes, out);
    std::array<bool, 3> wanted{};
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        wanted[static_cast<std::size_t>(axis)] =
            axis != voi.axis && (surfaces_[0].has_faces_across(axis) || surfaces_[1].has_faces_across(axis));
    }
    Asked rest = asked;
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        if (!wanted[static_cast<std::size_t>(axis)]) continue;
        if (const auto& tests = asked.options.budget.tests) rest.columns = *tests - std::min(*tests, out.columns);
        reset(along_one_);
        measure_along(*volume_of_interest(surfaces_[0].box(), surfaces_[1].box(), axis), rest, workers, along_one_);
        out.columns += along_one_.columns;
        out.report.stopped_by = std::max(out.report.stopped_by, along_one_.report.stopped_by);
        if (all_looked_at_) add_gradients(FacesToAdd::across_axis, out);
        if (!all_looked_at_) out.gradient_error = std::numeric_limits<double>::infinity();
    }
}

}  // namespace pliant::depth_layers
