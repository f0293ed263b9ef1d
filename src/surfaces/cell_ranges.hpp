// Kernels on a regular grid: cells of vertices and triangles, states of points, triangles within a box.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "numeric/box.hpp"
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
/// columns across. Writes large triangles to `large`, and to `crossed` the others that the line through the middle of
/// a column may cross. Each output has room for all.
struct FoundCells {
    std::size_t crossed, large;
};
FoundCells cells_of_triangles(const VertexPlace* places, const std::array<std::uint32_t, 3>* triangles,
                              std::size_t begin, std::size_t end, const CellGrid& grid, CellRange* ranges,
                              std::uint32_t* crossed, std::uint32_t* large);

/// Signs of the normals of triangles [begin, end), `axis` last: bit 2k for up along axis k, bit 2k + 1 for down, or
/// `unknown_faces` where a sign is not certain. Vertices are finite; `faces` has room for a multiple of four.
inline constexpr std::uint16_t unknown_faces = 64;
void faces_of_triangles(const simd::Vertices& vertices, const std::array<std::uint32_t, 3>* triangles,
                        std::size_t begin, std::size_t end, int axis, std::uint16_t* faces);

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

/// Outcodes of the vertices [begin, end): a bit for each side of a closed box beyond which a vertex lies. Vertices are
/// finite; those within rounding of a side may count as not beyond it.
void sides_beyond(const simd::Vertices& vertices, std::size_t begin, std::size_t end, const Box<double>& box,
                  std::uint8_t* sides);
/// Trivial reject by outcodes: copies those of the triangles [begin, end) that do not lie entirely beyond one side, in
/// order. `out` has room for all. Returns how many.
std::size_t triangles_within(const std::uint8_t* sides, const std::array<std::uint32_t, 3>* triangles,
                             std::size_t begin, std::size_t end, std::array<std::uint32_t, 3>* out);

}  // namespace pliant::surfaces
