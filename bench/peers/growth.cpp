// pliant_bench_growth: Pliant alone, from small scenes to large ones: time per triangle, refit beside floor,
// allocations of a warm frame.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "allocations.hpp"
#include "contestant.hpp"
#include "statistics.hpp"

namespace {

using namespace pliant::bench;

struct Choice {
    std::vector<std::string> scenes{"draped_cloth", "two_knots", "pulsating_sphere"};
    std::vector<std::size_t> sizes{10000, 30000, 100000, 300000, 1000000};
    std::vector<unsigned> threads{1, 2};
    std::size_t frames = 6, repetitions = 5;
    std::string json;
};

Choice read(CLI::App& app, int argc, char** argv) {
    Choice choice;
    app.add_option("--scene", choice.scenes, "names of the catalogue");
    app.add_option("--size", choice.sizes, "numbers of triangles");
    app.add_option("--threads", choice.threads, "numbers of threads");
    app.add_option("--frames", choice.frames, "frames, spread over the whole motion")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", choice.repetitions, "times each film is played")->check(CLI::PositiveNumber);
    app.add_option("--json", choice.json, "write the results to this file");
    app.parse(argc, argv);
    return choice;
}

struct Growth {
    std::size_t triangles;
    unsigned threads;
    double total, refit, floor;  // ms of the median frame, each at its fastest repetition
    std::uint64_t allocations;   // in the frame of the last film that made most of them
    double pairs;                // of the mean frame
};

/// Plays the film once and keeps the times; the number of allocations in the frame that made most.
std::uint64_t play(Contestant& contestant, const Film& film, unsigned threads, Timings& times) {
    std::uint64_t most = 0;
    for (std::size_t frame = 0; frame < film.frames.size(); ++frame) {
        const std::uint64_t before = allocations();
        Stopwatch watch;
        contestant.update(frame);
        contestant.find();
        const Time time = watch.lap();
        most = std::max(most, allocations() - before);
        times.add(frame, threads == 1 ? time.processor : time.wall);
    }
    return most;
}

double mean_pairs(Contestant& contestant, const Film& film) {
    std::vector<IndexPair> found;
    std::size_t sum = 0;
    for (std::size_t frame = 0; frame < film.frames.size(); ++frame) {
        contestant.update(frame);
        contestant.find();
        contestant.pairs(found);
        sum += found.size();
    }
    return static_cast<double>(sum) / static_cast<double>(film.frames.size());
}

Growth measure(const Film& film, unsigned threads, std::size_t repetitions) {
    std::vector<Entry> entries;
    const Truth no_pairs(film.frames.size());
    add_ours(film, threads, entries);
    add_yardsticks(film, no_pairs, threads, entries);
    const auto made = [&](std::string_view name) {
        return std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.name == name; })->make();
    };
    const auto whole = made("pliant box_tree"), update = made("pliant box_tree, refit alone"), floor = made("floor");
    Timings total(film.frames.size()), refit(film.frames.size()), least(film.frames.size());
    Growth growth{film.triangles.size(), threads, 0, 0, 0, 0, mean_pairs(*whole, film)};
    for (std::size_t repetition = 0; repetition < repetitions; ++repetition) {
        growth.allocations = play(*whole, film, threads, total);
        play(*update, film, threads, refit);
        play(*floor, film, threads, least);
    }
    growth.total = total.undisturbed();
    growth.refit = refit.undisturbed();
    growth.floor = least.undisturbed();
    return growth;
}

void print(const std::string& scene, const Growth& g) {
    fmt::print("{:<20} {:>9} {:>3} {:>9.3f} {:>9.1f} {:>9.3f} {:>8.3f} {:>8.2f} {:>11} {:>9.0f}\n", scene, g.triangles,
               g.threads, g.total, 1e6 * g.total / static_cast<double>(g.triangles), g.refit, g.floor,
               g.refit / g.floor, g.allocations, g.pairs);
    std::fflush(stdout);
}

nlohmann::ordered_json to_json(const std::string& scene, const Growth& g) {
    return {{"scene", scene},   {"triangles", g.triangles}, {"threads", g.threads},         {"milliseconds", g.total},
            {"refit", g.refit}, {"floor", g.floor},         {"allocations", g.allocations}, {"pairs", g.pairs}};
}

int run(const Choice& choice) {
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    fmt::print("{:<20} {:>9} {:>3} {:>9} {:>9} {:>9} {:>8} {:>8} {:>11} {:>9}\n", "", "triangles", "thr", "ms",
               "ns/tri", "refit ms", "floor", "x floor", "allocations", "pairs");
    for (const std::string& scene : choice.scenes) {
        for (const std::size_t size : choice.sizes) {
            const Film film = pliant::bench::play(scene, size, choice.frames);
            for (const unsigned threads : choice.threads) {
                const Growth growth = measure(film, threads, choice.repetitions);
                print(scene, growth);
                all.push_back(to_json(scene, growth));
            }
        }
    }
    if (!choice.json.empty()) std::ofstream(choice.json) << all.dump(1) << '\n';
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Pliant from small scenes to large ones");
    try {
        return run(read(app, argc, argv));
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const std::exception& error) {
        fmt::print(stderr, "pliant_bench_growth: {}\n", error.what());
        return 2;
    }
}
