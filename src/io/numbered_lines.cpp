#include "io/numbered_lines.hpp"

#include <string>
#include <vector>

namespace pliant::io {

void read_node_lines(Scanner& text, Mesh& mesh, NodeNumbers& numbers) {
    text.expect_more("the number of vertices");
    const std::size_t count = text.count("vertices", 8);  // "1 0 0 0\n"
    if (text.integer("the dimension 3") != 3) text.fail("vertices need 3 coordinates");
    numbers.reserve(count);
    mesh.positions.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        text.next_line();
        text.expect_more("a vertex");
        numbers.add(text.integer("the number of a vertex"));
        constexpr std::string_view expected = "a coordinate";
        const double x = text.number(expected), y = text.number(expected), z = text.number(expected);
        mesh.positions.push_back({x, y, z});
    }
    text.next_line();
}

void read_solid_lines(Scanner& text, Mesh& mesh, SolidCell cell) {
    const std::size_t corners = corners_of(cell);
    text.expect_more("the number of elements");
    const std::size_t count = text.count("elements", 2 * corners + 2);  // "1 1 2 3 4\n"
    const std::string expected = std::to_string(corners);
    if (text.integer("the number of corners, " + expected) != std::int64_t(corners)) {
        text.fail("elements of other than " + expected + " corners are not supported");
    }
    std::vector<std::uint32_t> vertices(corners);
    for (std::size_t i = 0; i < count; ++i) {
        text.next_line();
        text.expect_more("an element");
        text.integer("the number of an element");
        for (std::uint32_t& vertex : vertices) vertex = vertex_number(text.integer("a vertex number"));
        cut(cell, vertices, mesh.tetrahedra);
    }
    text.next_line();
}

}  // namespace pliant::io
