// Volumes of tetrahedra, bent out of boxes of cells: balls, bowls, tubes, cylinders. In metres.
#pragma once

#include "shapes/meshes.hpp"

namespace pliant::shapes {

/// A box of the given size around the origin.
Mesh solid_box(BoxCells cells, const Vec3& size);

/// A ball around the origin.
Mesh solid_ball(std::uint32_t cells, double radius);

/// A round bowl with its lowest point at the origin and its axis along z: the inside is the paraboloid
/// z = steepness * r^2 / radius.
Mesh solid_bowl(std::uint32_t cells, double radius, double steepness, double wall);

/// Around the x axis, from -length / 2 to length / 2. cells.x along it, cells.y around, cells.z through the wall.
Mesh solid_tube(BoxCells cells, double length, double inner_radius, double outer_radius);

/// A full cylinder around the y axis. cells.y along it; cells.x by cells.z across.
Mesh solid_cylinder(BoxCells cells, double length, double radius);

}  // namespace pliant::shapes
