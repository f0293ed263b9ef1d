// One reader per format. Each takes the whole file, and throws FileError with line or byte.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "io/io.hpp"

namespace pliant::io {

struct Source {
    std::span<const std::byte> bytes;  // the whole file, unpacked; not owned
    std::string name;                  // for messages: the path as the user gave it; Mesh::name is set by read_mesh
    std::filesystem::path path;        // empty when from memory; for formats with side files
};

/// Neither the extension nor the beginning of a file says what it is.
class UnknownFormat : public FileError {
public:
    explicit UnknownFormat(const std::string& name)
        : FileError(name +
                    ": unknown format; OBJ, PLY, STL, OFF, glTF, Gmsh, MEDIT, VTK, TetGen and Vega can be read") {}
};

Mesh read_obj(const Source& source);
Mesh read_ply(const Source& source);
Mesh read_stl(const Source& source);
Mesh read_off(const Source& source);
Mesh read_msh(const Source& source);
Mesh read_medit(const Source& source);
Mesh read_vtk(const Source& source);
Mesh read_tetgen_nodes(const Source& source);     // .node, and the .ele beside it
Mesh read_tetgen_elements(const Source& source);  // .ele, and the .node beside it
Mesh read_vega(const Source& source);
Mesh read_gltf(const Source& source);
Mesh read_vtu(const Source& source);

/// As read_mesh, but concave polygons become fans, too: frames with the same faces then have equal triangles, however
/// the faces bend.
Mesh read_mesh_as_fans(const std::filesystem::path& path, const std::string& format = {});

/// The extension that decides the reader, in lower case and without .gz: the file's own, or `format` where no reader
/// knows that.
std::string ending_for(const std::filesystem::path& path, const std::string& format);

/// Name for messages: "-" is standard input.
inline std::string name_of(const std::filesystem::path& path) { return path == "-" ? "standard input" : path.string(); }

/// Whether a mesh that was just read is to be welded.
inline bool is_welded(const Mesh& mesh, Weld which) {
    return which == Weld::all || (which == Weld::soups && mesh.soup);
}

/// "name:line: reason"
[[noreturn]] void fail_at_line(const Source& source, std::size_t line, std::string_view reason);

/// "name: byte N: reason"
[[noreturn]] void fail_at_byte(const Source& source, std::size_t byte, std::string_view reason);

/// The bytes of a file, unpacked where they are gzip; of standard input where it is called "-". Throws FileError.
std::vector<std::byte> load_file(const std::filesystem::path& path);

}  // namespace pliant::io
