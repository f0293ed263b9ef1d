#include "race_program.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <fstream>

#include "race_report.hpp"

namespace pliant::bench {

namespace {

RaceOptions read(CLI::App& app, const RaceProgram& program, int argc, char** argv) {
    RaceOptions options = program.usual;
    app.add_option("--scene", options.scenes, program.about_scenes);
    app.add_option("--threads", options.threads, "numbers of threads");
    app.add_option("--only", options.only, "contestants whose name contains this; several are allowed");
    app.add_option("--frames", options.frames, "frames, spread over the whole motion")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", options.repetitions, "times each film is played")->check(CLI::PositiveNumber);
    app.add_option("--json", options.json, "write the results to this file");
    app.parse(argc, argv);
    return options;
}

void keep_only(const std::vector<std::string>& wanted, std::vector<Entry>& entries) {
    if (wanted.empty()) return;
    std::erase_if(entries, [&](const Entry& entry) {
        return std::none_of(wanted.begin(), wanted.end(),
                            [&](const std::string& part) { return entry.name.find(part) != std::string::npos; });
    });
}

}  // namespace

void Races::hold(const Film& film, const Truth& truth, std::vector<Entry> entries, const nlohmann::ordered_json& more) {
    keep_only(options_.only, entries);
    const Outcome outcome = race(film, truth, entries, options_.repetitions);
    print_table(film, outcome.results, options_.repetitions);
    for (const std::string& line : outcome.disagreements) fmt::print(stderr, "not the same: {}\n", line);
    agree_ = agree_ && outcome.disagreements.empty();
    all_.push_back(to_json(film, outcome.results, options_.repetitions));
    if (!more.empty()) all_.back().update(more);
}

bool Races::end() const {
    if (!options_.json.empty()) std::ofstream(options_.json) << all_.dump(1) << '\n';
    return agree_;
}

int run(const RaceProgram& program, int argc, char** argv) {
    CLI::App app(program.about);
    try {
        const RaceOptions options = read(app, program, argc, argv);
        Races races(options);
        for (const std::string& scene : options.scenes) program.play(scene, options, races);
        return races.end() ? 0 : 1;
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    } catch (const std::exception& error) {
        fmt::print(stderr, "{}: {}\n", program.name, error.what());
        return 2;
    }
}

}  // namespace pliant::bench
