// Proves that the winding number of a surface is 0 or 1 everywhere: no self-overlap, nothing inside out.
//
// Stages: windings in cells without surface are known. Surface cells are proven run by run (run_proof.hpp). Where no
// run along any axis proves a cell, its triangles must not meet each other (open_triangles.hpp) and must be connected
// to a place of known winding (winding_anchors.hpp).
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
    /// Whether that holds within the image's box wherever the other body may be; everywhere without one. Both images
    /// have the same layout. False means not proven. Allocates nothing once warm.
    bool find(const SurfaceInCells& surface, const CellImage* other);

    /// In order, at least all triangles that reach into a cell where the other body may be.
    [[nodiscard]] std::span<const RunProof::Visited> visited() const { return runs_.visited(); }

private:
    NeededCells needed_;
    RunProof runs_;
    OpenTriangles open_;
    WindingAnchors anchors_;
};

/// The same for a whole body, with an image of its own.
class EmbeddingProof {
public:
    bool find(const SurfaceOfBody& surface, parallel::Workers& workers);

private:
    CellImage image_;
    WindingProof proof_;
};

}  // namespace pliant::surfaces
