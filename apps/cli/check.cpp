// pliant check: exact intersections of meshes, or of every frame of sequences.
#include "check.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "commands.hpp"
#include "mesh/topology.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "output.hpp"
#include "paint.hpp"
#include "shared_options.hpp"
#include "terminal.hpp"

namespace pliant::cli {
namespace {

struct CheckOptions {
    std::vector<std::string> files;
    std::string method = "automatic";
    bool self = false;
    bool between = false;
    unsigned threads = 0;
    Reading reading;
    std::optional<std::uint64_t> limit;
    std::string frames;
    std::string json;
    bool pairs = false;
    bool edges = false;
    bool depth = false;
    std::string export_file;
    std::string image_file;
};

struct FrameRange {
    std::size_t first = 0;
    std::size_t end = 0;  // one behind the last
};

std::size_t frame_number(std::string_view text, std::size_t if_empty, const std::string& option) {
    if (text.empty()) return if_empty;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size()) return number;
    throw UsageError(fmt::format("--frames: '{}' is not of the form A:B, A: or :B", option));
}

/// "A:B": frames A to B - 1; either may be left out. "A" alone is that one frame.
FrameRange frame_range(const std::string& option, std::size_t frames) {
    const std::size_t colon = option.find(':');
    FrameRange range;
    range.first = frame_number(std::string_view(option).substr(0, colon), 0, option);
    if (colon == std::string::npos) {
        range.end = option.empty() ? frames : range.first + 1;
    } else {
        range.end = frame_number(std::string_view(option).substr(colon + 1), frames, option);
    }
    range.end = std::min(range.end, frames);
    if (range.first < range.end) return range;
    throw UsageError(fmt::format("--frames: '{}' leaves none of the {} frames", option, frames));
}

IntersectionOptions question(const CheckOptions& options) {
    IntersectionOptions result;
    result.method = method_named(options.method);
    result.self = options.self || !options.between;
    result.between = options.between || !options.self;
    result.budget.pairs = options.limit;
    return result;
}

PenetrationOptions question_about_volumes(const CheckOptions& options) {
    PenetrationOptions result;
    if (method_named(options.method) == IntersectionMethod::brute_force) result.method = PenetrationMethod::brute_force;
    result.self = options.self || !options.between;
    result.between = options.between || !options.self;
    result.edges = options.edges;
    result.depth = options.depth;
    result.budget.pairs = options.limit;
    return result;
}

std::vector<CheckedBody> describe_bodies(const Stage& stage) {
    std::vector<CheckedBody> bodies;
    for (std::size_t i = 0; i < stage.sources().size(); ++i) {
        const io::Mesh& mesh = stage.sources()[i].mesh();
        CheckedBody& body = bodies.emplace_back();
        body.name = mesh.name;
        body.vertices = mesh.positions.size();
        body.triangles = stage.triangles(i).size();
        body.tetrahedra = mesh.tetrahedra.size();
        body.polygons = mesh.polygon_of_triangle.empty() ? 0 : mesh.polygons;
        body.closed = mesh::is_closed(mesh.positions.size(), stage.triangles(i));
    }
    return bodies;
}

void note_flaws(std::vector<CheckedBody>& bodies, std::span<const Flaw> flaws,
                std::vector<Flaw> CheckedBody::*into = &CheckedBody::set_aside) {
    for (const Flaw& flaw : flaws) {
        auto& known = bodies[std::size_t(flaw.body)].*into;
        const auto place = std::lower_bound(known.begin(), known.end(), flaw);
        if (place == known.end() || *place != flaw) known.insert(place, flaw);
    }
}

CheckedPenetrations describe(const Penetrations& answer, const PenetrationOptions& question, bool keep) {
    CheckedPenetrations result;
    for (const Penetration& p : answer) {
        ++(p.kind == PenetrationKind::inside ? result.inside : result.on_boundary);
        if (question.depth) result.deepest = std::max(result.deepest.value_or(0), p.depth);
    }
    if (question.edges) result.edges = answer.edges.size();
    result.milliseconds = answer.report.milliseconds;
    if (keep) result.list = answer.items;
    if (keep) result.edges_list = answer.edges;
    return result;
}

/// Vertices inside tetrahedra, where there are any.
void check_volumes(Stage& stage, const PenetrationOptions& question, bool keep, CheckResult& result) {
    const auto& bodies = result.bodies;
    if (std::none_of(bodies.begin(), bodies.end(), [](const CheckedBody& b) { return b.tetrahedra > 0; })) return;
    const Penetrations& answer = stage.scene().penetrations(question);
    CheckedFrame& frame = result.frames.back();
    frame.penetrations = describe(answer, question, keep);
    frame.complete = frame.complete && answer.report.complete;
    frame.all_examined = frame.all_examined && answer.report.all_examined();
    if (frame.stopped_by == Limit::none) frame.stopped_by = answer.report.stopped_by;
    frame.any_left_out = frame.any_left_out || answer.report.anything_left_out();
    result.any_penetration = result.any_penetration || !answer.empty() || !answer.edges.empty();
    note_flaws(result.bodies, answer.report.set_aside);
    note_flaws(result.bodies, answer.report.noted, &CheckedBody::noted);
}

/// Now, since another frame may have other polygons. Empty where all are triangles.
std::vector<std::array<std::uint32_t, 2>> polygons(std::span<const TrianglePair> pairs,
                                                   std::span<const Source> sources) {
    std::vector<std::array<std::uint32_t, 2>> result;
    const auto cut = [](const Source& source) { return !source.mesh().polygon_of_triangle.empty(); };
    if (std::none_of(sources.begin(), sources.end(), cut)) return result;
    const auto polygon = [&](const TriangleRef& side) {
        return sources[std::size_t(side.body)].polygon(side.triangle);
    };
    for (const TrianglePair& pair : pairs) result.push_back({polygon(pair.a), polygon(pair.b)});
    return result;
}

CheckResult play(Stage& stage, FrameRange range, const IntersectionOptions& question,
                 const PenetrationOptions& of_volumes, bool keep_pairs) {
    CheckResult result;
    result.bodies = describe_bodies(stage);
    Progress progress("checking frames", range.end - range.first);
    for (std::size_t frame = range.first; frame < range.end; ++frame) {
        stage.show(frame, frame + 1 < range.end ? std::optional(frame + 1) : std::nullopt);
        const auto& answer = stage.scene().intersections(question);
        const Report& report = answer.report;
        CheckedFrame& checked = result.frames.emplace_back();
        checked.frame = frame;
        checked.tally = tally(answer.items);
        checked.complete = report.complete;
        checked.all_examined = report.all_examined();
        checked.stopped_by = report.stopped_by;
        checked.any_left_out = report.anything_left_out();
        checked.detector = report.detector;
        checked.milliseconds = report.milliseconds;
        if (keep_pairs) checked.pairs = answer.items;
        if (keep_pairs) checked.polygons = polygons(answer.items, stage.sources());
        if (answer.size() > result.worst_pairs.size()) {
            result.worst = result.frames.size() - 1;
            result.worst_pairs = answer.items;
        }
        note_flaws(result.bodies, report.set_aside);
        check_volumes(stage, of_volumes, keep_pairs, result);
        progress.advance();
    }
    return result;
}

std::vector<Shown> shown(const Stage& stage) {
    std::vector<Shown> bodies;
    for (std::size_t i = 0; i < stage.sources().size(); ++i) {
        bodies.push_back({stage.sources()[i].positions, stage.triangles(i)});
    }
    return bodies;
}

/// A shell that expands frames/*.ply makes a body of each frame, which is seldom meant.
void hint_at_quotes(const Stage& stage) {
    const auto sources = stage.sources();
    const auto like_first = [&](const Source& source) {
        if (&source != sources.data() && source.file == sources[0].file) return false;  // an object of one file
        const auto own = stage.triangles(std::size_t(&source - sources.data()));
        return source.frames() == 1 && std::ranges::equal(own, stage.triangles(0));
    };
    if (sources.size() < 4 || stage.triangles(0).empty()) return;
    if (!std::all_of(sources.begin(), sources.end(), like_first)) return;
    fmt::print(
        stderr,
        "pliant: hint: {} files of one connectivity are taken as {} bodies; for frames of one body put the pattern "
        "in quotes: 'frames/*.ply'\n",
        sources.size(), sources.size());
}

int run(const CheckOptions& options) {
    require_distinct(options.files, {options.json, options.export_file, options.image_file});
    const IntersectionOptions asked = question(options);
    if (!options.export_file.empty()) require_ending(options.export_file, ".ply", "--export");
    if (!options.image_file.empty()) require_ending(options.image_file, ".png", "--image");

    Stage stage(options.files, options.reading, options.threads);
    hint_at_quotes(stage);
    const CheckResult result =
        play(stage, frame_range(options.frames, stage.frames()), asked, question_about_volumes(options), options.pairs);
    stage.show(result.frames[result.worst].frame);

    if (!options.export_file.empty()) export_coloured(options.export_file, shown(stage), result.worst_pairs);
    if (!options.image_file.empty()) draw_coloured(options.image_file, shown(stage), result.worst_pairs);
    write_answer(
        options.json, [&] { return check_as_json(result, stage, options.pairs); },
        [&] { return check_as_text(result, stage, options.reading.weld == io::Weld::all); });
    return result.clean() ? exit_code::clean : exit_code::intersections;
}

constexpr const char* check_footer =
    "Each FILE is a body; objects (o) of OBJ, groups (g) that share no vertex and nodes of glTF are bodies of their "
    "own:\n"
    "  mesh.obj                one mesh: OBJ, PLY, STL, OFF, glTF/GLB; tetrahedra from MSH, MEDIT .mesh, VTK, .vtu,\n"
    "                          TetGen .node/.ele, Vega .veg; .gz is unpacked on the way\n"
    "  -                       standard input; --format obj says what it is, where its beginning does not\n"
    "  'frames/*.ply'          a sequence, a mesh a frame (mind the quotes)\n"
    "  folder/                 a packed sequence: topology.off (.obj, .ply, .mesh) and positions.f32\n"
    "  mesh.obj@cache.pc2      a mesh and its point cache, .pc2 or .mdd\n"
    "  animated.glb            morph and skin animation, sampled --fps times a second\n"
    "All sequences have the same number of frames; a single mesh goes with any of them.\n"
    "Of tetrahedra, the boundary is checked, and also which vertices lie inside or exactly on the boundary of which\n"
    "tetrahedra of other bodies or, where they are no corners of them, of their own.\n"
    "Triangles, vertices and frames are numbered from 0. --export and --image show the frame with most pairs; colours\n"
    "by kind: crossing red, touching orange, coplanar violet, fold blue.\n"
    "\n"
    "Examples:\n"
    "  pliant check model.stl\n"
    "  pliant check shirt.obj body.obj --between --image where.png\n"
    "  pliant check 'frames/*.ply' floor.obj --json report.json --pairs\n"
    "  pliant check liver.msh needle.obj --depth\n"
    "Exit code: 0 clean, 1 intersections or penetrations found, 2 bad input.";

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<CheckOptions>();
    CLI::App* command = app.add_subcommand("check", "Exact self and mutual intersections of meshes and sequences");
    command->footer(check_footer);
    command->add_option("FILE", options->files, "Meshes or sequences, one body each")->required()->type_name("");
    command->add_option("--method", options->method, "Detector: " + method_names())->type_name("NAME");
    command->add_flag("--self", options->self, "Only pairs within one body");
    command->add_flag("--between", options->between, "Only pairs of two bodies");
    add_threads_option(*command, options->threads);
    command->add_flag("--edges", options->edges, "Also edges that pass through tetrahedra without an end inside");
    command->add_flag("--depth", options->depth, "How deep vertices are inside, and which way is out");
    add_reading_options(*command, options->reading);
    add_merge_flag(*command, options->reading.merge);
    command->add_option("--limit", options->limit, "Return at most so many pairs a frame, crossings first")
        ->check(whole_number(1))
        ->type_name("N");
    command->add_option("--frames", options->frames, "Only frames A:B, that is A to B - 1; A, A: and :B work too")
        ->type_name("A:B");
    command->add_option("--fps", options->reading.frames_per_second, "Frames a second of glTF animations (24)")
        ->check(real_number(1e-3))
        ->type_name("X");
    CLI::Option* json = add_json_option(*command, options->json);
    command->add_flag("--pairs", options->pairs, "List every pair in the JSON")->needs(json);
    command
        ->add_option("--export", options->export_file, "Write the meshes with intersecting triangles coloured (.ply)")
        ->type_name("FILE");
    command->add_option("--image", options->image_file, "Write a shaded picture of the same (.png)")->type_name("FILE");
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
