// Vega .veg: the sections *VERTICES and *ELEMENTS; materials, sets and regions are skipped.
#include "io/formats.hpp"
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
    if (!tetrahedra) text.fail_expected("TET, the only kind of element supported");
    text.next_line();
    refuse_include(text);
    read_tetrahedron_lines(text, mesh);
}

}  // namespace

Mesh read_vega(const Source& source) {
    Scanner text(source, {.comment = '#'});
    Mesh mesh;
    NodeNumbers numbers;
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
            text.next_line();
        }
    }
    if (!vertices) text.fail_cut_off("*VERTICES");
    if (!elements) text.fail_cut_off("*ELEMENTS");
    numbers.resolve(mesh);
    return mesh;
}

}  // namespace pliant::io
