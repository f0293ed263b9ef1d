// MEDIT .mesh, text. [INRIA technical report 0253, "MEDIT: an interactive mesh visualization software", 2001]
#include <vector>

#include "io/formats.hpp"
#include "io/mesh_builder.hpp"
#include "io/scanner.hpp"
#include "io/solid_cells.hpp"

namespace pliant::io {

namespace {

class MeditReader {
public:
    explicit MeditReader(const Source& source) : text_(source, {.comment = '#', .lines_matter = false}) {}

    Mesh read() {
        text_.expect_word("MeshVersionFormatted");
        text_.integer("a format version");
        while (!text_.at_file_end()) {
            const std::string_view keyword = text_.token("a keyword");
            if (keyword == "End") break;
            read_section(keyword);
        }
        if (!has_vertices_) text_.fail_cut_off("Vertices");
        return builder_.finish();
    }

private:
    void read_section(std::string_view keyword) {
        if (keyword == "Dimension") {
            const std::int64_t dimension = text_.integer("the dimension");
            if (dimension != 3) text_.fail("dimension " + std::to_string(dimension) + " is not supported; 3 is");
        } else if (keyword == "Vertices") {
            read_vertices();
        } else if (keyword == "Triangles") {
            const std::size_t count = text_.count("triangles", 8);
            builder_.mesh.triangles.reserve(count);
            for (std::size_t i = 0; i < count; ++i) builder_.add_polygon(read_corners<3>());
        } else if (keyword == "Quadrilaterals") {
            const std::size_t count = text_.count("quadrilaterals", 10);
            for (std::size_t i = 0; i < count; ++i) builder_.add_polygon(read_corners<4>());
        } else if (keyword == "Tetrahedra") {
            read_solids<4>(SolidCell::tetrahedron, "tetrahedra");
        } else if (keyword == "Hexahedra") {
            read_solids<8>(SolidCell::hexahedron, "hexahedra");
        } else if (keyword == "Prisms") {
            read_solids<6>(SolidCell::prism, "prisms");
        } else if (keyword == "Pyramids") {
            read_solids<5>(SolidCell::pyramid, "pyramids");
        } else {
            skip_section(keyword);
        }
    }

    void read_vertices() {
        has_vertices_ = true;
        const std::size_t count = text_.count("vertices", 8);
        builder_.mesh.positions.reserve(count);
        constexpr std::string_view expected = "a coordinate";
        for (std::size_t i = 0; i < count; ++i) {
            const double x = text_.number(expected), y = text_.number(expected), z = text_.number(expected);
            builder_.mesh.positions.push_back({x, y, z});
            text_.number("a reference");
        }
    }

    template <std::size_t corners>
    void read_solids(SolidCell cell, std::string_view solids) {
        const std::size_t count = text_.count(solids, 2 * corners + 2);
        for (std::size_t i = 0; i < count; ++i) cut(cell, read_corners<corners>(), builder_.mesh.tetrahedra);
    }

    // Numbers count from 1; a reference to a region follows them.
    template <std::size_t size>
    std::array<std::uint32_t, size> read_corners() {
        std::array<std::uint32_t, size> corners{};
        for (std::uint32_t& corner : corners) corner = vertex_number(text_.integer("a vertex number") - 1);
        text_.number("a reference");
        return corners;
    }

    // Attributes of vertices and faces, and elements of second order: "TrianglesP2".
    void skip_section(std::string_view keyword) {
        const bool letter = (keyword[0] >= 'A' && keyword[0] <= 'Z') || (keyword[0] >= 'a' && keyword[0] <= 'z');
        if (!letter) text_.fail_expected("a keyword such as Vertices", keyword);
        for (const std::string_view element :
             {"Edges", "Triangles", "Quadrilaterals", "Tetrahedra", "Hexahedra", "Prisms", "Pyramids"}) {
            if (!keyword.starts_with(element)) continue;
            const bool edges = element == "Edges";
            builder_.drop(edges ? "edges" : "elements", keyword, !edges, text_.count("elements", 2));
        }
        while (is_number(text_.peek())) text_.token("a number");
    }

    static bool is_number(std::string_view token) {
        return !token.empty() && std::string_view("+-.0123456789").find(token[0]) != std::string_view::npos;
    }

    Scanner text_;
    MeshBuilder builder_;
    bool has_vertices_ = false;
};

}  // namespace

Mesh read_medit(const Source& source) { return MeditReader(source).read(); }

}  // namespace pliant::io
