// Triangulates concave polygons, whose fan from the first vertex would fold over: another fan, or ear clipping.
#pragma once

#include "io/io.hpp"

namespace pliant::io {

/// `mesh` holds every polygon as the fan from its first vertex, as MeshBuilder makes it. An unsound fan (a triangle has
/// no area or the opposite orientation) is replaced by the fan from the first other vertex that gives a sound one, or
/// by ear clipping. Where nothing is sound (a polygon that crosses itself, has no area, or has an invalid corner) the
/// fan stays. Each polygon keeps the number and places of its triangles.
void triangulate_concave_polygons(Mesh& mesh);

}  // namespace pliant::io
