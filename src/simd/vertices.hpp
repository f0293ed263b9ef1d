// Vertices as the kernels read them: x, y, z and padding, so that one aligned vector load takes a vertex.
#pragma once

namespace pliant::simd {

struct alignas(16) FloatVertex {
    float x, y, z, unused;
};

struct alignas(32) DoubleVertex {
    double x, y, z, unused;
};

/// A borrowed array of either kind; the other pointer is null. Floats where every coordinate is one: half the
/// bandwidth.
struct Vertices {
    const FloatVertex* floats = nullptr;
    const DoubleVertex* doubles = nullptr;
};

}  // namespace pliant::simd
