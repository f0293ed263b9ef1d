// Meshes with grid connectivity: flat, periodic in one direction (tube, globe) or in both (torus, knot).
#include <algorithm>
#include <cmath>

#include "shapes/meshes.hpp"

namespace pliant::shapes {

namespace {

std::uint32_t rounded(double value, std::uint32_t least) {
    return std::max(least, static_cast<std::uint32_t>(std::floor(value + 0.5)));
}

// Corners counter-clockwise. Alternating diagonals avoid a directional bias.
void add_quad(std::vector<Triangle>& triangles, const std::array<std::uint32_t, 4>& q, bool odd) {
    if (odd) {
        triangles.push_back({q[0], q[1], q[3]});
        triangles.push_back({q[1], q[2], q[3]});
    } else {
        triangles.push_back({q[0], q[1], q[2]});
        triangles.push_back({q[0], q[2], q[3]});
    }
}

// Quads over `width` x `height` vertices; a side that wraps joins its last line of vertices to its first.
std::vector<Triangle> grid_triangles(GridSize quads, bool wrap_columns, bool wrap_rows) {
    const std::uint32_t width = quads.columns + (wrap_columns ? 0 : 1), height = quads.rows + (wrap_rows ? 0 : 1);
    std::vector<Triangle> triangles;
    triangles.reserve(std::size_t{2} * quads.columns * quads.rows);
    for (std::uint32_t row = 0; row < quads.rows; ++row)
        for (std::uint32_t column = 0; column < quads.columns; ++column) {
            const std::uint32_t right = (column + 1) % width, below = row * width, above = (row + 1) % height * width;
            add_quad(triangles, {below + column, below + right, above + right, above + column},
                     (row + column) % 2 != 0);
        }
    return triangles;
}

struct KnotFrame {
    Vec3 centre, outwards, sideways;  // the last two span the section of the tube
};

KnotFrame knot_frame(const KnotShape& shape, double turns) {
    const SinCos axis = sincos_turns(shape.around_axis * turns), coil = sincos_turns(shape.through_hole * turns);
    const Vec3 ring{axis.cos, axis.sin, 0}, along_ring{-axis.sin, axis.cos, 0}, up{0, 0, 1};
    const double radius = shape.ring_radius + shape.coil_radius * coil.cos;
    // The normal of the torus is normal to any curve on it, and continuous along the knot: a frame without flips.
    const Vec3 outwards = coil.cos * ring + coil.sin * up;
    const Vec3 along_coil = coil.cos * up - coil.sin * ring;
    const Vec3 tangent =
        unit((shape.around_axis * radius) * along_ring + (shape.through_hole * shape.coil_radius) * along_coil);
    return {radius * ring + (shape.coil_radius * coil.sin) * up, outwards, cross(tangent, outwards)};
}

}  // namespace

GridSize grid_size(std::size_t triangles, double aspect, std::uint32_t least) {
    const double quads = std::max(1.0, static_cast<double>(triangles) / 2);
    const std::uint32_t columns = rounded(std::sqrt(quads * aspect), least);
    return {columns, rounded(quads / columns, least)};
}

Mesh cloth_grid(GridSize size, double width, double height) {
    Mesh mesh;
    for (std::uint32_t row = 0; row <= size.rows; ++row)
        for (std::uint32_t column = 0; column <= size.columns; ++column)
            mesh.positions.push_back(
                {width * (column / double(size.columns) - 0.5), height * (row / double(size.rows) - 0.5), 0});
    mesh.triangles = grid_triangles(size, false, false);
    return mesh;
}

Mesh tube(GridSize size, double radius, double height) {
    Mesh mesh;
    for (std::uint32_t row = 0; row <= size.rows; ++row)
        for (std::uint32_t column = 0; column < size.columns; ++column) {
            const SinCos around = sincos_turns(column / double(size.columns));
            mesh.positions.push_back({radius * around.cos, radius * around.sin, height * (row / double(size.rows))});
        }
    mesh.triangles = grid_triangles(size, true, false);
    return mesh;
}

Mesh globe(GridSize size) {
    Mesh mesh;
    for (std::uint32_t ring = 1; ring <= size.rows; ++ring) {
        const SinCos upwards = sincos_turns(0.5 * ring / (size.rows + 1.0));
        for (std::uint32_t column = 0; column < size.columns; ++column) {
            const SinCos around = sincos_turns(column / double(size.columns));
            mesh.positions.push_back({upwards.sin * around.cos, upwards.sin * around.sin, -upwards.cos});
        }
    }
    if (size.rows > 1) mesh.triangles = grid_triangles({size.columns, size.rows - 1}, true, false);
    const std::uint32_t last_ring = (size.rows - 1) * size.columns, south = size.rows * size.columns, north = south + 1;
    mesh.positions.push_back({0, 0, -1});
    mesh.positions.push_back({0, 0, 1});
    for (std::uint32_t column = 0; column < size.columns; ++column) {
        const std::uint32_t next = (column + 1) % size.columns;
        mesh.triangles.push_back({south, next, column});
        mesh.triangles.push_back({north, last_ring + column, last_ring + next});
    }
    return mesh;
}

Mesh torus(GridSize size, double ring_radius, double tube_radius) {
    Mesh mesh;
    for (std::uint32_t row = 0; row < size.rows; ++row) {
        const SinCos coil = sincos_turns(row / double(size.rows));
        for (std::uint32_t column = 0; column < size.columns; ++column) {
            const SinCos ring = sincos_turns(column / double(size.columns));
            const double radius = ring_radius + tube_radius * coil.cos;
            mesh.positions.push_back({radius * ring.cos, radius * ring.sin, tube_radius * coil.sin});
        }
    }
    mesh.triangles = grid_triangles(size, true, true);
    return mesh;
}

Mesh torus_knot(GridSize size, const KnotShape& shape) {
    Mesh mesh;
    mesh.positions.resize(std::size_t{size.columns} * size.rows);
    for (std::uint32_t column = 0; column < size.columns; ++column) {
        const KnotFrame frame = knot_frame(shape, column / double(size.columns));
        for (std::uint32_t row = 0; row < size.rows; ++row) {
            const SinCos around = sincos_turns(row / double(size.rows));
            const Vec3 normal = around.cos * frame.outwards - around.sin * frame.sideways;
            mesh.positions[std::size_t{row} * size.columns + column] =
                position(frame.centre + shape.tube_radius * normal);
        }
    }
    mesh.triangles = grid_triangles(size, true, true);
    return mesh;
}

}  // namespace pliant::shapes
