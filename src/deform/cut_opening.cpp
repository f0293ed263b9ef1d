// The opening of a cut: faces on the blade come apart, vertices get a copy for each piece around them.
#include <algorithm>
#include <array>
#include <utility>

#include "deform/cutter.hpp"
#include "mesh/union_find.hpp"
#include "mesh/volume_neighbours.hpp"

namespace pliant::deform {

/// All tetrahedra at vertices on the blade, also those that the plane only touches there.
void Cutter::gather_stars() {
    std::vector<std::uint8_t> listed(given_.tetrahedra.size(), 0);
    for (const Piece& piece : pieces_) listed[piece.parent] = 1;
    const std::size_t count = given_positions_.size();
    for (std::uint32_t t = 0; t < given_.tetrahedra.size(); ++t) {
        const Tetrahedron& corners = given_.tetrahedra[t];
        if (listed[t] != 0 || *std::max_element(corners.begin(), corners.end()) >= count) continue;
        if (std::any_of(corners.begin(), corners.end(), [&](std::uint32_t v) { return side_[v] == 0; }))
            pieces_.push_back({corners, t});
    }
    around_.clear();
    for (std::uint32_t p = 0; p < pieces_.size(); ++p) {
        for (const std::uint32_t v : pieces_[p].corners) {
            if (side_[v] == 0) around_[v].push_back(p);
        }
    }
}

void Cutter::open_faces() {
    gather_stars();
    const auto vertices = static_cast<std::uint32_t>(side_.size());
    for (std::uint32_t v = 0; v < vertices; ++v) {
        const auto star = around_.find(v);
        if (side_[v] == 0 && star != around_.end()) open_around(v, star->second);
    }
}

/// The piece of the first tetrahedron keeps the vertex.
void Cutter::open_around(std::uint32_t vertex, std::span<const std::uint32_t> star) {
    std::vector<std::pair<Triangle, std::uint32_t>> faces;  // by ascending vertices; place in the star
    for (std::uint32_t i = 0; i < star.size(); ++i) {
        for (std::uint32_t f = 0; f < 4; ++f) {
            Triangle face = mesh::face_of(pieces_[star[i]].corners, f);
            std::sort(face.begin(), face.end());
            if (std::find(face.begin(), face.end(), vertex) != face.end()) faces.emplace_back(face, i);
        }
    }
    std::sort(faces.begin(), faces.end());
    mesh::UnionFind joined(star.size());
    bool any_open = false;
    for (std::size_t i = 1; i < faces.size(); ++i) {
        if (faces[i].first != faces[i - 1].first) continue;
        const std::uint32_t a = faces[i - 1].second, b = faces[i].second;
        const bool open =
            side_of(pieces_[star[a]].corners) != side_of(pieces_[star[b]].corners) && on_blade(faces[i].first);
        any_open |= open;
        if (!open) joined.join(a, b);
    }
    if (!any_open) return;
    std::vector<std::uint32_t> copies(star.size(), vertex);  // by root
    const std::uint32_t first = joined.root(0);
    for (std::uint32_t i = 0; i < star.size(); ++i) {
        const std::uint32_t root = joined.root(i);
        if (root == first) continue;
        if (copies[root] == vertex) copies[root] = add_vertex({vertex, vertex, 0});
        const Tetrahedron& corners = pieces_[star[i]].corners;
        const auto corner = std::find(corners.begin(), corners.end(), vertex) - corners.begin();
        reopened_.push_back({star[i], static_cast<std::uint32_t>(corner), copies[root]});
    }
}

}  // namespace pliant::deform
