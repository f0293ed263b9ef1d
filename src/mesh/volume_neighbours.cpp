#include "mesh/volume_neighbours.hpp"

#include <algorithm>
#include <utility>

namespace pliant::mesh {

namespace {

template <class Element>
void add_edges(const Element& element, std::vector<std::pair<std::uint32_t, std::uint32_t>>& edges) {
    for (const std::uint32_t a : element) {
        for (const std::uint32_t b : element) {
            if (a != b) edges.emplace_back(a, b);
        }
    }
}

}  // namespace

std::vector<TetrahedronFace> sorted_faces(std::span<const Tetrahedron> tetrahedra,
                                          std::span<const std::uint8_t> usable) {
    std::vector<TetrahedronFace> faces;
    faces.reserve(4 * tetrahedra.size());
    for (std::uint32_t t = 0; t < tetrahedra.size(); ++t) {
        if (usable[t] == 0) continue;
        for (std::uint32_t f = 0; f < 4; ++f) {
            Triangle key = face_of(tetrahedra[t], f);
            std::sort(key.begin(), key.end());
            faces.push_back({key, 4 * t + f});
        }
    }
    std::sort(faces.begin(), faces.end(), [](const TetrahedronFace& p, const TetrahedronFace& q) {
        return p.key != q.key ? p.key < q.key : p.place < q.place;
    });
    return faces;
}

std::vector<std::uint32_t> face_neighbours(std::span<const Tetrahedron> tetrahedra,
                                           std::span<const std::uint8_t> usable) {
    std::vector<std::uint32_t> neighbours(4 * tetrahedra.size(), no_neighbour);
    for_each_face(sorted_faces(tetrahedra, usable), [&](std::span<const TetrahedronFace> same) {
        if (same.size() != 2) return;
        neighbours[same[0].place] = same[1].place / 4;
        neighbours[same[1].place] = same[0].place / 4;
    });
    return neighbours;
}

VertexLists edge_neighbours(std::size_t vertices, std::span<const Tetrahedron> tetrahedra,
                            std::span<const std::uint8_t> usable, std::span<const Triangle> triangles,
                            std::span<const std::uint8_t> usable_triangles) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    edges.reserve(12 * tetrahedra.size() + 6 * triangles.size());
    for (std::size_t t = 0; t < tetrahedra.size(); ++t) {
        if (usable[t] != 0) add_edges(tetrahedra[t], edges);
    }
    for (std::size_t t = 0; t < triangles.size(); ++t) {
        if (usable_triangles[t] != 0) add_edges(triangles[t], edges);
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    VertexLists lists;
    lists.first.assign(vertices + 1, 0);
    for (const auto& [a, b] : edges) {
        ++lists.first[a + 1];
        lists.numbers.push_back(b);
    }
    for (std::size_t v = 0; v < vertices; ++v) lists.first[v + 1] += lists.first[v];
    return lists;
}

}  // namespace pliant::mesh
