// The experiments of [Heidelberger2003], done again: tables 1 and 2, figures 9 and 11; and how the error falls.
//
//   pliant_paper_heidelberger2003 JSON IMAGES     everything
//   pliant_paper_heidelberger2003 - IMAGES        nothing is measured: figure 9 is drawn
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

#include "../../peers/statistics.hpp"
#include "detect/depth_layers/layer_image.hpp"
#include "detect/depth_layers/spans.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"
#include "picture/palette.hpp"
#include "picture/picture.hpp"
#include "picture/shared_surface.hpp"
#include "shapes/meshes.hpp"
#include "surfaces/volume_of_interest.hpp"

namespace {

using namespace pliant;
using bench::Stopwatch;
using Json = nlohmann::ordered_json;
using shapes::Position;

constexpr std::uint32_t resolution = 128;
constexpr int repetitions = 7;

/// Processor time of the fastest call.
template <class Call>
double fastest(const Call& call) {
    double best = 1e30;
    for (int i = 0; i < repetitions; ++i) {
        Stopwatch watch;
        call();
        best = std::min(best, watch.lap().processor);
    }
    return best;
}

shapes::Mesh knot(std::size_t faces, int through, double tube) {
    return shapes::torus_knot(shapes::grid_size(faces, 12), {2, through, 1, 0.42, tube});
}

shapes::Mesh blob(std::size_t faces, std::uint64_t seed) {
    shapes::Random random(seed);
    shapes::Mesh mesh = shapes::icosphere(shapes::sphere_frequency(faces, 20));
    shapes::add_bumps(mesh, 40, 0.5, random);
    return mesh;
}

/// Bodies of the sizes of the paper's: closed, one thin and wound, one with bumps, and so on.
struct Named {
    std::string name, like;
    shapes::Mesh mesh;
};

std::vector<Named> test_objects() {
    return {{"knot", "Knot", knot(12000, 3, 0.16)},
            {"blob", "Rabbit", blob(50000, 1)},
            {"coil", "Reptile", knot(110000, 7, 0.12)},
            {"large blob", "Santa", blob(150000, 2)},
            {"large coil", "Dragon", knot(520000, 9, 0.1)}};
}

shapes::Mesh moved(shapes::Mesh mesh, const Position& by) {
    for (Position& p : mesh.positions) p = {p[0] + by[0], p[1] + by[1], p[2] + by[2]};
    return mesh;
}

/// The stages of the paper, each by itself.
struct Stages {
    double layers, spans;  // milliseconds: stages 1 and 2, stage 3a
    std::uint32_t depth_a, depth_b;
    double volume;  // of the spans, as in the paper
};

Box<double> box_of(const shapes::Mesh& mesh) {
    Box<double> box = Box<double>::empty();
    for (const Position& p : mesh.positions) box = united(box, {p, p});
    return box;
}

Stages measure_stages(const shapes::Mesh& a, const shapes::Mesh& b) {
    parallel::Workers workers(1);
    frame::Bodies bodies;
    const BodyId id_a = bodies.add(a.positions, a.triangles), id_b = bodies.add(b.positions, b.triangles);
    depth_layers::LayerImage image;
    Layers of_a, of_b;
    std::vector<OverlapSpan> spans;
    Stages result{};
    LayersOptions options;
    result.layers = fastest([&] {
        bodies.move(id_a, a.positions);
        bodies.move(id_b, b.positions);
        bodies.update(workers);
        const auto voi = surfaces::volume_of_interest(box_of(a), box_of(b), std::nullopt).value();
        options.resolution = resolution;
        options.axis = voi.axis;
        options.box = {voi.box.lo, voi.box.hi};
        image.make({{bodies, options, workers, of_a.report}, bodies.at(id_a)}, of_a);
        image.make({{bodies, options, workers, of_b.report}, bodies.at(id_b)}, of_b);
    });
    result.spans = fastest([&] { depth_layers::common_spans(of_a, of_b, InsideRule::winding, spans); });
    result.depth_a = of_a.most;
    result.depth_b = of_b.most;
    const auto w = static_cast<std::size_t>(options.axis), u = (w + 1) % 3, v = (w + 2) % 3;
    const double pixel =
        (of_a.box_hi[u] - of_a.box_lo[u]) * (of_a.box_hi[v] - of_a.box_lo[v]) / resolution / resolution;
    for (const OverlapSpan& span : spans) result.volume += pixel * (span.leave - span.enter);
    return result;
}

Json pair_row(const Named& a, const Named& b, const Position& by, const char* figure, double paper_layers,
              double paper_spans) {
    const shapes::Mesh other = moved(b.mesh, by);
    const Stages stages = measure_stages(a.mesh, other);
    Scene scene({.threads = 1});
    const BodyId id_a = scene.add(SurfaceView{a.mesh.positions, a.mesh.triangles});
    const BodyId id_b = scene.add(SurfaceView{other.positions, other.triangles});
    const double whole = fastest([&] {
        scene.move(id_a, a.mesh.positions);
        scene.move(id_b, other.positions);
        (void)scene.overlap(id_a, id_b);
    });
    const Overlap& overlap = scene.overlap(id_a, id_b);
    fmt::print(
        "{} / {}: stages 1+2 {:.2f} ms, 3a {:.3f} ms, overlap at 1 % {:.2f} ms: {:.5g} +- {:.2g}, spans {:.5g}\n",
        a.name, b.name, stages.layers, stages.spans, whole, overlap.volume, overlap.error, stages.volume);
    return {{"objects", a.name + " / " + b.name},
            {"like", a.like + " / " + b.like},
            {"faces", {a.mesh.triangles.size(), b.mesh.triangles.size()}},
            {"depth_complexity", {stages.depth_a, stages.depth_b}},
            {"figure", figure},
            {"paper_stages_1_2", paper_layers},
            {"paper_stage_3a", paper_spans},
            {"stages_1_2", stages.layers},
            {"stage_3a", stages.spans},
            {"volume_of_spans", stages.volume},
            {"overlap_1_percent", whole},
            {"volume", overlap.volume},
            {"error", overlap.error}};
}

Json table_1(const std::vector<Named>& objects) {
    Json rows = Json::array();
    rows.push_back(pair_row(objects[0], objects[1], {1.9, 0.2, 0.3}, "7", 19, 1));
    rows.push_back(pair_row(objects[0], objects[1], {0.3, 0.2, 0.1}, "8", 56, 1));
    rows.push_back(pair_row(objects[1], objects[2], {1.7, 0.3, 0.2}, "7", 36, 1));
    rows.push_back(pair_row(objects[1], objects[2], {0.4, 0.1, 0.2}, "8", 48, 1));
    rows.push_back(pair_row(objects[2], objects[3], {1.8, 0.2, 0.4}, "7", 25, 1));
    rows.push_back(pair_row(objects[2], objects[3], {0.3, 0.2, 0.1}, "8", 114, 1));
    return rows;
}

std::vector<Position> points_in(const Box<double>& box, std::size_t count) {
    shapes::Random random(9);
    std::vector<Position> points(count);
    for (Position& p : points) {
        for (std::size_t k = 0; k < 3; ++k) p[k] = random.between(box.lo[k], box.hi[k]);
    }
    return points;
}

Json table_2(const std::vector<Named>& objects) {
    constexpr std::array<double, 5> paper_layers{11, 29, 83, 79, 307}, paper_points{26, 27, 28, 26, 27};
    Json rows = Json::array();
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const shapes::Mesh& mesh = objects[i].mesh;
        Scene scene({.threads = 1});
        const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
        const double layers = fastest([&] {
            scene.move(body, mesh.positions);
            (void)scene.layers(body, {.resolution = resolution});
        });
        const std::vector<Position> points = points_in(box_of(mesh), 100000);
        const ContainsOptions exactly{.exact = true, .resolution = resolution};
        const std::vector<Position> none;
        const double update = fastest([&] {
            scene.move(body, mesh.positions);
            (void)scene.contains(body, none, exactly);
        });
        const double find = fastest([&] { (void)scene.contains(body, points, exactly); });
        const std::uint32_t depth = scene.layers(body, {.resolution = resolution}).most;
        fmt::print("{}: depth {}, layers {:.2f} ms, columns {:.2f} ms, points {:.2f} ms\n", objects[i].name, depth,
                   layers, update, find);
        rows.push_back({{"object", objects[i].name},
                        {"like", objects[i].like},
                        {"faces", mesh.triangles.size()},
                        {"depth_complexity", depth},
                        {"paper_stages_1_2", paper_layers[i]},
                        {"paper_stage_3b", paper_points[i]},
                        {"layers", layers},
                        {"columns", update},
                        {"points_exact", find}});
    }
    return rows;
}

