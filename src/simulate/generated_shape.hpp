// Shapes that a scene file names.
#pragma once

#include "scene_file/scene_file.hpp"
#include "shapes/catalogue.hpp"

namespace pliant::simulate {

/// About its own origin. Nothing of a shape that comes from a file.
shapes::Mesh generated_shape(const scene_file::Shape& shape);

}  // namespace pliant::simulate
