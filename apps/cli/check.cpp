// pliant check: exact intersections of meshes, or of every frame of sequences.
#include "check_play.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>

#include <fmt/format.h>

#include "check_report.hpp"
#include "commands.hpp"
#include "memory.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "output.hpp"
#include "paint.hpp"
#include "penetration_marks.hpp"
#include "play.hpp"
#include "shard.hpp"
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
    std::optional<std::uint64_t> limit, memory;  // pairs; MiB
    std::string frames, shard;
    std::string json;
    bool pairs = false;
    bool edges = false;
    bool depth = false;
    bool positions = false;
    bool nesting = true;
    bool motion = false;
    bool quiet = false;
    std::string clearance, unit;
    std::string known, write_known;
    std::string export_file;
    ImageOptions image;
    std::optional<std::size_t> frame;
    std::string report_file;
    std::string curves_file;
};

IntersectionOptions question(const CheckOptions& options) {
    IntersectionOptions result;
    result.method = method_named(options.method);
    result.self = options.self || !options.between;
    result.between = options.between || !options.self;
    result.budget.pairs = options.limit;
    // An eighth for the list: the search holds it twice while it sorts, and the command keeps that of the worst frame
    // and of the one that is shown, and makes regions of it.
    result.budget.bytes = (options.memory ? *options.memory << 20 : memory_share()) / 8;
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
    write_error(fmt::format(
        "pliant: hint: {} files of one connectivity are taken as {} bodies; for frames of one body put the pattern "
        "in quotes: 'frames/*.ply'\n",
        sources.size(), sources.size()));
}

CheckQuestions questions(const CheckOptions& options) {
    CheckQuestions result;
    result.intersections = question(options);
    result.penetrations = question_about_volumes(options);
    if (options.motion) {
        ImpactOptions& impacts = result.impacts.emplace();
        impacts.self = result.intersections.self;
        impacts.between = result.intersections.between;
        impacts.budget.impacts = options.limit;
    }
    result.relations = options.nesting;
    result.known = !options.known.empty();
    result.depth = options.depth;
    result.curves = !options.curves_file.empty();
    result.keep_pairs = options.pairs;
    result.positions = options.positions;
    result.shown_frame = options.frame;
    if (options.clearance.empty()) return result;
    result.clearance = clearance_of(options.clearance, options.unit);
    ProximityOptions& near = result.proximities.emplace();
    near.distance = result.clearance.distance;
    near.self = result.intersections.self;
    near.between = result.intersections.between;
    near.budget.proximities = options.limit;
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
    if (options.motion && stage.frames() < 2) throw UsageError("--motion: there is one frame only, and nothing moves");
    if (options.edges && !volumes) throw UsageError("--edges: no body has tetrahedra");
    if (options.frame && !options.image.wanted() && options.export_file.empty()) {
        throw UsageError("--frame: is what --image and --export show, and neither is asked for");
    }
}

void require_shown(const CheckOptions& options, const FrameList& checked) {
    if (!options.frame || std::ranges::binary_search(checked.frames, *options.frame)) return;
    throw UsageError(fmt::format("--frame: {} is not one of the {} that are checked", *options.frame,
                                 frames_in_words(checked.frames)));
}

/// What parts of one answer have in common: the files and all that changes what is found or listed.
Json asked_as_json(const CheckOptions& options) {
    const auto or_null = [](const auto& limit) { return limit ? Json(*limit) : Json(nullptr); };
    const Reading& reading = options.reading;
    return {{"files", options.files},
            {"self", options.self},
            {"between", options.between},
            {"edges", options.edges},
            {"depth", options.depth},
            {"motion", options.motion},
            {"nesting", options.nesting},
            {"curves", !options.curves_file.empty()},
            {"clearance", options.clearance},
            {"unit", options.unit},
            {"known", options.known},
            {"limit", or_null(options.limit)},
            {"memory", or_null(options.memory)},
            {"pairs", options.pairs},
            {"positions", options.positions},
            {"weld", std::size_t(reading.weld)},
            {"merge", reading.merge},
            {"format", reading.format},
            {"fps", reading.frames_per_second}};
}

/// What `pliant merge` goes by; empty without --shard.
std::string shard_as_json(const CheckOptions& options, FrameRange range) {
    if (options.shard.empty()) return "";
    const Shard shard = shard_named(options.shard);
    return dump({{"number", shard.number},
                 {"count", shard.count},
                 {"frames", {range.first, range.end}},
                 {"asked", asked_as_json(options)}});
}

