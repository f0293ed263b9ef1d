// pliant_bench_random: scenes that are drawn, Pliant beside other libraries, within bodies and between them.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "peers/race_program.hpp"
#include "shapes/random_scene.hpp"

namespace {

using namespace pliant::bench;
using Json = nlohmann::ordered_json;

struct Choice {
    std::uint64_t first = 1, last = 10;
    std::size_t frames = 3, repetitions = 2;
    std::string json;
};

Choice read(CLI::App& app, int argc, char** argv) {
    Choice choice;
    app.add_option("--first", choice.first, "first seed");
    app.add_option("--last", choice.last, "last seed");
    app.add_option("--frames", choice.frames, "frames, spread over the whole motion")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", choice.repetitions, "times each film is played")->check(CLI::PositiveNumber);
    app.add_option("--json", choice.json, "write the results to this file");
    app.parse(argc, argv);
    return choice;
}

/// CGAL takes manifold meshes only for one of its ways.
bool takes_part(const Entry& entry) {
    try {
        return entry.make() != nullptr;
    } catch (const std::runtime_error&) {
        return false;
    }
}

std::vector<Entry> contestants(const Film& film) {
    std::vector<Entry> entries;
    add_ours(film, 1, entries);
    std::erase_if(entries, [](const Entry& entry) { return !entry.same_pairs; });
    add_embree(film, 1, entries);
    std::vector<Entry> cgal;
    add_cgal(film, 1, cgal);
    std::copy_if(cgal.begin(), cgal.end(), std::back_inserter(entries), takes_part);
    add_fcl(film, entries);
    add_bullet(film, entries);
    return entries;
}

/// The library of a contestant: the first word of its name.
std::string library_of(const Result& result) { return result.name.substr(0, result.name.find(' ')); }

Json to_json(const Outcome& outcome) {
    std::map<std::string, double> ours, peers;  // milliseconds; of each library its fastest way
    double pairs = 0;
    for (const Result& result : outcome.results) {
        if (result.role == Role::ours) {
            ours[result.name.substr(result.name.find(' ') + 1)] = result.processor;
            pairs = result.pairs;
        } else {
            const auto [place, added] = peers.try_emplace(library_of(result), result.processor);
            if (!added) place->second = std::min(place->second, result.processor);
        }
    }
    return {{"pairs", pairs}, {"ours", ours}, {"peers", peers}};
}

double ratio(const Json& question) {
    double best = std::numeric_limits<double>::infinity();
    for (const auto& time : question["peers"]) best = std::min(best, time.get<double>());
    return best / question["ours"]["automatic"].get<double>();
}

/// Which families take part.
std::string families(const pliant::shapes::AnimatedScene& scene) {
    std::map<std::string, std::size_t> bodies;
    for (std::size_t b = 0; b < scene.bodies(); ++b) {
        const std::string_view name = scene.body_name(b);
        ++bodies[std::string(name.substr(0, name.find('_')))];
    }
    std::string words;
    for (const auto& [family, number] : bodies)
        words += fmt::format("{}{} {}", words.empty() ? "" : ", ", number, family);
    return words;
}

Json hold(const std::string& name, const Choice& choice, bool& agree) {
    Film film = play(std::string_view(name), choice.frames);
    Json row{{"scene", name},
             {"triangles", film.triangles.size()},
             {"bodies", film.bodies.size()},
             {"families", families(*pliant::shapes::make_scene(name))}};
    for (const bool self : {true, false}) {
        if (!self && film.bodies.size() < 2) continue;
        film.self = self;
        const Truth truth = find_truth(film);
        const Outcome outcome = race(film, truth, contestants(film), choice.repetitions);
        for (const std::string& line : outcome.disagreements) fmt::print(stderr, "not the same: {}\n", line);
        agree = agree && outcome.disagreements.empty();
        row[self ? "self" : "between"] = to_json(outcome);
    }
    return row;
}

Json ranges() {
    Json all = Json::array();
    for (const auto& r : pliant::shapes::random_ranges()) {
        all.push_back({{"name", r.name},
                       {"low", r.low},
                       {"high", r.high},
                       {"logarithmic", r.logarithmic},
                       {"meaning", r.meaning}});
    }
    return all;
}

int run(const Choice& choice) {
    Json scenes = Json::array();
    bool agree = true;
    for (std::uint64_t seed = choice.first; seed <= choice.last; ++seed) {
        scenes.push_back(hold(fmt::format("random:{}", seed), choice, agree));
        const Json& row = scenes.back();
        fmt::print("{:<12} {:>7} triangles {:>3} bodies {:>9.1f} pairs  self {:>6.1f} x", std::string(row["scene"]),
                   row["triangles"].get<std::size_t>(), row["bodies"].get<std::size_t>(),
                   row["self"]["pairs"].get<double>(), ratio(row["self"]));
        if (row.contains("between")) fmt::print("  between {:>6.1f} x", ratio(row["between"]));
        fmt::print("  {}\n", std::string(row["families"]));
        std::fflush(stdout);
    }
    if (!choice.json.empty())
        std::ofstream(choice.json) << Json{{"ranges", ranges()}, {"scenes", scenes}}.dump(1) << '\n';
    return agree ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Scenes that are drawn: Pliant beside other libraries");
    try {
        return run(read(app, argc, argv));
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const std::exception& error) {
        fmt::print(stderr, "pliant_bench_random: {}\n", error.what());
        return 2;
    }
}
