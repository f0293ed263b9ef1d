// A scene file brought to life.
#pragma once

#include <memory>

#include "scene_file/scene_file.hpp"
#include "simulate/living_scene.hpp"

namespace pliant::simulate {

/// How the file wants to be simulated.
SimulationOptions options_of(const scene_file::SceneFile& file);

/// Throws io::FileError that names the line of what cannot be made.
std::unique_ptr<LivingScene> make_file_scene(scene_file::SceneFile file, const SimulationOptions& options);

}  // namespace pliant::simulate
