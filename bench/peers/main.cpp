// pliant_bench_peers: the same deforming frames for Pliant, other libraries and two yardsticks, in one run.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "race_program.hpp"

namespace {

using namespace pliant::bench;

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

void hold_race(const std::string& scene, const RaceOptions& options, Races& races) {
    if (is_file(scene) && !std::filesystem::exists(scene)) {
        fmt::print(stderr, "no {}: skipped\n", scene);
        return;
    }
    const Film film = pliant::bench::play(std::string_view(scene), options.frames);
    const Truth truth = find_truth(film);
    races.hold(film, truth, all_entries(film, truth, options.threads));
}

}  // namespace

int main(int argc, char** argv) {
    RaceOptions usual;
    usual.scenes = {"draped_cloth:100000", "two_knots:200000", "two_knots:200000:between", "pulsating_sphere:327680"};
    usual.frames = 12;
    return run({"pliant_bench_peers", "Pliant beside other libraries",
                "NAME, NAME:TRIANGLES, NAME:TRIANGLES:between or a FILE with a slash; several", usual, hold_race},
               argc, argv);
}
