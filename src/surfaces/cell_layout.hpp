// How a box is cut into cells: columns along an axis, slabs across it, 64 slabs to a word of bits.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "surfaces/cell_depths.hpp"
#include "surfaces/cell_ranges.hpp"
#include "surfaces/line_crossings.hpp"
#include "surfaces/turned.hpp"

namespace pliant::surfaces {

/// Mask of the bits first to last; first <= last < 64.
inline std::uint64_t bits_between(std::uint32_t first, std::uint32_t last) {
    return (~std::uint64_t{0} >> (63 - (last - first))) << first;
}

struct CellNumber {
    std::uint32_t column, slab;
};

/// Number of a cell: column * slabs + slab. Bit number % 64 of word number / 64 is its bit.
using CellIndex = std::uint32_t;

struct CellLayout {
    TurnedBox box;
    CellGrid grid;
    std::uint32_t columns = 0;  // along each side
    std::uint32_t words = 1;    // per column

    [[nodiscard]] std::uint32_t slabs() const { return 64 * words; }
    [[nodiscard]] std::size_t number_of_words() const { return std::size_t{columns} * columns * words; }
    [[nodiscard]] Vec3 size_of_cell() const {
        const Vec3 side = side_of(box);
        return {side.x / columns, side.y / columns, side.z / slabs()};
    }
    /// Cell of a point in turned coordinates.
    [[nodiscard]] CellNumber cell_of(const Vec3& p) const {
        return {(grid.place(p.y, 1) >> grid.shift) * columns + (grid.place(p.x, 0) >> grid.shift), grid.place(p.z, 2)};
    }
    /// Place of a point across the columns.
    [[nodiscard]] std::array<std::uint16_t, 2> place_of(const Vec3& p) const {
        return {static_cast<std::uint16_t>(grid.place(p.x, 0)), static_cast<std::uint16_t>(grid.place(p.y, 1))};
    }

    [[nodiscard]] CellIndex index(std::uint32_t ix, std::uint32_t iy, std::uint32_t iz) const {
        return (iy * columns + ix) * slabs() + iz;
    }
    [[nodiscard]] std::array<std::uint32_t, 3> place(CellIndex cell) const {
        const std::uint32_t column = cell / slabs();
        return {column % columns, column / columns, cell % slabs()};
    }
    /// Converts a range of places to a range of cells.
    [[nodiscard]] CellRange cells_of(const CellRange& range) const {
        CellRange cells = range;
        for (std::size_t k = 0; k < 2; ++k) {
            cells.first[k] = static_cast<std::uint16_t>(cells.first[k] >> grid.shift);
            cells.last[k] = static_cast<std::uint16_t>(cells.last[k] >> grid.shift);
        }
        return cells;
    }
    /// Cells of the bounding box of a triangle in turned coordinates.
    [[nodiscard]] CellRange cells_of(const Corners& t) const { return cells_of(places_of(grid, t)); }
    /// Calls visit(index) for each cell.
    template <class Visit>
    void for_each_cell(const CellRange& cells, const Visit& visit) const {
        for (std::uint32_t iy = cells.first[1]; iy <= cells.last[1]; ++iy) {
            for (std::uint32_t ix = cells.first[0]; ix <= cells.last[0]; ++ix) {
                for (std::uint32_t iz = cells.first[2]; iz <= cells.last[2]; ++iz) visit(index(ix, iy, iz));
            }
        }
    }

    /// Words of the four columns of a small triangle; some may alias.
    struct FourWords {
        std::array<std::uint32_t, 4> at;
        std::uint64_t bits;
    };
    /// Calls visit(words) for each word of 64 slabs, mostly one.
    template <class Visit>
    void for_each_four_words(const CellRange& range, const Visit& visit) const {
        const std::uint32_t x0 = words * (range.first[0] >> grid.shift), x1 = words * (range.last[0] >> grid.shift);
        const std::uint32_t y0 = words * columns * (range.first[1] >> grid.shift),
                            y1 = words * columns * (range.last[1] >> grid.shift);
        const std::uint32_t first = range.first[2], last = range.last[2];
        std::uint32_t word = first / 64;
        std::uint64_t bits = ~std::uint64_t{0} << first % 64;
        // The last mask before the loop: spilled as 16 bits and reloaded as 32, `last` would stall store forwarding.
        const std::uint64_t last_bits = ~std::uint64_t{0} >> (63 - last % 64);
        for (; word < last / 64; ++word, bits = ~std::uint64_t{0}) {
            visit(FourWords{{y0 + x0 + word, y0 + x1 + word, y1 + x0 + word, y1 + x1 + word}, bits});
        }
        visit(FourWords{{y0 + x0 + word, y0 + x1 + word, y1 + x0 + word, y1 + x1 + word}, bits & last_bits});
    }
    /// Calls visit(word, bits) for the cells of a small triangle. Branchless but for the loop over words.
    template <class Visit>
    void for_each_word(const CellRange& range, const Visit& visit) const {
        for_each_four_words(range, [&](const FourWords& four) {
            visit(four.at[0], four.bits), visit(four.at[1], four.bits);
            visit(four.at[2], four.bits), visit(four.at[3], four.bits);
        });
    }
    /// The same for a large triangle; `row` is scratch memory.
    template <class Visit>
    void for_each_word(const CellDepths& depths, std::vector<CellDepths::Reach>& row, const Visit& visit) const {
        const auto column = [&](std::uint32_t ix, std::uint32_t iy, const CellDepths::Slabs& slabs) {
            const std::size_t at = (std::size_t{iy} * columns + ix) * words;
            for (std::uint32_t word = slabs.first / 64; word <= slabs.last / 64; ++word) {
                visit(at + word,
                      bits_between(std::max(slabs.first, 64 * word) % 64, std::min(slabs.last, 64 * word + 63) % 64));
            }
        };
        depths.for_each_column(grid.shift, row, column);
    }
};

/// The lines through the middles of columns: as the kernels take them, and at their exact places.
struct ColumnLines {
    LineGrid grid;
    LinePlaces places;
    std::array<std::vector<double>, 2> at;
};

/// Lays out at most `columns` columns along each side. Halves them while doubles are so coarse that the line through
/// the middle of a column would not lie in it.
void lay_out(const TurnedBox& box, std::uint32_t columns, CellLayout& layout, ColumnLines& lines);

}  // namespace pliant::surfaces
