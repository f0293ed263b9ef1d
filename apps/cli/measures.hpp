// Sizes of a mesh: volume, area, centroid, lengths of edges. Coordinates may be as large or small as doubles are.
#pragma once

#include <optional>
#include <span>

#include <pliant/views.hpp>

#include "source.hpp"

namespace pliant::cli {

struct EdgeLengths {
    double shortest = 0, median = 0, longest = 0;
};

/// Infinite where a number is beyond the range of double.
struct Measures {
    std::optional<double> volume;      // signed: negative where faces look inwards; unset where nothing is enclosed
    double area = 0;                   // of the triangles
    std::optional<Position> centroid;  // of the volume where there is one, else of the surface
    bool centroid_of_volume = false;
    std::optional<EdgeLengths> edges;  // of the tetrahedra where there are some, else of the triangles
};

/// `encloses`: the triangles are closed and face one way. Of tetrahedra the volumes are added up, signed. Elements with
/// a vertex that is not there or not finite do not count.
Measures measures(std::span<const Position> positions, std::span<const Triangle> triangles,
                  std::span<const Tetrahedron> tetrahedra, bool encloses);

}  // namespace pliant::cli
