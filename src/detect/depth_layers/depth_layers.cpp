#include "detect/depth_layers/depth_layers.hpp"

#include <algorithm>
#include <limits>

#include "detect/depth_layers/spans.hpp"

namespace pliant::depth_layers {

namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

/// Both intervals contain the truth, so that it lies in their intersection. Of surfaces that are open or cross
/// themselves they may contradict each other: then it lies in their union.
void keep_common(const Overlap& other, Overlap& out) {
    double lo = std::max(out.volume - out.error, other.volume - other.error);
    double hi = std::min(out.volume + out.error, other.volume + other.error);
    if (lo > hi) {
        lo = std::min(out.volume - out.error, other.volume - other.error);
        hi = std::max(out.volume + out.error, other.volume + other.error);
        out.centroid_error = unbounded;
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

/// The caller wants no more, and is not asked again.
bool ended(const Overlap& out) { return out.report.stopped_by == Limit::caller; }

}  // namespace

void DepthLayers::find(const OverlapQuery& query, Overlap& out) {
    const OverlapOptions& options = query.options;
    std::optional<std::uint64_t> columns = options.budget.columns;
    if (options.all_axes && !query.self() && columns) *columns /= 3;
    columns_.start(query);
    columns_.measure(query, query.voi, columns, out);
    if (query.self()) return;
    if (options.gradient) find_gradients(query, out);
    if (options.spans && !ended(out)) find_spans(query, out);
    if (ended(out)) return;
    if (options.all_axes) measure_other_axes(query, out);
}

/// Each with its share of the columns that are left.
void DepthLayers::measure_other_axes(const OverlapQuery& query, Overlap& out) {
    std::uint64_t axes_left = 2;
    const OverlapOptions& options = query.options;
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        if (axis == query.voi.axis || ended(out)) continue;
        std::optional<std::uint64_t> columns = options.budget.columns;
        if (columns) columns = (*columns - std::min(*columns, out.columns)) / axes_left--;
        surfaces::clear(along_one_);
        columns_.measure(query, query.voi_along(axis), columns, along_one_);
        keep_common(along_one_, out);
        const Limit limit = along_one_.report.stopped_by;
        if (ended(along_one_)) out.report.stopped_by = limit;
        const bool as_asked = !options.resolution && out.error <= options.tolerance * out.volume;
        if (!as_asked && out.report.stopped_by == Limit::none) out.report.stopped_by = limit;
    }
}

void DepthLayers::find_spans(const OverlapQuery& query, Overlap& out) {
    out.span_resolution = query.options.resolution.value_or(usual_layer_resolution);
    for (std::size_t s = 0; s < 2; ++s) {
        LayersOptions lines = layers_of_side(query, s, out.span_resolution);
        lines.budget.time = query.options.budget.time;
        Report& report = layers_[s].report;
        layer_image_.make({{query.bodies, lines, query.workers, report, query.started}, query.sides[s].body()},
                          layers_[s]);
        if (report.stopped_by == Limit::none) continue;
        query.report.stopped_by = Limit::time;
        return;  // spans of incomplete layers would be wrong
    }
    common_spans(layers_[0], layers_[1], query.options.rule, out.spans);
}

void DepthLayers::add_gradients(FacesToAdd faces, Overlap& out) {
    gradient_.add_up(columns_.columns(), columns_.refinement(), faces);
    const surfaces::LocalFrame& frame = columns_.frame().local;
    const double square = 1 / (frame.scale * frame.scale);
    const std::array<std::vector<std::array<double, 3>>*, 2> lists{&out.gradient_a, &out.gradient_b};
    for (std::size_t s = 0; s < 2; ++s) {
        lists[s]->resize(gradient_.by_vertex[s].size());
        for (std::size_t v = 0; v < lists[s]->size(); ++v) {
            const Vec3 more = square * surfaces::axis_restored(gradient_.by_vertex[s][v], frame.axis);
            for (std::size_t k = 0; k < 3; ++k) (*lists[s])[v][k] += more[k];
        }
    }
    out.gradient_error += square * gradient_.error;
}

/// Faces in planes along the columns and another axis lie in borders of columns, if not now then after some halvings:
/// columns along the axis that they face see them.
void DepthLayers::find_gradients(const OverlapQuery& query, Overlap& out) {
    if (!columns_.all_measured()) {
        out.gradient_error = unbounded;
        return;
    }
    add_gradients(FacesToAdd::not_upright_along_axes, out);
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        const bool wanted =
            axis != query.voi.axis && (query.sides[0].has_faces_across(axis) || query.sides[1].has_faces_across(axis));
        if (!wanted) continue;
        if (ended(out)) {
            out.gradient_error = unbounded;
            return;
        }
        std::optional<std::uint64_t> columns = query.options.budget.columns;
        if (columns) *columns -= std::min(*columns, out.columns);
        surfaces::clear(along_one_);
        columns_.measure(query, query.voi_along(axis), columns, along_one_);
        out.columns += along_one_.columns;
        const Limit limit = along_one_.report.stopped_by;
        out.report.stopped_by = ended(along_one_) ? limit : std::max(out.report.stopped_by, limit);
        if (columns_.all_measured()) add_gradients(FacesToAdd::across_axis, out);
        if (!columns_.all_measured()) out.gradient_error = unbounded;
    }
}

}  // namespace pliant::depth_layers
