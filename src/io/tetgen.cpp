// TetGen .node and .ele, opened by either name; the other file is found beside it.
#include "io/formats.hpp"
#include "io/numbered_lines.hpp"

namespace pliant::io {

namespace {

// "a.node" and ".ele" give "a.ele", or "a.ele.gz" where only that is there; the same for "a.node.gz".
std::filesystem::path beside(std::filesystem::path path, const char* ending) {
    if (path.extension() == ".gz") path.replace_extension();
    path.replace_extension(ending);
    std::filesystem::path packed = path;
    packed += ".gz";
    std::error_code error;
    const bool only_packed = !std::filesystem::exists(path, error) && std::filesystem::exists(packed, error);
    return only_packed ? packed : path;
}

class TetgenReader {
public:
    void read_nodes(const Source& source) {
        Scanner text(source, {.comment = '#'});
        read_node_lines(text, mesh_, numbers_);
    }

    void read_elements(const Source& source) {
        Scanner text(source, {.comment = '#'});
        read_solid_lines(text, mesh_, SolidCell::tetrahedron);
    }

    Mesh finish() {
        numbers_.resolve(mesh_);
        return std::move(mesh_);
    }

private:
    Mesh mesh_;
    NodeNumbers numbers_;
};

// A file in memory has no companion and is read alone.
template <class Use>
void with_file_beside(const Source& source, const char* ending, const Use& use) {
    if (source.path.empty()) return;
    std::error_code error;
    if (!std::filesystem::is_regular_file(source.path, error)) {
        throw FileError(source.name + ": TetGen's meshes are two files, .node and .ele, which no pipe can hold");
    }
    const std::filesystem::path path = beside(source.path, ending);
    const std::vector<std::byte> bytes = load_file(path);
    use(Source{bytes, path.string(), path});
}

}  // namespace

Mesh read_tetgen_nodes(const Source& source) {
    TetgenReader reader;
    reader.read_nodes(source);
    with_file_beside(source, ".ele", [&](const Source& elements) { reader.read_elements(elements); });
    return reader.finish();
}

Mesh read_tetgen_elements(const Source& source) {
    TetgenReader reader;
    reader.read_elements(source);
    with_file_beside(source, ".node", [&](const Source& nodes) { reader.read_nodes(nodes); });
    return reader.finish();
}

}  // namespace pliant::io
