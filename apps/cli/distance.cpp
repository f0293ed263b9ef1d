// pliant distance: how far bodies are apart, in every frame.
#include "distance.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>

#include "commands.hpp"
#include "distance_report.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "shared_options.hpp"

namespace pliant::cli {
namespace {

struct DistanceCommand {
    PlayOptions play;
    std::optional<double> most;
    ImageOptions image;
    std::string report_file;
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

DistanceFrame measure_frame(Stage& stage, std::size_t number, const std::optional<double>& most) {
    const auto begin = std::chrono::steady_clock::now();
    DistanceFrame frame;
    frame.frame = number;
    frame.pairs = stage.scene().distances(most.value_or(std::numeric_limits<double>::infinity()));
    frame.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    if (!most) frame.pairs = with_missing_pairs(std::move(frame.pairs), stage.sources().size());
    return frame;
}

DistanceResult measure(Stage& stage, FrameRange range, const std::optional<double>& most, DistanceReport* report) {
    DistanceResult result;
    result.bodies = named_bodies(stage);
    play_frames(stage, range, "measuring frames", [&](std::size_t number) {
        const DistanceFrame& frame = result.frames.emplace_back(measure_frame(stage, number, most));
        add_flaws(result.set_aside, set_aside(stage.scene()));
        if (report != nullptr) report->add(frame, stage.frame_name(number));
    });
    return result;
}

/// The frame with the nearest bodies, as a picture.
void draw(Stage& stage, const DistanceResult& result, const DistanceCommand& command, const std::string& file) {
    const DistanceFrame& frame = result.frames[result.nearest()];
    stage.show(frame.frame);
    ImageOptions image = command.image;
    image.file = file;
    image.threads = command.play.threads;
    draw_distances(image, stage, frame, command.play.files);
}

int run(const DistanceCommand& command) {
    require_outputs(command.play, command.play.files, {command.image.file, command.report_file});
    if (command.image.wanted()) require_ending(command.image.file, ".png", "--image");
    require_report_name(command.report_file);
    Stage stage = stage_of(command.play);
    if (stage.sources().size() < 2) throw UsageError("distance: needs two bodies or more");
    const FrameRange range = frames_asked(command.play, stage.frames());
    std::optional<DistanceReport> report;
    if (!command.report_file.empty()) {
        report.emplace(command.report_file, stage, range, pairs_of_bodies(stage.sources().size()));
    }
    const DistanceResult result = measure(stage, range, command.most, report ? &*report : nullptr);
    if (command.image.wanted()) draw(stage, result, command, command.image.file);
    if (report) {
        report->finish(
            result, distance_as_text(result),
            picture_bytes(command.report_file, [&](const std::string& file) { draw(stage, result, command, file); }));
    }
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
    "  pliant distance 'arm/*.ply' table.obj --report report.html\n"
    "Exit code: 0 all are apart; 1 some meet; 2 bad input; 3 none meet, but elements were set aside and not looked at.";

}  // namespace

const BodyDistance* DistanceFrame::nearest() const {
    const BodyDistance* least = nullptr;
    for (const BodyDistance& d : pairs) {
        if (std::isfinite(d.distance[1]) && (least == nullptr || d.distance[1] < least->distance[1])) least = &d;
    }
    return least;
}

std::size_t DistanceResult::nearest() const {
    std::size_t best = 0;
    const BodyDistance* least = nullptr;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const BodyDistance* own = frames[i].nearest();
        if (own == nullptr || (least != nullptr && own->distance[1] >= least->distance[1])) continue;
        least = own;
        best = i;
    }
    return best;
}

bool DistanceResult::meet() const {
    return std::any_of(frames.begin(), frames.end(), [](const DistanceFrame& frame) {
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
    add_image_options(*command, options->image, "Draw the nearest points of the nearest frame");
    add_report_option(*command, options->report_file);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
