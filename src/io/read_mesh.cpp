// Chooses the reader of a file: by extension, or by content where the extension is unknown.
#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "io/formats.hpp"
#include "io/triangulate_polygons.hpp"
#include "io/unread_formats.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant::io {

namespace {

using Reader = Mesh (*)(const Source&);

struct NamedReader {
    std::string_view name;
    Reader reader;
};

// One list: what can be read, and by whom.
struct ReadFormat {
    Format format;
    Reader reader;
};

constexpr Format surface_format(std::string_view ending, std::string_view name, bool writes = false) {
    return {ending, name, true, false, writes, false};
}
constexpr Format volume_format(std::string_view ending, std::string_view name) {
    return {ending, name, false, true, false, false};
}
constexpr Format either_format(std::string_view ending, std::string_view name, bool writes_volumes = false) {
    return {ending, name, true, true, false, writes_volumes};
}

constexpr std::array read_formats{
    ReadFormat{surface_format(".obj", "Wavefront OBJ", true), read_obj},
    ReadFormat{surface_format(".ply", "PLY", true), read_ply},
    ReadFormat{surface_format(".stl", "STL"), read_stl},
    ReadFormat{surface_format(".off", "OFF"), read_off},
    ReadFormat{surface_format(".coff", "OFF"), read_off},
    ReadFormat{surface_format(".noff", "OFF"), read_off},
    ReadFormat{either_format(".msh", "Gmsh MSH", true), read_msh},
    ReadFormat{either_format(".mesh", "MEDIT"), read_medit},
    ReadFormat{either_format(".vtk", "VTK legacy"), read_vtk},
    ReadFormat{either_format(".vtu", "VTK XML"), read_vtu},
    ReadFormat{volume_format(".veg", "Vega"), read_vega},
    ReadFormat{volume_format(".node", "TetGen"), read_tetgen_nodes},
    ReadFormat{volume_format(".ele", "TetGen"), read_tetgen_elements},
    ReadFormat{surface_format(".gltf", "glTF"), read_gltf},
    ReadFormat{surface_format(".glb", "glTF binary"), read_gltf},
};

constexpr auto public_formats = [] {
    std::array<Format, read_formats.size()> formats{};
    for (std::size_t i = 0; i < formats.size(); ++i) formats[i] = read_formats[i].format;
    return formats;
}();

std::string lower_case(std::string text) {
    for (char& c : text) c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    return text;
}

// Without .gz: "a.ply.gz" gives ".ply".
std::string ending_of(const std::filesystem::path& path) {
    const std::string last = lower_case(path.extension().string());
    return last == ".gz" ? lower_case(path.stem().extension().string()) : last;
}

bool holds_obj_vertex(std::string_view text) {
    return text.substr(0, 2) == "v " || text.find("\nv ") != std::string_view::npos;
}

// Magic bytes of the formats that have some. Binary STL and TetGen have none.
Reader reader_by_content(const Source& source) {
    static constexpr NamedReader beginnings[] = {{"ply", read_ply},
                                                 {"solid", read_stl},
                                                 {"SOLID", read_stl},
                                                 {"OFF", read_off},
                                                 {"COFF", read_off},
                                                 {"NOFF", read_off},
                                                 {"CNOFF", read_off},
                                                 {"STOFF", read_off},
                                                 {"$MeshFormat", read_msh},
                                                 {"$NOD", read_msh},
                                                 {"MeshVersionFormatted", read_medit},
                                                 {"# vtk DataFile", read_vtk},
                                                 {"# Vega", read_vega},
                                                 {"*VERTICES", read_vega},
                                                 {"<VTKFile", read_vtu},
                                                 {"<?xml", read_vtu},
                                                 {"glTF", read_gltf},
                                                 {"{", read_gltf}};
    const std::string_view text(reinterpret_cast<const char*>(source.bytes.data()), source.bytes.size());
    const std::string_view head = text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    for (const NamedReader& beginning : beginnings) {
        if (head.substr(0, beginning.name.size()) == beginning.name) return beginning.reader;
    }
    constexpr std::size_t far_enough = 4096;
    return holds_obj_vertex(text.substr(0, far_enough)) ? read_obj : nullptr;
}

Reader reader_for(const Source& source, std::string_view ending) {
    for (const ReadFormat& known : read_formats) {
        if (known.format.ending == ending) return known.reader;
    }
    const std::string advice = how_to_convert(ending);
    if (!advice.empty()) throw FileError(source.name + ": " + advice);
    if (const Reader reader = reader_by_content(source)) return reader;
    throw UnknownFormat(source.name);
}

Mesh read(const Source& source, std::string_view ending) {
    if (source.bytes.empty()) throw FileError(source.name + ": the file is empty");
    Mesh mesh = reader_for(source, ending)(source);
    mesh.name = std::filesystem::path(source.name).filename().string();
    return mesh;
}

bool is_known(std::string_view ending) {
    return std::any_of(public_formats.begin(), public_formats.end(),
                       [&](const Format& format) { return format.ending == ending; });
}

}  // namespace

std::string ending_for(const std::filesystem::path& path, const std::string& format) {
    const std::string own = ending_of(path);
    if (format.empty() || is_known(own)) return own;
    return lower_case(format.front() == '.' ? format : "." + format);
}

std::span<const Format> formats() { return public_formats; }

Mesh read_mesh_as_fans(const std::filesystem::path& path, const std::string& format) try {
    const parallel::FloatingPointMode mode;
    const std::vector<std::byte> bytes = load_file(path);
    return read(Source{bytes, name_of(path), path}, ending_for(path, format));
} catch (const std::bad_alloc&) {
    throw FileError(name_of(path) + ": not enough memory to read it");
}

Mesh read_mesh(const std::filesystem::path& path, const ReadOptions& options) {
    const parallel::FloatingPointMode mode;
    Mesh mesh = read_mesh_as_fans(path, options.format);
    triangulate_concave_polygons(mesh);
    if (is_welded(mesh, options.weld)) weld(mesh);
    return mesh;
}

Mesh read_mesh_from_memory(std::span<const std::byte> bytes, std::string_view ending, const std::string& name) {
    const parallel::FloatingPointMode mode;
    Mesh mesh = read(Source{bytes, name, {}}, lower_case(std::string(ending)));
    triangulate_concave_polygons(mesh);
    return mesh;
}

}  // namespace pliant::io
