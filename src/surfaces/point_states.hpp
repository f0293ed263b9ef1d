// Which points lie in cells that are inside, outside or hold surface.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "surfaces/cell_ranges.hpp"

namespace pliant::surfaces {

/// Two bits per cell in words of 64 slabs: at 2 * (column * words + w) the surface bits of word w of a column, behind
/// them its inside bits.
struct CellBits {
    CellGrid grid;
    std::array<double, 3> lo, hi;  // what lies outside this closed box is outside, in the order of the grid
    const std::uint64_t* bits = nullptr;
    std::uint32_t columns = 1, words = 1;
};

/// Points as x, y, z at any stride.
struct StridedPoints {
    const std::byte* data;
    std::size_t stride;
    bool doubles;  // else floats
};

/// States of the points [begin, end): 0 outside, 1 inside, 2 in a surface cell, 4 where a coordinate is not finite.
void states_of_points(const CellBits& cells, const StridedPoints& points, std::size_t begin, std::size_t end,
                      std::uint8_t* states);

}  // namespace pliant::surfaces
