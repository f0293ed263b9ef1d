#include "simulate_scene.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "names.hpp"
#include "output.hpp"
#include "scene_file/scene_file.hpp"
#include "simulate/file_scene.hpp"
#include "table.hpp"

namespace pliant::cli {
namespace {

const simulate::LivingSceneInfo& info_of(const std::string& name) {
    std::vector<std::string_view> known;
    for (const simulate::LivingSceneInfo& info : simulate::living_scenes()) {
        if (info.name == name) return info;
        known.push_back(info.name);
    }
    throw UsageError(
        fmt::format("there is no scene '{}' to simulate{} (pliant simulate --list shows all; a file's name ends in "
                    ".toml)",
                    name, did_you_mean(name, known)));
}

/// What was typed comes before what the scene says.
void take_options(const SimulateOptions& options, SimulationOptions& how) {
    how.threads = options.threads;
    how.certify |= options.certify;
    if (options.detector) simulate::use_detector(how, *options.detector);
    if (options.budget) how.detection_budget = std::chrono::nanoseconds(std::llround(*options.budget * 1e9));
}

PlannedScene from_catalogue(const SimulateOptions& options) {
    const simulate::LivingSceneInfo& info = info_of(options.scene);
    PlannedScene plan;
    plan.name = info.name;
    plan.frames = options.frames.value_or(info.default_frames);
    plan.seconds = options.seconds.value_or(info.seconds);
    take_options(options, plan.how);
    plan.scene =
        simulate::make_living_scene(info.name, plan.how, {options.scale.value_or(1), options.seed.value_or(1)});
    return plan;
}

void take_outputs(SimulateOptions& options, const scene_file::SceneFile& file) {
    const auto take = [&](std::string& option, const std::string& named) {
        if (option.empty() && !named.empty()) option = (file.folder / named).string();
    };
    take(options.out, file.output.frames);
    take(options.json, file.output.json);
    take(options.image, file.output.image);
    take(options.report, file.output.report);
}

PlannedScene from_file(SimulateOptions& options) {
    if (options.scale || options.seed)
        throw UsageError(fmt::format("{}: is of scenes by name, not of files", options.scale ? "--scale" : "--seed"));
    scene_file::SceneFile file = scene_file::read_scene_file(options.scene);
    take_outputs(options, file);
    std::vector<std::string> read{options.scene};
    for (const scene_file::Body& body : file.bodies)
        if (!body.file.empty()) read.push_back((file.folder / body.file).string());
    require_distinct(read, {options.out, options.json, options.image, options.report});
    PlannedScene plan;
    plan.name = std::filesystem::path(options.scene).filename().string();
    plan.frames = options.frames.value_or(file.frames);
    plan.seconds = options.seconds.value_or(file.dt);
    plan.how = simulate::options_of(file);
    take_options(options, plan.how);
    plan.scene = simulate::make_file_scene(std::move(file), plan.how);
    return plan;
}

}  // namespace

std::string living_list() {
    std::vector<Row> rows{{"name", "frames", "what it shows"}};
    for (const simulate::LivingSceneInfo& info : simulate::living_scenes())
        rows.push_back({std::string(info.name), std::to_string(info.default_frames), std::string(info.description)});
    return table(rows, std::array{Align::left, Align::right, Align::left});
}

PlannedScene plan_scene(SimulateOptions& options) {
    return options.scene.ends_with(".toml") ? from_file(options) : from_catalogue(options);
}

}  // namespace pliant::cli
