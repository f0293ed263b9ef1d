// Windings in cells with surface, proven run by run.
//
// Where all triangles in a run of cells face one way along that run, the winding on every line through it is monotonic:
// between two known ends of 0 or 1 it is 0 or 1.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "surfaces/cell_image.hpp"
#include "surfaces/needed_cells.hpp"

namespace pliant::surfaces {

/// A closed surface and its image, in which windings between layers are 0 and one other.
struct SurfaceInCells {
    CellImage* image = nullptr;  // keeps the cells of its triangles
    Box<double> whole;           // of the body, in world coordinates

    [[nodiscard]] std::size_t triangles() const { return image->surface().triangles.size(); }
    /// Not in the box at all, but on the side from which windings are counted.
    [[nodiscard]] bool wholly_beyond(const Corners& t) const;
};

class RunProof {
public:
    /// Marks in all cells which ways their triangles face.
    void start(const SurfaceInCells& surface, const NeededCells& needed);
    /// Along each axis in turn, until nothing is proven any more.
    void prove();

    /// Wished cells that are not proven.
    [[nodiscard]] std::span<const CellIndex> unproven() const { return unproven_; }
    /// Without surface, or proven.
    [[nodiscard]] bool is_known(CellIndex cell) const { return (cells_[cell] & unproven_bit) == 0; }

    /// A triangle that was visited: all are that reach into a run. In their order.
    struct Visited {
        std::uint32_t triangle;
        CellRange range;
        bool large;
    };
    [[nodiscard]] std::span<const Visited> visited() const { return visited_; }
    void clear() { visited_.clear(); }

private:
    // Of a cell: two bits an axis for the ways its triangles face, then whether windings in it are not known, and
    // whether they are wished.
    static constexpr std::uint8_t unproven_bit = 0x40, wished_bit = 0x80;

    void set_unproven(std::span<const std::uint64_t> wished);
    void mark_triangles(std::span<const std::uint64_t> in_runs);
    void mark_beyond(const CellRange& range, unsigned faces);
    void mark_small(const CellRange& range, unsigned faces);
    void mark_large(std::uint32_t triangle, const CellDepths& depths);
    [[nodiscard]] unsigned faces_in_image(std::size_t part, std::uint32_t triangle) const;
    bool prove_along(std::size_t axis);
    [[nodiscard]] bool run_is_proven(CellIndex first, CellIndex last, std::size_t axis) const;
    /// Between neighbouring cells along an axis.
    [[nodiscard]] std::uint32_t stride(std::size_t axis) const {
        return axis == 2 ? 1 : axis == 0 ? layout_->slabs() : layout_->slabs() * layout_->columns;
    }
    [[nodiscard]] std::uint32_t cells_along(std::size_t axis) const {
        return axis == 2 ? layout_->slabs() : layout_->columns;
    }

    SurfaceInCells surface_;
    const CellLayout* layout_ = nullptr;
    std::array<bool, 3> ends_low_{}, ends_high_{};  // by axis, turned: no surface beyond the box
    std::vector<std::uint8_t> cells_;               // a byte each
    std::vector<std::uint8_t> beyond_;              // by column: which ways triangles below or above the box face
    std::vector<CellIndex> unproven_;
    std::vector<Visited> visited_;
    std::vector<CellDepths::Reach> row_;
};

}  // namespace pliant::surfaces
