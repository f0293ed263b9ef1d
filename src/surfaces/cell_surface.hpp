// Input of the cell image: the triangles of a surface, borrowed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <pliant/views.hpp>

#include "simd/vertices.hpp"
#include "surfaces/polygon.hpp"
#include "surfaces/turned.hpp"

namespace pliant::surfaces {

/// Triangles of a surface: all of them; or, of a closed surface, those that reach into a box and those below or above.
enum class SurfacePart : std::uint8_t { whole, within_and_below, within_and_above };

/// Triangles are in the numbering of the vertices.
struct CellSurface {
    simd::Vertices vertices;
    std::span<const Triangle> triangles;
    std::size_t number_of_vertices = 0;
    bool sound = true;  // all coordinates are finite
    SurfacePart part = SurfacePart::whole;

    /// Windings are counted from above, where no triangle is left out, and not from below.
    [[nodiscard]] bool counts_from_above() const { return part == SurfacePart::within_and_above; }

    /// Corners of a triangle in turned coordinates.
    [[nodiscard]] Corners corners(std::uint32_t triangle, Axis axis) const {
        const Triangle& t = triangles[triangle];
        return {corner(t[0], axis), corner(t[1], axis), corner(t[2], axis)};
    }

    [[nodiscard]] Vec3 corner(std::uint32_t vertex, Axis axis) const {
        const auto at = [&](const auto& v) { return axis_last({v.x, v.y, v.z}, axis); };
        return vertices.doubles != nullptr ? at(vertices.doubles[vertex]) : at(vertices.floats[vertex]);
    }
};

}  // namespace pliant::surfaces
