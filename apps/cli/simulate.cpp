// pliant simulate: bodies deform, meet and push each other apart, step by step.
#include "simulate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <pliant/pliant.hpp>

#include "commands.hpp"
#include "io/io.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "output.hpp"
#include "picture/picture.hpp"
#include "shared_options.hpp"
#include "simulate/living_scene.hpp"
#include "table.hpp"
#include "terminal.hpp"

namespace pliant::cli {
namespace {

struct SimulateOptions {
    std::string scene;
    std::optional<std::size_t> frames;
    double seconds = 1.0 / 60;
    double scale = 1;
    std::uint64_t seed = 1;
    unsigned threads = 0;
    std::string out, json, image;
    bool list = false, quiet = false, certify = false;
};

volatile std::sig_atomic_t interrupted = 0;

void on_interrupt(int /*signal*/) { interrupted = 1; }

/// While it lives, Ctrl-C ends the loop after the frame that is being made.
class Interruptible {
public:
    Interruptible() : before_(std::signal(SIGINT, on_interrupt)) { interrupted = 0; }
    Interruptible(const Interruptible&) = delete;
    Interruptible& operator=(const Interruptible&) = delete;
    ~Interruptible() { std::signal(SIGINT, before_); }

private:
    void (*before_)(int);
};

using simulate::LivingScene;

std::string living_list() {
    std::vector<Row> rows{{"name", "frames", "what it shows"}};
    for (const simulate::LivingSceneInfo& info : simulate::living_scenes())
        rows.push_back({std::string(info.name), std::to_string(info.default_frames), std::string(info.description)});
    return table(rows, std::array{Align::left, Align::right, Align::left});
}

const simulate::LivingSceneInfo& info_of(const std::string& name) {
    std::vector<std::string_view> known;
    for (const simulate::LivingSceneInfo& info : simulate::living_scenes()) {
        if (info.name == name) return info;
        known.push_back(info.name);
    }
    throw UsageError(fmt::format("there is no scene '{}' to simulate{} (pliant simulate --list shows all)", name,
                                 did_you_mean(name, known)));
}

std::vector<SimulatedBody> describe(const Simulation& simulation) {
    std::vector<SimulatedBody> bodies;
    for (std::uint32_t i = 0; i < simulation.bodies(); ++i) {
        bodies.push_back({simulation.body_name(i), simulation.kind(i), simulation.positions(i).size(),
                          simulation.triangles(i).size(), simulation.tetrahedra(i).size()});
    }
    return bodies;
}

bool all_finite(const Simulation& simulation) {
    for (std::uint32_t i = 0; i < simulation.bodies(); ++i)
        for (const Point& p : simulation.positions(i))
            if (!std::isfinite(p[0]) || !std::isfinite(p[1]) || !std::isfinite(p[2])) return false;
    return true;
}

void write_frame(io::FrameWriter* writer, double time, const Simulation& simulation) {
    if (writer == nullptr) return;
    std::vector<io::FrameBody> bodies;
    for (std::uint32_t i = 0; i < simulation.bodies(); ++i)
        bodies.push_back({simulation.body_name(i), simulation.positions(i), simulation.triangles(i)});
    writer->write(time, bodies);
}

using picture::Colour;

constexpr std::array<Colour, 6> palette{
    {{176, 190, 208}, {226, 178, 120}, {150, 190, 150}, {200, 150, 170}, {140, 180, 200}, {214, 204, 140}}};

/// Points as small tetrahedra.
struct DrawnPoints {
    DrawnPoints(std::span<const Point> points, double size) {
        for (const Point& p : points) {
            const auto first = std::uint32_t(positions.size());
            for (const Point& off : {Point{1, 1, 1}, Point{-1, -1, 1}, Point{-1, 1, -1}, Point{1, -1, -1}})
                positions.push_back({p[0] + size * off[0], p[1] + size * off[1], p[2] + size * off[2]});
            for (const Triangle& t : {Triangle{0, 1, 3}, Triangle{0, 2, 1}, Triangle{0, 3, 2}, Triangle{1, 2, 3}})
                triangles.push_back({first + t[0], first + t[1], first + t[2]});
        }
    }
    std::vector<Point> positions;
    std::vector<Triangle> triangles;
};

void draw(const std::string& file, const LivingScene& scene) {
    const Simulation& simulation = scene.simulation();
    std::vector<DrawnPoints> points;
    points.reserve(simulation.bodies());
    std::vector<picture::Drawable> drawables;
    for (std::uint32_t i = 0; i < simulation.bodies(); ++i) {
        const std::span<const Colour> colour(&palette[i % palette.size()], 1);
        if (simulation.kind(i) == BodyKind::particles) {
            const DrawnPoints& drawn = points.emplace_back(simulation.positions(i), 0.005 * scene.body_size());
            drawables.push_back({drawn.positions, drawn.triangles, colour, 1, false});
        } else {
            drawables.push_back({simulation.positions(i), simulation.triangles(i), colour, 1, false});
        }
    }
    picture::PictureOptions options;
    options.camera.from = scene.view().from;
    options.camera.zoom = scene.view().zoom;
    picture::write_png(file, picture::draw(drawables, options));
}

SimulateResult play(const SimulateOptions& options, const simulate::LivingSceneInfo& info) {
    SimulationOptions how;
    how.threads = options.threads;
    how.certify = options.certify;
    const auto scene = simulate::make_living_scene(info.name, how, {options.scale, options.seed});
    Simulation& simulation = scene->simulation();
    std::unique_ptr<io::FrameWriter> writer;
    if (!options.out.empty()) writer = io::open_frame_writer(options.out, 1 / options.seconds);
    SimulateResult result;
    result.scene = info.name;
    result.seconds_per_frame = options.seconds;
    result.certify = options.certify;
    result.body_size = scene->body_size();
    result.bodies = describe(simulation);
    result.start = simulation.energy();
    write_frame(writer.get(), 0, simulation);
    const std::size_t frames = options.frames.value_or(info.default_frames);
    const Interruptible guard;
    Progress progress(fmt::format("simulating {}", info.name), frames);
    for (std::size_t frame = 1; frame <= frames && interrupted == 0; ++frame) {
        // Where steps are shortened, time goes slower than frames.
        const double time = frame > 1 ? result.frames.back().step.time : 0;
        scene->drive(time + options.seconds, options.seconds);
        SimulatedFrame& done = result.frames.emplace_back();
        done.frame = frame;
        done.step = simulation.step(options.seconds);
        done.finite = all_finite(simulation);
        done.energy = simulation.energy();
        done.momentum = simulation.momentum();
        done.deepest = simulation.deepest_penetration();
        write_frame(writer.get(), done.step.time, simulation);
        progress.advance();
        if (!done.finite) break;
    }
    result.interrupted = interrupted != 0;
    if (!options.image.empty()) draw(options.image, *scene);
    return result;
}

int run(const SimulateOptions& options) {
    if (options.list) {
        write_output("-", living_list());
        return exit_code::clean;
    }
    if (options.scene.empty()) throw UsageError("SCENE is missing (pliant simulate --list shows all)");
    if (!options.image.empty()) require_ending(options.image, ".png", "--image");
    require_distinct({}, {options.out, options.json, options.image});
    const SimulateResult result = play(options, info_of(options.scene));
    write_answer(
        {options.json, options.quiet, {options.out, options.image}}, [&] { return simulate_as_json(result); },
        [&] { return simulate_as_text(result); });
    const bool finite = result.frames.empty() || result.frames.back().finite;
    if (!finite) return exit_code::found;
    const bool uncertified = options.certify && std::any_of(result.frames.begin(), result.frames.end(),
                                                            [](const SimulatedFrame& f) { return !f.step.certified; });
    if (uncertified) return exit_code::found;
    return result.interrupted ? exit_code::incomplete : exit_code::clean;
}

}  // namespace

void add_simulate(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<SimulateOptions>();
    CLI::App* command = app.add_subcommand("simulate", "Let bodies deform, meet and push each other apart");
    command->footer(
        "Examples:\n"
        "  pliant simulate --list\n"
        "  pliant simulate pile --image pile.png\n"
        "  pliant simulate pile --frames 240 -o pile.pc2\n"
        "  pliant simulate vessels -o frames.pvd          for ParaView\n"
        "  pliant simulate drape --certify -o frames      every frame is proved free of intersections\n"
        "  pliant simulate rain --scale 0.1 --json -\n"
        "Ctrl-C ends after the frame that is being made; what was written stays readable.\n"
        "Exit code: 0 simulated, 1 a value is not finite or a frame not certified, 2 bad input, 3 interrupted.");
    command->add_option("SCENE", options->scene, "A living scene")->type_name("");
    command->add_flag("--list", options->list, "Show all scenes");
    command->add_option("--frames", options->frames, "Steps to take")->check(whole_number(1))->type_name("N");
    command->add_option("--dt", options->seconds, "Seconds a step; 1/60 unless given")
        ->check(real_number(1e-6))
        ->type_name("SECONDS");
    command->add_option("--scale", options->scale, "Bodies, particles or elements: so many times as many")
        ->check(real_number(0.001))
        ->type_name("X");
    command->add_option("--seed", options->seed, "Another scene of the same sort")
        ->check(whole_number(0))
        ->type_name("N");
    command->add_flag("--certify", options->certify,
                      "Ask every frame for intersections, exactly; shorten steps of cloth that would end in some");
    add_threads_option(*command, options->threads);
    command
        ->add_option("-o,--out", options->out,
                     "Write every frame: a folder (an OBJ file a frame), .pc2 (and its .obj) or .pvd (and .vtu files)")
        ->type_name("PATH");
    add_json_option(*command, options->json);
    command->add_option("--image", options->image, "Draw the last frame (.png)")->type_name("FILE");
    add_quiet_flag(*command, options->quiet);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
