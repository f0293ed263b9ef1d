// pliant inspect: what a mesh is made of, and what is wrong with it.
#include "inspect.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "commands.hpp"
#include "io/io.hpp"
#include "not_read.hpp"
#include "output.hpp"
#include "set_aside.hpp"
#include "shared_options.hpp"

namespace pliant::cli {
namespace {

struct InspectOptions {
    std::string file;
    Reading reading{{}, true};  // one body a file
    bool quiet = false;
    std::string json;
};

void find_box(Inspection& result, std::span<const Position> positions) {
    result.low.fill(std::numeric_limits<double>::infinity());
    result.high.fill(-std::numeric_limits<double>::infinity());
    for (const Position& p : positions) {
        if (!std::isfinite(p[0]) || !std::isfinite(p[1]) || !std::isfinite(p[2])) continue;
        result.has_box = true;
        for (std::size_t k = 0; k < 3; ++k) {
            result.low[k] = std::min(result.low[k], p[k]);
            result.high[k] = std::max(result.high[k], p[k]);
        }
    }
}

std::size_t count_repeated_positions(const io::Mesh& mesh) {
    io::Mesh points;
    points.positions = mesh.positions;
    io::weld(points);
    return mesh.positions.size() - points.positions.size();
}

std::size_t count_unused_vertices(const io::Mesh& mesh, const mesh::Topology& topology) {
    if (mesh.tetrahedra.empty()) return topology.unused_vertices;
    std::vector<char> used(mesh.positions.size(), 0);
    for (const Tetrahedron& t : mesh.tetrahedra) {
        for (const std::uint32_t v : t) {
            if (v < used.size()) used[v] = 1;
        }
    }
    return std::size_t(std::count(used.begin(), used.end(), 0));
}

/// As a report of the library would have it, and stricter: what has no usable triangle cannot be examined at all.
bool everything_examined(const Inspection& found, std::span<const Flaw> flaws) {
    Report report;
    report.set_aside.assign(flaws.begin(), flaws.end());
    const auto degenerate = found.flaws.find(FlawKind::degenerate);
    const std::size_t without_area = degenerate == found.flaws.end() ? 0 : degenerate->second.size();
    return report.all_examined() && !surfaces_not_read() && found.topology.triangles > 0 &&
           without_area < found.triangles;
}

Inspection inspect(const InspectOptions& options) {
    Stage stage(std::span(&options.file, 1), options.reading, 1);
    const Source& source = stage.sources()[0];
    Inspection result;
    result.name = source.name;
    result.vertices = source.positions.size();
    result.triangles = stage.triangles(0).size();
    result.polygons = source.mesh().polygons;
    result.tetrahedra = source.mesh().tetrahedra.size();
    result.frames = stage.frames();
    find_box(result, source.positions);
    result.topology = mesh::topology(result.vertices, stage.triangles(0));
    result.unused_vertices = count_unused_vertices(source.mesh(), result.topology);
    result.repeated_positions = count_repeated_positions(source.mesh());
    const bool encloses = result.topology.closed() && result.topology.consistently_oriented();
    result.measures = measures(source.positions, stage.triangles(0), source.mesh().tetrahedra, encloses);
    const std::vector<Flaw> flaws = set_aside(stage.scene());
    for (const Flaw& flaw : flaws) result.flaws[flaw.kind].push_back(flaw.element);
    result.all_examined = everything_examined(result, flaws);
    return result;
}

int run(const InspectOptions& options) {
    require_distinct({options.file}, {options.json});
    const Inspection found = inspect(options);
    write_answer(
        {options.json, options.quiet}, [&] { return inspection_as_json(found); },
        [&] { return inspection_as_text(found); });
    return found.all_examined ? exit_code::clean : exit_code::incomplete;
}

}  // namespace

void add_inspect(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<InspectOptions>();
    CLI::App* command = app.add_subcommand("inspect", "Counts, sizes, closedness, manifoldness and flaws of a mesh");
    command->footer(
        "The volume is signed, and is given where the surface is closed and faces one way; of tetrahedra it is their "
        "sum.\n"
        "\n"
        "Examples:\n"
        "  pliant inspect model.stl\n"
        "  pliant inspect liver.msh --json -\n"
        "Exit code: 0 looked at, whether closed and manifold or not; 2 bad input; 3 elements would be set aside "
        "(triangles\n"
        "without area do not count), or no triangle is usable.");
    command->add_option("FILE", options->file, "A mesh, or a sequence whose first frame is looked at")
        ->required()
        ->type_name("");
    add_reading_options(*command, options->reading);
    add_json_option(*command, options->json);
    add_quiet_flag(*command, options->quiet);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
