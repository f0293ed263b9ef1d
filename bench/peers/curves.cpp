// pliant_bench_curves: `curves` with and without what they enclose, beside the search for their pairs, in the same
// frames.
#include <fmt/format.h>

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

/// Of one film, on one thread: pairs, then curves of these pairs in three ways.
struct Measured {
    explicit Measured(std::size_t frames) : pairs(frames), bare(frames), sides(frames), depth(frames) {}

    Timings pairs, bare, sides, depth;
    std::size_t pairs_found = 0, curves_found = 0, closed = 0, enclosed = 0;  // in all frames of the last film
};

void play_once(const Film& film, Scene& scene, bool counted, Measured& out) {
    out.pairs_found = out.curves_found = out.closed = out.enclosed = 0;
    for (std::size_t frame = 0; frame < film.frames.size(); ++frame) {
        move_bodies(film, frame, scene);
        Stopwatch watch;
        const auto& pairs = scene.intersections();
        const double found = watch.lap().processor;
        const auto curves = [&](bool sides, bool depth) {
            watch.lap();
            scene.curves({.sides = sides, .depth = depth, .pairs = pairs.items});
            return watch.lap().processor;
        };
        const double bare = curves(false, false), deep = curves(true, true), sides = curves(true, false);
        const Curves& answer = scene.curves({.pairs = pairs.items});
        out.pairs_found += pairs.size();
        out.curves_found += answer.items.size();
        out.enclosed += answer.enclosed.size();
        for (const Curve& curve : answer.items) out.closed += curve.closed ? 1 : 0;
        if (!counted) continue;
        out.pairs.add(frame, found);
        out.bare.add(frame, bare);
        out.sides.add(frame, sides);
        out.depth.add(frame, deep);
    }
}

SceneResult measure(const std::string& name, const SceneChoice& choice) {
    const Film film = play(std::string_view(name), choice.frames);
    Scene scene{{.threads = 1}};
    add_bodies(film, scene);
    Measured measured(film.frames.size());
    for (std::size_t i = 0; i < choice.repetitions + 2; ++i) play_once(film, scene, i >= 2, measured);
    const auto per_frame = [&](std::size_t count) { return double(count) / double(film.frames.size()); };
    const double pairs = measured.pairs.undisturbed(), bare = measured.bare.undisturbed();
    const double sides = measured.sides.undisturbed(), depth = measured.depth.undisturbed();
    return {{"scene", title_of(name, film.name)},
            {"triangles", film.triangles.size()},
            {"pairs", per_frame(measured.pairs_found)},
            {"curves", per_frame(measured.curves_found)},
            {"closed", per_frame(measured.closed)},
            {"enclosed", per_frame(measured.enclosed)},
            {"intersections", pairs},
            {"bare", bare},
            {"sides", sides},
            {"depth", depth},
            {"bare_to_pairs", bare / pairs},
            {"sides_to_pairs", sides / pairs},
            {"depth_to_pairs", depth / pairs}};
}

std::string in_words(const SceneResult& result) {
    const auto at = [&](const char* key) { return result[key].get<double>(); };
    return fmt::format(
        "{:.0f} pairs in {:.2f} ms; {:.0f} curves in {:.2f} ms, {:.2f} times; with sides {:.2f} ms, {:.2f} times; with "
        "depths {:.2f} ms, {:.2f} times",
        at("pairs"), at("intersections"), at("curves"), at("bare"), at("bare_to_pairs"), at("sides"),
        at("sides_to_pairs"), at("depth"), at("depth_to_pairs"));
}

}  // namespace

int main(int argc, char** argv) {
    return run({.about = "Curves, with and without what they enclose, beside the pairs that they are made of",
                .usual = {.repetitions = 15},
                .measure = measure,
                .words = in_words},
               argc, argv);
}
