// What a program measures of one scene after the other.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace pliant::bench {

using SceneResult = nlohmann::ordered_json;

/// Says each result in words as soon as it is there, and writes all to a file where one is named. Files that are
/// missing are skipped.
void measure_scenes(const std::vector<std::string>& scenes, const std::string& json_file,
                    const std::function<SceneResult(const std::string& scene)>& measure,
                    const std::function<std::string(const SceneResult& result)>& words);

/// As a table calls the scene.
std::string title_of(const std::string& scene, const std::string& name_of_film);

}  // namespace pliant::bench
