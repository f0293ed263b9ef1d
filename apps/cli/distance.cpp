// pliant distance: how far bodies are apart, in every frame.
#include "distance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "names.hpp"
#include "number_checks.hpp"

namespace pliant::cli {
namespace {

struct DistanceCommand {
    PlayOptions play;
    std::optional<double> most;
};

/// Every pair, also of bodies that have nothing to measure.
std::vector<BodyDistance> with_missing_pairs(std::vector<BodyDistance> found, std::size_t bodies) {
    std::vector<BodyDistance> all;
    auto next = found.begin();
    for (const BodyPair& pair : pairs_of_bodies(bodies)) {
        if (next != found.end() && next->a == BodyId(pair.a) && next->b == BodyId(pair.b)) {
            all.push_back(*next++);
            continue;
        }
        BodyDistance& none = all.emplace_back();
        none.a = BodyId(pair.a);
        none.b = BodyId(pair.b);
        none.distance.fill(std::numeric_limits<double>::infinity());
    }
    return all;
}

DistanceResult measure(Stage& stage, FrameRange range, const std::optional<double>& most) {
    DistanceResult result;
    result.bodies = named_bodies(stage);
    play_frames(stage, range, "measuring frames", [&](std::size_t number) {
        MeasuredFrame& frame = result.frames.emplace_back();
        frame.frame = number;
        frame.pairs = stage.scene().distances(most.value_or(std::numeric_limits<double>::infinity()));
        if (!most) frame.pairs = with_missing_pairs(std::move(frame.pairs), result.bodies.size());
        add_flaws(result.set_aside, set_aside(stage.scene()));
    });
    return result;
}

int run(const DistanceCommand& command) {
    require_outputs(command.play, command.play.files);
    Stage stage = stage_of(command.play);
    if (stage.sources().size() < 2) throw UsageError("distance: needs two bodies or more");
    const DistanceResult result = measure(stage, frames_asked(command.play, stage.frames()), command.most);
    write_voices(command.play, {[&] { return distance_as_csv(result); },
                                [&] { return distance_as_json(result, bodies_as_json(stage)); },
                                [&] { return distance_as_text(result); }});
    return exit_code_of(result.meet(), result.all_examined());
}

constexpr const char* distance_footer =
    "Each FILE is a mesh, or a sequence, as in `pliant check --help`; all pairs of bodies are measured, in every "
    "frame.\n"
    "The distance is that of the surfaces, of any shape: of a body inside another that it does not meet, too. It is\n"
    "zero where they meet, which is decided exactly; else an interval that certainly holds it.\n"
    "\n"
    "Examples:\n"
    "  pliant distance implant.stl bone.stl\n"
    "  pliant distance 'arm/*.ply' table.obj --csv curve.csv\n"
    "  pliant distance parts/*.stl --most 0.5 --json -\n"
    "Exit code: 0 all are apart; 1 some meet; 2 bad input; 3 none meet, but elements were set aside and not looked at.";

}  // namespace

bool DistanceResult::meet() const {
    return std::any_of(frames.begin(), frames.end(), [](const MeasuredFrame& frame) {
        return std::any_of(frame.pairs.begin(), frame.pairs.end(),
                           [](const BodyDistance& d) { return d.distance[1] == 0; });
    });
}

bool DistanceResult::all_examined() const {
    Report report;
    report.set_aside = set_aside;
    return report.all_examined();
}

void add_distance(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<DistanceCommand>();
    CLI::App* command = app.add_subcommand("distance", "How far bodies are apart, and where");
    command->footer(distance_footer);
    command->add_option("FILE", options->play.files, "Bodies, two or more")->required()->type_name("");
    command->add_option("--most", options->most, "Only pairs of bodies at this distance or nearer")
        ->check(real_number(0))
        ->type_name("X");
    add_play_options(*command, options->play);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
