// Tables of numbered vertices and tetrahedra, one per line, as in TetGen and Vega files.
#pragma once

#include "io/io.hpp"
#include "io/node_numbers.hpp"
#include "io/scanner.hpp"

namespace pliant::io {

/// "count 3 ..." and then "number x y z ..." on each line.
void read_node_lines(Scanner& text, Mesh& mesh, NodeNumbers& numbers);

/// "count 4 ..." and then "number a b c d ..." on each line. The corners are numbers of the file, to be resolved.
void read_tetrahedron_lines(Scanner& text, Mesh& mesh);

}  // namespace pliant::io
