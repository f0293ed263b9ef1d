// Volumes and points by the layers of a producer, a graphics card for instance: stages 2 and 3 of [Heidelberger2003]
// as in the paper.
#pragma once

#include <array>
#include <vector>

#include <pliant/contains.hpp>
#include <pliant/layers.hpp>

#include "frame/query.hpp"
#include "surfaces/measuring_frame.hpp"

namespace pliant::depth_layers {

/// Columns along each side where nothing else is asked for; that of the paper.
inline constexpr std::uint32_t usual_layer_resolution = 128;

/// The layers of one body within a volume of interest, seen through its outside face [Heidelberger2003, 3.1]. Of a
/// surface that may have holes nothing is cut off, so that a hole shows as a body that is entered and never left.
LayersOptions layers_of_side(const surfaces::OverlapQuery& query, std::size_t side, std::uint32_t resolution);

class ProducedLayers {
public:
    /// Throws std::invalid_argument for what samples cannot tell.
    void find(const surfaces::OverlapQuery& query, Overlap& out);
    void find(const frame::Query<ContainsOptions>& query, const surfaces::SurfaceOfBody& surface, Points points,
              Containment& out);

private:
    [[nodiscard]] SurfaceView view_of(const frame::Body& body);

    std::array<Layers, 2> layers_;
    std::vector<Triangle> left_;  // of a body that lost triangles
};

/// Throws std::invalid_argument where more is asked for than samples tell.
void require_sampled(const OverlapOptions& options);
void require_sampled(const ContainsOptions& options);

}  // namespace pliant::depth_layers
