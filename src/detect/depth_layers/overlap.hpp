// Stages 1 to 3a of [Heidelberger2003]: the volume that two bodies share.
//
// Departures: instead of one sample in the middle of each pixel the whole column behind it is measured, so that every
// number comes with an error that is certain; and columns in which the bodies' surfaces come close are refined.
#pragma once

#include <optional>

#include <pliant/overlap.hpp>

#include "detect/depth_layers/bins.hpp"
#include "detect/depth_layers/gradient.hpp"
#include "detect/depth_layers/grid.hpp"
#include "detect/depth_layers/layer_image.hpp"
#include "detect/depth_layers/refinement.hpp"
#include "detect/depth_layers/surface_measure.hpp"
#include "detect/depth_layers/surface_of_body.hpp"
#include "detect/depth_layers/volume_of_interest.hpp"
#include "detect/depth_layers/winding_proof.hpp"
#include "frame/bodies.hpp"

namespace pliant::depth_layers {

class OverlapMeasure {
public:
    /// `bodies` are up to date. Allocates nothing once warm.
    void find(const frame::Bodies& bodies, BodyId a, BodyId b, const OverlapOptions& options,
              parallel::Workers& workers, Overlap& out);

    /// The volume around which one body winds more than once.
    void find_self(const frame::Bodies& bodies, BodyId body, const OverlapOptions& options, parallel::Workers& workers,
                   Overlap& out);

private:
    struct Asked {
        const OverlapOptions& options;
        MeasureColumn measure;
        std::optional<std::chrono::steady_clock::time_point> until;
        std::optional<std::uint64_t> columns;  // at most, along the next axis
    };

    /// False where that way does not lead to what is asked for.
    bool measure_surfaces(const frame::Bodies& bodies, const std::array<const frame::Body*, 2>& of,
                          const VolumeOfInterest& voi, const OverlapOptions& options, parallel::Workers& workers,
                          Overlap& out);
    void measure_along(const VolumeOfInterest& voi, const Asked& asked, parallel::Workers& workers, Overlap& out);
    /// Whether a whole surface is proven to wind around nothing twice.
    bool prove_embedded(const frame::Bodies& bodies, const SurfaceOfBody& surface, parallel::Workers& workers);
    void measure_other_axes(const VolumeOfInterest& voi, Asked& asked, parallel::Workers& workers, Overlap& out);
    void enter_frame(const VolumeOfInterest& voi, parallel::Workers& workers);
    void fill_bins(const VolumeOfInterest& voi, const OverlapOptions& options, std::uint32_t resolution);
    /// In local units.
    [[nodiscard]] double negligible_volume() const;
    [[nodiscard]] bool settled_within(double tolerance, const Overlap& found) const;
    void write(const VolumeOfInterest& voi, const RefinementResult& result, Overlap& out) const;
    void find_spans(const frame::Bodies& bodies, const std::array<const frame::Body*, 2>& of,
                    const VolumeOfInterest& voi, const Asked& asked, parallel::Workers& workers, Overlap& out);
    void find_gradients(const VolumeOfInterest& voi, const Asked& asked, parallel::Workers& workers, Overlap& out);
    void add_gradients(FacesToAdd faces, Overlap& out);
    void mark_holes(std::size_t sides);

    std::array<SurfaceOfBody, 2> surfaces_;
    std::array<bool, 2> embedded_{};
    CellImage image_of_whole_;
    WindingProof proof_;
    ColumnsWithHoles holes_;
    bool self_ = false;
    LocalFrame frame_;
    double reach_ = 0;           // the largest coordinate in the frame
    bool all_looked_at_ = true;  // of the columns along the last axis
    Grid grid_;
    Bins bins_;
    PairOfSides pair_;
    Refinement refinement_;
    SurfaceMeasure surface_measure_;
    Overlap along_one_;
    Gradient gradient_;
    LayerImage image_;
    std::array<Layers, 2> layers_;
};

}  // namespace pliant::depth_layers
