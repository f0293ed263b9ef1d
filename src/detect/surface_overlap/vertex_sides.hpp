// On which side of the other surface the corners of candidates lie.
#pragma once

#include <span>
#include <vector>

#include "detect/surface_overlap/candidate_grid.hpp"
#include "detect/surface_overlap/kept_surface.hpp"
#include "surfaces/point_settler.hpp"

namespace pliant::surface_overlap {

using surfaces::PointSide;

class VertexSides {
public:
    /// What the cells of the other body tell.
    void look_up(std::span<const Candidate> candidates, std::size_t vertices, const CellImage& other);
    /// From a corner whose side is known to the others of its triangle, by the turns of its edges. Corners of pieces
    /// that lie in layers altogether are settled by exact arithmetic. False where turns contradict each other.
    bool spread(std::span<const Candidate> candidates, const frame::Body& body, KeptSurface& other,
                const CommonCells& cells, parallel::Workers& workers);

    [[nodiscard]] PointSide operator[](std::uint32_t vertex) const { return sides_[vertex]; }

private:
    std::vector<PointSide> sides_;  // by vertex; invalid where no candidate has it
    surfaces::PointSettler settler_;
};

}  // namespace pliant::surface_overlap
