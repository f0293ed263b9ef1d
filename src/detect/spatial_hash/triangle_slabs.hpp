// The cells that a triangle passes through, layer by layer along the longest side of its box.
#pragma once

#include <cstddef>
#include <cstdint>

#include "detect/spatial_hash/cells.hpp"
#include "geometry/triangle_pair.hpp"

namespace pliant::spatial_hash {

/// A triangle cut by layers of cells. Conservative: every cell that the triangle meets is visited.
class TriangleSlabs {
public:
    /// `whole`: the cells of its box. `magnitude`: the largest coordinate of the origin that was subtracted from the
    /// corners, whose rounding is allowed for.
    TriangleSlabs(const geometry::TriangleCorners& corners, double magnitude, const CellRange& whole,
                  float inverse_cell);

    template <class Visit>
    void each(const Visit& visit) const {
        for (std::int32_t k = whole_.first[along_]; k <= whole_.last[along_]; ++k) cells(k).each(visit);
    }

private:
    /// The cells of what lies in layer k.
    [[nodiscard]] CellRange cells(std::int32_t k) const;

    geometry::TriangleCorners corners_;
    CellRange whole_;
    float inverse_cell_;
    std::size_t along_;  // axis
    double slack_;       // more than the rounding of any coordinate of a cut
};

}  // namespace pliant::spatial_hash
