// pliant contains: which points lie inside bodies, in every frame.
#include "contains.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "commands.hpp"
#include "io/formats.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "producer.hpp"
#include "shared_options.hpp"

namespace pliant::cli {
namespace {

struct ContainsCommand {
    PlayOptions play;  // the last file has the points
    bool fast = false, exact = false;
    std::string rule = "winding";
    std::optional<std::uint32_t> resolution;
    std::string producer;
};

constexpr std::array<std::string_view, 4> text_endings{"csv", "txt", "xyz", "tsv"};

bool is_text(const std::string& file, const std::string& format) {
    const auto listed = [](const std::string& ending) {
        return std::any_of(text_endings.begin(), text_endings.end(),
                           [&](std::string_view text) { return ending == fmt::format(".{}", text); });
    };
    return listed(io::ending_for(file, {})) || listed(io::ending_for(file, format));  // its own ending goes first
}

/// Text, or the vertices of a mesh or of a sequence.
class PointsFile {
public:
    PointsFile(const std::string& file, const io::SequenceOptions& reading) try : file_(file) {
        if (is_text(file, reading.format)) {
            points_ = io::read_points(file);
            return;
        }
        sequence_ = io::open_sequence(file, reading);
        points_ = sequence_->mesh().positions;
    } catch (const io::UnknownFormat& error) {
        throw UsageError(fmt::format("{}; --format csv says that these are points as text", error.what()));
    }

    [[nodiscard]] std::size_t frames() const { return sequence_ ? sequence_->frames() : 1; }
    void show(std::size_t frame) {
        if (frames() > 1) sequence_->positions(frame, points_);
    }
    [[nodiscard]] const std::vector<Position>& points() const { return points_; }
    [[nodiscard]] const std::string& file() const { return file_; }

private:
    std::string file_;
    std::unique_ptr<io::Sequence> sequence_;
    std::vector<Position> points_;
};

std::size_t common_frames(const Stage& stage, const PointsFile& points) {
    const std::size_t bodies = stage.frames(), own = points.frames();
    if (bodies == own || bodies == 1 || own == 1) return std::max(bodies, own);
    throw UsageError(fmt::format("{} has {} frames and the bodies have {}: sequences must be of one length",
                                 points.file(), own, bodies));
}

ContainedPoints counts_of(std::size_t body, std::size_t points, const Containment& found, bool list) {
    ContainedPoints result;
    result.body = body;
    result.points = points;
    result.inside = found.inside.size();
    result.on_surface = found.on_surface.size();
    result.uncertain = found.uncertain.size();
    result.invalid = found.invalid.size();
    result.lists = found;
    if (list) return result;
    for (auto* numbers :
         {&result.lists.inside, &result.lists.on_surface, &result.lists.uncertain, &result.lists.invalid})
        *numbers = {};
    return result;
}

ContainsResult find(Stage& stage, PointsFile& points, FrameRange range, const ContainsOptions& options, bool list) {
    ContainsResult result;
    result.bodies = named_bodies(stage);
    result.exact = options.exact;
    play_frames(stage, range, "looking at points", [&](std::size_t number) {
        points.show(number);
        ContainedFrame& frame = result.frames.emplace_back();
        frame.frame = number;
        frame.name = stage.frame_name(number);
        for (std::size_t body = 0; body < result.bodies.size(); ++body) {
            const Containment& found = stage.scene().contains(BodyId(body), points.points(), options);
            frame.bodies.push_back(counts_of(body, points.points().size(), found, list));
            add_flaws(result.set_aside, found.report.set_aside);
        }
    });
    return result;
}

ContainsOptions question(const ContainsCommand& command) {
    if (command.exact) throw UsageError("--exact: `contains` is exact; --fast leaves out the points near the surface");
    ContainsOptions options;
    options.exact = !command.fast && command.producer.empty();
    options.rule = rule_named(command.rule);
    options.resolution = command.resolution;
    return options;
}

int run(const ContainsCommand& command) {
    require_outputs(command.play, command.play.files);
    const std::unique_ptr<LayerProducer> producer = producer_named(command.producer);
    ContainsOptions options = question(command);
    options.producer = producer.get();
    PlayOptions of_bodies = command.play;
    of_bodies.files.pop_back();
    if (of_bodies.files.empty()) throw UsageError("contains: needs a body and points: BODY... POINTS");
    require_standard_input_once(command.play.files);
    Stage stage = stage_of(of_bodies);
    io::SequenceOptions each_point = command.play.reading;
    each_point.weld = io::Weld::none;  // answers go by the numbers of points
    PointsFile points(command.play.files.back(), each_point);
    const FrameRange range = frames_asked(command.play, common_frames(stage, points));
    ContainsResult result = find(stage, points, range, options, !command.play.json.empty());
    if (producer) result.sampled_by = producer->renderer();
    write_voices(command.play, {[&] { return contains_as_csv(result); },
                                [&] { return contains_as_json(result, bodies_as_json(stage)); },
                                [&] { return contains_as_text(result); }});
    return exit_code_of(result.found(), result.all_known());
}

constexpr const char* contains_footer =
    "Each FILE but the last is a closed mesh, or a sequence, as in `pliant check --help`. The last one has the points: "
    "text\n"
    "(.csv, .txt, .xyz, .tsv, or - with --format csv), one point per line: three numbers, decimal or hexadecimal, in "
    "the "
    "columns that a heading\n"
    "calls x,y,z (or px,py,pz), else the first three numbers in a row, in quotes or not; lines that begin with # are\n"
    "comments; decimal commas are refused. Of any other file, a mesh or a sequence, the vertices are taken.\n"
    "Points are numbered from 0. Points in no list are certainly outside. An open surface has no inside: of such a "
    "body\n"
    "a point is certain only where it lies beyond its box, or where all three axes agree past its openings.\n"
    "\n"
    "Examples:\n"
    "  pliant contains bunny.obj points.csv\n"
    "  pliant contains bunny.obj points.csv --fast --json inside.json\n"
    "  pliant contains 'body/*.ply' other.ply --csv curve.csv\n"
    "What of a body was set aside is named, and was not looked at.\n"
    "Exit code: 0 all points outside, 1 some inside or on the surface, 2 bad input, 3 none found inside, but points "
    "are\n"
    "uncertain or not finite, or elements were set aside.";

}  // namespace

bool ContainsResult::found() const {
    return std::any_of(frames.begin(), frames.end(), [](const ContainedFrame& frame) {
        return std::any_of(frame.bodies.begin(), frame.bodies.end(), [](const auto& of) { return of.found(); });
    });
}

bool ContainsResult::all_known() const {
    return std::all_of(frames.begin(), frames.end(), [](const ContainedFrame& frame) {
        return std::all_of(frame.bodies.begin(), frame.bodies.end(), [](const auto& of) { return of.all_known(); });
    });
}

void add_contains(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<ContainsCommand>();
    CLI::App* command = app.add_subcommand("contains", "Which points lie inside bodies");
    command->footer(contains_footer);
    command->add_option("FILE", options->play.files, "Bodies, and last the points")->required()->type_name("");
    command->add_flag("--fast", options->fast,
                      "Leave points near the surface uncertain instead of settling them exactly");
    command->add_flag("--exact", options->exact)->group("");  // was an option once: says what took its place
    add_rule_option(*command, options->rule);
    command->add_option("--resolution", options->resolution, "Columns along each side of the body's box")
        ->check(whole_number(1, 1024))
        ->type_name("N");
    add_producer_option(*command, options->producer);
    add_play_options(*command, options->play, text_endings);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
