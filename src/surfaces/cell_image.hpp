// Bit voxelisation of a body: columns cut into slabs; each cell holds surface, or is inside, or is outside.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/overlap.hpp>

#include "parallel/parallel.hpp"
#include "surfaces/cell_layout.hpp"
#include "surfaces/cell_surface.hpp"
#include "surfaces/column_crossings.hpp"
#include "surfaces/point_states.hpp"
#include "surfaces/triangle_cells.hpp"

namespace pliant::surfaces {

/// A layer is a run of surface cells in a column. Between two layers a column is entirely inside or outside; the line
/// through its middle tells which.
class CellImage {
public:
    CellImage() = default;
    CellImage(const CellImage&) = delete;  // its parts point into it
    CellImage& operator=(const CellImage&) = delete;

    /// Makes the image of what lies in a non-empty box. Surface below it counts as in the first slab, above it as in
    /// the last. What `surface` borrows must live until the next image. Allocates nothing once warm.
    void make(const CellSurface& surface, const TurnedBox& box, std::uint32_t resolution, InsideRule rule,
              parallel::Workers& workers);
    /// Whether the next image keeps the cells of its triangles, to be visited again.
    void keep_cells(bool keep) { keep_cells_ = keep; }

    /// No more columns than were asked for; fewer where neighbouring coordinates are farther apart than columns would
    /// be.
    [[nodiscard]] const CellLayout& layout() const { return layout_; }
    [[nodiscard]] const TurnedBox& box() const { return layout_.box; }
    [[nodiscard]] const CellSurface& surface() const { return surface_; }
    [[nodiscard]] TriangleCells& triangles() { return triangles_; }
    /// Corners of a triangle in turned coordinates.
    [[nodiscard]] Corners corners(std::uint32_t triangle) const { return surface_.corners(triangle, layout_.box.axis); }

    /// Cells of all columns, in words of 64 slabs each.
    struct Cells {
        std::uint64_t surface = 0, inside = 0;  // one bit per slab; interleaved as in CellBits
    };
    [[nodiscard]] std::span<const Cells> cells() const { return cells_; }
    /// 0 outside, 1 inside, 2 or more where there is surface or the column is inconsistent.
    [[nodiscard]] unsigned state(CellNumber c) const {
        const Cells& cells = cells_[std::size_t{c.column} * layout_.words + c.slab / 64];
        return static_cast<unsigned>((cells.surface >> c.slab % 64 & 1) * 2 + (cells.inside >> c.slab % 64 & 1));
    }
    /// Input of states_of_points: cells of an inconsistent column count as surface.
    [[nodiscard]] CellBits bits() const {
        return {layout_.grid, layout_.box.lo, layout_.box.hi, &cells_[0].surface, layout_.columns, layout_.words};
    }

    /// Least and greatest winding anywhere between layers.
    struct Windings {
        int least = 0, most = 0;

        /// Windings are 0 and at most one of 1 and -1.
        [[nodiscard]] bool once() const { return least >= -1 && most <= 1 && least * most == 0; }
    };
    [[nodiscard]] Windings windings() const;
    [[nodiscard]] bool is_inconsistent(std::uint32_t column) const { return crossings_.is_inconsistent(column); }
    [[nodiscard]] std::uint64_t inconsistent_columns() const { return inconsistent_; }

    /// The first slab of the layer that a cell belongs to, and the winding below.
    struct Below {
        std::uint32_t slab;
        int winding;
    };
    [[nodiscard]] Below below(CellNumber cell) const;
    /// Every point of a surface cell is this near to the surface: the diagonal of a cell, plus how far small triangles
    /// reach across the border of two columns.
    [[nodiscard]] double reach_of_layers() const;

private:
    /// Scratch and findings of one thread.
    struct Part {
        std::vector<std::uint64_t> surface;
        CrossingFinder crossings;
        std::vector<CellDepths::Reach> row;
        double square_of_reach = 0;             // by large triangles
        std::array<std::uint32_t, 2> widest{};  // in places, of small triangles across a border of columns
    };
    /// Slabs between two crossings of a column.
    struct Gap {
        std::uint32_t column, from, to;
        int winding;
    };

    void fill(std::size_t number);
    void fill_small(const CellRange& range, std::uint64_t* surface, std::array<std::uint32_t, 2>& widest) const;
    void fill_large(const CellDepths& depths, Part& part) const;
    void collect_crossings();
    Windings finish_columns(std::uint32_t begin, std::uint32_t end, InsideRule rule);
    void fill_gap(const Gap& gap, InsideRule rule, Windings& windings);
    [[nodiscard]] std::uint32_t first_of_layer(CellNumber cell) const;

    CellSurface surface_;
    bool keep_cells_ = false;
    CellLayout layout_;
    ColumnLines lines_;
    TriangleCells triangles_;
    std::vector<Part> parts_;
    ColumnCrossings crossings_;
    std::vector<Cells> cells_;
    std::vector<Windings> windings_;  // by chunk of columns
    std::uint64_t inconsistent_ = 0;
};

}  // namespace pliant::surfaces
