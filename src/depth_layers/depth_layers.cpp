#include "depth_layers/depth_layers.hpp"

#include <chrono>

namespace pliant::depth_layers {

namespace {

/// Milliseconds that a call takes.
template <class Call>
double timed(const Call& call) {
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

const Overlap& DepthLayers::overlap(const bodies::Bodies& bodies, BodyId a, BodyId b, const OverlapOptions& options,
                                    parallel::Workers& workers) {
    const double time = timed([&] { overlap_measure_.find(bodies, a, b, options, workers, overlap_); });
    overlap_.report.milliseconds = {0, 0, time};
    return overlap_;
}

const Overlap& DepthLayers::self_overlap(const bodies::Bodies& bodies, BodyId body, const OverlapOptions& options,
                                         parallel::Workers& workers) {
    const double time = timed([&] { overlap_measure_.find_self(bodies, body, options, workers, overlap_); });
    overlap_.report.milliseconds = {0, 0, time};
    return overlap_;
}

const Containment& DepthLayers::contains(const bodies::Bodies& bodies, BodyId body, Points points,
                                         const ContainsOptions& options, parallel::Workers& workers) {
    const double build = timed([&] { point_query_.update(bodies, body, options, workers); });
    const double find = timed([&] { point_query_.find(points, options, workers, containment_); });
    containment_.report.milliseconds = {0, build, find};
    return containment_;
}

const Layers& DepthLayers::layers(const bodies::Bodies& bodies, BodyId body, const LayersOptions& options,
                                  parallel::Workers& workers) {
    const double time = timed([&] { layer_image_.make(bodies, bodies.at(body), options, workers, layers_); });
    layers_.report.milliseconds = {0, 0, time};
    return layers_;
}

}  // namespace pliant::depth_layers
