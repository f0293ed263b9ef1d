// One look at every vertex and every triangle of a body, as they lie in memory: the least that can be done with bodies
// that are new in every frame.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "simd/vertices.hpp"

namespace pliant::simd {

/// A closed box that may be unbounded.
struct Region {
    std::array<double, 3> lo, hi;
};

/// The box of vertices [first, first + count), all of them finite.
Region bounds_of(const Vertices& vertices, std::size_t first, std::size_t count);

/// Which triangles to look at: numbers[0], ... or, without numbers, first, first + 1, ...; t has the vertices
/// corners[3 * t], [3 * t + 1], [3 * t + 2].
struct Lookup {
    const std::uint32_t* corners;
    const std::uint32_t* numbers;
    std::uint32_t first;
    std::size_t count;
};

struct Looked {
    std::size_t kept, suspects;
};

/// Writes the triangles whose boxes meet a region, and the suspects: those whose area could not be shown to be positive
/// (degenerate, nearly so, or with a coordinate that is not finite). Room for all of them in both, and for one more.
/// `finite`: every coordinate is known to be finite.
Looked look(const Vertices& vertices, const Lookup& triangles, bool finite, const Region& region, std::uint32_t* kept,
            std::uint32_t* suspects);

}  // namespace pliant::simd
