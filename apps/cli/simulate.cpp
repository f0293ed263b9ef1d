// pliant simulate: bodies deform, meet and push each other apart, step by step.
#include "simulate.hpp"

#include <cmath>
#include <csignal>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <pliant/pliant.hpp>

#include "choices.hpp"
#include "commands.hpp"
#include "image_options.hpp"
#include "io/io.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "output.hpp"
#include "report_parts.hpp"
#include "scene_file/key_tables.hpp"
#include "scene_file/keys.hpp"
#include "shared_options.hpp"
#include "simulate/clock.hpp"
#include "simulate_picture.hpp"
#include "simulate_report.hpp"
#include "simulate_scene.hpp"
#include "terminal.hpp"

namespace pliant::cli {
namespace {

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

SimulatedFrame step(PlannedScene& plan, std::size_t number, double time) {
    Simulation& simulation = plan.scene->simulation();
    SimulatedFrame done;
    done.frame = number;
    simulate::Stopwatch watch;
    plan.scene->drive(time + plan.seconds, plan.seconds);
    done.step = simulation.step(plan.seconds);
    done.milliseconds = watch.lap();
    done.finite = all_finite(simulation);
    done.energy = simulation.energy();
    done.momentum = simulation.momentum();
    done.deepest = simulation.deepest_penetration();
    plan.scene->ask(number, done.answers);
    return done;
}

SimulateResult described(const PlannedScene& plan) {
    const Simulation& simulation = plan.scene->simulation();
    SimulateResult result;
    result.scene = plan.name;
    result.seconds_per_frame = plan.seconds;
    result.certify = plan.how.certify;
    result.body_size = plan.scene->body_size();
    result.bodies = describe(simulation);
    result.questions = plan.scene->asked();
    result.start = simulation.energy();
    return result;
}

/// Every frame goes to whatever was asked for as soon as it is there.
class Written {
public:
    Written(const SimulateOptions& options, const PlannedScene& plan, const SimulateResult& result)
        : options_(options), scene_(*plan.scene) {
        if (!options.out.empty()) writer_ = io::open_frame_writer(options.out, 1 / plan.seconds);
        if (!options.report.empty()) report_.emplace(options.report, plan, result);
        SimulatedFrame start;
        start.energy = result.start;
        start.answers.assign(result.questions.size(), std::numeric_limits<double>::quiet_NaN());
        start.deepest = plan.scene->simulation().deepest_penetration();
        add(start);
    }

    void add(const SimulatedFrame& frame) {
        write_frame(writer_.get(), frame.step.time, scene_.simulation());
        if (report_) report_->add(frame);
        if (options_.image_every > 0 && frame.frame % options_.image_every == 0)
            draw_scene(numbered(options_.image, frame.frame), scene_, options_.size);
    }

