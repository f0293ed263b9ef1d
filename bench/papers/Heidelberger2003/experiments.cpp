// The experiments of [Heidelberger2003], done again: tables 1 and 2, figures 9 and 11; and how the error falls.
//
//   pliant_paper_heidelberger2003 FOLDER [--quick]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

#ifdef PLIANT_BENCH_OPENGL
#include <pliant/opengl.hpp>
#endif

#include "detect/depth_layers/layer_image.hpp"
#include "detect/depth_layers/spans.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"
#include "particles.hpp"
#include "picture/palette.hpp"
#include "picture/picture.hpp"
#include "picture/shared_surface.hpp"
#include "shapes/meshes.hpp"
#include "surfaces/volume_of_interest.hpp"

namespace {

using namespace pliant;
using namespace pliant::heidelberger2003;
using bench::Experiment;
using bench::Json;
using bench::Stopwatch;
using shapes::Position;

constexpr std::uint32_t resolution = 128;
int repetitions = 7;  // one where it is to be quick

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

/// The paper's bodies are not published: real ones of about their sizes, or else generated ones.
struct Named {
    std::string name, like;
    shapes::Mesh mesh;
};

std::vector<Named> test_objects(Experiment& experiment) {
    const auto object = [&](const char* like, const char* file, const shapes::Mesh& generated) {
        shapes::Mesh mesh = experiment.body(file, generated);
        return Named{experiment.bodies.back(), like, std::move(mesh)};
    };
    return {object("Knot", "knot2_12k.off", knot(12000, 3, 0.16)), object("Rabbit", "bunny_60k.obj", blob(50000, 1)),
            object("Reptile", "koala_100k.obj", knot(110000, 7, 0.12)),
            object("Santa", "armadillo_86k.obj", blob(150000, 2)),
            object("Dragon", "dragon_vrip_871k.ply.gz", knot(520000, 9, 0.1))};
}

/// Layers as in the paper, on the processor and by OpenGL.
struct LayerTimes {
    double processor = 0;
    std::optional<double> stencil, lists;  // where there is an OpenGL
    std::uint32_t depth = 0;               // the largest of the three axes
    double bytes = 0;                      // of a layered depth image
};

#ifdef PLIANT_BENCH_OPENGL
OpenGlLayers* graphics_card() {
    static const std::unique_ptr<OpenGlLayers> card = [] {
        try {
            return std::make_unique<OpenGlLayers>();
        } catch (const std::runtime_error& error) {
            fmt::print(stderr, "No layers by OpenGL: {}\n", error.what());
            return std::unique_ptr<OpenGlLayers>();
        }
    }();
    return card.get();
}
std::string renderer() { return graphics_card() == nullptr ? "" : std::string(graphics_card()->renderer()); }
#else
std::string renderer() { return ""; }
#endif

/// Milliseconds on the wall, since drivers have threads of their own.
template <class Call>
double fastest_on_the_wall(const Call& call) {
    double best = 1e30;
    for (int i = 0; i < repetitions; ++i) {
        Stopwatch watch;
        call();
        best = std::min(best, watch.lap().wall);
    }
    return best;
}

LayerTimes layer_times(Scene& scene, BodyId body, const shapes::Mesh& mesh) {
    LayerTimes times;
    for (const Axis axis : {Axis::x, Axis::y, Axis::z})
        times.depth = std::max(times.depth, scene.layers(body, {.resolution = resolution, .axis = axis}).most);
    times.processor = fastest([&] {
        scene.move(body, mesh.positions);
        (void)scene.layers(body, {.resolution = resolution});
    });
    const Layers& made = scene.layers(body, {.resolution = resolution});
    times.bytes =
        static_cast<double>(made.points.size() * sizeof(LayerPoint) + made.first.size() * sizeof(std::uint32_t));
#ifdef PLIANT_BENCH_OPENGL
    if (OpenGlLayers* card = graphics_card()) {
        const SurfaceView view{mesh.positions, mesh.triangles};
        const LayersOptions options{.resolution = resolution};
        times.stencil = fastest_on_the_wall([&] { (void)card->make(view, options, OpenGlPasses::stencil); });
        times.lists = fastest_on_the_wall([&] { (void)card->make(view, options, OpenGlPasses::lists); });
    }
#endif
    return times;
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
        const auto w = static_cast<std::size_t>(voi.axis);
        (*options.box)[0][w] = voi.lo;
        (*options.box)[1][w] = voi.hi;
        const bool a_below = voi.from_below == surfaces::FromBelow::a;
        options.view = a_below ? LayersView::from_below : LayersView::from_above;
        image.make({{bodies, options, workers, of_a.report}, bodies.at(id_a)}, of_a);
        options.view = a_below ? LayersView::from_above : LayersView::from_below;
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

Json pair_row(const Named& a, const Named& b, const Position& by, const char* figure,
              const std::array<int, 2>& paper_depths, double paper_layers, double paper_spans) {
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
            {"paper_depth_complexity", paper_depths},
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
    const Position little{0.75, 0.1, 0.15}, much{0.2, 0.1, 0.05};
    rows.push_back(pair_row(objects[0], objects[1], little, "7", {3, 1}, 19, 1));
    rows.push_back(pair_row(objects[0], objects[1], much, "8", {4, 6}, 56, 1));
    rows.push_back(pair_row(objects[1], objects[2], little, "7", {7, 5}, 36, 1));
    rows.push_back(pair_row(objects[1], objects[2], much, "8", {4, 2}, 48, 1));
    rows.push_back(pair_row(objects[2], objects[3], little, "7", {1, 3}, 25, 1));
    rows.push_back(pair_row(objects[2], objects[3], much, "8", {8, 6}, 114, 1));
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
    constexpr std::array<int, 5> paper_depths{8, 8, 12, 8, 10};
    Json rows = Json::array();
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const shapes::Mesh& mesh = objects[i].mesh;
        Scene scene({.threads = 1});
        const BodyId body = scene.add(SurfaceView{mesh.positions, mesh.triangles});
        const LayerTimes layers = layer_times(scene, body, mesh);
        const std::vector<Position> points = points_in(box_of(mesh), 100000);
        const ContainsOptions exactly{.exact = true, .resolution = resolution};
        const std::vector<Position> none;
        const double update = fastest([&] {
            scene.move(body, mesh.positions);
            (void)scene.contains(body, none, exactly);
        });
        const double find = fastest([&] { (void)scene.contains(body, points, exactly); });
        fmt::print("{}: depth {}, layers {:.2f} ms, columns {:.2f} ms, points {:.2f} ms\n", objects[i].name,
                   layers.depth, layers.processor, update, find);
        rows.push_back({{"object", objects[i].name},
                        {"like", objects[i].like},
                        {"faces", mesh.triangles.size()},
                        {"depth_complexity", layers.depth},
                        {"paper_depth_complexity", paper_depths[i]},
                        {"paper_stages_1_2", paper_layers[i]},
                        {"paper_stage_3b", paper_points[i]},
                        {"layers", layers.processor},
                        {"stencil", layers.stencil ? Json(*layers.stencil) : Json()},
                        {"lists", layers.lists ? Json(*layers.lists) : Json()},
                        {"bytes", layers.bytes},
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

/// What the first and the last object share.
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
    Experiment experiment = Experiment::from(argc, argv);
    if (experiment.quick) repetitions = 1;
    const std::string images = experiment.out.string();
    const std::vector<Named> objects = test_objects(experiment);
    const Position by{0.2, 0.1, 0.05};
    draw_figure_9(images + "/heidelberger2003_shared.png", objects[0].mesh, moved(objects[4].mesh, by));
    Json all;
    all["resolution"] = resolution;
    all["renderer"] = renderer();
    all["bodies"] = experiment.bodies_in_words();
    all["table_1"] = table_1(objects);
    all["table_2"] = table_2(objects);
    all["figure_9"] = pair_row(objects[0], objects[4], by, "9", {7, 8}, 255, 1);
    all["figure_11"] = rain(experiment);
    all["living_rain"] = living_rain(experiment);
    all["convergence"] = convergence();
    experiment.write("heidelberger2003.json", all);
    return 0;
}
