// What `inspect` tells a person.
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "inspect.hpp"
#include "table.hpp"

namespace pliant::cli {
namespace {

/// Six digits; sizes beyond the range of double in words.
std::string size_as_text(double size) {
    if (std::isfinite(size)) return fmt::format("{:.6g}", size);
    return size < 0 ? "below -1.8e+308" : "above 1.8e+308";
}

std::string volume_as_text(const Inspection& found) {
    if (!found.measures.volume) {
        return found.topology.closed() ? "none (its faces look both ways)" : "none (it is not closed)";
    }
    const double volume = *found.measures.volume;
    return size_as_text(volume) + (volume < 0 ? " (it is inside out)" : "");
}

std::string measures_as_text(const Inspection& found) {
    const Measures& m = found.measures;
    std::string text = fmt::format("area       {}\nvolume     {}\n", size_as_text(m.area), volume_as_text(found));
    if (m.centroid) {
        text +=
            fmt::format("centroid   {}, of the {}\n", triple(*m.centroid), m.centroid_of_volume ? "volume" : "surface");
    }
    if (m.edges) {
        text += fmt::format("edges      {} to {} long, median {}\n", size_as_text(m.edges->shortest),
                            size_as_text(m.edges->longest), size_as_text(m.edges->median));
    }
    return text;
}

std::string yes_or_no(bool yes, std::size_t culprits, std::string_view what) {
    return yes ? "yes" : fmt::format("no ({} {})", culprits, what);
}

std::string closed(const mesh::Topology& t) {
    if (t.triangles == 0) return "no (there is no usable triangle)";
    return yes_or_no(t.closed(), t.boundary_edges + t.non_manifold_edges, "edges without exactly two triangles");
}

std::string manifold_vertices(const mesh::Topology& t) {
    if (!t.edge_manifold() && t.non_manifold_vertices == 0) return "no (edges are not manifold)";
    return yes_or_no(t.vertex_manifold(), t.non_manifold_vertices, "with more than one fan");
}

std::string oriented(const mesh::Topology& t) {
    if (!t.edge_manifold()) return "undecided (edges are not manifold)";
    return yes_or_no(t.inconsistent_edges == 0, t.inconsistent_edges, "edges run through twice in one direction");
}

std::string flaws_as_text(const Inspection& found) {
    std::string text;
    const auto line = [&text](std::size_t count, std::string_view what) {
        if (count > 0) text += fmt::format("  {} {}\n", count, what);
    };
    for (const auto& [kind, elements] : found.flaws) {
        text += fmt::format("  {} {}: first {}\n", elements.size(), name(kind), elements.front());
    }
    line(found.topology.duplicate_triangles, "triangles with the vertices of an earlier one");
    line(found.unused_vertices, "vertices that nothing uses");
    line(found.repeated_positions, "vertices at the place of an earlier one (--weld joins them)");
    return text.empty() ? "flaws      none\n" : "flaws\n" + text;
}

}  // namespace

std::string inspection_as_text(const Inspection& found) {
    const mesh::Topology& t = found.topology;
    std::string text = fmt::format("{}\nvertices   {}\ntriangles  {}\n", found.name, found.vertices, found.triangles);
    if (found.tetrahedra > 0)
        text += fmt::format("tetrahedra {} (the triangles are their boundary)\n", found.tetrahedra);
    if (found.polygons > 0 && found.polygons != found.triangles) text += fmt::format("polygons   {}\n", found.polygons);
    if (found.frames > 1) text += fmt::format("frames     {} (what follows is of the first)\n", found.frames);
    if (found.has_box) {
        text += fmt::format("box        ({}, {}, {}) to ({}, {}, {})\n", found.low[0], found.low[1], found.low[2],
                            found.high[0], found.high[1], found.high[2]);
    }
    text += measures_as_text(found);
    text += fmt::format("closed     {}\n", closed(t));
    text += fmt::format("manifold   edges {}, vertices {}\n",
                        yes_or_no(t.edge_manifold(), t.non_manifold_edges, "with three triangles or more"),
                        manifold_vertices(t));
    text += fmt::format("oriented   {}\n", oriented(t));
    text += fmt::format("pieces     {}\neuler      {}\n", t.components, t.euler_number());
    return text + flaws_as_text(found);
}

}  // namespace pliant::cli
