#include "detect/depth_layers/layer_image.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "detect/depth_layers/fragment.hpp"
#include "surfaces/line_crossings.hpp"
#include "surfaces/projected_triangle.hpp"

namespace pliant::depth_layers {

namespace {

constexpr std::size_t triangles_per_chunk = 32768;
constexpr std::size_t image_chunks_per_clock_read = 2;

struct Range {
    std::uint32_t first, end;
};

/// Lines that may lie within [lo, hi] in units of pixels, the middle of the first being 0. Rounded by hand: without
/// SSE4.1 std::ceil and std::floor are calls.
Range lines_within(double lo, double hi, double margin, std::uint32_t resolution) {
    const double from = std::clamp(lo - margin, 0.0, static_cast<double>(resolution));
    const double to = std::clamp(hi + margin, -1.0, static_cast<double>(resolution) - 1);
    auto first = static_cast<std::uint32_t>(from);
    if (first < from) ++first;
    return {first, static_cast<std::uint32_t>(static_cast<std::int64_t>(to + 1))};
}

bool later(const LayerPoint& p, const LayerPoint& q) {
    // Of equal depth: left before entered again, then by number.
    if (p.depth != q.depth) return p.depth > q.depth;
    return p.turn != q.turn ? p.turn > q.turn : p.triangle > q.triangle;
}

void sort_by_depth(LayerPoint* begin, LayerPoint* end) {
    for (LayerPoint* i = begin; i != end; ++i) {
        const LayerPoint point = *i;
        LayerPoint* hole = i;
        for (; hole != begin && later(hole[-1], point); --hole) *hole = hole[-1];
        *hole = point;
    }
}

}  // namespace

void LayerImage::place_lines(const LayersOptions& options, Layers& out) {
    axis_ = options.axis;
    resolution_ = options.resolution;
    double farthest = 0;
    for (std::size_t k = 0; k < 2; ++k) {
        const std::size_t c = (static_cast<std::size_t>(axis_) + 1 + k) % 3;
        const double lo = out.box_lo[c], hi = out.box_hi[c], step = (hi - lo) / resolution_;
        start_[k] = lo + 0.5 * step;
        per_unit_[k] = step > 0 ? 1 / step : 0;
        farthest = std::max(farthest, std::max(std::abs(lo), std::abs(hi)) * per_unit_[k]);
        lines_[k].resize(resolution_);
        for (std::uint32_t i = 0; i < resolution_; ++i) lines_[k][i] = lo + (i + 0.5) * step;
        places_.lo[k] = lo;
        places_.step[k] = step;
    }
    places_.columns = resolution_;
    margin_ = 0x1p-20 * (resolution_ + farthest);
}

/// Every line that crosses a triangle.
void LayerImage::cross(const geometry::TriangleCorners& corners, std::uint32_t triangle, Chunk& chunk) const {
    const geometry::TriangleCorners t{surfaces::axis_last(corners[0], axis_), surfaces::axis_last(corners[1], axis_),
                                      surfaces::axis_last(corners[2], axis_)};
    const Extent extent = extent_of(t);
    const Range columns = lines_within((extent.x0 - start_[0]) * per_unit_[0], (extent.x1 - start_[0]) * per_unit_[0],
                                       margin_, resolution_);
    const Range rows = lines_within((extent.y0 - start_[1]) * per_unit_[1], (extent.y1 - start_[1]) * per_unit_[1],
                                    margin_, resolution_);
    const surfaces::ProjectedTriangle projected(t);
    const double lowest = least(t[0].z, t[1].z, t[2].z), highest = greatest(t[0].z, t[1].z, t[2].z);
    for (std::uint32_t row = rows.first; row < rows.end; ++row) {
        for (std::uint32_t column = columns.first; column < columns.end; ++column) {
            const auto [turn, weight] = projected.at(lines_[0][column], lines_[1][row]);
            if (turn == 0) continue;
            const double depth =
                (weight[0] * t[0].z + weight[1] * t[1].z + weight[2] * t[2].z) / (weight[0] + weight[1] + weight[2]);
            const double kept = std::clamp(std::isnan(depth) ? lowest : depth, lowest, highest);
            chunk.crossings.push_back({row * resolution_ + column, {kept, triangle, turn}});
        }
    }
}

void LayerImage::find_crossings(const LayersQuery& query, std::size_t begin, std::size_t end, Chunk& chunk) const {
    const frame::Bodies& bodies = query.bodies;
    const frame::Body& body = query.body;
    surfaces::LineGrid grid;
    grid.axis = static_cast<int>(axis_);
    for (std::size_t k = 0; k < 2; ++k) {
        const std::size_t c = (static_cast<std::size_t>(axis_) + 1 + k) % 3;
        grid.lo[c] = start_[k];
        grid.per_unit[c] = per_unit_[k];
    }
    grid.margin = margin_;
    grid.last = resolution_ - 1;
    chunk.triangles.resize(end - begin);
    const Triangle* all = bodies.triangles().data() + body.first_triangle;
    std::size_t left = possibly_crossed(bodies.vertices(), all, begin, end, grid, chunk.triangles.data());
    const bool sound = body.unusable == 0 && body.flaws.empty();
    chunk.crossings.resize(sound ? left : 0);
    if (sound) {
        const auto decided = cross_single_lines(bodies.vertices(), all, chunk.triangles.data(), left, grid, places_,
                                                chunk.crossings.data());
        chunk.crossings.resize(decided.crossings);
        left = decided.left;
    }
    for (std::size_t i = 0; i < left; ++i) {
        const std::uint32_t t = chunk.triangles[i], in_all = body.first_triangle + t;
        if (!sound && !(bodies.usable(in_all) && bodies.soundness(in_all) == frame::Bodies::Soundness::sound)) continue;
        cross(bodies.corners(in_all), t, chunk);
    }
}

void LayerImage::keep_in_view(const Layers& out, Chunk& chunk) const {
    if (out.view == LayersView::whole) return;
    const auto w = static_cast<std::size_t>(axis_);
    const double lo = out.box_lo[w], hi = out.box_hi[w];
    std::erase_if(chunk.crossings,
                  [&](const surfaces::LineCrossing& c) { return c.point.depth < lo || c.point.depth > hi; });
}

/// With a budget of time, the clock is read between waves of chunks.
std::size_t LayerImage::find_all(const LayersQuery& query, const Layers& out) {
    const LayersBudget& budget = query.options.budget;
    const std::size_t all = query.body.triangles.size();
    const auto asked = static_cast<std::size_t>(std::min<std::uint64_t>(all, budget.triangles.value_or(all)));
    const parallel::Chunks chunks{asked, triangles_per_chunk};
    if (chunks_.size() < chunks.number()) chunks_.resize(chunks.number());
    const std::size_t wave = budget.time ? image_chunks_per_clock_read : std::max<std::size_t>(1, chunks.number());
    for (std::size_t first = 0; first < chunks.number(); first += wave) {
        if (query.late()) {
            query.report.stopped_by = Limit::time;
            return first;
        }
        query.workers.for_each(std::min(wave, chunks.number() - first), [&](std::size_t i) {
            const std::size_t c = first + i;
            find_crossings(query, chunks.begin(c), chunks.end(c), chunks_[c]);
            keep_in_view(out, chunks_[c]);
        });
    }
    if (asked < all) query.report.stopped_by = Limit::triangles;
    return chunks.number();
}

void LayerImage::sort_into_pixels(std::size_t chunks, Layers& out) {
    const std::size_t pixels = std::size_t{resolution_} * resolution_;
    out.first.assign(pixels + 1, 0);
    std::size_t crossings = 0;
    for (std::size_t c = 0; c < chunks; ++c) {
        for (const surfaces::LineCrossing& crossing : chunks_[c].crossings) ++out.first[crossing.line + 1];
        crossings += chunks_[c].crossings.size();
    }
    for (std::size_t i = 0; i < pixels; ++i) out.first[i + 1] += out.first[i];
    out.points.resize(crossings);
    for (std::size_t c = 0; c < chunks; ++c) {
        for (const surfaces::LineCrossing& crossing : chunks_[c].crossings)
            out.points[out.first[crossing.line]++] = crossing.point;
    }
    for (std::size_t i = pixels; i > 0; --i) out.first[i] = out.first[i - 1];
    out.first[0] = 0;
}

void put_in_order(Layers& layers) {
    layers.most = 0;
    layers.inconsistent_pixels = 0;
    for (std::size_t pixel = 0; pixel + 1 < layers.first.size(); ++pixel) {
        LayerPoint *begin = layers.points.data() + layers.first[pixel],
                   *end = layers.points.data() + layers.first[pixel + 1];
        if (begin == end) continue;
        sort_by_depth(begin, end);
        layers.most = std::max(layers.most, static_cast<std::uint32_t>(end - begin));
        layers.inconsistent_pixels += is_consistent(layers, pixel) ? 0 : 1;
    }
}

std::int32_t winding_at_start(const Layers& layers, std::size_t pixel) {
    std::int32_t sum = 0;
    if (layers.view == LayersView::from_above) {
        for (const LayerPoint& p : layers.at(pixel)) sum -= p.turn;
    }
    return sum;
}

bool is_consistent(const Layers& layers, std::size_t pixel) {
    if (layers.view != LayersView::whole) return true;
    std::int32_t winding = 0;
    for (const LayerPoint& p : layers.at(pixel)) winding += p.turn;
    return winding == 0;
}

void LayerImage::make(const LayersQuery& query, Layers& out) {
    const LayersOptions& options = query.options;
    out.axis = options.axis;
    out.resolution = options.resolution;
    out.view = options.box ? options.view : LayersView::whole;
    if (options.box) {
        out.box_lo = (*options.box)[0];
        out.box_hi = (*options.box)[1];
    } else {
        surface_.read(query.bodies, query.body, query.workers);
        out.box_lo = surface_.box().lo;
        out.box_hi = surface_.box().hi;
    }
    place_lines(options, out);
    const bool nothing = out.box_lo[0] > out.box_hi[0];
    query.report.stopped_by = Limit::none;
    sort_into_pixels(nothing ? 0 : find_all(query, out), out);
    put_in_order(out);
}

}  // namespace pliant::depth_layers
