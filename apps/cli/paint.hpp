// Meshes with their intersecting triangles in colour: as a PLY file or as a picture.
#pragma once

#include <span>
#include <string>

#include <pliant/pairs.hpp>

#include "shown.hpp"

namespace pliant::cli {

/// All bodies in one binary PLY with a colour per triangle. Triangles with a vertex that is not there are left out.
void export_coloured(const std::string& file, std::span<const Shown> bodies, std::span<const TrianglePair> pairs);

/// A shaded picture.
void draw_coloured(const std::string& file, std::span<const Shown> bodies, std::span<const TrianglePair> pairs);

}  // namespace pliant::cli
