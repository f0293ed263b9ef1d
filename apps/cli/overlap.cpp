// pliant overlap: the volume that bodies share, or one with itself, in every frame.
#include "overlap.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "body_at_frame.hpp"
#include "commands.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "overlap_report.hpp"
#include "paint.hpp"
#include "picture/palette.hpp"
#include "picture/shared_surface.hpp"
#include "producer.hpp"
#include "shared_options.hpp"

namespace pliant::cli {
namespace {

struct OverlapCommand {
    PlayOptions play;
    std::string tolerance = "1%";
    std::optional<std::uint32_t> resolution;
    std::string move_b, axis, rule = "winding";
    bool all_axes = false, depths = false;
    std::string producer;
    std::string export_file;
    ImageOptions image;
    std::string report_file;
};

/// "1%" or "0.01".
double share(std::string_view text) {
    const bool percent = text.ends_with('%');
    const double value =
        finite_number(percent ? text.substr(0, text.size() - 1) : text, "--tolerance", "of the form 1% or 0.01");
    const double result = percent ? value / 100 : value;
    if (result > 0 && result <= 1) return result;
    throw UsageError(fmt::format("--tolerance: '{}' is not between 0 and 100%", text));
}

std::optional<Axis> axis_named(const std::string& text) {
    if (text.empty()) return std::nullopt;
    for (const Axis axis : {Axis::x, Axis::y, Axis::z}) {
        if (name(axis) == text) return axis;
    }
    throw UsageError(fmt::format("--axis: '{}' is not x, y or z", text));
}

OverlapOptions question(const OverlapCommand& command) {
    OverlapOptions options;
    options.tolerance = share(command.tolerance);
    options.resolution = command.resolution;
    options.axis = axis_named(command.axis);
    options.all_axes = command.all_axes;
    options.rule = rule_named(command.rule);
    options.depths = command.depths;
    return options;
}

/// The second body, moved away from where its file has it.
class MovedBody {
public:
    explicit MovedBody(const Position& by) : by_(by) {}

