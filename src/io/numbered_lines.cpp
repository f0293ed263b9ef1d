#include "io/numbered_lines.hpp"

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

void read_tetrahedron_lines(Scanner& text, Mesh& mesh) {
    text.expect_more("the number of tetrahedra");
    const std::size_t count = text.count("tetrahedra", 10);  // "1 1 2 3 4\n"
    if (text.integer("the number of corners, 4") != 4) text.fail("elements of other than 4 corners are not supported");
    mesh.tetrahedra.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        text.next_line();
        text.expect_more("a tetrahedron");
        text.integer("the number of a tetrahedron");
        Tetrahedron corners{};
        for (std::uint32_t& corner : corners) corner = vertex_number(text.integer("a vertex number"));
        mesh.tetrahedra.push_back(corners);
    }
    text.next_line();
}

}  // namespace pliant::io
