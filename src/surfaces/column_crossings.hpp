// Crossings of a surface with the lines through the middles of columns, and the winding numbers that follow.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "surfaces/cell_layout.hpp"
#include "surfaces/cell_surface.hpp"

namespace pliant::surfaces {

/// A crossing of the line through the middle of a column with the surface.
struct ColumnCrossing {
    std::uint32_t column;
    std::uint16_t slab;
    std::int16_t turn;  // going up: +1 where the line enters the body, -1 where it leaves
};

/// Finds crossings; one instance per thread.
class CrossingFinder {
public:
    /// Borrows its arguments until the last triangle.
    void start(const CellSurface& surface, const CellLayout& layout, const ColumnLines& lines);
    /// Crossings of small triangles; `triangles` is overwritten.
    void cross(std::span<std::uint32_t> triangles);
    /// Crossings of a large triangle.
    void cross_large(std::uint32_t triangle, const CellDepths& depths) { cross_each_line(triangle, depths, true); }

    [[nodiscard]] std::span<const ColumnCrossing> found() const { return found_; }

private:
    void cross_each_line(std::uint32_t triangle, const CellDepths& depths, bool large);

    const CellSurface* surface_ = nullptr;
    const CellLayout* layout_ = nullptr;
    const ColumnLines* lines_ = nullptr;
    std::vector<LineCrossing> single_;  // scratch
    std::vector<ColumnCrossing> found_;
};

/// All crossings, by column and slab.
class ColumnCrossings {
public:
    void start(const CellSurface& surface, std::size_t columns);
    /// Counting sort: all are counted before the first is added.
    void count(std::span<const ColumnCrossing> crossings);
    void make_room();
    void add(std::span<const ColumnCrossing> crossings);
    void finish();
    /// Sorts a column by slab. Columns may be sorted in parallel.
    void sort_column(std::uint32_t column);

    [[nodiscard]] std::span<const ColumnCrossing> of(std::uint32_t column) const {
        return {crossings_.data() + first_[column], first_[column + 1] - first_[column]};
    }
    /// Winding below all triangles.
    [[nodiscard]] int winding_at_bottom(std::uint32_t column) const {
        return surface_->counts_from_above() ? -sum(column) : 0;
    }
    /// Whether the turns of a column do not cancel, as they do where a whole surface is closed.
    [[nodiscard]] bool is_inconsistent(std::uint32_t column) const {
        return surface_->part == SurfacePart::whole && sum(column) != 0;
    }

private:
    [[nodiscard]] int sum(std::uint32_t column) const {
        int winding = 0;
        for (const ColumnCrossing& crossing : of(column)) winding += crossing.turn;
        return winding;
    }

    const CellSurface* surface_ = nullptr;
    std::vector<ColumnCrossing> crossings_;
    std::vector<std::uint32_t> first_;  // by column: offset; one more at the end
};

}  // namespace pliant::surfaces
