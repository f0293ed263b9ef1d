// Which triangles may be crossed by a line of a regular grid: few, where triangles are smaller than its meshes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "simd/vertices.hpp"

namespace pliant::simd {

/// Lines parallel to an axis, at whole numbers of (coordinate - lo) * per_unit along the two others.
struct LineGrid {
    int axis = 2;
    // Along x, y and z; those of the axis itself are not used.
    std::array<double, 3> lo{}, per_unit{};
    double margin = 0;  // in grid units: more than the rounding of the products above
    double last = 0;    // lines are numbered from 0 to this
};

/// Writes the numbers of those triangles of [begin, end) that a line may cross, in order; room for all of them. Returns
/// how many. A triangle with a coordinate that is not finite may be among them.
std::size_t possibly_crossed(const Vertices& vertices, const std::array<std::uint32_t, 3>* triangles, std::size_t begin,
                             std::size_t end, const LineGrid& grid, std::uint32_t* out);

}  // namespace pliant::simd
