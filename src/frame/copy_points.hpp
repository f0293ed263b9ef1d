// Positions of the caller, copied into padded vertices: the only place that reads them.
#pragma once

#include <cstddef>

#include "numeric/box.hpp"
#include "simd/vertices.hpp"

namespace pliant::frame {

struct PointsRead {
    bool finite;      // every coordinate
    Box<double> box;  // of all points, if they are finite
};

/// Copies points [begin, end) that lie `stride` bytes apart into the same places of `out`; the first of all `count`
/// points is at `points`.
PointsRead copy_points(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin,
                       std::size_t end, simd::FloatVertex* out);
PointsRead copy_points(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin,
                       std::size_t end, simd::DoubleVertex* out);

}  // namespace pliant::frame
