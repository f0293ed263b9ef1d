// Kernels on cells of a regular grid: those of vertices, triangles and points.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "numeric/box.hpp"
#include "simd/vertices.hpp"

namespace pliant::surfaces {

/// Columns across an axis, cut into slabs along it. Numbers are in the order across, across, along. Across, places are
/// numbered finer than columns: 2^shift to one of them.
///
/// Invariant: `place` is monotonic in the coordinate, rounding included, so that a point in the box of a triangle is in
/// the cells of that box.
struct CellGrid {
    int axis = 2;
    unsigned shift = 0;
    double columns_per_place = 1;                    // 2^-shift
    std::array<double, 3> lo{}, per_unit{}, last{};  // places are numbered from 0 to `last`
    // The middles of columns are at one of these places of theirs.
    std::uint32_t first_middle = 0, last_middle = 0;

    [[nodiscard]] std::uint32_t place(double coordinate, std::size_t k) const {
        const double at = (coordinate - lo[k]) * per_unit[k];
        return at > 0 ? static_cast<std::uint32_t>(std::min(at, last[k])) : 0;
    }
};

/// First and last places, in the order of CellGrid. The fourth ones are not used.
struct alignas(16) CellRange {
    std::array<std::uint16_t, 4> first, last;
};

/// Places of the vertices [begin, end), all of them finite, in the order of the grid, and a fourth that is not used.
using VertexPlace = std::array<std::uint16_t, 4>;
void places_of_vertices(const simd::Vertices& vertices, std::size_t begin, std::size_t end, const CellGrid& grid,
                        VertexPlace* places);

/// The cells of the boxes of triangles [begin, end), in order. A triangle is large where it reaches into more than two
/// columns across. Writes to `large` the numbers of these, and to `crossed` those of the others that the line through
/// the middle of a column may cross; all have room for all.
struct FoundCells {
    std::size_t crossed, large;
};
FoundCells cells_of_triangles(const VertexPlace* places, const std::array<std::uint32_t, 3>* triangles,
                              std::size_t begin, std::size_t end, const CellGrid& grid, CellRange* ranges,
                              std::uint32_t* crossed, std::uint32_t* large);

/// Signs of the normals of triangles [begin, end), all of them finite, `axis` last: bit 2k up along axis k,
/// bit 2k + 1 down, or `unknown_faces` where rounding leaves a doubt. Room for a multiple of four.
inline constexpr std::uint16_t unknown_faces = 64;
void faces_of_triangles(const simd::Vertices& vertices, const std::array<std::uint32_t, 3>* triangles,
                        std::size_t begin, std::size_t end, int axis, std::uint16_t* faces);

/// Cells of a grid, two bits each in words of 64 slabs: word w of a column is at 2 * (column * words + w), one word of
/// surface bits and one of inside bits.
struct CellBits {
    CellGrid grid;
    std::array<double, 3> lo, hi;  // what lies outside this closed box is outside, in the order of the grid
    const std::uint64_t* bits = nullptr;
    std::uint32_t columns = 1, words = 1;
};

/// Three coordinates each, in the order x, y, z.
struct StridedPoints {
    const std::byte* data;
    std::size_t stride;
    bool doubles;  // else floats
};

/// Of the points [begin, end): 2 with surface in the cell, 1 inside, 0 outside, 4 where a coordinate is not finite.
void states_of_points(const CellBits& cells, const StridedPoints& points, std::size_t begin, std::size_t end,
                      std::uint8_t* states);

/// Of the vertices [begin, end), all of them finite: a bit for each side of a closed box beyond which they lie. Floats
/// within rounding of a side may count as not beyond it.
void sides_beyond(const simd::Vertices& vertices, std::size_t begin, std::size_t end, const Box<double>& box,
                  std::uint8_t* sides);
/// Those of the triangles [begin, end) that do not lie beyond one side altogether, in order; room for all. Returns how
/// many.
std::size_t triangles_within(const std::uint8_t* sides, const std::array<std::uint32_t, 3>* triangles,
                             std::size_t begin, std::size_t end, std::array<std::uint32_t, 3>* out);

}  // namespace pliant::surfaces
