// Polygons that the fan from their first vertex would fold over, cut into triangles that cover them.
#pragma once

#include "io/io.hpp"

namespace pliant::io {

/// `mesh` holds every polygon as the fan from its first vertex, as MeshBuilder makes it. Where such a fan is not sound
/// (a triangle without area, or one that turns against the polygon), the fan from the first other vertex that gives a
/// sound one takes its place, or ears are clipped. Where nothing is sound (the polygon crosses itself, has no area, or
/// a corner that is not there) the fan stays. Each polygon keeps the number and the places of its triangles.
void triangulate_concave_polygons(Mesh& mesh);

}  // namespace pliant::io