/// There may be more shards than frames.
int finish_empty(const CheckOptions& options, const Stage& stage, FrameRange range) {
    CheckResult result;
    result.bodies = describe_bodies(stage);
    write_answer(
        {options.json, options.quiet}, [&] { return check_as_json(result, stage, {}, shard_as_json(options, range)); },
        [&] { return fmt::format("no frames in shard {}\n", options.shard); });
    return exit_code::clean;
}

/// A picture of the frame that is shown, which is on the stage.
void draw(const Stage& stage, const CheckResult& result, const CheckOptions& options, const std::string& file) {
    const CheckedFrame& frame = result.frames[result.shown.place];
    const std::vector<Shown> bodies = shown_bodies(stage);
    ImageOptions image = options.image;
    image.file = file;
    image.threads = options.threads;
    Findings findings{picture_title(bodies, frame.frame, stage.frames(), frame.name), bodies, result.shown.pairs,
                      frame.regions};
    for (const CheckedRelation& relation : frame.relations) findings.inside.push_back(relation.relation.a);
    findings.marks = penetration_marks(result.shown, bodies);
    add_marks(findings.marks, result.shown.features);
    draw_findings(image, findings, options.files);
}

/// The frame that is shown, as a coloured mesh and as a picture.
void show(Stage& stage, const CheckResult& result, const CheckOptions& options) {
    stage.show(result.frames[result.shown.place].frame);
    if (!options.export_file.empty()) {
        export_coloured(options.export_file, shown_bodies(stage), result.shown.pairs);
    }
    if (options.image.wanted()) draw(stage, result, options, options.image.file);
}

int run(const CheckOptions& options) {
    std::vector<std::string> read = options.files;
    read.push_back(options.known);
    require_distinct(read, {options.json, options.export_file, options.image.file, options.write_known,
                            options.report_file, options.curves_file});
    require_report_name(options.report_file);
    const CheckQuestions asked = questions(options);
    if (!options.export_file.empty()) require_ending(options.export_file, ".ply", "--export");
    if (options.image.wanted()) require_ending(options.image.file, ".png", "--image");
    if (!options.curves_file.empty()) require_ending(options.curves_file, ".obj", "--curves");

    Reading reading = options.reading;
    reading.motion = options.motion;
    Stage stage(options.files, reading, options.threads);
    refuse_idle_options(options, stage);
    hint_at_quotes(stage);
    const Known known = options.known.empty() ? Known() : Known(options.known, describe_bodies(stage));
    FoundSoFar found;
    const FrameRange range = frame_range(options.frames, stage.frames());
    const FrameList list =
        options.shard.empty() ? all_of(range) : frames_of(shard_named(options.shard), range, options.motion);
    if (list.frames.empty()) return finish_empty(options, stage, range);
    require_shown(options, list);
    std::optional<CheckReport> report;
    if (!options.report_file.empty()) report.emplace(options.report_file, stage, list.frames.size(), asked);
    const CheckResult result =
        play(stage, list, asked, known, options.write_known.empty() ? nullptr : &found, [&](const WatchedFrame& frame) {
            if (report) report->add(frame);
        });
    if (!(options.known + options.write_known).empty() && stage.changes_of_connectivity() > 0) {
        throw UsageError("--known and --write-known go by the numbers of triangles, and connectivity changes here");
    }
    show(stage, result, options);
    std::string picture;
    if (report) {
        picture =
            picture_bytes(options.report_file, [&](const std::string& file) { draw(stage, result, options, file); });
    }
    stage.show(result.frames[result.worst].frame);

    if (!options.write_known.empty()) write_output(options.write_known, found.as_json(result.bodies, stage));
    const auto text = [&] { return check_as_text(result, stage, options.reading.weld == io::Weld::all); };
    if (report) report->finish(result, text(), std::move(picture));
    if (!options.curves_file.empty()) {
        std::vector<std::string> names;
        for (const CheckedBody& body : result.bodies) names.push_back(body.name);
        write_output(options.curves_file, curves_as_obj(result.worst_curves, names));
    }
    write_answer(
        {options.json,
         options.quiet,
         {options.write_known, options.export_file, options.image.file, options.report_file, options.curves_file}},
        [&] {
            return check_as_json(result, stage, {options.pairs, options.positions, options.depth},
                                 shard_as_json(options, range));
        },
        text);
    return exit_code_of(result.found_news(), result.all_examined());
}

