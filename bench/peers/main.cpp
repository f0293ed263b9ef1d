// pliant_bench_peers: the same deforming frames for Pliant, other libraries and two yardsticks, in one run.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "race_report.hpp"

namespace {

using namespace pliant::bench;

struct Choice {
    std::vector<std::string> scenes{"draped_cloth:100000", "two_knots:200000", "two_knots:200000:between",
                                    "pulsating_sphere:327680"};
    std::vector<unsigned> threads{1, 2};
    std::vector<std::string> only;  // names of contestants that contain one of these; all when empty
    std::size_t frames = 12, repetitions = 5;
    std::string json;
};

Choice read(CLI::App& app, int argc, char** argv) {
    Choice choice;
    app.add_option("--scene", choice.scenes,
                   "NAME, NAME:TRIANGLES, NAME:TRIANGLES:between or a FILE with a slash; several");
    app.add_option("--threads", choice.threads, "numbers of threads");
    app.add_option("--only", choice.only, "contestants whose name contains this; several are allowed");
    app.add_option("--frames", choice.frames, "frames, spread over the whole motion")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", choice.repetitions, "times each film is played")->check(CLI::PositiveNumber);
    app.add_option("--json", choice.json, "write the results to this file");
    app.parse(argc, argv);
    return choice;
}

std::vector<Entry> all_entries(const Film& film, const Truth& truth, const std::vector<unsigned>& threads) {
    std::vector<Entry> entries;
    for (const unsigned number : threads) {
        add_yardsticks(film, truth, number, entries);
        add_ours(film, number, entries);
        add_embree(film, number, entries);
        add_cgal(film, number, entries);
    }
    add_fcl(film, entries);
    add_bullet(film, entries);
    return entries;
}

void keep_only(const std::vector<std::string>& wanted, std::vector<Entry>& entries) {
    if (wanted.empty()) return;
    std::erase_if(entries, [&](const Entry& entry) {
        return std::none_of(wanted.begin(), wanted.end(),
                            [&](const std::string& part) { return entry.name.find(part) != std::string::npos; });
    });
}

int run(const Choice& choice) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    bool agree = true;
    for (const std::string& scene : choice.scenes) {
        if (is_file(scene) && !std::filesystem::exists(scene)) {
            fmt::print(stderr, "no {}: skipped\n", scene);
            continue;
        }
        const Film film = pliant::bench::play(std::string_view(scene), choice.frames);
        const Truth truth = find_truth(film);
        std::vector<Entry> entries = all_entries(film, truth, choice.threads);
        keep_only(choice.only, entries);
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
    CLI::App app("Pliant beside other libraries");
    try {
        return run(read(app, argc, argv));
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const std::exception& error) {
        fmt::print(stderr, "pliant_bench_peers: {}\n", error.what());
        return 2;
    }
}
