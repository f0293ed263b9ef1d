// pliant_bench_clearance: `proximities` at a tenth of the mean edge beside `intersections`, in the same frames.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include <pliant/scene.hpp>

#include "film.hpp"
#include "scene_program.hpp"
#include "statistics.hpp"

namespace {

using namespace pliant;
using namespace pliant::bench;

double mean_edge(const Film& film) {
    double sum = 0;
    const float* at = film.frames[0].data();
    for (const Triangle& t : film.triangles) {
        for (std::size_t k = 0; k < 3; ++k) {
            double square = 0;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                const double way = double(at[3 * t[k] + axis]) - at[3 * t[(k + 1) % 3] + axis];
                square += way * way;
            }
            sum += std::sqrt(square);
        }
    }
    return sum / (3.0 * double(film.triangles.size()));
}

/// Asks one question of every frame, again and again, in a scene of its own on one thread.
struct Asked {
    Asked(const Film& film, std::function<std::size_t(Scene&)> question)
        : film_(film), question_(std::move(question)), times(film.frames.size()) {
        add_bodies(film, scene_);
    }

    void play(bool measured) {
        found = 0;
        for (std::size_t frame = 0; frame < film_.frames.size(); ++frame) {
            move_bodies(film_, frame, scene_);
            Stopwatch watch;
            found += question_(scene_);
            if (measured) times.add(frame, watch.lap().processor);
        }
    }

private:
    const Film& film_;
    std::function<std::size_t(Scene&)> question_;
    Scene scene_{{.threads = 1}};

public:
    Timings times;
    std::size_t found = 0;  // in all frames of the last film
};

SceneResult measure(const std::string& scene, const SceneChoice& choice, double share) {
    const Film film = pliant::bench::play(std::string_view(scene), choice.frames);
    const double distance = share * mean_edge(film);
    const auto by = [](IntersectionMethod method) {
        return [method](Scene& s) { return s.intersections({.method = method}).size(); };
    };
    std::array asked{Asked(film, by(IntersectionMethod::box_tree)), Asked(film, by(IntersectionMethod::regularity)),
                     Asked(film, [distance](Scene& s) { return s.proximities({.distance = distance}).size(); })};
    for (std::size_t i = 0; i < choice.repetitions + 2; ++i) {  // in turn, so that what disturbs one disturbs all
        for (Asked& one : asked) one.play(i >= 2);
    }
    const auto per_frame = [&](const Asked& one) { return double(one.found) / double(film.frames.size()); };
    const double box_tree = asked[0].times.undisturbed(), near = asked[2].times.undisturbed();
    const double regularity = asked[1].times.undisturbed();
    return {{"scene", title_of(scene, film.name)},
            {"triangles", film.triangles.size()},
            {"distance", distance},
            {"pairs", per_frame(asked[0])},
            {"proximities", per_frame(asked[2])},
            {"box_tree", box_tree},
            {"regularity", regularity},
            {"clearance", near},
            {"to_box_tree", near / box_tree},
            {"to_regularity", near / regularity}};
}

std::string in_words(const SceneResult& result) {
    const auto at = [&](const char* key) { return result[key].get<double>(); };
    return fmt::format(
        "intersections {:.2f} ms by box_tree, {:.2f} by regularity; clearance {:.2f} ms, {:.2f} and {:.2f} times",
        at("box_tree"), at("regularity"), at("clearance"), at("to_box_tree"), at("to_regularity"));
}

}  // namespace

int main(int argc, char** argv) {
    double share = 0.1;
    return run(
        {.about = "Clearance at a tenth of the mean edge beside intersections",
         .own_options =
             [&](CLI::App& app) { app.add_option("--share", share, "of the mean edge")->check(CLI::PositiveNumber); },
         .measure = [&](const std::string& scene, const SceneChoice& choice) { return measure(scene, choice, share); },
         .words = in_words},
        argc, argv);
}