    void finish(const SimulateResult& result) {
        if (!options_.image.empty()) draw_scene(options_.image, scene_, options_.size);
        if (!report_) return;
        report_->finish(result, simulate_as_text(result), picture_bytes(options_.report, [&](const std::string& png) {
                            draw_scene(png, scene_, options_.size);
                        }));
    }

private:
    const SimulateOptions& options_;
    const simulate::LivingScene& scene_;
    std::unique_ptr<io::FrameWriter> writer_;
    std::optional<SimulateReport> report_;
};

SimulateResult play(const SimulateOptions& options, PlannedScene& plan) {
    SimulateResult result = described(plan);
    Written written(options, plan, result);
    const Interruptible guard;
    Progress progress(fmt::format("simulating {}", plan.name), plan.frames);
    for (std::size_t frame = 1; frame <= plan.frames && interrupted == 0; ++frame) {
        // Where steps are shortened, time goes slower than frames.
        const double time = frame > 1 ? result.frames.back().step.time : 0;
        const SimulatedFrame& done = result.frames.emplace_back(step(plan, frame, time));
        written.add(done);
        progress.advance();
        if (!done.finite) break;
    }
    result.interrupted = interrupted != 0;
    written.finish(result);
    return result;
}

int run(SimulateOptions options) {
    if (options.list || options.keys) {
        write_output("-", options.list ? living_list() : scene_file::keys_as_text());
        return exit_code::clean;
    }
    if (options.scene.empty()) throw UsageError("SCENE is missing (pliant simulate --list shows all)");
    PlannedScene plan = plan_scene(options);
    if (!options.image.empty()) require_ending(options.image, ".png", "--image");
    if (options.image_every > 0 && options.image.empty()) throw UsageError("--image-every: needs --image");
    require_report_name(options.report);
    require_distinct({}, {options.out, options.json, options.image, options.report});
    const SimulateResult result = play(options, plan);
    write_answer(
        {options.json, options.quiet, {options.out, options.image, options.report}},
        [&] { return simulate_as_json(result); }, [&] { return simulate_as_text(result); });
    if (result.found()) return exit_code::found;
    return result.interrupted ? exit_code::incomplete : exit_code::clean;
}

double budget_typed(const std::string& typed) {
    if (const auto seconds = scene_file::seconds_of(typed)) return *seconds;
    throw UsageError(fmt::format("--budget: '{}' is not a time such as 1ms or 500us", printable(typed)));
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
        "  pliant simulate my_scene.toml --report my.html your own bodies\n"
        "  pliant simulate rain --scale 0.1 --json -\n"
        "Ctrl-C ends after the frame that is being made; what was written stays readable.\n"
        "Exit code: 0 simulated, 1 a value is not finite, a frame not certified or an answer out of its bounds, 2 bad\n"
        "input, 3 interrupted.\n"
        "Scene files hold bodies, materials, motions and questions, in TOML; --keys says what each key means:\n" +
        scene_file::keys_in_short());
    command->add_option("SCENE", options->scene, "A living scene, or a scene file (.toml)")->type_name("");
    command->add_flag("--list", options->list, "Show all scenes");
    command->add_flag("--keys", options->keys, "Show all keys of scene files, with what they mean");
    command->add_option("--frames", options->frames, "Steps to take")->check(whole_number(1))->type_name("N");
    command
        ->add_option("--dt", options->seconds,
                     "Seconds a step; unless given, here or in the file, 1/60, and 1/1000 in the scene haptic")
        ->check(real_number(1e-6))
        ->type_name("SECONDS");
    command->add_option("--scale", options->scale, "Bodies, particles or elements: so many times as many")
        ->check(real_number(0.001))
        ->type_name("X");
    command->add_option("--seed", options->seed, "Another scene of the same sort")
        ->check(whole_number(0))
        ->type_name("N");
    offer(command
              ->add_option_function<std::string>(
                  "--detector",
                  [options](const std::string& typed) { options->detector = method_named(typed, "--detector"); },
                  "Who finds contacts and intersections, where it can; all find the same: " + method_names())
              ->type_name("NAME"),
          all_method_names());
    command
        ->add_option_function<std::string>(
            "--budget", [options](const std::string& typed) { options->budget = budget_typed(typed); },
            "Time for finding contacts in each step: 1ms, 500us; what it leaves out is said")
        ->type_name("TIME");
    command->add_flag("--certify", options->certify,
                      "Ask every frame for intersections, exactly; shorten steps of cloth that would end in some");
    add_threads_option(*command, options->threads);
    command
        ->add_option("-o,--out", options->out,
                     "Write every frame: a folder (an OBJ file a frame), .pc2 (and its .obj) or .pvd (and .vtu files)")
        ->type_name("PATH");
    add_json_option(*command, options->json);
    command->add_option("--image", options->image, "Draw the last frame (.png)")->type_name("FILE");
    command->add_option("--image-every", options->image_every, "Draw every so many frames, too: FILE_00010.png ...")
        ->check(whole_number(1))
        ->type_name("N");
    command->add_option("--size", options->size, "Pixels of the pictures (1200x900)")
        ->check(refused_size)
        ->type_name("WxH");
    add_report_option(*command, options->report);
    add_quiet_flag(*command, options->quiet);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
