// pliant_bench_memory: what every contestant keeps for a scene, and what it takes at most, each in a process of its
// own.
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <cstdint>
#include <exception>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "peers/contestant.hpp"

namespace {

using namespace pliant::bench;
using Json = nlohmann::ordered_json;

struct Choice {
    std::vector<std::string> scenes{"waving_cloth:200000", "draped_cloth:200000", "two_knots:200000:between"};
    std::size_t frames = 3;
    std::string json;
};

Choice read(CLI::App& app, int argc, char** argv) {
    Choice choice;
    app.add_option("--scene", choice.scenes, "NAME, NAME:TRIANGLES or NAME:TRIANGLES:between; several");
    app.add_option("--frames", choice.frames, "frames, spread over the whole motion")->check(CLI::PositiveNumber);
    app.add_option("--json", choice.json, "write the results to this file");
    app.parse(argc, argv);
    return choice;
}

/// Bytes beyond those that the process had before: kept in the end, and at the peak.
struct Memory {
    std::int64_t kept = -1, peak = -1;
};

std::int64_t resident() {
    std::int64_t pages = 0, resident_pages = 0;
    std::ifstream("/proc/self/statm") >> pages >> resident_pages;
    return resident_pages * sysconf(_SC_PAGESIZE);
}

std::int64_t resident_at_most() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return std::int64_t{usage.ru_maxrss} * 1024;
}

Memory measured(const Entry& entry, const Film& film) {
    const std::int64_t before = resident();
    const auto contestant = entry.make();
    for (std::size_t round = 0; round < 2; ++round) {
        for (std::size_t frame = 0; frame < film.frames.size(); ++frame) {
            contestant->update(frame);
            contestant->find();
        }
    }
    return {resident() - before, resident_at_most() - before};
}

/// In a process of its own, which shares the film. Nothing where the contestant does not take the scene.
Memory play_apart(const Entry& entry, const Film& film) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no second process");
    if (child == 0) {
        Memory memory;
        try {
            memory = measured(entry, film);
        } catch (const std::exception& error) {
            fmt::print(stderr, "{}: {}\n", entry.name, error.what());
        }
        const bool written = write(ends[1], &memory, sizeof memory) == sizeof memory;
        _exit(written ? 0 : 1);
    }
    close(ends[1]);
    Memory memory;
    if (::read(ends[0], &memory, sizeof memory) != sizeof memory) memory = {};
    close(ends[0]);
    waitpid(child, nullptr, 0);
    return memory;
}

std::vector<Entry> contestants(const Film& film) {
    std::vector<Entry> entries;
    add_ours(film, 1, entries);
    add_embree(film, 1, entries);
    add_cgal(film, 1, entries);
    add_fcl(film, entries);
    add_bullet(film, entries);
    return entries;
}

Json measure(const std::string& scene, std::size_t frames) {
    const Film film = play(std::string_view(scene), frames);
    const auto triangles = static_cast<double>(film.triangles.size());
    Json results = Json::array();
    for (const Entry& entry : contestants(film)) {
        const Memory memory = play_apart(entry, film);
        if (memory.kept < 0) continue;
        const double kept = static_cast<double>(memory.kept) / triangles,
                     peak = static_cast<double>(memory.peak) / triangles;
        fmt::print("{:<28} {:<36} {:>8.1f} {:>8.1f}\n", film.name, entry.name, kept, peak);
        std::fflush(stdout);
        results.push_back({{"name", entry.name},
                           {"role", entry.role == Role::ours ? "ours" : "peer"},
                           {"kept", kept},
                           {"peak", peak}});
    }
    return {{"scene", film.name}, {"triangles", film.triangles.size()}, {"results", results}};
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Bytes a triangle, beside other libraries");
    try {
        const Choice choice = read(app, argc, argv);
        Json scenes = Json::array();
        for (const std::string& scene : choice.scenes) scenes.push_back(measure(scene, choice.frames));
        if (!choice.json.empty()) std::ofstream(choice.json) << scenes.dump(1) << '\n';
        return 0;
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const std::exception& error) {
        fmt::print(stderr, "pliant_bench_memory: {}\n", error.what());
        return 2;
    }
}
