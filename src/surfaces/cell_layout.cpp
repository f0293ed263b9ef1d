#include "surfaces/cell_layout.hpp"

#include <bit>
#include <cmath>

namespace pliant::surfaces {

namespace {

constexpr std::uint32_t most_columns = 4096;

/// Words per column so that slabs are somewhat thinner than columns are wide.
std::uint32_t words_for(std::uint32_t columns) { return columns <= 32 ? 1 : columns <= 64 ? 2 : 4; }

void lay_grid(CellLayout& layout) {
    CellGrid& grid = layout.grid;
    grid.axis = static_cast<int>(layout.box.axis);
    // As fine as 16 bits allow.
    const auto last_column = static_cast<std::uint16_t>(layout.columns - 1);
    grid.shift = std::min(15u, static_cast<unsigned>(std::countl_zero(last_column)));
    grid.columns_per_place = std::ldexp(1.0, -static_cast<int>(grid.shift));
    for (std::size_t k = 0; k < 3; ++k) {
        const double side = layout.box.hi[k] - layout.box.lo[k];
        const double cells = k < 2 ? std::ldexp(layout.columns, static_cast<int>(grid.shift)) : layout.slabs();
        grid.lo[k] = layout.box.lo[k];
        grid.per_unit[k] = side > 0 && std::isfinite(side) && std::isfinite(cells / side) ? cells / side : 0;
        grid.last[k] = cells - 1;
    }
}

/// False where rounding would move a line out of its column.
bool lay_lines(CellLayout& layout, ColumnLines& lines) {
    CellGrid& grid = layout.grid;
    const Box<double>& box = layout.box;
    const std::uint32_t columns = layout.columns;
    double farthest = 0;
    for (std::size_t k = 0; k < 2; ++k) {
        const double per_column = grid.per_unit[k] * grid.columns_per_place;
        farthest = std::max(farthest, std::max(std::abs(box.lo[k]), std::abs(box.hi[k])) * per_column);
    }
    lines.grid.axis = grid.axis;
    lines.grid.margin = 0x1p-20 * (columns + farthest);
    lines.grid.last = columns - 1;
    lines.places.columns = columns;
    grid.first_middle = 1u << grid.shift;
    grid.last_middle = 0;
    bool in_place = true;
    for (std::size_t k = 0; k < 2; ++k) {
        const double step = (box.hi[k] - box.lo[k]) / columns;
        const std::size_t axis = (static_cast<std::size_t>(grid.axis) + 1 + k) % 3;
        lines.places.lo[k] = box.lo[k];
        lines.places.step[k] = step;
        lines.grid.lo[axis] = box.lo[k] + 0.5 * step;
        lines.grid.per_unit[axis] = grid.per_unit[k] * grid.columns_per_place;
        lines.at[k].resize(columns);
        for (std::uint32_t i = 0; i < columns; ++i) {
            lines.at[k][i] = box.lo[k] + (i + 0.5) * step;
            const std::uint32_t place = grid.place(lines.at[k][i], k), middle = place & ((1u << grid.shift) - 1);
            in_place &= place >> grid.shift == i && std::isfinite(lines.at[k][i]);
            grid.first_middle = std::min(grid.first_middle, middle);
            grid.last_middle = std::max(grid.last_middle, middle);
        }
    }
    return in_place;
}

}  // namespace

void lay_out(const TurnedBox& box, std::uint32_t columns, CellLayout& layout, ColumnLines& lines) {
    layout.box = box;
    layout.columns = std::clamp(columns, 1u, most_columns);
    for (;; layout.columns /= 2) {
        layout.words = words_for(layout.columns);
        lay_grid(layout);
        if (lay_lines(layout, lines) || layout.columns == 1) return;
    }
}

}  // namespace pliant::surfaces
