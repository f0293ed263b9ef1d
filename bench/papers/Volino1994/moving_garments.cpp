#include "moving_garments.hpp"

#include <malloc.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include <pliant/io.hpp>
#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include "peers/statistics.hpp"
#include "shapes/meshes.hpp"
#include "simulate/living_scene.hpp"

namespace pliant::bench {

namespace {

using Json = nlohmann::ordered_json;
using Positions = std::vector<std::array<float, 3>>;

struct Film {
    std::string name;
    std::vector<Triangle> triangles;
    std::vector<Positions> frames;
};

double megabytes_in_use() { return 1e-6 * static_cast<double>(mallinfo2().uordblks + mallinfo2().hblkhd); }

/// Build and memory of a detector, then its frames: update and search, processor time.
Json times_of(const Film& film, IntersectionMethod method) {
    const double before = megabytes_in_use();
    Scene scene({.threads = 1});
    const BodyId body = scene.add(SurfaceView{film.frames[0], film.triangles});
    const double building = scene.intersections({.method = method}).report.milliseconds.build;
    const double held = megabytes_in_use() - before;
    std::vector<double> frames;
    double pairs = 0;
    for (const Positions& positions : film.frames) {
        Stopwatch watch;
        scene.move(body, positions);
        pairs += static_cast<double>(scene.intersections({.method = method}).size());
        frames.push_back(watch.lap().processor);
    }
    return {{"build_milliseconds", building},
            {"megabytes", held},
            {"frame_milliseconds", median(frames)},
            {"pairs", pairs / static_cast<double>(film.frames.size())}};
}

/// Another object comes into the scene: what is built then is its own.
double build_of_newcomer(const Film& film) {
    Scene scene({.threads = 1});
    const std::vector<Triangle> one{{0, 1, 2}};
    const Positions away{{900, 900, 900}, {901, 900, 900}, {900, 901, 900}};
    (void)scene.add(SurfaceView{film.frames[0], film.triangles});
    (void)scene.intersections({.method = IntersectionMethod::regularity});
    (void)scene.add(SurfaceView{away, one});
    return scene.intersections({.method = IntersectionMethod::regularity}).report.milliseconds.build;
}

Film simulated(std::size_t frames) {
    const auto living = simulate::make_living_scene("garment", {.threads = 1});
    Simulation& simulation = living->simulation();
    std::uint32_t cloth = 0;
    while (simulation.kind(cloth) != BodyKind::cloth) ++cloth;
    Film film{"simulated garment", {}, {}};
    film.triangles.assign(simulation.triangles(cloth).begin(), simulation.triangles(cloth).end());
    constexpr double seconds = 1.0 / 60;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        living->drive(static_cast<double>(frame + 1) * seconds, seconds);
        (void)simulation.step(seconds);
        Positions& positions = film.frames.emplace_back();
        for (const Point& p : simulation.positions(cloth))
            positions.push_back({static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])});
    }
    return film;
}

Film dress(const std::filesystem::path& data, std::size_t frames) {
    const std::filesystem::path file = data / "dress_drape_55k.obj";
    Film film{"dress_drape_55k under waves", {}, {}};
    std::vector<std::array<double, 3>> rest;
    if (std::filesystem::exists(file)) {
        io::Mesh mesh = io::read_mesh(file);
        rest = std::move(mesh.positions);
        film.triangles = std::move(mesh.triangles);
    } else {
        std::fprintf(stderr, "There is no %s: a generated tube stands for it\n", file.c_str());
        const shapes::Mesh tube = shapes::tube(shapes::grid_size(55000, 2), 0.5, 1);
        film.name = "generated tube under waves";
        rest = tube.positions;
        film.triangles = tube.triangles;
    }
    double size = 0;
    for (const auto& p : rest) size = std::max({size, std::abs(p[0]), std::abs(p[1]), std::abs(p[2])});
    for (std::size_t frame = 0; frame < frames; ++frame) {
        Positions& positions = film.frames.emplace_back();
        const double time = 0.3 * static_cast<double>(frame);
        for (const auto& p : rest) {
            const double wave = 0.01 * size * std::sin(9 * p[1] / size + time);
            positions.push_back(
                {static_cast<float>(p[0] + wave), static_cast<float>(p[1]), static_cast<float>(p[2] - wave)});
        }
    }
    return film;
}

}  // namespace

Json time_moving_garments(const std::filesystem::path& data, std::size_t frames) {
    Json rows = Json::array();
    for (const Film& film : {simulated(frames), dress(data, frames)}) {
        rows.push_back({{"name", film.name},
                        {"triangles", film.triangles.size()},
                        {"frames", film.frames.size()},
                        {"regularity", times_of(film, IntersectionMethod::regularity)},
                        {"box_tree", times_of(film, IntersectionMethod::box_tree)},
                        {"newcomer_milliseconds", build_of_newcomer(film)}});
    }
    return rows;
}

}  // namespace pliant::bench
