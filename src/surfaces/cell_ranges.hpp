// Kernels on a regular grid: cells of vertices and triangles, and the directions that triangles face.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "simd/vertices.hpp"

namespace pliant::surfaces {

/// Columns across an axis, cut into slabs along it. Coordinates are in the order across, across, along. Across, places
/// are finer than columns: 2^shift per column.
///
/// Invariant: `place` is monotonic in the coordinate, rounding included, so a point in the box of a triangle is in the
/// cells of that box.
struct CellGrid {
    int axis = 2;
    unsigned shift = 0;
    double columns_per_place = 1;                    // 2^-shift
    std::array<double, 3> lo{}, per_unit{}, last{};  // places are numbered from 0 to `last`
    // Range of places, within a column, that may hold its middle.
    std::uint32_t first_middle = 0, last_middle = 0;

    [[nodiscard]] std::uint32_t place(double coordinate, std::size_t k) const {
        const double at = (coordinate - lo[k]) * per_unit[k];
        return at > 0 ? static_cast<std::uint32_t>(std::min(at, last[k])) : 0;
    }
};

/// First and last places, in the order of CellGrid. The fourth components are padding.
struct alignas(16) CellRange {
    std::array<std::uint16_t, 4> first, last;
};

/// Places of the vertices [begin, end), in the order of the grid, with a fourth component as padding. All are finite.
using VertexPlace = std::array<std::uint16_t, 4>;
void places_of_vertices(const simd::Vertices& vertices, std::size_t begin, std::size_t end, const CellGrid& grid,
                        VertexPlace* places);

/// Cells of the boxes of triangles [begin, end), in order. A triangle is large where it reaches into more than two
/// columns across.
struct FoundCells {
    std::size_t crossed, large;
};
/// Where the cells are written; each has room for all triangles.
struct CellOutput {
    CellRange* ranges;
    std::uint32_t* crossed;  // small triangles that the line through the middle of a column may cross
    std::uint32_t* large;    // large triangles
};
FoundCells cells_of_triangles(const VertexPlace* places, const std::array<std::uint32_t, 3>* triangles,
                              std::size_t begin, std::size_t end, const CellGrid& grid, const CellOutput& out);

/// Signs of the normals of triangles [begin, end), `axis` last: bit 2k for up along axis k, bit 2k + 1 for down, or
/// `unknown_faces` where a sign is not certain. Vertices are finite; `faces` has room for a multiple of four.
inline constexpr std::uint16_t unknown_faces = 64;
void faces_of_triangles(const simd::Vertices& vertices, const std::array<std::uint32_t, 3>* triangles,
                        std::size_t begin, std::size_t end, int axis, std::uint16_t* faces);

}  // namespace pliant::surfaces
