#include "surfaces/winding_proof.hpp"

#include <algorithm>
#include <cmath>

namespace pliant::surfaces {

namespace {

/// Columns: fine enough to separate opposite sides of most bodies.
std::uint32_t resolution_for_proof(std::size_t triangles) {
    return static_cast<std::uint32_t>(std::clamp(std::sqrt(static_cast<double>(triangles)) / 5, 24.0, 64.0));
}

}  // namespace

bool WindingProof::find(const SurfaceInCells& surface, const CellImage* other) {
    runs_.clear();
    if (!needed_.find(*surface.image, other)) return true;
    runs_.start(surface, needed_);
    runs_.prove();
    const auto unproven = runs_.unproven();
    const bool by_runs =
        std::none_of(unproven.begin(), unproven.end(), [&](CellIndex cell) { return needed_.is_needed(cell); });
    return by_runs || (open_.find(surface, runs_, needed_) && anchors_.find(surface, runs_, open_.all()));
}

bool EmbeddingProof::find(const SurfaceOfBody& surface, parallel::Workers& workers) {
    if (!surface.closed_by_place() || is_empty(surface.box())) return false;
    const CellSurface all{surface.vertices(), surface.triangles(), surface.body().vertices};
    image_.keep_cells(true);
    image_.make(all, along_longest_side(surface.box()), resolution_for_proof(surface.triangles().size()),
                InsideRule::winding, workers);
    return image_.windings().once() && proof_.find({&image_, surface.box()}, nullptr);
}

}  // namespace pliant::surfaces
