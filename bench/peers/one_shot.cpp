// pliant_bench_one_shot: two bodies that are new in every frame. Whoever needs a structure builds it in every frame.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "one_shot_entries.hpp"
#include "race_report.hpp"

namespace {

using namespace pliant::bench;

struct Choice {
    std::vector<std::string> films{"touching:13000",   "touching:100000",   "deep:13000",      "deep:100000",
                                   "waves_pair:26000", "waves_pair:200000", "two_knots:26000", "two_knots:200000"};
    std::vector<std::string> only;
    unsigned threads = 1;
    std::size_t frames = 8, repetitions = 5;
    std::string json;
};

Choice read(CLI::App& app, int argc, char** argv) {
    Choice choice;
    app.add_option("--film", choice.films,
                   "touching:N or deep:N, two waving balls of N triangles each; NAME:N of the catalogue, N in all");
    app.add_option("--only", choice.only, "contestants whose name contains this; several are allowed");
    app.add_option("--threads", choice.threads, "threads");
    app.add_option("--frames", choice.frames, "frames, spread over the whole motion")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", choice.repetitions, "times each film is played")->check(CLI::PositiveNumber);
    app.add_option("--json", choice.json, "write the results to this file");
    app.parse(argc, argv);
    return choice;
}

std::vector<Entry> entries_of(const Film& film, const Truth& truth, const Choice& choice) {
    std::vector<Entry> entries;
    add_yardsticks(film, truth, choice.threads, entries);
    add_one_shot(film, choice.threads, entries);
    add_embree(film, choice.threads, entries);
    if (choice.threads == 1) add_fcl(film, entries);
    std::erase_if(entries, [&](const Entry& entry) {
        const auto named = [&](const std::string& part) { return entry.name.find(part) != std::string::npos; };
        const bool wanted = choice.only.empty() || std::any_of(choice.only.begin(), choice.only.end(), named);
        return !wanted || named("refit");
    });
    return entries;
}

int run(const Choice& choice) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    bool agree = true;
    for (const std::string& name : choice.films) {
        const Film film = one_shot_film(name, choice.frames);
        const Truth truth = find_truth(film);
        const std::vector<Entry> entries = entries_of(film, truth, choice);
        const Outcome outcome = race(film, truth, entries, choice.repetitions);
        print_table(film, outcome.results, choice.repetitions);
        for (const std::string& line : outcome.disagreements) fmt::print(stderr, "not the same pairs: {}\n", line);
        agree = agree && outcome.disagreements.empty();
        all.push_back(to_json(film, outcome.results, choice.repetitions));
    }
    if (!choice.json.empty()) std::ofstream(choice.json) << all.dump(1) << '\n';
    return agree ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Bodies that are new in every frame: Pliant beside libraries that build their trees anew");
    try {
        return run(read(app, argc, argv));
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const std::exception& error) {
        fmt::print(stderr, "pliant_bench_one_shot: {}\n", error.what());
        return 2;
    }
}
