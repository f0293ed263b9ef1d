// The volume that two closed bodies share, from their surfaces.
//
// By the divergence theorem the volume is the integral of depth over its border: the parts of each surface that lie in
// the other body. Of a triangle that the other surface does not cross this is all or nothing. Of one that it crosses,
// the part is bounded by pieces of the triangle's edges and by segments in which it meets triangles of the other body;
// with a corner of the triangle every piece makes a triangle of its own, and their integrals, signed, add up to that of
// the part. No polygon is ever put together, so that none can come out wrong: which edge crosses which triangle is
// decided by exact signs, and places that are rounded move the sum by little.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "detect/surface_overlap/candidate_grid.hpp"
#include "detect/surface_overlap/crossing_sums.hpp"
#include "detect/surface_overlap/kept_surface.hpp"
#include "detect/surface_overlap/vertex_sides.hpp"
#include "surfaces/measuring_frame.hpp"

namespace pliant::surface_overlap {

class SurfaceOverlap {
public:
    /// False where it cannot answer within the tolerance: a surface is not closed, is not proven to wind around nothing
    /// twice, or touches the other in a vertex or an edge exactly. Allocates nothing once warm. Where the caller ends
    /// it, the volume is anything between nothing and all of the box.
    bool find(const surfaces::OverlapQuery& query, Overlap& out);

private:
    /// The triangles of one body and where they lie.
    struct Side {
        KeptSurface surface;
        std::vector<std::uint32_t> wholes;  // kept triangles that lie in the other body as a whole
        std::vector<Candidate> candidates;
        VertexSides vertices;
        std::vector<surfaces::CellDepths::Reach> row;  // scratch
    };

    bool prepare(const surfaces::OverlapQuery& query);
    bool integrate(const surfaces::OverlapQuery& query, surfaces::Measure& out);
    void write_unknown(Overlap& out) const;
    void sort_triangles(std::size_t body);
    SurfaceSum add_wholes(std::size_t body, parallel::Workers& workers);
    void add_whole(int facing, const Corners& t, SurfaceSum& sum) const;
    void write(const surfaces::Measure& volume, Overlap& out) const;

    CommonCells cells_;
    surfaces::MeasuringFrame frame_;
    std::array<Side, 2> sides_;
    CandidateGrid grid_;
    CrossingSums crossings_;
    std::vector<SurfaceSum> sums_;  // by chunk
};

}  // namespace pliant::surface_overlap
