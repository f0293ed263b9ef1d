// pliant inspect: what a mesh is made of, and what is wrong with it.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <pliant/pliant.hpp>

#include "commands.hpp"
#include "io/io.hpp"
#include "json.hpp"
#include "mesh/topology.hpp"
#include "output.hpp"
#include "set_aside.hpp"
#include "shared_options.hpp"
#include "source.hpp"

namespace pliant::cli {
namespace {

struct InspectOptions {
    std::string file;
    Reading reading;
    std::string json;
};

struct Inspection {
    std::string name;
    std::size_t vertices = 0, triangles = 0, polygons = 0, tetrahedra = 0, frames = 0;
    bool has_box = false;  // some vertex is finite
    Position low{}, high{};
    mesh::Topology topology;
    std::size_t unused_vertices = 0;     // of no triangle, or of no tetrahedron in a volume
    std::size_t repeated_positions = 0;  // vertices at the place of an earlier one
    std::map<FlawKind, std::vector<std::uint32_t>> flaws;
};

void measure(Inspection& result, std::span<const Position> positions) {
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

Inspection inspect(const InspectOptions& options) {
    Reading reading = options.reading;
    reading.merge = true;
    Stage stage(std::span(&options.file, 1), reading, 1);
    const Source& source = stage.sources()[0];
    Inspection result;
    result.name = source.mesh().name;
    result.vertices = source.positions.size();
    result.triangles = stage.triangles(0).size();
    result.polygons = source.mesh().polygons;
    result.tetrahedra = source.mesh().tetrahedra.size();
    result.frames = stage.frames();
    measure(result, source.positions);
    result.topology = mesh::topology(result.vertices, stage.triangles(0));
    result.unused_vertices = count_unused_vertices(source.mesh(), result.topology);
    result.repeated_positions = count_repeated_positions(source.mesh());

    for (const Flaw& flaw : set_aside(stage.scene())) result.flaws[flaw.kind].push_back(flaw.element);
    return result;
}

std::string as_json(const Inspection& found) {
    const mesh::Topology& t = found.topology;
    Json json;
    json["name"] = found.name;
    json["vertices"] = found.vertices;
    json["triangles"] = found.triangles;
    json["polygons"] = found.polygons;
    json["tetrahedra"] = found.tetrahedra;
    json["frames"] = found.frames;
    json["box"] = found.has_box ? Json{point(found.low), point(found.high)} : Json(nullptr);
    json["closed"] = t.closed();
    json["edge_manifold"] = t.edge_manifold();
    json["vertex_manifold"] = t.vertex_manifold();
    json["consistently_oriented"] = t.consistently_oriented();
    json["components"] = t.components;
    json["euler_number"] = t.euler_number();
    json["edges"] = t.edges;
    json["boundary_edges"] = t.boundary_edges;
    json["non_manifold_edges"] = t.non_manifold_edges;
    json["inconsistent_edges"] = t.inconsistent_edges;
    json["non_manifold_vertices"] = t.non_manifold_vertices;
    json["duplicate_triangles"] = t.duplicate_triangles;
    json["unused_vertices"] = found.unused_vertices;
    json["repeated_positions"] = found.repeated_positions;
    json["set_aside"] = Json::array();
    for (const auto& [kind, elements] : found.flaws) {
        for (const std::uint32_t element : elements) {
            json["set_aside"].push_back({{"kind", name(kind)}, {"element", element}});
        }
    }
    return document_by_lines("inspect", {{"body", dump(json)}});
}

std::string yes_or_no(bool yes, std::size_t culprits, std::string_view what) {
    return yes ? "yes" : fmt::format("no ({} {})", culprits, what);
}

std::string closed(const mesh::Topology& t) {
    if (t.triangles == 0) return "no (there is no usable triangle)";
    return yes_or_no(t.closed(), t.boundary_edges + t.non_manifold_edges, "edges without exactly two triangles");
}

std::string manifold_vertices(const mesh::Topology& t) {
    if (!t.edge_manifold() && t.non_manifold_vertices == 0) return "no (edges are not manifold)";
    return yes_or_no(t.vertex_manifold(), t.non_manifold_vertices, "with more than one fan");
}

std::string oriented(const mesh::Topology& t) {
    if (!t.edge_manifold()) return "undecided (edges are not manifold)";
    return yes_or_no(t.inconsistent_edges == 0, t.inconsistent_edges, "edges run through twice in one direction");
}

std::string flaws_as_text(const Inspection& found) {
    std::string text;
    const auto line = [&text](std::size_t count, std::string_view what) {
        if (count > 0) text += fmt::format("  {} {}\n", count, what);
    };
    for (const auto& [kind, elements] : found.flaws) {
        text += fmt::format("  {} {}: first {}\n", elements.size(), name(kind), elements.front());
    }
    line(found.topology.duplicate_triangles, "triangles with the vertices of an earlier one");
    line(found.unused_vertices, "vertices that nothing uses");
    line(found.repeated_positions, "vertices at the place of an earlier one (--weld joins them)");
    return text.empty() ? "flaws      none\n" : "flaws\n" + text;
}

std::string as_text(const Inspection& found) {
    const mesh::Topology& t = found.topology;
    std::string text = fmt::format("{}\nvertices   {}\ntriangles  {}\n", found.name, found.vertices, found.triangles);
    if (found.tetrahedra > 0)
        text += fmt::format("tetrahedra {} (the triangles are their boundary)\n", found.tetrahedra);
    if (found.polygons > 0 && found.polygons != found.triangles) text += fmt::format("polygons   {}\n", found.polygons);
    if (found.frames > 1) text += fmt::format("frames     {} (what follows is of the first)\n", found.frames);
    if (found.has_box) {
        text += fmt::format("box        ({}, {}, {}) to ({}, {}, {})\n", found.low[0], found.low[1], found.low[2],
                            found.high[0], found.high[1], found.high[2]);
    }
    text += fmt::format("closed     {}\n", closed(t));
    text += fmt::format("manifold   edges {}, vertices {}\n",
                        yes_or_no(t.edge_manifold(), t.non_manifold_edges, "with three triangles or more"),
                        manifold_vertices(t));
    text += fmt::format("oriented   {}\n", oriented(t));
    text += fmt::format("pieces     {}\neuler      {}\n", t.components, t.euler_number());
    return text + flaws_as_text(found);
}

int run(const InspectOptions& options) {
    require_distinct({options.file}, {options.json});
    const Inspection found = inspect(options);
    write_answer(
        options.json, [&] { return as_json(found); }, [&] { return as_text(found); });
    return exit_code::clean;
}

}  // namespace

void add_inspect(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<InspectOptions>();
    CLI::App* command = app.add_subcommand("inspect", "Counts, closedness, manifoldness and flaws of a mesh");
    command->footer(
        "Examples:\n"
        "  pliant inspect model.stl\n"
        "  pliant inspect liver.msh --json -\n"
        "Exit code: 0 looked at, whatever was found, 2 bad input.");
    command->add_option("FILE", options->file, "A mesh, or a sequence whose first frame is looked at")
        ->required()
        ->type_name("");
    add_reading_options(*command, options->reading);
    add_json_option(*command, options->json);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
