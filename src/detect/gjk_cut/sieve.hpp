// A coarse bit grid that removes the triangles of one list that are near none of another.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "detect/gjk_cut/triangle_list.hpp"
#include "numeric/box.hpp"

namespace pliant::gjk_cut {

/// Cells of a box: 64 along one axis, the bits of a word, and a word for each place along the other two.
struct SieveGrid {
    std::array<std::size_t, 3> axis{0, 1, 2};  // which one runs along the bits, which along words and rows of words
    std::array<std::int32_t, 3> cells{64, 1, 1};
    std::array<float, 3> origin{}, per_unit{};  // by place in `axis`

    [[nodiscard]] std::size_t words() const {
        return static_cast<std::size_t>(cells[1]) * static_cast<std::size_t>(cells[2]);
    }
};

/// Cells about as large as `size`, up to 64 along each axis.
SieveGrid sieve_grid(const Box<float>& box, float size);

/// Marks the cells of all boxes of a list, each wider by `margin`. `marks` are grid.words() words.
void mark_cells(const TriangleList& list, const SieveGrid& grid, float margin, std::uint64_t* marks);

/// Keeps the triangles with a marked cell, in place. A triangle that meets one that was marked is kept.
void keep_marked(TriangleList& list, const SieveGrid& grid, float margin, const std::uint64_t* marks);

}  // namespace pliant::gjk_cut
