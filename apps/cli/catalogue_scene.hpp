// Scenes of the catalogue, asked for by users.
#pragma once

#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "shapes/catalogue.hpp"

namespace pliant::cli {

/// A scene of the catalogue or random:SEED. Throws UsageError for any other name, naming those that resemble it, or
/// all.
std::unique_ptr<shapes::AnimatedScene> scene_named(const std::string& name, const shapes::SceneSize& size);

/// Notes the names for completion.
CLI::Option* offer_scenes(CLI::Option* option);

}  // namespace pliant::cli
