// One pass over the triangles of a body: which reach into a region, and which may have no area. All that is done with
// every triangle of bodies that are new in every frame.
#pragma once

#include <cstddef>
#include <cstdint>

#include "numeric/box.hpp"
#include "simd/vertices.hpp"

namespace pliant::gjk_cut {

/// Which triangles: numbers[0], ... or, without numbers, first, first + 1, ...; t has the vertices corners[3 * t],
/// [3 * t + 1], [3 * t + 2].
struct TriangleNumbers {
    const std::uint32_t* corners;
    const std::uint32_t* numbers;
    std::uint32_t first;
    std::size_t count;
};

/// Where triangles are wanted. A side that no triangle is beyond is best infinite: it is not tested.
struct WantedRegion {
    Box<double> box;
    bool all_finite;  // every coordinate is known to be finite
};

struct FilterCounts {
    std::size_t kept, suspects;
};

inline constexpr std::size_t filter_padding = 8;

/// Writes the triangles whose boxes meet a region, and the suspects: those whose area the filter cannot show to be
/// positive (degenerate, nearly so, or with a NaN or an infinity). Both have room for all of them and `filter_padding`
/// more.
FilterCounts keep_in_region(const simd::Vertices& vertices, const TriangleNumbers& triangles,
                            const WantedRegion& region, std::uint32_t* kept, std::uint32_t* suspects);

}  // namespace pliant::gjk_cut
