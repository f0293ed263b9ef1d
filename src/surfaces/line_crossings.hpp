// Kernels: which triangles the lines of a regular grid cross; few, where triangles are smaller than pixels.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <pliant/layers.hpp>

#include "numeric/box.hpp"
#include "simd/vertices.hpp"

namespace pliant::surfaces {

/// Lines parallel to an axis, at the integers of (coordinate - lo) * per_unit along the two other axes.
struct LineGrid {
    int axis = 2;
    // For x, y and z; the component of the axis itself is not used.
    std::array<double, 3> lo{}, per_unit{};
    double margin = 0;  // in grid units: bound on the rounding of the products above
    double last = 0;    // number of the last line; the first is 0
};

/// Writes those of the triangles [begin, end) that a line may cross, in order; the output has room for all. Returns how
/// many. A triangle with a non-finite coordinate may be among them.
std::size_t possibly_crossed(const simd::Vertices& vertices, const std::array<std::uint32_t, 3>* triangles,
                             std::size_t begin, std::size_t end, const LineGrid& grid, std::uint32_t* out);

/// A crossing of a line with a triangle.
struct LineCrossing {
    std::uint32_t line;  // columns * row + column
    LayerPoint point;
};

/// Exact places of such lines: number i along the two other axes, in cyclic order behind `axis`, is at
/// lo + (i + 0.5) * step.
struct LinePlaces {
    std::array<double, 2> lo{}, step{};
    std::uint32_t columns = 0;
};

/// Decides triangles that only one line may cross and whose edge functions exceed their rounding errors: writes
/// crossings, drops misses. The other triangles are compacted to the front of `triangles`, in order. `crossings` has
/// room for all.
struct Decided {
    std::size_t crossings, left;
};
Decided cross_single_lines(const simd::Vertices& vertices, const std::array<std::uint32_t, 3>* all,
                           std::uint32_t* triangles, std::size_t count, const LineGrid& grid, const LinePlaces& places,
                           LineCrossing* crossings);

/// Bounding box of the vertices [begin, end), all finite; begin < end.
Box<double> vertex_bounds(const simd::Vertices& vertices, std::size_t begin, std::size_t end);

}  // namespace pliant::surfaces
