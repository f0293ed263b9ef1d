#include "catalogue_scene.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "choices.hpp"
#include "names.hpp"

namespace pliant::cli {
namespace {

std::vector<std::string_view> scene_names() {
    std::vector<std::string_view> names;
    for (const shapes::SceneInfo& info : shapes::catalogue()) names.push_back(info.name);
    return names;
}

}  // namespace

std::unique_ptr<shapes::AnimatedScene> scene_named(const std::string& name, const shapes::SceneSize& size) {
    auto scene = shapes::make_scene(name, size);
    if (scene) return scene;
    if (name.starts_with("random")) {
        throw UsageError(fmt::format("there is no scene '{}', random scenes have a whole number: random:7", name));
    }
    const std::vector<std::string_view> known = scene_names();
    std::string hint = did_you_mean(name, known);
    if (hint.empty()) hint = fmt::format(", did you mean one of {}?", fmt::join(known, ", "));
    throw UsageError(fmt::format("there is no scene '{}'{} (pliant scene list shows all)", name, hint));
}

CLI::Option* offer_scenes(CLI::Option* option) { return offer(option, scene_names()); }

}  // namespace pliant::cli
