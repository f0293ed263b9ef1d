// Vega .veg: the sections *VERTICES and *ELEMENTS; materials, sets and regions are skipped.
#include <utility>

#include "io/formats.hpp"
#include "io/mesh_builder.hpp"
#include "io/numbered_lines.hpp"

namespace pliant::io {

namespace {

void refuse_include(Scanner& text) {
    text.expect_more("a table");
    if (text.next_is("*INCLUDE")) text.fail("*INCLUDE is not supported");
}

void read_elements(Scanner& text, Mesh& mesh) {
    text.next_line();
    refuse_include(text);
    const bool tetrahedra = text.next_is("TET") || text.next_is("TETS");
    if (!tetrahedra && !text.next_is("CUBIC")) text.fail_expected("TET or CUBIC");
    text.next_line();
    refuse_include(text);
    read_solid_lines(text, mesh, tetrahedra ? SolidCell::tetrahedron : SolidCell::hexahedron);
}

}  // namespace

Mesh read_vega(const Source& source) {
    Scanner text(source, {.comment = '#'});
    Mesh mesh;
    NodeNumbers numbers;
    MeshBuilder further;  // counts what is not read
    bool vertices = false, elements = false;
    while (!text.at_file_end()) {
        if (!vertices && text.next_is("*VERTICES")) {
            vertices = true;
            text.next_line();
            refuse_include(text);
            read_node_lines(text, mesh, numbers);
        } else if (!elements && text.next_is("*ELEMENTS")) {
            elements = true;
            read_elements(text, mesh);
        } else {
            const bool again = text.next_is("*VERTICES") || text.next_is("*ELEMENTS");
            if (again) further.drop("further sections", text.peek(), true);
            text.next_line();
        }
    }
    if (!vertices) text.fail_cut_off("*VERTICES");
    if (!elements) text.fail_cut_off("*ELEMENTS");
    numbers.resolve(mesh);
    mesh.dropped = std::move(further.mesh.dropped);
    return mesh;
}

}  // namespace pliant::io
