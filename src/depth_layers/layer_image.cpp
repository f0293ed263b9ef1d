#include "depth_layers/layer_image.hpp"

#include <algorithm>
#include <cmath>

#include "depth_layers/projected_triangle.hpp"
#include "simd/layer_kernels.hpp"

namespace pliant::depth_layers {

namespace {

constexpr std::size_t triangles_per_chunk = 32768;

struct Range {
    std::int64_t first, last;
};

/// Lines that may lie within [lo, hi] in units of pixels, the middle of the first being 0.
Range lines_within(double lo, double hi, double margin, std::uint32_t resolution) {
    const double first = std::max(0.0, std::ceil(lo - margin));
    const double last = std::min(static_cast<double>(resolution) - 1, std::floor(hi + margin));
    if (!(first <= last)) return {0, -1};
    return {static_cast<std::int64_t>(first), static_cast<std::int64_t>(last)};
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
    axis_ = static_cast<int>(options.axis);
    resolution_ = options.resolution;
    double farthest = 0;
    for (int k = 0; k < 3; ++k) {
        const auto c = static_cast<std::size_t>(k);
        const double lo = out.box_lo[c], hi = out.box_hi[c], step = (hi - lo) / resolution_;
        lo_[k] = lo + 0.5 * step;
        per_unit_[k] = step > 0 ? 1 / step : 0;
        farthest = std::max(farthest, std::max(std::abs(lo), std::abs(hi)) * per_unit_[k]);
    }
    margin_ = 0x1p-20 * (resolution_ + farthest);
    for (int k = 0; k < 2; ++k) {
        const auto c = static_cast<std::size_t>((axis_ + 1 + k) % 3);
        lines_[k].resize(resolution_);
        const double step = (out.box_hi[c] - out.box_lo[c]) / resolution_;
        for (std::uint32_t i = 0; i < resolution_; ++i) lines_[k][i] = out.box_lo[c] + (i + 0.5) * step;
    }
}

/// Every line that crosses a triangle.
void LayerImage::cross(const bodies::Bodies& bodies, const bodies::Body& body, std::uint32_t triangle,
                       Chunk& chunk) const {
    const auto u = static_cast<std::size_t>((axis_ + 1) % 3), v = static_cast<std::size_t>((axis_ + 2) % 3);
    const auto w = static_cast<std::size_t>(axis_);
    const geometry::TriangleCorners t = bodies.corners(body.first_triangle + triangle);
    const auto [u_lo, u_hi] = std::minmax({t[0][u], t[1][u], t[2][u]});
    const auto [v_lo, v_hi] = std::minmax({t[0][v], t[1][v], t[2][v]});
    const Range columns =
        lines_within((u_lo - lo_[u]) * per_unit_[u], (u_hi - lo_[u]) * per_unit_[u], margin_, resolution_);
    const Range rows =
        lines_within((v_lo - lo_[v]) * per_unit_[v], (v_hi - lo_[v]) * per_unit_[v], margin_, resolution_);
    const ProjectedTriangle projected(t, w);
    const auto [lowest, highest] = std::minmax({t[0][w], t[1][w], t[2][w]});
    for (std::int64_t row = rows.first; row <= rows.last; ++row) {
        const double pv = lines_[1][static_cast<std::size_t>(row)];
        for (std::int64_t column = columns.first; column <= columns.last; ++column) {
            const double pu = lines_[0][static_cast<std::size_t>(column)];
            const auto [turn, weight] = projected.at(pu, pv);
            if (turn == 0) continue;
            const double depth =
                (weight[0] * t[0][w] + weight[1] * t[1][w] + weight[2] * t[2][w]) / (weight[0] + weight[1] + weight[2]);
            const double kept = std::clamp(std::isnan(depth) ? lowest : depth, lowest, highest);
            chunk.crossings.push_back({static_cast<std::uint32_t>(row * resolution_ + column), {kept, triangle, turn}});
        }
    }
}

void LayerImage::find_crossings(const bodies::Bodies& bodies, const bodies::Body& body, std::size_t begin,
                                std::size_t end, Chunk& chunk) const {
    simd::LineGrid grid;
    grid.axis = axis_;
    for (std::size_t k = 0; k < 3; ++k) {
        grid.lo[k] = lo_[k];
        grid.per_unit[k] = per_unit_[k];
    }
    grid.margin = margin_;
    grid.last = resolution_ - 1;
    chunk.triangles.resize(end - begin);
    const Triangle* all = bodies.triangles().data() + body.first_triangle;
    const std::size_t kept = simd::possibly_crossed(bodies.vertices(), all, begin, end, grid, chunk.triangles.data());
    chunk.crossings.clear();
    for (std::size_t i = 0; i < kept; ++i) {
        const std::uint32_t t = chunk.triangles[i];
        if (body.unusable > 0 && !bodies.usable(body.first_triangle + t)) continue;
        if (!body.flaws.empty() && bodies.soundness(body.first_triangle + t) != bodies::Bodies::Soundness::sound)
            continue;
        cross(bodies, body, t, chunk);
    }
}

void LayerImage::sort_into_pixels(std::size_t chunks, Layers& out) {
    const std::size_t pixels = std::size_t{resolution_} * resolution_;
    out.first.assign(pixels + 1, 0);
    std::size_t crossings = 0;
    for (std::size_t c = 0; c < chunks; ++c) {
        for (const Crossing& crossing : chunks_[c].crossings) ++out.first[crossing.pixel + 1];
        crossings += chunks_[c].crossings.size();
    }
    for (std::size_t i = 0; i < pixels; ++i) out.first[i + 1] += out.first[i];
    out.points.resize(crossings);
    for (std::size_t c = 0; c < chunks; ++c) {
        for (const Crossing& crossing : chunks_[c].crossings) out.points[out.first[crossing.pixel]++] = crossing.point;
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
        int winding = 0;
        for (const LayerPoint* p = begin; p != end; ++p) winding += p->turn;
        layers.inconsistent_pixels += winding != 0 ? 1 : 0;
    }
}

void LayerImage::make(const bodies::Bodies& bodies, const bodies::Body& body, const LayersOptions& options,
                      parallel::Workers& workers, Layers& out) {
    out.axis = options.axis;
    out.resolution = options.resolution;
    if (options.box) {
        out.box_lo = (*options.box)[0];
        out.box_hi = (*options.box)[1];
    } else {
        surface_.read(bodies, body, workers);
        const Box& box = surface_.box();
        out.box_lo = {box.lo.x, box.lo.y, box.lo.z};
        out.box_hi = {box.hi.x, box.hi.y, box.hi.z};
    }
    place_lines(options, out);
    const parallel::Chunks chunks{body.triangles.size(), triangles_per_chunk};
    if (chunks_.size() < chunks.number()) chunks_.resize(chunks.number());
    const bool nothing = out.box_lo[0] > out.box_hi[0];
    workers.for_each(nothing ? 0 : chunks.number(),
                     [&](std::size_t c) { find_crossings(bodies, body, chunks.begin(c), chunks.end(c), chunks_[c]); });
    sort_into_pixels(nothing ? 0 : chunks.number(), out);
    put_in_order(out);
    const std::array<const bodies::Body*, 1> of{&body};
    collect_set_aside(bodies, of, out.report.set_aside);
    out.report.method = Method::depth_layers;
    out.report.stopped_by = Limit::none;
    out.report.complete = out.report.set_aside.empty();
}

}  // namespace pliant::depth_layers