    void show(Stage& stage) {
        const auto shown = stage.sources()[1].positions;
        positions_.assign(shown.begin(), shown.end());
        for (Position& p : positions_) {
            for (std::size_t k = 0; k < 3; ++k) p[k] += by_[k];
        }
        stage.scene().move(BodyId(1), positions_);
    }
    [[nodiscard]] std::span<const Position> positions() const { return positions_; }

private:
    Position by_;
    std::vector<Position> positions_;  // the scene borrows them
};

const Overlap& ask(Scene& scene, const BodyPair& pair, const OverlapOptions& options) {
    return pair.self() ? scene.self_overlap(BodyId(pair.a), options)
                       : scene.overlap(BodyId(pair.a), BodyId(pair.b), options);
}

/// As they are measured.
std::vector<Shown> measured_bodies(const Stage& stage, const std::optional<MovedBody>& moved) {
    std::vector<Shown> bodies = shown_bodies(stage);
    if (moved) bodies[1].positions = moved->positions();
    return bodies;
}

/// Asks once more where volume is shared, for something to look at.
void report_frame(OverlapReport& report, Stage& stage, const MeasuredFrame& measured, OverlapOptions options,
                  const std::optional<MovedBody>& moved) {
    options.spans = true;
    options.resolution = reported_columns;
    for (const MeasuredPair& pair : measured.pairs) {
        if (pair.shares_volume()) report.add_spans(ask(stage.scene(), pair.bodies, options));
    }
    report.add(measured, stage.frame_name(measured.frame), reported_shapes(measured_bodies(stage, moved)));
}

OverlapResult measure(Stage& stage, FrameRange range, const OverlapOptions& options, std::optional<MovedBody>& moved,
                      const std::string& report_file, std::optional<OverlapReport>& report) {
    OverlapResult result;
    result.bodies = named_bodies(stage);
    result.depths = options.depths;
    std::vector<BodyPair> pairs = pairs_of_bodies(result.bodies.size());
    if (pairs.empty()) pairs.push_back({0, 0});
    if (!report_file.empty()) report.emplace(report_file, stage, range, pairs, options.depths);
    play_frames(stage, range, "measuring", [&](std::size_t frame) {
        if (moved) moved->show(stage);
        MeasuredFrame& measured = result.frames.emplace_back();
        measured.frame = frame;
        measured.name = stage.frame_name(frame);
        for (const BodyPair& pair : pairs) {
            const Overlap& overlap =
                measured.pairs.emplace_back(MeasuredPair{pair, ask(stage.scene(), pair, options)}).overlap;
            add_flaws(result.set_aside, overlap.report.set_aside);
        }
        if (report) report_frame(*report, stage, measured, options, moved);
    });
    return result;
}

void draw(Stage& stage, const MeasuredFrame& frame, const OverlapCommand& command,
          const std::optional<MovedBody>& moved, const std::string& file) {
    const std::vector<Shown> bodies = measured_bodies(stage, moved);
    std::vector<picture::SharedSurface> surfaces;
    double volume = 0, error = 0;
    for (const MeasuredPair& pair : frame.pairs) {
        volume += pair.overlap.volume;
        error += pair.overlap.error;
        const auto body = [&](std::size_t i) {
            return picture::SceneBody{BodyId(i), {bodies[i].positions, bodies[i].triangles}};
        };
        surfaces.push_back(
            picture::shared_surface(stage.scene(), body(pair.bodies.a), body(pair.bodies.b), rule_named(command.rule)));
    }
    std::vector<SharedPiece> pieces;
    for (const picture::SharedSurface& s : surfaces) {
        if (!s.triangles.empty()) pieces.push_back({s.positions, s.triangles, s.of_second});
    }
    ImageOptions image = command.image;
    image.file = file;
    image.threads = command.play.threads;
    Findings findings{picture_title(bodies, frame.frame, stage.frames(), stage.frame_name(frame.frame)), bodies};
    findings.marks.legend.push_back({picture::Symbol::square, picture::shared_colours[0],
                                     fmt::format("shared volume {:.6g} +- {:.2g}", volume, error)});
    draw_shared(image, findings, pieces, command.play.files);
}

/// Where the most volume is shared: as boxes, as a picture.
void show_peak(Stage& stage, const OverlapResult& result, const OverlapCommand& command,
               std::optional<MovedBody>& moved) {
    if (command.export_file.empty() && !command.image.wanted()) return;
    const MeasuredFrame& frame = result.frames[result.peak()];
    stage.show(frame.frame);
    if (moved) moved->show(stage);
    if (!command.export_file.empty()) {
        OverlapOptions options = question(command);
        options.spans = true;
        const SpanBoxes boxes = boxes_of(ask(stage.scene(), {0, 1}, options));
        io::write_mesh(command.export_file, SurfaceView{boxes.positions, boxes.triangles});
    }
    if (command.image.wanted()) draw(stage, frame, command, moved, command.image.file);
}

std::string picture_of_peak(Stage& stage, const OverlapResult& result, const OverlapCommand& command,
                            std::optional<MovedBody>& moved) {
    const MeasuredFrame& peak = result.frames[result.peak()];
    stage.show(peak.frame);
    if (moved) moved->show(stage);
    return picture_bytes(command.report_file,
                         [&](const std::string& file) { draw(stage, peak, command, moved, file); });
}

void require_bodies(const OverlapCommand& command, std::size_t bodies) {
    if (bodies == 1 && !command.producer.empty()) throw UsageError("--producer needs two bodies");
    if (bodies == 1 && command.depths) throw UsageError("--depths needs two bodies");
    if (bodies == 1 && command.image.wanted()) throw UsageError("--image needs two bodies or more");
    if (bodies == 2 || (command.export_file.empty() && command.move_b.empty())) return;
    throw UsageError("--export and --move-b need two bodies");
}

int run(const OverlapCommand& command) {
    require_outputs(command.play, command.play.files, {command.export_file, command.image.file, command.report_file});
    require_report_name(command.report_file);
    const std::unique_ptr<LayerProducer> producer = producer_named(command.producer);
    OverlapOptions options = question(command);
    options.producer = producer.get();
    if (producer && (command.depths || command.all_axes))
        throw UsageError("--producer knows neither --depths nor --all-axes");
    std::optional<MovedBody> moved;
    if (!command.move_b.empty()) moved.emplace(three_numbers(command.move_b, "--move-b"));
    if (!command.export_file.empty()) require_ending(command.export_file, ".ply", "--export");
    if (command.image.wanted()) require_ending(command.image.file, ".png", "--image");
    Stage stage = stage_of(command.play);
    require_bodies(command, stage.sources().size());
    std::optional<OverlapReport> report;
    OverlapResult result =
        measure(stage, frames_asked(command.play, stage.frames()), options, moved, command.report_file, report);
    if (producer) result.sampled_by = producer->renderer();
    show_peak(stage, result, command, moved);
    if (report) report->finish(result, overlap_as_text(result), picture_of_peak(stage, result, command, moved));
    write_voices(
        command.play,
        {[&] { return overlap_as_csv(result); }, [&] { return overlap_as_json(result, bodies_as_json(stage)); },
         [&] { return overlap_as_text(result); }},
        {command.export_file, command.image.file, command.report_file});
    return exit_code_of(result.found(), result.all_examined());
}

constexpr const char* overlap_footer =
    "Each FILE is a closed mesh, or a sequence, as in `pliant check --help`; all pairs of bodies are measured, in "
    "every\n"
    "frame. One body alone is measured against itself. The true volume is within volume - error and volume + error.\n"
    "--export writes a box for each stretch of a line that lies inside both; --image shows what is shared within the\n"
    "bodies, by their surfaces: of the frame in which the most is shared, or of --frame.\n"
    "\n"
    "Examples:\n"
    "  pliant overlap hand.obj cup.obj\n"
    "  pliant overlap 'hand/*.ply' cup.obj --csv curve.csv\n"
    "  pliant overlap a.ply b.ply --tolerance 0.1% --move-b 0.5,0,0 --json -\n"
    "  pliant overlap a.ply b.ply --resolution 128 --export spans.ply --image shared.png\n"
    "  pliant overlap 'hand/*.ply' cup.obj --depths --report report.html\n"
    "  pliant overlap body.obj\n"
    "What was set aside is named, and was not looked at.\n"
    "Exit code: 0 no volume shared, as nearly as --tolerance asks; 1 shared (volume - error > 0) in some frame; 2 bad\n"
    "input; 3 none found, but not all was examined: elements were set aside, the tolerance was not reached, or lines "
    "were\n"
    "only sampled (--producer).";

}  // namespace

const VertexPenetration* MeasuredPair::deepest() const {
    const auto& all = overlap.penetrations;
    const auto most =
        std::max_element(all.begin(), all.end(), [](const auto& p, const auto& q) { return p.depth < q.depth; });
    return most == all.end() ? nullptr : &*most;
}

bool OverlapResult::found() const {
    return std::any_of(frames.begin(), frames.end(), [](const MeasuredFrame& frame) {
        return std::any_of(frame.pairs.begin(), frame.pairs.end(),
                           [](const MeasuredPair& p) { return p.shares_volume(); });
    });
}

bool OverlapResult::all_examined() const {
    return std::all_of(frames.begin(), frames.end(), [](const MeasuredFrame& frame) {
        return std::all_of(frame.pairs.begin(), frame.pairs.end(),
                           [](const MeasuredPair& p) { return p.overlap.report.all_examined() && !p.overlap.sampled; });
    });
}

std::size_t OverlapResult::peak() const {
    const auto largest = [](const MeasuredFrame& frame) {
        double volume = 0;
        for (const MeasuredPair& pair : frame.pairs) volume = std::max(volume, pair.overlap.volume);
        return volume;
    };
    const auto most = std::max_element(frames.begin(), frames.end(),
                                       [&](const auto& a, const auto& b) { return largest(a) < largest(b); });
    return std::size_t(most - frames.begin());
}

void add_overlap(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<OverlapCommand>();
    CLI::App* command = app.add_subcommand("overlap", "The volume that bodies share, with its error");
    command->footer(overlap_footer);
    command->add_option("FILE", options->play.files, "Bodies; one alone is measured against itself")
        ->required()
        ->type_name("");
    CLI::Option* tolerance =
        command->add_option("--tolerance", options->tolerance,
                            "Largest error, relative to the volume, or to a thousandth of the smaller body where "
                            "less than that is shared (1%)");
    tolerance->type_name("X%");
    command->add_option("--resolution", options->resolution, "So many columns along each side instead")
        ->check(whole_number(1, 4096))
        ->excludes(tolerance)
        ->type_name("N");
    command->add_option("--move-b", options->move_b, "Move the second body first")->type_name("X,Y,Z");
    offer(command->add_option("--axis", options->axis, "Direction of the columns: x, y or z; otherwise chosen")
              ->type_name("AXIS"),
          {"x", "y", "z"});
    command->add_flag("--all-axes", options->all_axes, "Measure along all three and keep what they agree on");
    add_rule_option(*command, options->rule);
    command->add_flag("--depths", options->depths, "Vertices inside the other body: how deep, which way out");
    add_producer_option(*command, options->producer);
    add_play_options(*command, options->play);
    command->add_option("--export", options->export_file, "Write the shared volume as boxes (.ply)")->type_name("FILE");
    add_image_options(*command, options->image, "Write a picture of it");
    add_report_option(*command, options->report_file);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
