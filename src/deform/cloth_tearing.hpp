// Where a sheet is stretched by more than it bears: vertices that split, and what becomes of the triangles around them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/cloth.hpp>
#include <pliant/points.hpp>

#include "deform/cloth_elements.hpp"
#include "numeric/vec.hpp"

namespace pliant::deform {

/// What a sheet is when it may tear. Numbers of vertices are the solver's.
struct TornSheet {
    VertexRange vertices;
    std::span<const Membrane> membranes;
    std::span<const Point> positions;
    std::span<const std::uint8_t> held;
    double most_strain = 0;
};

/// A triangle around a split vertex, as it was and as it is. Copies are numbered behind the sheet's last vertex.
struct TornTriangle {
    std::uint32_t triangle = 0;  // within the sheet
    std::array<std::uint32_t, 3> before{}, after{};
};

struct Tears {
    std::vector<std::uint32_t> originals;  // of each copy, in numbers of the solver
    std::vector<TornTriangle> triangles;   // whose corners have changed, ascending
    std::vector<std::uint32_t> moved;      // split vertices and their copies ...
    std::vector<Vec3> places;              // ... and where they go: a little apart, each towards its own triangles
};

/// A vertex of each overstretched triangle splits along the plane across its greatest stretch, and each piece that
/// hangs together around it gets a copy [OBrien1999, 3.2]. Departures: along edges that are there, and by strain. In a
/// neighbourhood only one vertex splits at a time, that with the greatest mean strain around it; held ones do not.
Tears find_tears(const TornSheet& sheet);

/// A hinge goes on between the same copies, if its two triangles still share their edge: false if not.
bool follow_tears(const Tears& tears, Hinge& hinge);

}  // namespace pliant::deform
