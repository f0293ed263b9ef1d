// Generated meshes. Closed ones are manifold and face outwards.
#pragma once

#include <cstddef>
#include <cstdint>

#include "shapes/catalogue.hpp"
#include "shapes/random.hpp"

namespace pliant::shapes {

constexpr Position position(const Vec3& v) { return {v.x, v.y, v.z}; }

struct GridSize {
    std::uint32_t columns = 1, rows = 1;  // 2 * columns * rows triangles
};

/// The grid with about this many triangles whose columns : rows come closest to `aspect`. At least `least` each.
GridSize grid_size(std::size_t triangles, double aspect, std::uint32_t least = 1);

/// A rectangle in the plane z = 0 around the origin, facing up. Diagonals alternate.
Mesh cloth_grid(GridSize size, double width, double height);

/// An open tube around the z axis from z = 0 to `height`; columns run around, rows along.
Mesh tube(GridSize size, double radius, double height);

/// A closed surface with two poles: `columns` around, `rows` rings between the poles. Unit sphere.
Mesh globe(GridSize size);

/// Around the z axis; columns run along the ring, rows around the tube.
Mesh torus(GridSize size, double ring_radius, double tube_radius);

struct KnotShape {
    int around_axis = 2, through_hole = 3;  // coprime
    double ring_radius = 1, coil_radius = 0.42, tube_radius = 0.16;
};

/// A tube around a torus knot about the z axis; columns run along the knot, rows around the tube.
Mesh torus_knot(GridSize size, const KnotShape& shape);

/// The unit sphere from an icosahedron whose edges are cut in `frequency` parts: 20 * frequency^2 triangles.
Mesh icosphere(std::uint32_t frequency);

/// The unit sphere from an octahedron: 8 * frequency^2 triangles.
Mesh octasphere(std::uint32_t frequency);

/// The frequency whose sphere comes closest to a number of triangles; faces_of_base is 20 or 8.
std::uint32_t sphere_frequency(std::size_t triangles, std::size_t faces_of_base);

/// Random bumps on a unit sphere: the surface stays star-shaped, so it cannot intersect itself.
void add_bumps(Mesh& sphere, std::size_t count, double height, Random& random);

struct BoxCells {
    std::uint32_t x = 1, y = 1, z = 1;
};

/// Number of boundary triangles of a box of cells.
constexpr std::size_t box_triangles(BoxCells n) {
    return 4 * (std::size_t{n.x} * n.y + std::size_t{n.y} * n.z + std::size_t{n.z} * n.x);
}

/// A box from the origin, with cells of size 1 and integer coordinates, in 6 tetrahedra a cell. The triangles are its
/// boundary, facing outwards, in the order of the tetrahedra.
Mesh tetra_box(BoxCells cells);

/// The surface of such a box.
Mesh box_surface(BoxCells cells);

/// Adds the triangles of the second mesh to the first, as separate pieces of one body.
void append(Mesh& mesh, const Mesh& piece);

}  // namespace pliant::shapes
