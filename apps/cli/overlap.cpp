// pliant overlap: the volume that two bodies share, or one with itself.
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <pliant/pliant.hpp>

#include "body_at_frame.hpp"
#include "commands.hpp"
#include "json.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "output.hpp"
#include "set_aside.hpp"
#include "shared_options.hpp"

namespace pliant::cli {
namespace {

struct OverlapCommand {
    std::string a, b;  // b empty: a with itself
    std::string tolerance = "1%";
    std::optional<std::uint32_t> resolution;
    std::string move_b, axis, rule = "winding";
    bool all_axes = false, depths = false;
    io::SequenceOptions reading;
    std::size_t frame = 0;
    unsigned threads = 0;
    std::string json, export_file, image_file;
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
    options.spans = !command.export_file.empty() || !command.image_file.empty();
    return options;
}

Json list_of(std::span<const VertexPenetration> penetrations) {
    Json list = Json::array();
    for (const VertexPenetration& p : penetrations) {
        list.push_back({{"body", std::uint32_t(p.body)},
                        {"vertex", p.vertex},
                        {"depth", number(p.depth)},
                        {"direction", point(p.direction)},
                        {"closest", point(p.closest)},
                        {"triangle", p.triangle}});
    }
    return list;
}

std::string as_json(const OverlapCommand& command, const Overlap& overlap) {
    Json json;
    json["self"] = command.b.empty();
    json["volume"] = number(overlap.volume);
    json["error"] = number(overlap.error);
    json["centroid"] = point(overlap.centroid);
    json["centroid_error"] = number(overlap.centroid_error);
    json["resolution"] = overlap.resolution;
    json["inconsistent_pixels"] = overlap.inconsistent_pixels;
    json["axis"] = name(overlap.axis);
    json["box"] = Json::array({point(overlap.box_lo), point(overlap.box_hi)});
    json["columns"] = overlap.columns;
    json["detector"] = name(overlap.report.detector);
    json["self_overlapping"] = Json::array({overlap.self_overlapping_a, overlap.self_overlapping_b});
    set_completeness(json, overlap.report);
    json["set_aside"] = flaws_of_bodies_as_json(overlap.report.set_aside);
    json["milliseconds"] = number(overlap.report.milliseconds.find);
    if (command.depths) json["penetrations"] = list_of(overlap.penetrations);
    return document("overlap", json);
}

std::string as_text(const OverlapCommand& command, const Overlap& o, std::span<const NamedBody> bodies) {
    std::string text = fmt::format("{}: {:.6g} ± {:.2g}", command.b.empty() ? "overlaps itself by" : "shared volume",
                                   o.volume, o.error);
    if (o.volume > 0) text += fmt::format(" ({:.2g} %)", 100 * o.error / o.volume);
    text += not_looked_at(o.report.set_aside);
    if (std::isfinite(o.centroid_error)) {
        text += fmt::format("\ncentroid {:.6g}, {:.6g}, {:.6g} ± {:.2g}", o.centroid[0], o.centroid[1], o.centroid[2],
                            o.centroid_error);
    }
    text += fmt::format("\nby {}: {} columns along {}, {} x {} at the finest, {:.1f} ms\n", name(o.report.detector),
                        o.columns, name(o.axis), o.resolution, o.resolution, o.report.milliseconds.find);
    if (o.inconsistent_pixels > 0) {
        text += fmt::format(
            "{} columns through surfaces that are not closed or face both ways: the error allows for them\n",
            o.inconsistent_pixels);
    }
    if (o.self_overlapping_a || o.self_overlapping_b) text += "a body overlaps itself: the error allows for it\n";
    text += set_aside_in_words(bodies, o.report.set_aside);
    if (o.report.stopped_by != Limit::none) text += "the tolerance was not reached\n";
    if (command.depths) {
        double deepest = 0;
        for (const VertexPenetration& p : o.penetrations) deepest = std::max(deepest, p.depth);
        text +=
            fmt::format("{} vertices inside the other body, the deepest by {:.6g}\n", o.penetrations.size(), deepest);
    }
    return text;
}

int run(const OverlapCommand& command) {
    require_distinct({command.a, command.b}, {command.json, command.export_file, command.image_file});
    const OverlapOptions options = question(command);
    const Position by = command.move_b.empty() ? Position{} : three_numbers(command.move_b, "--move-b");
    if (!command.export_file.empty()) require_ending(command.export_file, ".ply", "--export");
    if (!command.image_file.empty()) require_ending(command.image_file, ".png", "--image");
    const bool self = command.b.empty();
    if (self && (options.spans || options.depths || !command.move_b.empty())) {
        throw UsageError("--export, --image, --depths and --move-b need two bodies");
    }
    Scene scene(SceneOptions{command.threads});
    const BodyAtFrame a = body_at_frame(command.a, command.frame, command.reading);
    BodyAtFrame b;
    if (!self) b = body_at_frame(command.b, command.frame, command.reading);
    for (Position& p : b.positions) {
        for (std::size_t k = 0; k < 3; ++k) p[k] += by[k];
    }
    const BodyId id_a = a.add_to(scene);
    const Overlap& overlap = self ? scene.self_overlap(id_a, options) : scene.overlap(id_a, b.add_to(scene), options);
    if (options.spans) {
        const SpanBoxes boxes = boxes_of(overlap);
        if (!command.export_file.empty()) {
            io::write_mesh(command.export_file, SurfaceView{boxes.positions, boxes.triangles});
        }
        const std::array<const BodyAtFrame*, 2> shown{&a, &b};
        if (!command.image_file.empty())
            draw_shared(command.image_file, shown, scene, boxes.positions, boxes.triangles);
    }
    const std::array bodies{NamedBody{command.a, !a.mesh.tetrahedra.empty()},
                            NamedBody{command.b, !b.mesh.tetrahedra.empty()}};
    write_answer(
        command.json, [&] { return as_json(command, overlap); }, [&] { return as_text(command, overlap, bodies); });
    return exit_code::clean;
}

constexpr const char* overlap_footer =
    "A and B are closed meshes, or sequences, as in `pliant check --help`. The true volume is within volume - error "
    "and\n"
    "volume + error. With A alone: the volume in which it overlaps itself.\n"
    "--export writes a box for each stretch of a line that lies inside both; --image shows them within the bodies.\n"
    "\n"
    "Examples:\n"
    "  pliant overlap hand.obj cup.obj\n"
    "  pliant overlap a.ply b.ply --tolerance 0.1% --move-b 0.5,0,0 --json -\n"
    "  pliant overlap a.ply b.ply --resolution 128 --export spans.ply --image shared.png\n"
    "  pliant overlap body.obj\n"
    "What was set aside is named, and was not looked at.\n"
    "Exit code: 0 measured, 2 bad input.";

}  // namespace

void add_overlap(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<OverlapCommand>();
    CLI::App* command = app.add_subcommand("overlap", "The volume that two bodies share, with its error");
    command->footer(overlap_footer);
    command->add_option("A", options->a, "A body")->required()->type_name("");
    command->add_option("B", options->b, "Another; without it A is measured against itself")->type_name("");
    CLI::Option* tolerance =
        command->add_option("--tolerance", options->tolerance,
                            "Largest error, relative to the volume, or to a thousandth of the smaller body where "
                            "less than that is shared (1%)");
    tolerance->type_name("X%");
    command->add_option("--resolution", options->resolution, "So many columns along each side instead")
        ->check(whole_number(1, 4096))
        ->excludes(tolerance)
        ->type_name("N");
    command->add_option("--move-b", options->move_b, "Move B first")->type_name("X,Y,Z");
    command->add_option("--axis", options->axis, "Direction of the columns: x, y or z; otherwise chosen")
        ->type_name("AXIS");
    command->add_flag("--all-axes", options->all_axes, "Measure along all three and keep what they agree on");
    command->add_option("--rule", options->rule, "What overlaps itself is inside (winding) or outside (parity)")
        ->type_name("NAME");
    command->add_flag("--depths", options->depths, "Vertices inside the other body: how deep, which way out");
    add_reading_options(*command, options->reading);
    add_frame_option(*command, options->frame);
    add_threads_option(*command, options->threads);
    add_json_option(*command, options->json);
    command->add_option("--export", options->export_file, "Write the shared volume as boxes (.ply)")->type_name("FILE");
    command->add_option("--image", options->image_file, "Write a picture of it (.png)")->type_name("FILE");
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
