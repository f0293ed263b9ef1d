// Tables of numbered vertices and solids, one per line, as in TetGen and Vega files.
#pragma once

#include "io/io.hpp"
#include "io/node_numbers.hpp"
#include "io/scanner.hpp"
#include "io/solid_cells.hpp"

namespace pliant::io {

/// "count 3 ..." and then "number x y z ..." on each line.
void read_node_lines(Scanner& text, Mesh& mesh, NodeNumbers& numbers);

/// "count 4 ..." and then "number a b c d ..." on each line, or as many corners as the cell has. They are numbers of
/// the file, to be resolved.
void read_solid_lines(Scanner& text, Mesh& mesh, SolidCell cell);

}  // namespace pliant::io
