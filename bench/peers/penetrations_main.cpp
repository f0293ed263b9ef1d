// pliant_bench_penetrations: vertices inside tetrahedra, Pliant beside Embree and CGAL, in one run.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "race_program.hpp"
#include "volume_film.hpp"

namespace {

using namespace pliant::bench;

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

void hold_race(const std::string& scene, const RaceOptions& options, Races& races) {
    const VolumeFilm film = play_volumes(scene, options.frames);
    fmt::print("\n{} tetrahedra, {} vertices", film.tetrahedra.size(), film.film.vertices());
    races.hold(film.film, find_truth(film), all_entries(film, options.threads),
               {{"tetrahedra", film.tetrahedra.size()}, {"vertices", film.film.vertices()}});
}

}  // namespace

int main(int argc, char** argv) {
    RaceOptions usual;
    usual.scenes = {"setup_a:2000",          "setup_d",
                    "tetra_boxes:40000",     "setup_e:96000",
                    "setup_e:480000",        "tetra_boxes:40000:between",
                    "setup_e:96000:between", "setup_e:480000:between"};
    return run({"pliant_bench_penetrations", "Vertices inside tetrahedra: Pliant beside other libraries",
                "NAME or NAME:TRIANGLES of boundaries, either with :between; several are allowed", usual, hold_race},
               argc, argv);
}
