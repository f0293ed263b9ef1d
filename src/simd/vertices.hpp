// Vertices as the kernels read them: x, y, z and an unused fourth number, so that one vector load takes a vertex.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

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

/// The float next to a bound, on its outer side: more than a conversion can be off, even where the processor flushes
/// denormal numbers to zero. Numbers beyond the largest float count as that float, which keeps their order.
inline float lower_float(float value) { return value; }
inline float upper_float(float value) { return value; }
inline float lower_float(double value) {
    constexpr float largest = std::numeric_limits<float>::max();
    const auto near = static_cast<float>(std::clamp(value, -double(largest), double(largest)));
    return std::max(near - (std::abs(near) * 0x1p-23f + 0x1p-126f), -largest);
}
inline float upper_float(double value) { return -lower_float(-value); }

/// A closed box that may be unbounded, or empty (lo > hi).
struct Region {
    std::array<double, 3> lo, hi;
};
inline constexpr Region empty_region{{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}};

inline Region united(const Region& a, const Region& b) {
    Region out;
    for (std::size_t k = 0; k < 3; ++k) {
        out.lo[k] = std::min(a.lo[k], b.lo[k]);
        out.hi[k] = std::max(a.hi[k], b.hi[k]);
    }
    return out;
}

struct PointsRead {
    bool finite;  // every coordinate
    Region box;   // of all points, if they are finite
};

/// Copies points [begin, end) that lie `stride` bytes apart into the same places of `out`; the first of all `count`
/// points is at `points`.
PointsRead copy_points(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin,
                       std::size_t end, FloatVertex* out);
PointsRead copy_points(const std::byte* points, std::size_t stride, std::size_t count, std::size_t begin,
                       std::size_t end, DoubleVertex* out);

}  // namespace pliant::simd
