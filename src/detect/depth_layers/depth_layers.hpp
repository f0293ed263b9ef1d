// [Heidelberger2003]: layers of the surfaces in columns, what two bodies share and which points lie inside.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <pliant/contains.hpp>
#include <pliant/layers.hpp>
#include <pliant/overlap.hpp>

#include "detect/depth_layers/column_overlap.hpp"
#include "detect/depth_layers/contains.hpp"
#include "detect/depth_layers/gradient.hpp"
#include "detect/depth_layers/layer_image.hpp"
#include "detect/depth_layers/produced_layers.hpp"
#include "detect/depth_layers/vertex_depths.hpp"
#include "surfaces/measuring_frame.hpp"

namespace pliant::depth_layers {

using surfaces::OverlapQuery;

class DepthLayers {
public:
    /// What two bodies share, or one with itself, with the gradient and the spans that are asked for.
    void find(const OverlapQuery& query, Overlap& out);
    /// Stage 3a of [Heidelberger2003, 3.3] as in the paper: pixelwise intersection of two layered depth images.
    void find_spans(const OverlapQuery& query, Overlap& out);
    void find_depths(const OverlapQuery& query, Overlap& out) { vertex_depths_.find(query, out); }

    /// `update` and `find` of the points of a query.
    [[nodiscard]] Contains& contains() { return contains_; }
    [[nodiscard]] LayerImage& layers() { return layer_image_; }
    [[nodiscard]] ProducedLayers& produced() { return produced_; }

private:
    void find_gradients(const OverlapQuery& query, Overlap& out);
    void add_gradients(FacesToAdd faces, Overlap& out);
    void measure_other_axes(const OverlapQuery& query, Overlap& out);

    ColumnOverlap columns_;
    Overlap along_one_;  // axis
    Gradient gradient_;
    LayerImage layer_image_;
    std::array<Layers, 2> layers_;
    ProducedLayers produced_;
    Contains contains_;
    VertexDepths vertex_depths_;
};

}  // namespace pliant::depth_layers
