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
#include "scene_results.hpp"
#include "statistics.hpp"

namespace {

using namespace pliant;
using namespace pliant::bench;

struct Choice {
    std::vector<std::string> scenes{"draped_cloth:100000", "two_knots:200000"};
    double share = 0.1;  // of the mean edge
    std::size_t frames = 6, repetitions = 9;
    std::string json;
};

Choice read(CLI::App& app, int argc, char** argv) {
    Choice choice;
    app.add_option("--scene", choice.scenes, "NAME, NAME:TRIANGLES or a FILE with a slash; several");
    app.add_option("--share", choice.share, "of the mean edge")->check(CLI::PositiveNumber);
    app.add_option("--frames", choice.frames, "frames, spread over the whole motion")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", choice.repetitions, "times each film is played")->check(CLI::PositiveNumber);
    app.add_option("--json", choice.json, "write the results to this file");
    app.parse(argc, argv);
    return choice;
}

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
        for (const Film::Body& body : film.bodies) {
            const std::vector<Triangle> own = film.own_triangles(body);
            scene_.add(SurfaceView{film.points(0, body), own});
        }
    }

    void play(bool measured) {
        found = 0;
        for (std::size_t frame = 0; frame < film_.frames.size(); ++frame) {
            for (std::size_t b = 0; b < film_.bodies.size(); ++b) {
                scene_.move(BodyId(b), film_.points(frame, film_.bodies[b]));
            }
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

SceneResult measure(const std::string& scene, const Choice& choice) {
    const Film film = pliant::bench::play(std::string_view(scene), choice.frames);
    const double distance = choice.share * mean_edge(film);
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

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Clearance at a tenth of the mean edge beside intersections");
    try {
        const Choice choice = read(app, argc, argv);
        measure_scenes(
            choice.scenes, choice.json, [&](const std::string& scene) { return measure(scene, choice); },
            [](const SceneResult& r) {
                const auto at = [&](const char* key) { return r[key].get<double>(); };
                return fmt::format(
                    "intersections {:.2f} ms by box_tree, {:.2f} by regularity; clearance {:.2f} ms, {:.2f} and {:.2f} "
                    "times",
                    at("box_tree"), at("regularity"), at("clearance"), at("to_box_tree"), at("to_regularity"));
            });
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    }
    return 0;
}
