#include "catalogue_scene.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "names.hpp"

namespace pliant::cli {

std::unique_ptr<shapes::AnimatedScene> scene_named(const std::string& name, const shapes::SceneSize& size) {
    auto scene = shapes::make_scene(name, size);
    if (scene) return scene;
    std::vector<std::string_view> known;
    for (const shapes::SceneInfo& info : shapes::catalogue()) known.push_back(info.name);
    std::string hint = did_you_mean(name, known);
    if (hint.empty()) hint = fmt::format(", did you mean one of {}?", fmt::join(known, ", "));
    throw UsageError(fmt::format("there is no scene '{}'{} (pliant scene list shows all)", name, hint));
}

}  // namespace pliant::cli
