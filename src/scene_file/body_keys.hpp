// Sections of keys by what they are about.
#pragma once

#include <vector>

#include "scene_file/keys.hpp"

namespace pliant::scene_file {

std::vector<Section> scene_sections();
std::vector<Section> body_sections();
std::vector<Section> shape_sections();

}  // namespace pliant::scene_file
