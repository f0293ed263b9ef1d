// pliant_bench_one_shot: two bodies that are new in every frame. Whoever needs a structure builds it in every frame.
#include <string>
#include <vector>

#include "one_shot_entries.hpp"
#include "race_program.hpp"

namespace {

using namespace pliant::bench;

std::vector<Entry> all_entries(const Film& film, const Truth& truth, const std::vector<unsigned>& threads) {
    std::vector<Entry> entries;
    for (const unsigned number : threads) {
        add_yardsticks(film, truth, number, entries);
        add_one_shot(film, number, entries);
        add_embree(film, number, entries);
    }
    add_fcl(film, entries);
    std::erase_if(entries, [](const Entry& entry) { return entry.name.find("refit") != std::string::npos; });
    return entries;
}

void hold_race(const std::string& scene, const RaceOptions& options, Races& races) {
    const Film film = one_shot_film(scene, options.frames);
    const Truth truth = find_truth(film);
    races.hold(film, truth, all_entries(film, truth, options.threads));
}

}  // namespace

int main(int argc, char** argv) {
    RaceOptions usual;
    usual.scenes = {"touching:13000",   "touching:100000",   "deep:13000",      "deep:100000",
                    "waves_pair:26000", "waves_pair:200000", "two_knots:26000", "two_knots:200000"};
    usual.threads = {1};
    usual.frames = 8;
    return run({"pliant_bench_one_shot",
                "Bodies that are new in every frame: Pliant beside libraries that build their trees anew",
                "touching:N or deep:N, two waving balls of N triangles each; NAME:N of the catalogue, N in all", usual,
                hold_race},
               argc, argv);
}
