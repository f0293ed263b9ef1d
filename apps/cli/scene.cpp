// pliant scene list, pliant scene export: the catalogue of named scenes.
#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "catalogue_scene.hpp"
#include "commands.hpp"
#include "io/io.hpp"
#include "json.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "output.hpp"
#include "shared_options.hpp"
#include "table.hpp"
#include "tally.hpp"
#include "terminal.hpp"

namespace pliant::cli {
namespace {

struct ExportOptions {
    std::string scene;
    std::optional<std::size_t> triangles;
    std::optional<std::size_t> frames;
    std::uint64_t seed = 1;
    std::string folder;
    std::string format = "ply";
};

std::string list_as_json() {
    Json scenes = Json::array();
    for (const shapes::SceneInfo& info : shapes::catalogue()) {
        scenes.push_back({{"name", info.name},
                          {"description", info.description},
                          {"triangles", info.default_triangles},
                          {"frames", info.default_frames},
                          {"intersects", info.intersects}});
    }
    return document_by_lines("scene list", {{"scenes", dump(scenes)}});
}

std::string list_as_text() {
    std::vector<Row> rows{{"name", "triangles", "frames", "what it shows"}};
    for (const shapes::SceneInfo& info : shapes::catalogue()) {
        rows.push_back({std::string(info.name), std::to_string(info.default_triangles),
                        std::to_string(info.default_frames), std::string(info.description)});
    }
    rows.push_back({"random:SEED", "2000-60000", "60", "drawn: bodies, wrinkles, densities, places, scales, contacts"});
    return table(rows, std::array{Align::left, Align::right, Align::right, Align::left});
}

int run_list(const std::string& json) {
    write_answer({json}, list_as_json, list_as_text);
    return exit_code::clean;
}

void write_frame(const std::filesystem::path& stem, const shapes::Mesh& mesh,
                 std::span<const shapes::Position> positions, const std::string& format) {
    if (!mesh.tetrahedra.empty()) {
        io::write_mesh(stem.string() + ".msh", VolumeView{positions, mesh.tetrahedra});
    } else {
        io::write_mesh(stem.string() + (format == "obj" ? ".obj" : ".ply"), SurfaceView{positions, mesh.triangles});
    }
}

void make_folder(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw UsageError(fmt::format("{}: cannot be made: {}", folder, error.message()));
}

int run_export(const ExportOptions& options) {
    const auto scene = scene_named(options.scene, {options.triangles, options.frames, options.seed});
    make_folder(options.folder);
    std::vector<shapes::Position> positions;
    Progress progress("writing", scene->frames());
    for (std::size_t frame = 0; frame < scene->frames(); ++frame) {
        for (std::size_t body = 0; body < scene->bodies(); ++body) {
            scene->positions(frame, body, positions);
            const auto stem =
                std::filesystem::path(options.folder) / fmt::format("{}_{:04}", scene->body_name(body), frame);
            write_frame(stem, scene->body(body), positions, options.format);
        }
        progress.advance();
    }
    fmt::print("written: {} to {}\n", counted(scene->frames() * scene->bodies(), "file", "files"), options.folder);
    return exit_code::clean;
}

void add_list(CLI::App& scene, int& exit_code) {
    auto json = std::make_shared<std::string>();
    CLI::App* command = scene.add_subcommand("list", "Every named scene, with its usual size");
    command->footer(
        "Examples:\n"
        "  pliant scene list\n"
        "  pliant scene list --json -\n"
        "Exit code: 0 listed, 2 bad input.");
    add_json_option(*command, *json);
    command->callback([json, &exit_code] { exit_code = run_list(*json); });
}

void add_export(CLI::App& scene, int& exit_code) {
    auto options = std::make_shared<ExportOptions>();
    CLI::App* command = scene.add_subcommand("export", "Write a scene to files, one per body and frame");
    command->footer(
        "Files are named BODY_FRAME, for instance DIR/cloth_0007.ply; tetrahedra are written as .msh.\n"
        "Examples:\n"
        "  pliant scene export draped_cloth --frames 30 -o frames\n"
        "  pliant check 'frames/cloth_*.ply' --json -\n"
        "  pliant scene export random:7 -o frames\n"
        "Exit code: 0 written, 2 bad input.");
    offer_scenes(command->add_option("NAME", options->scene, "A scene of the catalogue, or random:SEED")
                     ->required()
                     ->type_name(""));
    command->add_option("-o,--output", options->folder, "Folder to write to; made where it is missing")
        ->required()
        ->type_name("DIR");
    command->add_option("--frames", options->frames, "Number of frames")->check(whole_number(1))->type_name("N");
    command->add_option("--triangles", options->triangles, "About so many triangles over all bodies")
        ->check(whole_number(1, 100'000'000))
        ->type_name("N");
    command->add_option("--seed", options->seed, "Seed of everything random in the scene (1)")
        ->check(whole_number(0))
        ->type_name("S");
    offer(command->add_option("--format", options->format, "Format of surfaces: obj or ply (ply)")
              ->check(CLI::IsMember({"obj", "ply"}))
              ->type_name("F"),
          {"obj", "ply"});
    command->callback([options, &exit_code] { exit_code = run_export(*options); });
}

}  // namespace

void add_scene(CLI::App& app, int& exit_code) {
    CLI::App* command = app.add_subcommand("scene", "The catalogue of named scenes: list, export");
    command->require_subcommand(1);
    command->footer(
        "Examples:\n"
        "  pliant scene list\n"
        "  pliant scene export draped_cloth --frames 30 -o frames\n"
        "Exit code: 0 listed or written, 2 bad input.");
    add_list(*command, exit_code);
    add_export(*command, exit_code);
}

}  // namespace pliant::cli
