// pliant_bench_curves: `curves` with and without what they enclose, beside the search for their pairs, in the same
// frames.
#include <fmt/format.h>
#include <CLI/CLI.hpp>

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
    std::size_t frames = 6, repetitions = 15;
    std::string json;
};

Choice read(CLI::App& app, int argc, char** argv) {
    Choice choice;
    app.add_option("--scene", choice.scenes, "NAME, NAME:TRIANGLES or a FILE with a slash; several");
    app.add_option("--frames", choice.frames, "frames, spread over the whole motion")->check(CLI::PositiveNumber);
    app.add_option("--repetitions", choice.repetitions, "times each film is played")->check(CLI::PositiveNumber);
    app.add_option("--json", choice.json, "write the results to this file");
    app.parse(argc, argv);
    return choice;
}

/// Of one film, on one thread: pairs, then curves of these pairs in three ways.
struct Measured {
    explicit Measured(std::size_t frames) : pairs(frames), bare(frames), sides(frames), depth(frames) {}

    Timings pairs, bare, sides, depth;
    std::size_t pairs_found = 0, curves_found = 0, closed = 0, enclosed = 0;  // in all frames of the last film
};

void play_once(const Film& film, Scene& scene, bool counted, Measured& out) {
    out.pairs_found = out.curves_found = out.closed = out.enclosed = 0;
    for (std::size_t frame = 0; frame < film.frames.size(); ++frame) {
        for (std::size_t b = 0; b < film.bodies.size(); ++b) {
            scene.move(BodyId(b), film.points(frame, film.bodies[b]));
        }
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

SceneResult measure(const std::string& name, const Choice& choice) {
    const Film film = play(std::string_view(name), choice.frames);
    Scene scene{{.threads = 1}};
    for (const Film::Body& body : film.bodies) {
        const std::vector<Triangle> own = film.own_triangles(body);
        scene.add(SurfaceView{film.points(0, body), own});
    }
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

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Curves, with and without what they enclose, beside the pairs that they are made of");
    try {
        const Choice choice = read(app, argc, argv);
        measure_scenes(
            choice.scenes, choice.json, [&](const std::string& scene) { return measure(scene, choice); },
            [](const SceneResult& r) {
                const auto at = [&](const char* key) { return r[key].get<double>(); };
                return fmt::format(
                    "{:.0f} pairs in {:.2f} ms; {:.0f} curves in {:.2f} ms, {:.2f} times; with sides {:.2f} ms, {:.2f} "
                    "times; with depths {:.2f} ms, {:.2f} times",
                    at("pairs"), at("intersections"), at("curves"), at("bare"), at("bare_to_pairs"), at("sides"),
                    at("sides_to_pairs"), at("depth"), at("depth_to_pairs"));
            });
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    }
    return 0;
}
