// A program that measures questions to a scene on one thread, film after film.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <pliant/scene.hpp>

#include "film.hpp"

namespace CLI {
class App;
}

namespace pliant::bench {

using SceneResult = nlohmann::ordered_json;

struct SceneChoice {
    std::vector<std::string> scenes{"draped_cloth:100000", "two_knots:200000"};
    std::size_t frames = 6, repetitions = 9;
    std::string json;
};

struct SceneProgram {
    std::string about;
    SceneChoice usual = {};
    std::function<void(CLI::App&)> own_options = [](CLI::App&) {};
    std::function<SceneResult(const std::string& scene, const SceneChoice& choice)> measure;
    std::function<std::string(const SceneResult& result)> words;
};

/// Says each result in words as soon as it is there, and writes all to a file where one is named. Files that are
/// missing are skipped. The exit code.
int run(const SceneProgram& program, int argc, char** argv);

/// As a table calls the scene.
std::string title_of(const std::string& scene, const std::string& name_of_film);

/// The bodies of a film, with the positions of its first frame.
void add_bodies(const Film& film, Scene& scene);
void move_bodies(const Film& film, std::size_t frame, Scene& scene);

}  // namespace pliant::bench
