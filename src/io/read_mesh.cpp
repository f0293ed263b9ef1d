// Which reader: by the ending of the name, and by content where the ending says nothing.
#include <algorithm>
#include <new>
#include <utility>

#include "io/formats.hpp"
#include "io/triangulate_polygons.hpp"

namespace pliant::io {

namespace {

using Reader = Mesh (*)(const Source&);

struct Format {
    std::string_view ending;
    Reader reader;
};

constexpr Format formats[] = {{".obj", read_obj},
                              {".ply", read_ply},
                              {".stl", read_stl},
                              {".off", read_off},
                              {".coff", read_off},
                              {".noff", read_off},
                              {".msh", read_msh},
                              {".mesh", read_medit},
                              {".vtk", read_vtk},
                              {".vtu", read_vtu},
                              {".veg", read_vega},
                              {".node", read_tetgen_nodes},
                              {".ele", read_tetgen_elements},
                              {".gltf", read_gltf},
                              {".glb", read_gltf}};

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

// The first bytes of the formats that have a beginning of their own. STL without "solid" and TetGen have none.
Reader reader_by_content(const Source& source) {
    static constexpr Format beginnings[] = {{"ply", read_ply},
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
    for (const Format& format : beginnings) {
        if (head.substr(0, format.ending.size()) == format.ending) return format.reader;
    }
    constexpr std::size_t far_enough = 4096;
    return holds_obj_vertex(text.substr(0, far_enough)) ? read_obj : nullptr;
}

Reader reader_for(const Source& source, std::string_view ending) {
    for (const Format& format : formats) {
        if (format.ending == ending) return format.reader;
    }
    if (const Reader reader = reader_by_content(source)) return reader;
    throw FileError(source.name +
                    ": unknown format; OBJ, PLY, STL, OFF, glTF, Gmsh, MEDIT, VTK, TetGen and Vega can be read");
}

Mesh read(const Source& source, std::string_view ending) {
    if (source.bytes.empty()) throw FileError(source.name + ": the file is empty");
    Mesh mesh = reader_for(source, ending)(source);
    mesh.name = std::filesystem::path(source.name).filename().string();
    return mesh;
}

}  // namespace

Mesh read_mesh_as_fans(const std::filesystem::path& path) try {
    const std::vector<std::byte> bytes = load_file(path);
    return read(Source{bytes, path.string(), path}, ending_of(path));
} catch (const std::bad_alloc&) {
    throw FileError(path.string() + ": not enough memory to read it");
}

Mesh read_mesh(const std::filesystem::path& path) {
    Mesh mesh = read_mesh_as_fans(path);
    triangulate_concave_polygons(mesh);
    return mesh;
}

Mesh read_mesh_from_memory(std::span<const std::byte> bytes, std::string_view ending, const std::string& name) {
    Mesh mesh = read(Source{bytes, name, {}}, lower_case(std::string(ending)));
    triangulate_concave_polygons(mesh);
    return mesh;
}

}  // namespace pliant::io
