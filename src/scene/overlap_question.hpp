// The questions `overlap`, `self_overlap`, `contains` and `layers` of a scene.
#pragma once

#include <array>
#include <span>

#include <pliant/contains.hpp>
#include <pliant/layers.hpp>
#include <pliant/overlap.hpp>
#include <pliant/points.hpp>

#include "detect/depth_layers/depth_layers.hpp"
#include "detect/surface_overlap/surface_overlap.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"
#include "surfaces/surface_of_body.hpp"

namespace pliant {

/// Answers stay valid until the same is asked again.
class OverlapQuestion {
public:
    const Overlap& overlap(frame::Bodies& bodies, BodyId a, BodyId b, const OverlapOptions& options,
                           parallel::Workers& workers);
    const Overlap& self_overlap(frame::Bodies& bodies, BodyId body, const OverlapOptions& options,
                                parallel::Workers& workers);
    const Containment& contains(frame::Bodies& bodies, BodyId body, Points points, const ContainsOptions& options,
                                parallel::Workers& workers);
    const Layers& layers(frame::Bodies& bodies, BodyId body, const LayersOptions& options, parallel::Workers& workers);

private:
    using OverlapQuery = surfaces::OverlapQuery;

    /// The surfaces of one or two bodies, and their borders.
    std::span<surfaces::SurfaceOfBody> read(const frame::Bodies& bodies, std::span<const BodyId> ids,
                                            parallel::Workers& workers);
    void measure(const OverlapQuery& query);
    /// By the layers of a producer.
    const Containment& contains_sampled(frame::Bodies& bodies, BodyId body, Points points,
                                        const ContainsOptions& options, parallel::Workers& workers);

    std::array<surfaces::SurfaceOfBody, 2> sides_;
    surface_overlap::SurfaceOverlap surface_overlap_;
    depth_layers::DepthLayers depth_layers_;
    Overlap overlap_;
    Containment containment_;
    Layers layers_;
};

}  // namespace pliant
