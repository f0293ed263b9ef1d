#include "scene_results.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

#include "film.hpp"

namespace pliant::bench {

void measure_scenes(const std::vector<std::string>& scenes, const std::string& json_file,
                    const std::function<SceneResult(const std::string& scene)>& measure,
                    const std::function<std::string(const SceneResult& result)>& words) {
    SceneResult results = SceneResult::array();
    for (const std::string& scene : scenes) {
        if (is_file(scene) && !std::filesystem::exists(scene)) {
            fmt::print(stderr, "no {}: skipped\n", scene);
            continue;
        }
        results.push_back(measure(scene));
        fmt::print("{}: {}\n", results.back()["scene"].get<std::string>(), words(results.back()));
    }
    if (!json_file.empty()) std::ofstream(json_file) << results.dump(1) << "\n";
}

std::string title_of(const std::string& scene, const std::string& name_of_film) {
    return is_file(scene) ? std::filesystem::path(scene).stem().string() : name_of_film;
}

}  // namespace pliant::bench
