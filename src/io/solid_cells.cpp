// [Dompierre1999] J. Dompierre et al., How to subdivide pyramids, prisms and hexahedra into tetrahedra, IMR 1999.
#include "io/solid_cells.hpp"

#include <algorithm>
#include <array>

#include "io/mesh_builder.hpp"

namespace pliant::io {
namespace {

using Corners = std::span<const std::uint32_t>;
using Tetrahedra = std::vector<Tetrahedron>;

/// Whether the quadrilateral is cut from a to c: its smallest number is one of theirs.
bool cut_from_first(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
    return std::min(a, c) < std::min(b, d);
}

/// Solids with corners in common, as prisms written as hexahedra, have parts without volume: nothing is lost with them.
/// A corner that the file does not have stays, for border control to name.
void put(Tetrahedra& out, const Tetrahedron& tetrahedron) {
    Tetrahedron sorted = tetrahedron;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice == sorted.end() || *twice == no_vertex) out.push_back(tetrahedron);
}

/// A tetrahedron over each half of the base.
void cut_pyramid(Corners v, Tetrahedra& out) {
    if (cut_from_first(v[0], v[1], v[2], v[3])) {
        put(out, {v[0], v[1], v[2], v[4]});
        put(out, {v[0], v[2], v[3], v[4]});
    } else {
        put(out, {v[1], v[2], v[3], v[4]});
        put(out, {v[1], v[3], v[0], v[4]});
    }
}

/// Seen from its smallest corner only the faces that it is not part of count: pyramids and tetrahedra over them.
void cut_prism(Corners v, Tetrahedra& out) {
    // The corners when each of the six is turned to be the first.
    static constexpr std::size_t turns[6][6] = {{0, 1, 2, 3, 4, 5}, {1, 2, 0, 4, 5, 3}, {2, 0, 1, 5, 3, 4},
                                                {3, 5, 4, 0, 2, 1}, {4, 3, 5, 1, 0, 2}, {5, 4, 3, 2, 1, 0}};
    const auto smallest = std::size_t(std::min_element(v.begin(), v.end()) - v.begin());
    std::array<std::uint32_t, 6> t{};
    for (std::size_t i = 0; i < 6; ++i) t[i] = v[turns[smallest][i]];
    put(out, {t[3], t[5], t[4], t[0]});  // over the far triangle
    const std::array<std::uint32_t, 5> pyramid{t[1], t[4], t[5], t[2], t[0]};
    cut_pyramid(pyramid, out);  // over the far quadrilateral
}

/// A pyramid over each of the three faces that the smallest corner is not part of.
void cut_hexahedron(Corners v, Tetrahedra& out) {
    // Every face with its corners in turn as seen from within, so that the pyramid over it is not inside out.
    static constexpr std::size_t faces[6][4] = {{0, 1, 2, 3}, {4, 7, 6, 5}, {0, 4, 5, 1},
                                                {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}};
    const auto smallest = std::size_t(std::min_element(v.begin(), v.end()) - v.begin());
    for (const auto& face : faces) {
        if (std::find(std::begin(face), std::end(face), smallest) != std::end(face)) continue;
        const std::array<std::uint32_t, 5> pyramid{v[face[0]], v[face[1]], v[face[2]], v[face[3]], v[smallest]};
        cut_pyramid(pyramid, out);
    }
}

/// A tetrahedron at each corner; the octahedron between them is cut along one diagonal.
void cut_second_order(Corners v, Tetrahedra& out) {
    static constexpr std::size_t parts[8][4] = {{0, 4, 6, 7}, {4, 1, 5, 8}, {6, 5, 2, 9}, {7, 8, 9, 3},
                                                {4, 5, 6, 8}, {4, 6, 7, 8}, {6, 5, 9, 8}, {6, 9, 7, 8}};
    for (const auto& [a, b, c, d] : parts) put(out, {v[a], v[b], v[c], v[d]});
}

}  // namespace

void cut(SolidCell cell, Corners corners, Tetrahedra& tetrahedra) {
    switch (cell) {
        case SolidCell::tetrahedron: tetrahedra.push_back({corners[0], corners[1], corners[2], corners[3]}); break;
        case SolidCell::pyramid: cut_pyramid(corners, tetrahedra); break;
        case SolidCell::prism: cut_prism(corners, tetrahedra); break;
        case SolidCell::hexahedron: cut_hexahedron(corners, tetrahedra); break;
        case SolidCell::tetrahedron_of_ten: cut_second_order(corners, tetrahedra); break;
    }
}

}  // namespace pliant::io
