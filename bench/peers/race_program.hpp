// Shared by all race programs: command-line options, tables and JSON.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "race.hpp"

namespace pliant::bench {

struct RaceOptions {
    std::vector<std::string> scenes;
    std::vector<unsigned> threads{1, 2};
    std::vector<std::string> only;  // names of contestants that contain one of these; all when empty
    std::size_t frames = 6, repetitions = 5;
    std::string json;
};

/// Races, one after the other.
class Races {
public:
    explicit Races(const RaceOptions& options) : options_(options) {}

    /// Prints the table; `more` goes into the JSON of this race.
    void hold(const Film& film, const Truth& truth, std::vector<Entry> entries,
              const nlohmann::ordered_json& more = {});

    /// Writes the JSON. False where someone has found other pairs.
    [[nodiscard]] bool end() const;

private:
    const RaceOptions& options_;
    nlohmann::ordered_json all_ = nlohmann::ordered_json::array();
    bool agree_ = true;
};

struct RaceProgram {
    std::string name, about, about_scenes;
    RaceOptions usual;
    std::function<void(const std::string& scene, const RaceOptions&, Races&)> play;
};

/// Exit code: 0, 1 where someone has found other pairs, 2 for bad options.
int run(const RaceProgram& program, int argc, char** argv);

}  // namespace pliant::bench
