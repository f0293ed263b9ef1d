// pliant tetrahedralize: a tetrahedral mesh from any surface that encloses something.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <pliant/meshing.hpp>
#include <pliant/pliant.hpp>

#include "commands.hpp"
#include "io/io.hpp"
#include "json.hpp"
#include "mesh/topology.hpp"
#include "names.hpp"
#include "number_checks.hpp"
#include "numeric/vec.hpp"
#include "output.hpp"
#include "set_aside.hpp"
#include "shared_options.hpp"

namespace pliant::cli {
namespace {

struct TetrahedralizeOptions {
    std::string file, out;
    std::optional<double> cell_size;
    std::optional<unsigned> resolution;
    std::optional<std::size_t> cage;
    std::string mesher = "stuffing";
    unsigned threads = 0;
    io::SequenceOptions reading;
    std::string json;

    [[nodiscard]] meshing::Mesher mesher_asked() const {
        return mesher == "netgen" ? meshing::Mesher::netgen : meshing::Mesher::stuffing;
    }
};

meshing::VolumeMesh fill_cage(const SurfaceView& surface, const TetrahedralizeOptions& options) {
    meshing::CageOptions asked;
    asked.triangles = *options.cage;
    asked.mesher = options.mesher_asked();
    asked.resolution = options.resolution.value_or(asked.resolution);
    asked.threads = options.threads;
    return meshing::make_cage(surface, asked).mesh;
}

meshing::VolumeMesh fill(const io::Mesh& mesh, const TetrahedralizeOptions& options) {
    const SurfaceView surface{mesh.positions, mesh.triangles};
    if (options.cage) return fill_cage(surface, options);
    meshing::TetrahedralizeOptions asked;
    asked.cell_size = options.cell_size;
    asked.resolution = options.resolution.value_or(asked.resolution);
    asked.mesher = options.mesher_asked();
    asked.threads = options.threads;
    return meshing::tetrahedralize(surface, asked);
}

std::vector<Flaw> flaws_of(const io::Mesh& surface) {
    Scene scene(SceneOptions{1});
    scene.add(SurfaceView{surface.positions, surface.triangles});
    return set_aside(scene);
}

/// Edges of holes: what encloses something only in the eyes of the mesher. Vertices of equal position count as one.
std::size_t open_edges(io::Mesh surface) {
    const auto finite = [&](std::uint32_t v) {
        return v >= surface.positions.size() || std::all_of(surface.positions[v].begin(), surface.positions[v].end(),
                                                            [](double x) { return std::isfinite(x); });
    };
    std::erase_if(surface.triangles,
                  [&](const Triangle& t) { return !finite(t[0]) || !finite(t[1]) || !finite(t[2]); });
    io::weld(surface);
    return mesh::topology(surface.positions.size(), surface.triangles).boundary_edges;
}

/// What overlaps counts as often as it does, and what faces inwards is taken off.
double enclosed_by(const io::Mesh& surface) {
    const auto sound = [&](std::uint32_t v) {
        return v < surface.positions.size() && std::all_of(surface.positions[v].begin(), surface.positions[v].end(),
                                                           [](double x) { return std::isfinite(x); });
    };
    double six_volumes = 0;
    std::optional<Vec3> origin;
    for (const Triangle& t : surface.triangles) {
        if (!sound(t[0]) || !sound(t[1]) || !sound(t[2])) continue;
        if (!origin) origin = Vec3(surface.positions[t[0]]);
        const auto at = [&](std::size_t i) { return Vec3(surface.positions[t[i]]) - *origin; };
        six_volumes += dot(at(0), cross(at(1), at(2)));
    }
    return std::abs(six_volumes) / 6;
}

/// What was made of which surface.
struct Filled {
    Filled(const io::Mesh& surface, meshing::VolumeMesh made)
        : mesh(std::move(made)),
          quality(meshing::quality(mesh.view())),
          flaws(flaws_of(surface)),
          open(open_edges(surface)),
          enclosed(enclosed_by(surface)) {}