/// The error that is stated, and the one that is made, as columns become thinner.
Json convergence() {
    const shapes::Mesh a = blob(20000, 3), b = moved(blob(20000, 4), {0.9, 0.3, 0.2});
    Scene scene({.threads = 1});
    const BodyId id_a = scene.add(SurfaceView{a.positions, a.triangles});
    const BodyId id_b = scene.add(SurfaceView{b.positions, b.triangles});
    const Overlap truth = scene.overlap(id_a, id_b, {.tolerance = 2e-6});
    Json rows = Json::array();
    for (const std::uint32_t n : {4u, 8u, 16u, 32u, 64u, 128u, 256u, 512u}) {
        const Overlap& found = scene.overlap(id_a, id_b, {.resolution = n});
        rows.push_back({{"resolution", n},
                        {"stated", found.error / truth.volume},
                        {"made", std::abs(found.volume - truth.volume) / truth.volume}});
    }
    return {{"truth", truth.volume}, {"truth_error", truth.error}, {"rows", rows}};
}

struct Particle {
    Position place, speed;
    int touched = 1000;  // frames since
};

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

/// Figure 11: 20,000 particles on a body of 10k faces that deforms; contacts, answers and motion in every frame.
Json rain(const std::string& images) {
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
    constexpr int frames = 200;
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
        if (frame == 120) draw_rain(images + "/heidelberger2003_rain.png", body, particles);
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

/// What the knot and the large coil share.
void draw_figure_9(const std::string& file, const shapes::Mesh& a, const shapes::Mesh& b) {
    Scene scene(SceneOptions{1});
    const picture::SceneBody first{scene.add(SurfaceView{a.positions, a.triangles}), {a.positions, a.triangles}};
    const picture::SceneBody second{scene.add(SurfaceView{b.positions, b.triangles}), {b.positions, b.triangles}};
    const picture::SharedSurface shared = picture::shared_surface(scene, first, second);
    constexpr std::uint8_t hit = 1;
    std::vector<picture::Colour> colours;
    for (const std::uint8_t of_second : shared.of_second) colours.push_back(picture::shared_colours[of_second]);
    const std::array<picture::Drawable, 3> drawables{
        {{shared.positions, shared.triangles, colours, 1, false, {&hit, 1}},
         {a.positions, a.triangles, {&picture::tint(0), 1}, 0.2},
         {b.positions, b.triangles, {&picture::tint(1), 1}, 0.2}}};
    picture::PictureOptions how;
    how.width = 420;
    how.height = 315;
    how.ground_shadow = false;
    picture::write_png(file, picture::draw(drawables, how));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        fmt::print(stderr, "usage: pliant_paper_heidelberger2003 JSON IMAGES\n");
        return 2;
    }
    const std::string images = argv[2];
    std::filesystem::create_directories(images);
    const std::vector<Named> objects = test_objects();
    draw_figure_9(images + "/heidelberger2003_shared.png", objects[0].mesh, moved(objects[4].mesh, {0.2, 0.1, 0.15}));
    if (std::string_view(argv[1]) == "-") return 0;
    Json all;
    all["resolution"] = resolution;
    all["table_1"] = table_1(objects);
    all["table_2"] = table_2(objects);
    all["figure_9"] = pair_row(objects[0], objects[4], {0.2, 0.1, 0.15}, "9", 255, 1);
    all["figure_11"] = rain(images);
    all["convergence"] = convergence();
    std::ofstream(argv[1]) << all.dump(1) << '\n';
    return 0;
}
