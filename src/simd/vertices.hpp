// Vertices as the kernels read them: x, y, z and an unused fourth number, so that one vector load takes a vertex.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pliant::simd {

struct alignas(16) FloatVertex {
    float x, y, z, unused;
};

struct alignas(32) DoubleVertex {
    double x, y, z, unused;
};

/// A borrowed array of either kind; the other pointer is null. Floats where every coordinate is one: half the memory.
struct Vertices {
    const FloatVertex* floats = nullptr;
    const DoubleVertex* doubles = nullptr;
};

/// Copies points [begin, end) that lie `stride` bytes apart into the same places of `out`; the first of all `count`
/// points is at `points`. False where a coordinate is not finite.
bool copy_points(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin, std::size_t end,
                 FloatVertex* out);
bool copy_points(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin, std::size_t end,
                 DoubleVertex* out);

}  // namespace pliant::simd
