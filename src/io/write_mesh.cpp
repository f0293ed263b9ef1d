// Writers: PLY (binary, little-endian), OBJ and Gmsh MSH 4.1.
#include <bit>
#include <charconv>
#include <cstring>

#include "io/io.hpp"
#include "io/whole_file.hpp"
#include "parallel/floating_point_mode.hpp"

namespace pliant::io {

namespace {

using Position = std::array<double, 3>;

class TextBuffer {
public:
    void reserve(std::size_t bytes) { text_.reserve(bytes); }
    void add(std::string_view text) { text_ += text; }

    /// The shortest decimal that reads back as the same double, or an integer.
    template <class T>
    void add_number(T number) {
        char digits[32];
        const auto [end, error] = std::to_chars(std::begin(digits), std::end(digits), number);
        text_.append(digits, std::size_t(end - digits));
    }

    void add_position(const Position& position) {
        add_number(position[0]);
        add(" ");
        add_number(position[1]);
        add(" ");
        add_number(position[2]);
        add("\n");
    }

    template <class T>
    void add_little_endian(T number) {
        char bytes[sizeof(T)];
        std::memcpy(bytes, &number, sizeof(T));
        if (std::endian::native == std::endian::big) {
            for (std::size_t i = 0; i < sizeof(T) / 2; ++i) std::swap(bytes[i], bytes[sizeof(T) - 1 - i]);
        }
        text_.append(bytes, sizeof(T));
    }

    void save(const std::filesystem::path& path) const { write_whole_file(path, std::as_bytes(std::span(text_))); }

private:
    std::string text_;
};

void write_ply(const std::filesystem::path& path, const Points& positions, std::span<const Triangle> triangles,
               std::span<const std::array<std::uint8_t, 3>> colours) {
    const bool coloured = colours.size() == triangles.size() && !colours.empty();
    TextBuffer out;
    out.reserve(512 + positions.size() * sizeof(Position) + triangles.size() * (sizeof(Triangle) + 4));
    out.add("ply\nformat binary_little_endian 1.0\nelement vertex ");
    out.add_number(positions.size());
    out.add("\nproperty double x\nproperty double y\nproperty double z\nelement face ");
    out.add_number(triangles.size());
    out.add("\nproperty list uchar uint vertex_indices\n");
    if (coloured) out.add("property uchar red\nproperty uchar green\nproperty uchar blue\n");
    out.add("end_header\n");
    for (std::size_t i = 0; i < positions.size(); ++i) {
        for (double x : positions[i]) out.add_little_endian(x);
    }
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        out.add_little_endian(std::uint8_t(3));
        for (std::uint32_t vertex : triangles[i]) out.add_little_endian(vertex);
        for (std::size_t j = 0; coloured && j < 3; ++j) out.add_little_endian(colours[i][j]);
    }
    out.save(path);
}

void write_obj(const std::filesystem::path& path, const Points& positions, std::span<const Triangle> triangles) {
    TextBuffer out;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        out.add("v ");
        out.add_position(positions[i]);
    }
    for (const Triangle& triangle : triangles) {
        out.add("f");
        for (std::uint32_t vertex : triangle) {
            out.add(" ");
            out.add_number(std::uint64_t(vertex) + 1);
        }
        out.add("\n");
    }
    out.save(path);
}

void write_msh(const std::filesystem::path& path, const Points& positions, std::span<const Tetrahedron> tetrahedra) {
    // One block of nodes and one of elements (type 4: tetrahedra), both of volume 1; numbers count from 1.
    const auto begin_block = [](TextBuffer& out, std::size_t count, std::string_view entity) {
        out.add("1 ");
        out.add_number(count);
        out.add(" 1 ");
        out.add_number(count);
        out.add(entity);
        out.add_number(count);
        out.add("\n");
    };
    TextBuffer out;
    out.add("$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n");
    begin_block(out, positions.size(), "\n3 1 0 ");
    for (std::size_t i = 0; i < positions.size(); ++i) {
        out.add_number(i + 1);
        out.add("\n");
    }
    for (std::size_t i = 0; i < positions.size(); ++i) out.add_position(positions[i]);
    out.add("$EndNodes\n$Elements\n");
    begin_block(out, tetrahedra.size(), "\n3 1 4 ");
    for (std::size_t i = 0; i < tetrahedra.size(); ++i) {
        out.add_number(i + 1);
        for (std::uint32_t vertex : tetrahedra[i]) {
            out.add(" ");
            out.add_number(std::uint64_t(vertex) + 1);
        }
        out.add("\n");
    }
    out.add("$EndElements\n");
    out.save(path);
}

std::string small_ending(const std::filesystem::path& path) {
    std::string ending = path.extension().string();
    for (char& c : ending) c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
    return ending;
}

}  // namespace

void write_mesh(const std::filesystem::path& path, const SurfaceView& surface, const WriteOptions& options) {
    const parallel::FloatingPointMode mode;
    const std::string ending = small_ending(path);
    if (ending == ".ply") return write_ply(path, surface.positions, surface.triangles, options.colours);
    if (ending == ".obj") return write_obj(path, surface.positions, surface.triangles);
    throw FileError(path.string() + ": triangles are written to .ply and .obj");
}

void write_mesh(const std::filesystem::path& path, const VolumeView& volume) {
    const parallel::FloatingPointMode mode;
    if (small_ending(path) == ".msh") return write_msh(path, volume.positions, volume.tetrahedra);
    throw FileError(path.string() + ": tetrahedra are written to .msh");
}

}  // namespace pliant::io
