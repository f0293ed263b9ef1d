// One look at every triangle of a body, as they lie in memory: the least that can be done with bodies
// that are new in every frame.
#pragma once

#include <cstddef>
#include <cstdint>

#include "numeric/box.hpp"
#include "simd/vertices.hpp"

namespace pliant::gjk_cut {

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

inline constexpr std::size_t look_padding = 8;

/// Writes the triangles whose boxes meet a region, and the suspects: those whose area could not be shown to be positive
/// (degenerate, nearly so, or with a coordinate that is not finite). Room for all of them in both, and for
/// `look_padding` more. `finite`: every coordinate is known to be finite. Sides of the region that
/// no triangle is beyond are best infinite.
Looked look(const simd::Vertices& vertices, const Lookup& triangles, bool finite, const Box<double>& region,
            std::uint32_t* kept, std::uint32_t* suspects);

}  // namespace pliant::gjk_cut
