#include "detect/depth_layers/depth_layers.hpp"

#include <chrono>
#include <stdexcept>

namespace pliant::depth_layers {

namespace {

/// Milliseconds that a call takes.
template <class Call>
double timed(const Call& call) {
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

// Their squares are counted in 32 bits.
constexpr std::uint32_t most_along_side = 32768;

void require_resolution(std::uint32_t resolution) {
    if (resolution == 0) throw std::invalid_argument("pliant: the resolution is 0: no columns to look at");
    if (resolution > most_along_side) {
        throw std::invalid_argument("pliant: the resolution is more than 32768 columns along a side");
    }
}

void require_sense(const OverlapOptions& options) {
    if (options.resolution) require_resolution(*options.resolution);
    if (!(options.tolerance >= 0)) throw std::invalid_argument("pliant: the tolerance is negative or not a number");
}

}  // namespace

const Overlap& DepthLayers::overlap(const frame::Bodies& bodies, BodyId a, BodyId b, const OverlapOptions& options,
                                    parallel::Workers& workers) {
    require_sense(options);
    const auto started = std::chrono::steady_clock::now();
    const double time = timed([&] {
        overlap_measure_.find(bodies, a, b, options, workers, overlap_);
        if (!options.depths || overlap_.resolution == 0) return;
        add_penetrations(bodies, a, b, options, started, workers);
        add_penetrations(bodies, b, a, options, started, workers);
    });
    overlap_.report.milliseconds = {0, 0, time};
    return overlap_;
}

void DepthLayers::add_penetrations(const frame::Bodies& bodies, BodyId of, BodyId in, const OverlapOptions& options,
                                   PointQuery::Clock::time_point started, parallel::Workers& workers) {
    const frame::Body& body = bodies.at(of);
    used_.assign(body.vertices, 0);
    for (const Triangle& t : body.triangles) {
        for (const std::uint32_t v : t) {
            if (v < body.vertices) used_[v] = 1;
        }
    }
    const ContainsOptions exactly{.exact = true, .rule = options.rule, .budget = {options.budget.time, {}, {}}};
    point_query_.update(bodies, in, exactly, workers);
    find_points(body.positions, bodies, in, exactly, started, workers, vertices_inside_);
    if (vertices_inside_.report.stopped_by != Limit::none) {
        overlap_.report.stopped_by = vertices_inside_.report.stopped_by;
        overlap_.report.complete = false;
    }
    std::erase_if(vertices_inside_.inside, [&](std::uint32_t v) { return used_[v] == 0; });
    if (!vertices_inside_.inside.empty()) closest_.update(bodies, bodies.at(in), workers);
    const std::size_t first = overlap_.penetrations.size();
    overlap_.penetrations.resize(first + vertices_inside_.inside.size());
    workers.for_each(vertices_inside_.inside.size(), [&](std::size_t i) {
        const std::uint32_t v = vertices_inside_.inside[i];
        const Vec3 p = body.positions[v];
        const ClosestTriangle::Found way_out = closest_.find(p);
        const Vec3 direction = way_out.distance > 0 ? 1 / way_out.distance * (way_out.point - p) : Vec3{};
        overlap_.penetrations[first + i] = {of,
                                            v,
                                            way_out.distance,
                                            {direction.x, direction.y, direction.z},
                                            {way_out.point.x, way_out.point.y, way_out.point.z},
                                            way_out.triangle};
    });
}

void DepthLayers::find_points(Points points, const frame::Bodies& bodies, BodyId body, const ContainsOptions& options,
                              PointQuery::Clock::time_point started, parallel::Workers& workers, Containment& out) {
    point_query_.find(points, options, started, workers, out);
    if (!point_query_.is_open()) return;
    for (std::size_t k = 0; k < 2; ++k) {
        const auto axis = static_cast<Axis>((static_cast<std::size_t>(point_query_.axis()) + 1 + k) % 3);
        along_other_axes_[k].update(bodies, body, options, workers, axis);
        along_other_axes_[k].find(points, options, started, workers, along_one_);
        out.inconsistent_pixels += along_one_.inconsistent_pixels;
        if (out.report.stopped_by == Limit::none) out.report.stopped_by = along_one_.report.stopped_by;
        out.report.complete &= along_one_.report.complete;
    }
    point_query_.agree_with(along_other_axes_, out);
}

const Overlap& DepthLayers::self_overlap(const frame::Bodies& bodies, BodyId body, const OverlapOptions& options,
                                         parallel::Workers& workers) {
    require_sense(options);
    const double time = timed([&] { overlap_measure_.find_self(bodies, body, options, workers, overlap_); });
    overlap_.report.milliseconds = {0, 0, time};
    return overlap_;
}

const Containment& DepthLayers::contains(const frame::Bodies& bodies, BodyId body, Points points,
                                         const ContainsOptions& options, parallel::Workers& workers) {
    if (options.resolution) require_resolution(*options.resolution);
    const auto started = std::chrono::steady_clock::now();
    const double build = timed([&] { point_query_.update(bodies, body, options, workers); });
    const double find = timed([&] { find_points(points, bodies, body, options, started, workers, containment_); });
    containment_.report.milliseconds = {0, build, find};
    return containment_;
}

const Layers& DepthLayers::layers(const frame::Bodies& bodies, BodyId body, const LayersOptions& options,
                                  parallel::Workers& workers) {
    require_resolution(options.resolution);
    const double time = timed([&] { layer_image_.make(bodies, bodies.at(body), options, workers, layers_); });
    layers_.report.milliseconds = {0, 0, time};
    return layers_;
}

}  // namespace pliant::depth_layers
