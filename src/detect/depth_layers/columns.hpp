// The columns of a volume of interest before any is measured: their grid, and which triangles reach into which.
#pragma once

#include <array>
#include <cstdint>

#include "detect/depth_layers/bins.hpp"
#include "detect/depth_layers/column.hpp"
#include "detect/depth_layers/grid.hpp"
#include "surfaces/measuring_frame.hpp"

namespace pliant::depth_layers {

class Columns {
public:
    Columns() = default;
    Columns(const Columns&) = delete;  // the pair points to the holes
    Columns& operator=(const Columns&) = delete;

    /// The sides of the query have entered the frame. `embedded`: proven to wind around nothing twice.
    void fill(const surfaces::OverlapQuery& query, const surfaces::MeasuringFrame& frame,
              const std::array<bool, 2>& embedded, std::uint32_t resolution);

    [[nodiscard]] PairOfSides& pair() { return pair_; }
    [[nodiscard]] const PairOfSides& pair() const { return pair_; }
    [[nodiscard]] const Grid& grid() const { return grid_; }
    [[nodiscard]] const Bins& bins() const { return bins_; }

private:
    void mark_holes(const surfaces::SurfaceOfBody& side);

    Grid grid_;
    Bins bins_;
    PairOfSides pair_;
    ColumnsWithHoles holes_;
};

}  // namespace pliant::depth_layers
