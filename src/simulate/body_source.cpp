#include "simulate/body_source.hpp"

#include <algorithm>
#include <cmath>
#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>

#include <pliant/meshing.hpp>

#include "mesh/boundary.hpp"
#include "numeric/vec.hpp"
#include "scene_file/nearest_names.hpp"
#include "shapes/deformations.hpp"
#include "shapes/meshes.hpp"
#include "simulate/generated_shape.hpp"

namespace pliant::simulate {
namespace {

namespace fs = std::filesystem;
using scene_file::Body;
using scene_file::SceneFile;

/// Names several files, a part of one or a cache beside it: what is not there is found out by reading.
bool is_plain(const std::string& file) { return file.find_first_of("*?#@") == std::string::npos && file != "-"; }

std::string nearest_file(const fs::path& missing) {
    std::vector<std::string> names;
    std::error_code error;
    const fs::path folder = missing.has_parent_path() ? missing.parent_path() : fs::path(".");
    for (auto entry = fs::directory_iterator(folder, error); !error && entry != fs::directory_iterator();
         entry.increment(error))
        names.push_back(entry->path().filename().string());
    std::sort(names.begin(), names.end());
    const std::vector<std::string_view> known(names.begin(), names.end());
    return scene_file::did_you_mean(missing.filename().string(), known);
}

std::string path_of(const SceneFile& scene, const Body& body) {
    if (body.file == "-") fail_at_line(scene, body.file_line, "file: a body does not come from standard input");
    const fs::path path = scene.folder / body.file;
    if (is_plain(body.file) && !fs::exists(path))
        fail_at_line(scene, body.file_line,
                     "file: there is no '" + body.file.substr(0, 200) + "' beside it" + nearest_file(path));
    return path.string();
}

shapes::Mesh mesh_of(io::Mesh mesh) {
    return {std::move(mesh.positions), std::move(mesh.triangles), std::move(mesh.tetrahedra)};
}

BodySource read(const SceneFile& scene, const Body& body) {
    const std::string path = path_of(scene, body);
    if (body.kind == BodyKind::particles && path.ends_with(".csv")) return {{io::read_points(path), {}, {}}, nullptr};
    if (body.kind != BodyKind::obstacle) return {mesh_of(io::read_mesh(path, {.weld = io::Weld::soups})), nullptr};
    auto sequence = io::open_sequence(path, {.frames_per_second = body.frames_per_second, .weld = io::Weld::soups});
    BodySource source{mesh_of(sequence->mesh()), nullptr};
    if (sequence->frames() > 1) source.sequence = std::move(sequence);
    return source;
}

void require_sound(const shapes::Mesh& mesh) {
    if (mesh.positions.empty()) throw std::invalid_argument("it has no vertices");
    for (std::size_t i = 0; i < mesh.positions.size(); ++i)
        if (!finite(Vec3(mesh.positions[i])))
            throw std::invalid_argument("vertex " + std::to_string(i) + " is not finite");
    const auto there = [&](const auto& element) {
        return std::all_of(element.begin(), element.end(), [&](std::uint32_t v) { return v < mesh.positions.size(); });
    };
    const auto refuse = [&](const auto& elements, const char* what) {
        const auto found = std::find_if(elements.begin(), elements.end(), [&](const auto& e) { return !there(e); });
        if (found != elements.end())
            throw std::invalid_argument(what + std::to_string(found - elements.begin()) +
                                        " names a vertex that is not there");
    };
    refuse(mesh.triangles, "triangle ");
    refuse(mesh.tetrahedra, "tetrahedron ");
}

void fill(const Body& body, BodySource& source) {
    if (source.sequence != nullptr) throw std::invalid_argument("fill: a sequence cannot be filled");
    if (!source.mesh.tetrahedra.empty()) return;
    meshing::VolumeMesh made =
        meshing::tetrahedralize({source.mesh.positions, source.mesh.triangles}, {.cell_size = body.fill});
    if (made.tetrahedra.empty())
        throw std::invalid_argument("fill: nothing is enclosed, or the edges are too long for it");
    source.mesh.positions = std::move(made.positions);
    source.mesh.tetrahedra = std::move(made.tetrahedra);
}

/// Before memory is asked for.
void require_few_cells(const scene_file::Shape& shape) {
    constexpr double most = 2e7;
    double cells = 0;
    if (const auto* box = std::get_if<scene_file::Box>(&shape))
        cells = double(box->cells[0]) * box->cells[1] * box->cells[2];
    if (const auto* tube = std::get_if<scene_file::Tube>(&shape))
        cells = double(tube->cells[0]) * tube->cells[1] * tube->cells[2];
    if (const auto* ball = std::get_if<scene_file::Ball>(&shape)) cells = std::pow(double(ball->cells), 3);
    if (6 * cells > most) throw std::invalid_argument("its cells make more than 20 million tetrahedra");
}

BodySource made(const SceneFile& scene, const Body& body) {
    BodySource source;
    if (body.file.empty()) {
        require_few_cells(body.shape);
        source.mesh = generated_shape(body.shape);
    } else {
        source = read(scene, body);
    }
    require_sound(source.mesh);
    place(body, source.mesh.positions);
    if (body.fill) fill(body, source);
    if (!source.mesh.tetrahedra.empty()) source.mesh.triangles = mesh::boundary(source.mesh.tetrahedra);
    if (body.kind == BodyKind::soft && source.mesh.tetrahedra.empty())
        throw std::invalid_argument(
            "it is a surface; `fill = 0.02` would make tetrahedra of it, whose edges are 0.02 m long");
    if (body.kind == BodyKind::cloth && source.mesh.triangles.empty())
        throw std::invalid_argument("it has no triangles");
    return source;
}

}  // namespace

void place(const Body& body, std::vector<Point>& positions) {
    const shapes::Placement turned(shapes::unit(Vec3(body.rotation.axis)), body.rotation.degrees / 360,
                                   Vec3(body.position));
    for (Point& p : positions) p = shapes::position(turned(body.scale * Vec3(p)));
}

void fail_at_line(const SceneFile& scene, std::uint32_t line, const std::string& why) {
    throw io::FileError(scene.name + ":" + std::to_string(line) + ": " + why);
}

BodySource body_source(const SceneFile& scene, const Body& body) {
    try {
        return made(scene, body);
    } catch (const std::bad_alloc&) {
        throw;
    } catch (const io::FileError& error) {
        const std::string why = error.what();
        if (why.starts_with(scene.name + ":")) throw;
        fail_at_line(scene, body.file_line, "file: " + why);
    } catch (const std::exception& error) {
        fail_at_line(scene, body.line, "body '" + body.name + "': " + error.what());
    }
}

}  // namespace pliant::simulate
