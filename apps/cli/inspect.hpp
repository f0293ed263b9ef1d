// Results of `pliant inspect`, written as text and JSON.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <pliant/pliant.hpp>

#include "measures.hpp"
#include "mesh/topology.hpp"
#include "source.hpp"

namespace pliant::cli {

struct Inspection {
    std::string name;
    std::size_t vertices = 0, triangles = 0, polygons = 0, tetrahedra = 0, frames = 0;
    bool has_box = false;  // some vertex is finite
    Position low{}, high{};
    mesh::Topology topology;
    Measures measures;
    std::size_t unused_vertices = 0;     // of no triangle, or of no tetrahedron in a volume
    std::size_t repeated_positions = 0;  // vertices at the place of an earlier one
    std::map<FlawKind, std::vector<std::uint32_t>> flaws;
    bool all_examined =
        true;  // nothing but elements without area or volume would be set aside; some triangle is usable
};

std::string inspection_as_text(const Inspection& found);
std::string inspection_as_json(const Inspection& found);

}  // namespace pliant::cli
