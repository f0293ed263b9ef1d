// Proves of a surface that it winds around nothing twice, and around nothing backwards.
//
// Cells without surface have windings that are known. Cells with surface are proven run by run (run_proof.hpp). Where
// no run along any axis tells, the triangles themselves must not meet each other (open_triangles.hpp), and be connected
// to a place where the winding is known (winding_anchors.hpp).
#pragma once

#include <cstdint>
#include <span>

#include "surfaces/needed_cells.hpp"
#include "surfaces/open_triangles.hpp"
#include "surfaces/run_proof.hpp"
#include "surfaces/surface_of_body.hpp"
#include "surfaces/winding_anchors.hpp"

namespace pliant::surfaces {

class WindingProof {
public:
    /// Whether that holds within the image's box wherever the other body may be, whose image has the same cells;
    /// everywhere without one. False: not proven. Allocates nothing once warm.
    bool find(const SurfaceInCells& surface, const CellImage* other);

    /// Triangles that reach into a cell where the other body may be are all among them. In their order.
    [[nodiscard]] std::span<const RunProof::Visited> visited() const { return runs_.visited(); }

private:
    NeededCells needed_;
    RunProof runs_;
    OpenTriangles open_;
    WindingAnchors anchors_;
};

/// The same of a whole body, with an image of its own.
class EmbeddingProof {
public:
    bool find(const SurfaceOfBody& surface, parallel::Workers& workers);

private:
    CellImage image_;
    WindingProof proof_;
};

}  // namespace pliant::surfaces
