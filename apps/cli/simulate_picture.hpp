// Pictures of a simulation.
#pragma once

#include <string>

#include "simulate/living_scene.hpp"

namespace pliant::cli {

/// Draws the bodies as they are now; `size` as --size has it.
void draw_scene(const std::string& file, const simulate::LivingScene& scene, const std::string& size);

/// "shot_00010.png" of "shot.png".
std::string numbered(const std::string& file, std::size_t frame);

}  // namespace pliant::cli