    meshing::VolumeMesh mesh;
    meshing::Quality quality;
    std::vector<Flaw> flaws;  // of the surface
    std::size_t open;         // edges of it
    double enclosed;          // volume within it
};

std::string as_json(const Filled& filled, const TetrahedralizeOptions& options) {
    Json json;
    json["mesher"] = options.mesher;
    json["vertices"] = filled.mesh.positions.size();
    json["tetrahedra"] = filled.mesh.tetrahedra.size();
    json["volume"] = number(filled.quality.volume);
    json["enclosed_volume"] = number(filled.enclosed);
    json["least_dihedral_angle"] = number(filled.quality.least_dihedral);
    json["least_mean_ratio"] = number(filled.quality.least_mean_ratio);
    json["mean_ratio"] = number(filled.quality.mean_ratio);
    json["open_edges"] = filled.open;
    json["set_aside"] = flaws_as_json(filled.flaws);
    return document_by_lines("tetrahedralize", {{"mesh", dump(json)}});
}

std::string as_text(const Filled& filled, const TetrahedralizeOptions& options) {
    const auto& [mesh, quality, flaws, open, enclosed] = filled;
    std::string text = fmt::format("{}: {} vertices, {} tetrahedra, volume {:.6g}\n", options.out,
                                   mesh.positions.size(), mesh.tetrahedra.size(), quality.volume);
    text += fmt::format(
        "least dihedral angle {:.1f} degrees; mean ratio {:.2f} at least, {:.2f} in the mean (1: regular)\n",
        quality.least_dihedral, quality.least_mean_ratio, quality.mean_ratio);
    if (open == 0 && quality.volume < 0.5 * enclosed) {
        text += fmt::format("{} encloses {:.6g}: what is thinner than a cell is missing; ask for smaller cells\n",
                            options.file, enclosed);
    }
    if (open > 0) {
        text += fmt::format(
            "{} is not closed: {} edges have but one triangle; where it is open, the mesh ends at a guess\n",
            options.file, open);
    }
    if (!flaws.empty()) text += fmt::format("{} elements of {} set aside\n", flaws.size(), options.file);
    return text;
}

void check(const TetrahedralizeOptions& options) {
    if (options.mesher != "stuffing" && options.mesher != "netgen") {
        throw UsageError(fmt::format("--mesher: '{}' is not one of stuffing, netgen", options.mesher));
    }
    if (options.cage && options.resolution && options.mesher == "stuffing") {
        throw UsageError("--resolution: the cells of a cage are as large as its triangles; --cage N says how many");
    }
    require_ending(options.out, ".msh", "--out");
    require_distinct({options.file}, {options.out, options.json});
}

int run(const TetrahedralizeOptions& options) {
    check(options);
    const io::Mesh surface = io::read_mesh(
        options.file, {options.mesher == "netgen" ? io::Weld::all : options.reading.weld, options.reading.format});
    if (!surface.tetrahedra.empty()) throw UsageError(options.file + ": is made of tetrahedra already");
    meshing::VolumeMesh mesh = fill(surface, options);
    if (mesh.tetrahedra.empty()) {
        throw UsageError(options.file + (options.cage ? ": no cage like it was found; ask for more triangles"
                                                      : ": encloses nothing that cells of this size would find"));
    }
    io::write_mesh(options.out, mesh.view());
    const Filled filled(surface, std::move(mesh));
    write_answer(
        {options.json, false, {options.out}}, [&] { return as_json(filled, options); },
        [&] { return as_text(filled, options); });
    return exit_code::clean;
}

constexpr const char* tetrahedralize_footer =
    "stuffing (our own, after Labelle and Shewchuk) takes any surface: pieces that overlap are united, small holes "
    "are\n"
    "closed. Its boundary follows the surface with new vertices. netgen keeps the triangles of a closed surface that\n"
    "does not cross itself; it is there when pliant was built with -DPLIANT_NETGEN=ON (Debian: libnglib-dev).\n"
    "\n"
    "Examples:\n"
    "  pliant tetrahedralize bunny.obj --out bunny.msh\n"
    "  pliant tetrahedralize scan.stl --out scan.msh --resolution 40\n"
    "  pliant tetrahedralize dragon.ply --out cage.msh --cage 500\n"
    "  pliant tetrahedralize part.ply --out part.msh --mesher netgen --cell-size 0.1\n"
    "Exit code: 0 written, 2 bad input.";

}  // namespace

void add_tetrahedralize(CLI::App& app, int& exit_code) {
    auto options = std::make_shared<TetrahedralizeOptions>();
    CLI::App* command = app.add_subcommand("tetrahedralize", "Fill a surface with tetrahedra");
    command->footer(tetrahedralize_footer);
    command->add_option("FILE", options->file, "A surface: OBJ, PLY, STL, OFF, glTF/GLB")->required()->type_name("");
    command->add_option("--out", options->out, "The mesh to write (.msh)")->required()->type_name("FILE");
    CLI::Option* resolution =
        command->add_option("--resolution", options->resolution, "Cells along the longest side of its box (20)")
            ->check(whole_number(1, 600))
            ->type_name("N");
    CLI::Option* cell_size =
        command->add_option("--cell-size", options->cell_size, "Size of a cell instead, about that of a tetrahedron")
            ->check(real_number(std::numeric_limits<double>::min()))
            ->excludes(resolution)
            ->type_name("X");
    command
        ->add_option("--cage", options->cage,
                     "A coarse cage instead: the surface is simplified to N triangles first, whatever holes it has")
        ->check(whole_number(20, 10000000))
        ->excludes(cell_size)
        ->type_name("N");
    offer(command->add_option("--mesher", options->mesher, "stuffing or netgen")->type_name("NAME"),
          {"stuffing", "netgen"});
    add_threads_option(*command, options->threads);
    add_reading_options(*command, options->reading);
    add_json_option(*command, options->json);
    command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace pliant::cli
