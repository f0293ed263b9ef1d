// What `pliant simulate` plays: a living scene by name, or one from a file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include <pliant/scene.hpp>

#include "simulate/living_scene.hpp"

namespace pliant::cli {

/// As they were typed; what is unset is left to the scene.
struct SimulateOptions {
    std::string scene;
    std::optional<std::size_t> frames;
    std::optional<double> seconds;  // of a step
    std::optional<double> scale;
    std::optional<std::uint64_t> seed;
    std::optional<IntersectionMethod> detector;
    std::optional<double> budget;  // s
    unsigned threads = 0;
    std::string out, json, image, report;
    std::string size = "1200x900";  // of pictures
    std::size_t image_every = 0;    // 0: the last frame alone
    bool list = false, keys = false, quiet = false, certify = false;
};

/// Ready to be played.
struct PlannedScene {
    std::string name;
    std::unique_ptr<simulate::LivingScene> scene;
    std::size_t frames = 0;
    double seconds = 0;
    SimulationOptions how;
};

/// A table of all names.
std::string living_list();

/// Reads and builds the scene; outputs that its file names, and nothing else does, are filled in. Throws UsageError
/// and io::FileError.
PlannedScene plan_scene(SimulateOptions& options);

}  // namespace pliant::cli
