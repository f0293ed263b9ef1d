// pliant check: exact intersections of meshes, or of every frame of sequences.
#include "check_play.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

#include <fmt/format.h>

#include "commands.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "output.hpp"
#include "paint.hpp"
#include "play.hpp"
#include "shared_options.hpp"

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
    bool positions = false;
    bool nesting = true;
    bool quiet = false;
    std::string known, write_known;
    std::string export_file;
    std::string image_file;
};

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
    result.budget.penetrations = options.limit;
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

CheckQuestions questions(const CheckOptions& options) {
    CheckQuestions result;
    result.intersections = question(options);
    result.penetrations = question_about_volumes(options);
    result.relations = options.nesting;
    result.depth = options.depth;
    result.keep_pairs = options.pairs;
    result.positions = options.positions;
    return result;
}

/// What would silently mean nothing.
void refuse_idle_options(const CheckOptions& options, const Stage& stage) {
    const auto sources = stage.sources();
    const bool volumes = std::any_of(sources.begin(), sources.end(),
                                     [](const Source& source) { return !source.mesh().tetrahedra.empty(); });
    if (options.between && !options.self && sources.size() < 2) {
        throw UsageError("--between: there is one body only, and nothing it could meet");
    }
    if (options.edges && !volumes) throw UsageError("--edges: no body has tetrahedra");
}

int run(const CheckOptions& options) {
    std::vector<std::string> read = options.files;
    read.push_back(options.known);
    require_distinct(read, {options.json, options.export_file, options.image_file, options.write_known});
    const CheckQuestions asked = questions(options);
    if (!options.export_file.empty()) require_ending(options.export_file, ".ply", "--export");
    if (!options.image_file.empty()) require_ending(options.image_file, ".png", "--image");

    Stage stage(options.files, options.reading, options.threads);
    refuse_idle_options(options, stage);
    hint_at_quotes(stage);
    const Known known = options.known.empty() ? Known() : Known(options.known, describe_bodies(stage));
    FoundSoFar found;
    const CheckResult result = play(stage, frame_range(options.frames, stage.frames()), asked, known,
                                    options.write_known.empty() ? nullptr : &found);
    if (!(options.known + options.write_known).empty() && stage.changes_of_connectivity() > 0) {
        throw UsageError("--known and --write-known go by the numbers of triangles, and connectivity changes here");
    }
    stage.show(result.frames[result.worst].frame);

    if (!options.write_known.empty()) write_output(options.write_known, found.as_json(result.bodies, stage));
    if (!options.export_file.empty()) export_coloured(options.export_file, shown(stage), result.worst_pairs);
    if (!options.image_file.empty()) draw_coloured(options.image_file, shown(stage), result.worst_pairs);
    write_answer(
        {options.json, options.quiet, {options.write_known, options.export_file, options.image_file}},
        [&] {
            return check_as_json(result, stage, {options.pairs, options.positions, options.depth});
        },
        [&] { return check_as_text(result, stage, options.reading.weld == io::Weld::all); });
    return exit_code_of(result.found_news(), result.all_examined());
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
    "  pliant check 'shot_12/*.ply' --known accepted.json --quiet\n"
    "A body that lies inside another, and bodies that coincide, are found too, and count.\n"
    "\n"
    "On a build server: --write-known FILE lists everything found as accepted; with --known FILE a later run is clean\n"
    "while each intersecting pair stays within an accepted region, and ends with 1 on anything else.\n"
    "\n"
    "Exit code: 0 clean, and everything was examined; 1 found; 2 bad input or usage; 3 nothing found, but not "
    "everything\n"
    "was examined: elements were set aside (triangles without area do not count), or a limit was reached.";

}  // namespace

void add_check(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<CheckOptions>();
    CLI::App* command = app.add_subcommand("check", "Exact self and mutual intersections of meshes and sequences");
    command->footer(check_footer);
    command->add_option("FILE", options->files, "Meshes or sequences, one body each")->required()->type_name("");
    add_method_option(*command, options->method);
    command->add_flag("--self", options->self, "Only pairs within one body");
    command->add_flag("--between", options->between, "Only pairs of two bodies");
    add_threads_option(*command, options->threads);
    command->add_flag("--edges", options->edges, "Also edges that pass through tetrahedra without an end inside");
    command->add_flag("--depth", options->depth,
                      "How deep vertices are inside tetrahedra or closed surfaces, and which way is out");
    command->add_flag_callback(
        "--no-nesting", [options] { options->nesting = false; },
        "Do not look for bodies inside others, or that coincide");
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
    CLI::Option* pairs = command->add_flag("--pairs", options->pairs, "List every pair in the JSON")->needs(json);
    command->add_flag("--positions", options->positions, "List also where each pair meets")->needs(pairs);
    command->add_option("--known", options->known, "Findings that are accepted, by --write-known")->type_name("FILE");
    command->add_option("--write-known", options->write_known, "Write what is found as accepted (.json)")
        ->type_name("FILE");
    add_quiet_flag(*command, options->quiet);
    command
        ->add_option("--export", options->export_file, "Write the meshes with intersecting triangles coloured (.ply)")
        ->type_name("FILE");
    command->add_option("--image", options->image_file, "Write a shaded picture of the same (.png)")->type_name("FILE");
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
