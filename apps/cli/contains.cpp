// pliant contains: which points lie inside a body.
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <pliant/pliant.hpp>

#include "body_at_frame.hpp"
#include "commands.hpp"
#include "io/points.hpp"
#include "json.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "output.hpp"
#include "set_aside.hpp"
#include "shared_options.hpp"

namespace pliant::cli {
namespace {

struct ContainsCommand {
    std::string body, points;
    bool exact = false;
    io::SequenceOptions reading;
    std::string rule = "winding";
    std::optional<std::uint32_t> resolution;
    std::size_t frame = 0;
    unsigned threads = 0;
    std::string json;
};

/// Text, or the vertices of a mesh.
std::vector<Position> points_of(const std::string& file) {
    for (const std::string_view ending : {".csv", ".txt", ".xyz", ".tsv"}) {
        if (file.ends_with(ending)) return io::read_points(file);
    }
    return io::read_mesh(file).positions;
}

std::string as_json(const ContainsCommand& command, std::size_t points, const Containment& found) {
    Json json;
    json["points"] = points;
    json["inside"] = found.inside;
    json["uncertain"] = found.uncertain;
    json["on_surface"] = found.on_surface;
    json["invalid"] = found.invalid;
    json["exact"] = command.exact;
    json["bound"] = number(found.bound);
    json["resolution"] = found.resolution;
    json["inconsistent_pixels"] = found.inconsistent_pixels;
    set_completeness(json, found.report);  // no budget can be given here, so that nothing ever runs out
    json["set_aside"] = flaws_as_json(found.report.set_aside);
    json["milliseconds"] = update_and_find(found.report.milliseconds);
    return document("contains", json);
}

std::string as_text(const ContainsCommand& command, std::size_t points, const Containment& found, bool volume) {
    const std::size_t outside =
        points - found.inside.size() - found.uncertain.size() - found.on_surface.size() - found.invalid.size();
    std::string text = fmt::format("{} points: {} inside, {} outside", points, found.inside.size(), outside);
    if (command.exact) text += fmt::format(", {} exactly on the surface", found.on_surface.size());
    if (!found.uncertain.empty()) {
        text +=
            fmt::format(", {} uncertain ({})", found.uncertain.size(),
                        command.exact ? "the surface is not closed there" : "near the surface; --exact settles them");
    }
    if (!found.invalid.empty()) text += fmt::format(", {} not finite", found.invalid.size());
    text += not_looked_at(found.report.set_aside);
    text += fmt::format("\n{} x {} columns, {:.1f} ms\n", found.resolution, found.resolution,
                        found.report.milliseconds.update + found.report.milliseconds.find);
    if (found.inconsistent_pixels > 0) {
        text += fmt::format("{} columns through a surface that is not closed\n", found.inconsistent_pixels);
    }
    const std::array bodies{NamedBody{command.body, volume}};
    return text + set_aside_in_words(bodies, found.report.set_aside);
}

int run(const ContainsCommand& command) {
    require_distinct({command.body, command.points}, {command.json});
    ContainsOptions options;
    options.exact = command.exact;
    options.rule = rule_named(command.rule);
    options.resolution = command.resolution;
    Scene scene(SceneOptions{command.threads});
    const BodyAtFrame body = body_at_frame(command.body, command.frame, command.reading);
    const std::vector<Position> points = points_of(command.points);
    const Containment& found = scene.contains(body.add_to(scene), points, options);
    write_answer(
        command.json, [&] { return as_json(command, points.size(), found); },
        [&] { return as_text(command, points.size(), found, !body.mesh.tetrahedra.empty()); });
    return exit_code::clean;
}

constexpr const char* contains_footer =
    "BODY is a closed mesh, or a sequence, as in `pliant check --help`. POINTS is text (.csv, .txt, .xyz, .tsv), one "
    "point a\n"
    "line: three numbers, decimal or hexadecimal, in the columns that a heading calls x,y,z (or px,py,pz), else the "
    "first\n"
    "three numbers in a row, in quotes or not; lines that begin with # are comments; decimal commas are refused. Any "
    "other file is a mesh, of which the vertices are "
    "taken.\n"
    "Points are numbered from 0. Points in no list are certainly outside.\n"
    "\n"
    "Examples:\n"
    "  pliant contains bunny.obj points.csv\n"
    "  pliant contains bunny.obj points.csv --exact --json inside.json\n"
    "  pliant contains body.ply other.ply --exact\n"
    "What of the body was set aside is named, and was not looked at.\n"
    "Exit code: 0 answered, 2 bad input.";

}  // namespace

void add_contains(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<ContainsCommand>();
    CLI::App* command = app.add_subcommand("contains", "Which points lie inside a body");
    command->footer(contains_footer);
    command->add_option("BODY", options->body, "A body")->required()->type_name("");
    command->add_option("POINTS", options->points, "Points")->required()->type_name("");
    command->add_flag("--exact", options->exact, "Settle the points near the surface too, by exact arithmetic");
    command->add_option("--rule", options->rule, "What overlaps itself is inside (winding) or outside (parity)")
        ->type_name("NAME");
    command->add_option("--resolution", options->resolution, "Columns along each side of the body's box")
        ->check(whole_number(1, 1024))
        ->type_name("N");
    add_reading_options(*command, options->reading);
    add_frame_option(*command, options->frame);
    add_threads_option(*command, options->threads);
    add_json_option(*command, options->json);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
