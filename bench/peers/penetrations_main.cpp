// pliant_bench_penetrations: vertices inside tetrahedra, Pliant beside Embree and CGAL, in one run.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "race_report.hpp"
#include "volume_film.hpp"

namespace {

using namespace pliant::bench;

struct Choice {
    std::vector<std::string> scenes{"setup_a:2000", "setup_d", "tetra_boxes:40000", "setup_e:96000", "setup_e:480000"};
    std::vector<unsigned> threads{1, 2};
    std::vector<std::string> only;
    std::size_t frames = 6, repetitions = 5;
    std::string json;
};

Choice read(CLI::App& app, int argc, char** argv) {
    Choice choice;
    app.add_option("--scene", choice.scenes, "NAME or NAME:TRIANGLES of boundaries; several are allowed");
    app.add_option("--threads", choice.threads, "numbers of threads");
    app.add_option("--only", choice.only, "contestants whose name contains this; several are allowed");
    app.add_option("--frames", choice.frames, "frames, spread over the whole motion")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", choice.repetitions, "times each film is played")->check(CLI::PositiveNumber);
    app.add_option("--json", choice.json, "write the results to this file");
    app.parse(argc, argv);
    return choice;
}

std::vector<Entry> all_entries(const VolumeFilm& film, const std::vector<unsigned>& threads) {
    std::vector<Entry> entries;
    for (const unsigned number : threads) {
        add_volume_floor(film, number, entries);
        add_our_penetrations(film, number, entries);
        add_embree_penetrations(film, number, entries);
    }
    add_cgal_penetrations(film, entries);
    return entries;
}

Truth find_truth(const VolumeFilm& film) {
    std::vector<Entry> ours;
    add_our_penetrations(film, 1, ours);
    const auto contestant = ours.front().make();
    Truth truth(film.film.frames.size());
    for (std::size_t frame = 0; frame < truth.size(); ++frame) {
        contestant->update(frame);
        contestant->find();
        contestant->pairs(truth[frame]);
        std::sort(truth[frame].begin(), truth[frame].end());
    }
    return truth;
}

int run(const Choice& choice) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    bool agree = true;
    for (const std::string& scene : choice.scenes) {
        const VolumeFilm film = play_volumes(scene, choice.frames);
        std::vector<Entry> entries = all_entries(film, choice.threads);
        std::erase_if(entries, [&](const Entry& entry) {
            const auto wanted = [&](const std::string& part) { return entry.name.find(part) != std::string::npos; };
            return !choice.only.empty() && std::none_of(choice.only.begin(), choice.only.end(), wanted);
        });
        const Outcome outcome = race(film.film, find_truth(film), entries, choice.repetitions);
        fmt::print("\n{} tetrahedra, {} vertices", film.tetrahedra.size(), film.film.vertices());
        print_table(film.film, outcome.results, choice.repetitions);
        for (const std::string& line : outcome.disagreements) fmt::print(stderr, "not the same: {}\n", line);
        agree = agree && outcome.disagreements.empty();
        auto json = to_json(film.film, outcome.results, choice.repetitions);
        json["tetrahedra"] = film.tetrahedra.size();
        json["vertices"] = film.film.vertices();
        all.push_back(json);
    }
    if (!choice.json.empty()) std::ofstream(choice.json) << all.dump(1) << '\n';
    return agree ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Vertices inside tetrahedra: Pliant beside other libraries");
    try {
        return run(read(app, argc, argv));
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const std::exception& error) {
        fmt::print(stderr, "pliant_bench_penetrations: {}\n", error.what());
        return 2;
    }
}
