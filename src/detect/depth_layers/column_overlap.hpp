// Stages 1 to 3a of [Heidelberger2003]: the volume that two bodies share, or one with itself, in columns along an axis.
//
// Departures: instead of one sample in the middle of each pixel the whole column behind it is measured, so that every
// number comes with an error that is certain; and columns in which the bodies' surfaces come close are refined.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <pliant/overlap.hpp>

#include "detect/depth_layers/columns.hpp"
#include "detect/depth_layers/refinement.hpp"
#include "surfaces/measuring_frame.hpp"
#include "surfaces/winding_proof.hpp"

namespace pliant::depth_layers {

class ColumnOverlap {
public:
    /// Once for each question: proves which surfaces wind around nothing twice.
    void start(const surfaces::OverlapQuery& query);
    /// `columns`: at most, of all sizes.
    void measure(const surfaces::OverlapQuery& query, const surfaces::VolumeOfInterest& voi,
                 std::optional<std::uint64_t> columns, Overlap& out);

    /// Of the last measure: no column was left out for want of time or columns.
    [[nodiscard]] bool all_measured() const { return all_measured_; }
    [[nodiscard]] const Columns& columns() const { return columns_; }
    [[nodiscard]] const Refinement& refinement() const { return refinement_; }
    [[nodiscard]] const surfaces::MeasuringFrame& frame() const { return frame_; }

private:
    [[nodiscard]] RefinementGoal goal_of(const surfaces::OverlapQuery& query,
                                         std::optional<std::uint64_t> columns) const;
    void write(const RefinementResult& result, Overlap& out) const;

    std::array<bool, 2> embedded_{};
    surfaces::EmbeddingProof proof_;
    surfaces::MeasuringFrame frame_;
    Columns columns_;
    Refinement refinement_;
    bool all_measured_ = true;
};

}  // namespace pliant::depth_layers