constexpr const char* check_footer =
    "Each FILE is a body; objects (o) of OBJ, groups (g) that share no vertex and nodes of glTF are bodies of their "
    "own:\n"
    "  mesh.obj                one mesh: OBJ, PLY, STL, OFF, glTF/GLB; tetrahedra from MSH, MEDIT .mesh, VTK, .vtu,\n"
    "                          TetGen .node/.ele, Vega .veg; .gz is unpacked on the way\n"
    "  -                       standard input; --format obj says what it is, where its beginning does not\n"
    "  'frames/*.ply'          a sequence, one mesh per frame (mind the quotes)\n"
    "  folder/                 a packed sequence: topology.off (.obj, .ply, .mesh) and positions.f32\n"
    "  mesh.obj@cache.pc2      a mesh and its point cache, .pc2 or .mdd\n"
    "  animated.glb            morph and skin animation, sampled --fps times per second\n"
    "All sequences have the same number of frames; a single mesh goes with any of them.\n"
    "Of tetrahedra, the boundary is checked, and also which vertices lie inside or exactly on the boundary of which\n"
    "tetrahedra of other bodies or, where they are no corners of them, of their own.\n"
    "Triangles, vertices and frames are numbered from 0. --export and --image show the worst frame, or that of "
    "--frame;\n"
    "colours by kind: crossing red, touching yellow, coplanar blue, fold purple; bodies inside others green. Nothing\n"
    "hides a hit in a picture: behind a surface it is paler, with an outline. Rings lead to close-ups of the worst\n"
    "regions; with --depth, arrows show the way out of what vertices are in.\n"
    "--curves writes the worst frame's; the JSON then lists the curves of every frame.\n"
    "\n"
    "Examples:\n"
    "  pliant check model.stl\n"
    "  pliant check shirt.obj body.obj --between --image where.png\n"
    "  pliant check 'frames/*.ply' --report report.html\n"
    "  pliant check 'frames/*.ply' floor.obj --json report.json --pairs\n"
    "  pliant check liver.msh needle.obj --depth\n"
    "  pliant check 'shot_12/*.ply' --known accepted.json --quiet\n"
    "  pliant check before.ply after.ply --motion\n"
    "  pliant check 'shot_12/*.ply' --shard 3/40 --json part3.json\n"
    "  pliant check implant.stl bone.stl --between --clearance 2mm --unit m\n"
    "With --clearance X, features as near as X count as found: vertices and triangles, and edges, that share no "
    "vertex;\n"
    "exactly decided, X itself included. X is in the unit of the files, or in um, mm, cm, m, km, in or ft once --unit\n"
    "says what that is.\n"
    "A body that lies inside another, and bodies that coincide, are found too, and count.\n"
    "With --motion each vertex moves on a straight line from frame to frame: what meets on the way to a frame stands "
    "in\n"
    "that frame. Meshes named one by one are then frames of one body, in that order.\n"
    "\n"
    "On a build server: --write-known FILE lists everything found as accepted; with --known FILE a later run is clean\n"
    "while all that is found stays within accepted regions: pairs, features that are near or meet, bodies and "
    "vertices\n"
    "that are inside; it ends with 1 on anything else.\n"
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
    command->add_flag("--motion", options->motion,
                      "Also which vertices and triangles, and which edges, meet on the way between frames");
    CLI::Option* clearance = command->add_option("--clearance", options->clearance,
                                                 "Also which features are as near as X, say 0.002 or 2mm");
    clearance->type_name("X");
    command->add_option("--unit", options->unit, "Unit of the files: um, mm, cm, m, km, in or ft")
        ->needs(clearance)
        ->type_name("NAME");
    command->add_flag_callback(
        "--no-nesting", [options] { options->nesting = false; },
        "Do not look for bodies inside others, or that coincide");
    add_reading_options(*command, options->reading);
    add_merge_flag(*command, options->reading.merge);
    command
        ->add_option("--limit", options->limit,
                     "Return at most so many pairs per frame, crossings first; of features, the nearest")
        ->check(whole_number(1))
        ->type_name("N");
    command
        ->add_option("--memory", options->memory,
                     "MiB that what is found may take; beyond, pairs are counted and the worst kept (a quarter of the "
                     "machine)")
        ->check(whole_number(1, 1 << 30))
        ->type_name("N");
    command->add_option("--frames", options->frames, "Only frames A:B, that is A to B - 1; A, A: and :B work too")
        ->type_name("A:B");
    command
        ->add_option("--shard", options->shard,
                     "Only the K-th of N equal parts of the frames; pliant merge joins the JSON of all")
        ->type_name("K/N");
    command->add_option("--fps", options->reading.frames_per_second, "Frames per second of glTF animations (24)")
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
    add_image_options(*command, options->image, "Write a picture of what was found");
    add_frame_option(*command, options->frame, "Frame that --image and --export show (worst)");
    add_report_option(*command, options->report_file);
    command
        ->add_option("--curves", options->curves_file,
                     "Write the curves along which surfaces meet, as polylines (.obj)")
        ->type_name("FILE");
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
