// Proofs of winding numbers in surface cells, run by run.
//
// Where all triangles in a run of cells face one direction along that run, the winding is monotonic on every line
// through it: between two ends known to be 0 or 1 it is 0 or 1.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "surfaces/cell_image.hpp"
#include "surfaces/needed_cells.hpp"

namespace pliant::surfaces {

/// A closed surface and its image. Precondition: Windings::once of the image.
struct SurfaceInCells {
    CellImage* image = nullptr;  // with keep_cells
    Box<double> whole;           // bounding box of the body, in world coordinates

    [[nodiscard]] std::size_t triangles() const { return image->surface().triangles.size(); }
    /// Entirely outside the box, on the side from which windings are counted.
    [[nodiscard]] bool wholly_beyond(const Corners& t) const;
};

class RunProof {
public:
    /// Marks in all cells which directions their triangles face.
    void start(const SurfaceInCells& surface, const NeededCells& needed);
    /// Proves runs along each axis in turn, until a fixed point is reached.
    void prove();

    /// Wished cells that remain unproven.
    [[nodiscard]] std::span<const CellIndex> unproven() const { return unproven_; }
    /// The cell is proven or has no surface.
    [[nodiscard]] bool is_known(CellIndex cell) const { return (cells_[cell] & unproven_bit) == 0; }

    /// Triangles that reach into a run, in their order.
    struct Visited {
        std::uint32_t triangle;
        CellRange range;
        bool large;
    };
    [[nodiscard]] std::span<const Visited> visited() const { return visited_; }
    void clear() { visited_.clear(); }

private:
    // Flags of a cell: two bits per axis for the directions its triangles face, then unproven, and wished.
    static constexpr std::uint8_t unproven_bit = 0x40, wished_bit = 0x80;

    void set_unproven(std::span<const std::uint64_t> wished);
    void mark_triangles(std::span<const std::uint64_t> in_runs);
    void mark_beyond(const CellRange& range, unsigned faces);
    void mark_small(const CellRange& range, unsigned faces);
    void mark_large(std::uint32_t triangle, const CellDepths& depths);
    [[nodiscard]] unsigned faces_in_image(std::size_t part, std::uint32_t triangle) const;
    bool prove_along(std::size_t axis);
    [[nodiscard]] bool run_is_proven(CellIndex first, CellIndex last, std::size_t axis) const;
    /// Index difference of adjacent cells along an axis.
    [[nodiscard]] std::uint32_t stride(std::size_t axis) const {
        return axis == 2 ? 1 : axis == 0 ? layout_->slabs() : layout_->slabs() * layout_->columns;
    }
    [[nodiscard]] std::uint32_t cells_along(std::size_t axis) const {
        return axis == 2 ? layout_->slabs() : layout_->columns;
    }

    SurfaceInCells surface_;
    const CellLayout* layout_ = nullptr;
    std::array<bool, 3> ends_low_{}, ends_high_{};  // by axis, turned: no surface beyond the box
    std::vector<std::uint8_t> cells_;               // flags by cell
    std::vector<std::uint8_t> beyond_;              // by column: directions faced by triangles below or above the box
    std::vector<CellIndex> unproven_;
    std::vector<Visited> visited_;
    std::vector<CellDepths::Reach> row_;
};

}  // namespace pliant::surfaces
