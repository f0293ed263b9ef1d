// Geomview OFF and its variants [ST][C][N]OFF. Coordinates come first on a vertex line, vertex numbers first on a face
// line; the rest of a line (texture coordinates, colours, normals) is ignored.
#include <vector>

#include "io/formats.hpp"
#include "io/mesh_builder.hpp"
#include "io/scanner.hpp"

namespace pliant::io {

namespace {

class OffReader {
public:
    explicit OffReader(const Source& source) : text_(source, {.comment = '#'}) {}

    Mesh read() {
        read_keyword();
        text_.expect_more("the number of vertices");
        const std::size_t vertices = text_.count("vertices", 6);  // "0 0 0\n"
        const std::size_t faces = text_.count("faces", 2);        // "0\n"
        text_.next_line();                                        // a number of edges, which nobody fills in
        builder_.mesh.positions.reserve(vertices);
        builder_.mesh.triangles.reserve(faces);
        for (std::size_t i = 0; i < vertices; ++i) read_vertex();
        for (std::size_t i = 0; i < faces; ++i) read_face();
        for (; !text_.at_file_end(); text_.next_line()) builder_.drop("lines", "behind the last face", true);
        return builder_.finish();
    }

private:
    // The keyword may be missing [Geomview manual, OFF], and some data sets lack the blank behind it: "OFF490 518 0".
    void read_keyword() {
        text_.expect_more("OFF");
        const std::string_view word = text_.peek();
        std::size_t length = 0;
        for (std::string_view part : {"ST", "C", "N"}) {
            if (word.substr(length, part.size()) == part) length += part.size();
        }
        const bool digit_first = word[0] >= '0' && word[0] <= '9';
        if (word.substr(length, 3) == "OFF") {
            text_.skip_bytes(length + 3, "OFF");
        } else if (!digit_first || word.find("OFF") != std::string_view::npos) {
            text_.fail_expected("OFF, COFF, NOFF, CNOFF or STOFF");
        }
        if (text_.peek() == "BINARY") text_.fail("binary OFF is not supported");
    }

    void read_vertex() {
        text_.expect_more("a vertex");
        constexpr std::string_view expected = "a coordinate";
        const double x = text_.number(expected), y = text_.number(expected), z = text_.number(expected);
        builder_.mesh.positions.push_back({x, y, z});
        text_.next_line();
    }

    void read_face() {
        text_.expect_more("a face");
        const std::size_t size = text_.count("vertices of a face", 2);
        corners_.clear();
        for (std::size_t i = 0; i < size; ++i) corners_.push_back(vertex_number(text_.integer("a vertex number")));
        builder_.add_polygon(corners_);
        text_.next_line();
    }

    Scanner text_;
    MeshBuilder builder_;
    std::vector<std::uint32_t> corners_;
};

}  // namespace

Mesh read_off(const Source& source) { return OffReader(source).read(); }

}  // namespace pliant::io
