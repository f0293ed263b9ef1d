#include "particles.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <pliant/scene.hpp>
#include <pliant/simulation.hpp>

#include "picture/palette.hpp"
#include "picture/picture.hpp"
#include "simulate/living_scene.hpp"

namespace pliant::heidelberger2003 {

using bench::Experiment;
using bench::Json;
using bench::Stopwatch;
using shapes::Position;

shapes::Mesh blob(std::size_t faces, std::uint64_t seed) {
    shapes::Random random(seed);
    shapes::Mesh mesh = shapes::icosphere(shapes::sphere_frequency(faces, 20));
    shapes::add_bumps(mesh, 40, 0.5, random);
    return mesh;
}

namespace {

struct Particle {
    Position place, speed;
    int touched = 1000;  // frames since
};

/// Bodies with triangles as they are; particles have none, and are not drawn.
std::vector<picture::Drawable> drawables_of(const Simulation& simulation) {
    std::vector<picture::Drawable> drawables;
    for (std::uint32_t b = 0; b < simulation.bodies(); ++b) {
        if (simulation.triangles(b).empty()) continue;
        drawables.push_back({simulation.positions(b), simulation.triangles(b), {&picture::body_colour(b), 1}});
    }
    return drawables;
}

/// Small tetrahedra, red for a while after a contact.
void draw_rain(const std::string& file, const shapes::Mesh& body, const std::vector<Particle>& particles) {
    std::vector<Position> positions;
    std::vector<Triangle> triangles;
    std::vector<picture::Colour> colours;
    constexpr double size = 0.012;
    for (const Particle& p : particles) {
        const auto first = static_cast<std::uint32_t>(positions.size());
        for (const Position& d : {Position{0, 0, size}, Position{size, 0, -size}, Position{-size, size, -size},
                                  Position{-size, -size, -size}}) {
            positions.push_back({p.place[0] + d[0], p.place[1] + d[1], p.place[2] + d[2]});
        }
        for (const Triangle& t : {Triangle{0, 1, 2}, Triangle{0, 2, 3}, Triangle{0, 3, 1}, Triangle{1, 3, 2}}) {
            triangles.push_back({first + t[0], first + t[1], first + t[2]});
            colours.push_back(p.touched < 8 ? picture::Colour{214, 39, 40} : picture::Colour{90, 120, 190});
        }
    }
    constexpr picture::Colour skin{222, 205, 170};
    const std::array<picture::Drawable, 2> drawables{
        {{body.positions, body.triangles, {&skin, 1}, 1, false}, {positions, triangles, colours, 1, false}}};
    picture::PictureOptions options;
    options.width = 420;
    options.height = 315;
    options.ground_shadow = false;
    picture::write_png(file, picture::draw(drawables, options));
}

}  // namespace

/// Figure 11: 20,000 particles on a body of 10k faces that deforms; contacts, answers and motion in every frame.
Json rain(const Experiment& experiment) {
    const shapes::Mesh rest = blob(10000, 5);
    shapes::Mesh body = rest;
    shapes::Random random(6);
    std::vector<Particle> particles(20000);
    const auto drop = [&](Particle& p, double height) {
        p = {{random.between(-1.6, 1.6), random.between(-1.6, 1.6), height}, {0, 0, 0}};
    };
    for (Particle& p : particles) drop(p, random.between(1.8, 5));
    Scene scene({.threads = 1});
    const BodyId id = scene.add(SurfaceView{body.positions, body.triangles});
    std::vector<Position> places(particles.size());
    std::vector<double> detection, whole;
    std::size_t contacts = 0;
    const int frames = experiment.quick ? 125 : 200;
    constexpr double step = 0.02;
    for (int frame = 0; frame < frames; ++frame) {
        Stopwatch watch;
        const double swell = 0.12 * std::sin(0.1 * frame);
        for (std::size_t v = 0; v < rest.positions.size(); ++v) {
            const Position& p = rest.positions[v];
            body.positions[v] = {p[0] * (1 + swell), p[1] * (1 + swell), p[2] * (1 - swell)};
        }
        scene.move(id, body.positions);
        for (std::size_t i = 0; i < particles.size(); ++i) {
            Particle& p = particles[i];
            p.speed[2] -= 9.81 * step;
            for (std::size_t k = 0; k < 3; ++k) p.place[k] += step * p.speed[k];
            ++p.touched;
            if (p.place[2] < -2) drop(p, random.between(1.8, 3));
            places[i] = p.place;
        }
        Stopwatch search;
        const Containment& inside = scene.contains(id, places, {.exact = true});
        detection.push_back(search.lap().processor);
        contacts += inside.inside.size();
        for (const std::uint32_t i : inside.inside) {
            Particle& p = particles[i];
            const double length = std::hypot(p.place[0], p.place[1], p.place[2]);
            const double speed = 0.3 * std::hypot(p.speed[0], p.speed[1], p.speed[2]);
            for (std::size_t k = 0; k < 3; ++k) {
                p.place[k] -= step * p.speed[k];
                p.speed[k] = speed * p.place[k] / length;
            }
            p.touched = 0;
        }
        whole.push_back(watch.lap().processor);
        if (frame == 120) draw_rain((experiment.out / "heidelberger2003_rain.png").string(), body, particles);
    }
    fmt::print("rain: {:.2f} ms a frame, {:.2f} of them for {:.0f} contacts\n", bench::median(whole),
               bench::median(detection), static_cast<double>(contacts) / frames);
    return {{"particles", particles.size()},
            {"faces", body.triangles.size()},
            {"contacts_per_frame", static_cast<double>(contacts) / frames},
            {"detection_milliseconds", bench::median(detection)},
            {"frame_milliseconds", bench::median(whole)},
            {"paper_frames_per_second", 29}};
}

/// The same in time: the living scene `rain`, whose particles and bodies push each other, every frame drawn.
Json living_rain(const Experiment& experiment) {
    const auto scene = simulate::make_living_scene("rain", {.threads = 1});
    Simulation& simulation = scene->simulation();
    std::vector<double> step, detect, draw;
    const int frames = experiment.quick ? 10 : 90;
    constexpr double seconds = 1.0 / 60;
    for (int frame = 0; frame < frames; ++frame) {
        Stopwatch watch;
        scene->drive((frame + 1) * seconds, seconds);
        detect.push_back(simulation.step(seconds).milliseconds.detect);
        step.push_back(watch.lap().wall);
        picture::PictureOptions how;
        how.width = 420;
        how.height = 315;
        how.supersampling = 1;
        how.camera.from = scene->view().from;
        const picture::Image image = picture::draw(drawables_of(simulation), how);
        draw.push_back(watch.lap().wall);
        if (frame + 1 == frames) picture::write_png(experiment.out / "heidelberger2003_living_rain.png", image);
    }
    return {{"bodies", simulation.bodies()},
            {"step_milliseconds", bench::median(step)},
            {"detection_milliseconds", bench::median(detect)},
            {"drawing_milliseconds", bench::median(draw)}};
}

}  // namespace pliant::heidelberger2003
