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

/// A vertex at the start and at the end of a step, side by side: one load, or one cache line, gets both.
struct alignas(32) FloatStep {
    FloatVertex start, end;
};

struct alignas(64) DoubleStep {
    DoubleVertex start, end;
};

/// A borrowed array of either kind; the other pointer is null.
struct Steps {
    const FloatStep* floats = nullptr;
    const DoubleStep* doubles = nullptr;
};

}  // namespace pliant::simd
