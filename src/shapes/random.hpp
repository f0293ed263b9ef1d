// Reproducible random numbers: distributions of the standard library differ between implementations.
#pragma once

#include <cstdint>

#include "shapes/portable_math.hpp"

namespace pliant::shapes {

/// SplitMix64 [Steele2014].
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    /// In [0, 1), a multiple of 2^-53.
    double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

    double between(double low, double high) { return low + (high - low) * uniform(); }

    /// In the cube from -1 to 1.
    Vec3 in_cube() {
        const double x = between(-1, 1), y = between(-1, 1), z = between(-1, 1);
        return {x, y, z};
    }

    /// Evenly distributed over the unit sphere.
    Vec3 direction() {
        for (;;) {
            const Vec3 v = in_cube();
            const double square = dot(v, v);
            if (square <= 1 && square > 0.01) return unit(v);
        }
    }

private:
    std::uint64_t state_;
};

}  // namespace pliant::shapes
