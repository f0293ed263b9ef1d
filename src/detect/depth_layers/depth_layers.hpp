// [Heidelberger2003]: layers of the surfaces in columns, what two bodies share and which points lie inside.
#pragma once

#include <array>

#include <pliant/contains.hpp>
#include <pliant/overlap.hpp>
#include <pliant/points.hpp>

#include "detect/depth_layers/closest_triangle.hpp"
#include "detect/depth_layers/contains.hpp"
#include "detect/depth_layers/layer_image.hpp"
#include "detect/depth_layers/overlap.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::depth_layers {

/// The questions that the detector answers. `bodies` are up to date; answers stay valid until the same is asked again.
class DepthLayers {
public:
    const Overlap& overlap(const frame::Bodies& bodies, BodyId a, BodyId b, const OverlapOptions& options,
                           parallel::Workers& workers);
    const Overlap& self_overlap(const frame::Bodies& bodies, BodyId body, const OverlapOptions& options,
                                parallel::Workers& workers);
    const Containment& contains(const frame::Bodies& bodies, BodyId body, Points points, const ContainsOptions& options,
                                parallel::Workers& workers);
    const Layers& layers(const frame::Bodies& bodies, BodyId body, const LayersOptions& options,
                         parallel::Workers& workers);

private:
    /// Vertices of one body inside another.
    void add_penetrations(const frame::Bodies& bodies, BodyId of, BodyId in, const OverlapOptions& options,
                          PointQuery::Clock::time_point started, parallel::Workers& workers);

    /// Of an open surface what columns along all three axes agree on.
    void find_points(Points points, const frame::Bodies& bodies, BodyId body, const ContainsOptions& options,
                     PointQuery::Clock::time_point started, parallel::Workers& workers, Containment& out);

    OverlapMeasure overlap_measure_;
    PointQuery point_query_;
    std::array<PointQuery, 2> along_other_axes_;
    Containment along_one_;
    ClosestTriangle closest_;
    LayerImage layer_image_;
    Overlap overlap_;
    Containment containment_;
    Layers layers_;
    Containment vertices_inside_;
    std::vector<std::uint8_t> used_;
};

}  // namespace pliant::depth_layers
