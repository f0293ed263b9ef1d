#include "detect/depth_layers/produced_layers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "detect/depth_layers/column.hpp"
#include "detect/depth_layers/layer_image.hpp"
#include "detect/depth_layers/spans.hpp"

namespace pliant::depth_layers {

namespace {

constexpr double no_bound = std::numeric_limits<double>::infinity();

double volume_of(const Box<double>& box) {
    return (box.hi[0] - box.lo[0]) * (box.hi[1] - box.lo[1]) * (box.hi[2] - box.lo[2]);
}

/// The volume of the spans, and its centroid. What is certain is that the volume lies within the common box.
void add_up(const Layers& grid, const Box<double>& common, Overlap& out) {
    const auto w = static_cast<std::size_t>(grid.axis);
    const std::array<std::size_t, 2> across{(w + 1) % 3, (w + 2) % 3};
    std::array<double, 2> step{};
    for (std::size_t k = 0; k < 2; ++k) step[k] = (grid.box_hi[across[k]] - grid.box_lo[across[k]]) / grid.resolution;
    double length = 0;
    std::array<double, 3> moment{};
    for (const OverlapSpan& span : out.spans) {
        const double own = span.leave - span.enter;
        length += own;
        moment[w] += own * 0.5 * (span.leave + span.enter);
        const std::array<std::uint32_t, 2> place{span.column % grid.resolution, span.column / grid.resolution};
        for (std::size_t k = 0; k < 2; ++k)
            moment[across[k]] += own * (grid.box_lo[across[k]] + (place[k] + 0.5) * step[k]);
    }
    const double room = volume_of(common);
    out.volume = std::min(length * step[0] * step[1], room);
    out.error = std::max(out.volume, room - out.volume);
    out.centroid_error = no_bound;
    if (length > 0) {
        for (std::size_t k = 0; k < 3; ++k) out.centroid[k] = moment[k] / length;
    }
}

}  // namespace

LayersOptions layers_of_side(const surfaces::OverlapQuery& query, std::size_t side, std::uint32_t resolution) {
    const surfaces::VolumeOfInterest& voi = query.voi;
    const auto w = static_cast<std::size_t>(voi.axis);
    LayersOptions lines;
    lines.resolution = resolution;
    lines.axis = voi.axis;
    lines.box = {voi.box.lo, voi.box.hi};
    (*lines.box)[0][w] = voi.lo;
    (*lines.box)[1][w] = voi.hi;
    const bool below = (voi.from_below == surfaces::FromBelow::a) == (side == 0);
    if (query.sides[side].closed_by_place()) lines.view = below ? LayersView::from_below : LayersView::from_above;
    return lines;
}

SurfaceView ProducedLayers::view_of(const frame::Body& body) {
    if (body.free.empty()) return {body.positions, body.triangles};
    left_.clear();
    std::copy_if(body.triangles.begin(), body.triangles.end(), std::back_inserter(left_),
                 [](const Triangle& t) { return t != frame::no_triangle; });
    return {body.positions, left_};
}

void ProducedLayers::find(const surfaces::OverlapQuery& query, Overlap& out) {
    const std::uint32_t resolution = query.options.resolution.value_or(usual_layer_resolution);
    for (std::size_t s = 0; s < 2; ++s) {
        layers_[s] =
            query.options.producer->produce(view_of(query.sides[s].body()), layers_of_side(query, s, resolution));
        if (layers_[s].report.stopped_by != Limit::none) query.report.stopped_by = layers_[s].report.stopped_by;
        out.inconsistent_pixels += layers_[s].inconsistent_pixels;
    }
    common_spans(layers_[0], layers_[1], query.options.rule, out.spans);
    out.sampled = true;
    out.axis = query.voi.axis;
    out.box_lo = query.voi.box.lo;
    out.box_hi = query.voi.box.hi;
    out.resolution = out.span_resolution = resolution;
    out.columns = std::uint64_t{resolution} * resolution;
    add_up(layers_[0], query.voi.box, out);
    if (!query.options.spans) out.spans.clear();
}

void ProducedLayers::find(const frame::Query<ContainsOptions>& query, const surfaces::SurfaceOfBody& surface,
                          Points points, Containment& out) {
    LayersOptions lines;
    lines.resolution = query.options.resolution.value_or(usual_layer_resolution);
    layers_[0] = query.options.producer->produce(view_of(surface.body()), lines);
    const Layers& layers = layers_[0];
    for (auto* list : {&out.inside, &out.uncertain, &out.on_surface, &out.invalid}) list->clear();
    out.sampled = true;
    out.bound = no_bound;
    out.resolution = layers.resolution;
    out.inconsistent_pixels = layers.inconsistent_pixels;
    out.openings = static_cast<std::uint32_t>(surface.borders().size());
    query.report.stopped_by = layers.report.stopped_by;
    const auto w = static_cast<std::size_t>(layers.axis), u = (w + 1) % 3, v = (w + 2) % 3;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const Point p = points[i];
        if (!std::isfinite(p[0]) || !std::isfinite(p[1]) || !std::isfinite(p[2])) {
            out.invalid.push_back(i);
            continue;
        }
        const auto place = [&](std::size_t k) {
            const double share = (p[k] - layers.box_lo[k]) / (layers.box_hi[k] - layers.box_lo[k]);
            return share >= 0 && share <= 1
                       ? std::min(static_cast<std::uint32_t>(share * layers.resolution), layers.resolution - 1)
                       : layers.resolution;
        };
        const std::uint32_t column = place(u), row = place(v);
        if (column == layers.resolution || row == layers.resolution) continue;
        const std::size_t pixel = std::size_t{row} * layers.resolution + column;
        if (!is_consistent(layers, pixel)) {
            out.uncertain.push_back(i);
            continue;
        }
        std::int32_t winding = 0;
        for (const LayerPoint& crossing : layers.at(pixel)) {
            if (crossing.depth > p[w]) break;
            winding += crossing.turn;
        }
        if (is_inside(winding, query.options.rule)) out.inside.push_back(i);
    }
}

void require_sampled(const OverlapOptions& options) {
    if (options.depths || options.gradient || options.all_axes || options.budget != OverlapBudget{})
        throw std::invalid_argument("pliant: layers of a producer tell volumes and spans, and know no budget");
}

void require_sampled(const ContainsOptions& options) {
    if (options.exact || options.budget != ContainsBudget{})
        throw std::invalid_argument("pliant: layers of a producer are not exact, and know no budget");
}

}  // namespace pliant::depth_layers
