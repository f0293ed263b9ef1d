// Adjacency in a tetrahedral mesh: tetrahedra across faces, vertices along edges.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/views.hpp>

namespace pliant::mesh {

inline constexpr std::uint32_t no_neighbour = 0xffffffffu;

/// Corners of the faces of a tetrahedron, opposite to its first, second, third and fourth vertex, facing outwards where
/// its volume is positive.
inline constexpr std::array<std::array<std::uint8_t, 3>, 4> face_corners{{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};

struct TetrahedronFace {
    Triangle key;         // vertex numbers in ascending order
    std::uint32_t place;  // 4 * tetrahedron + face
};

/// The vertices of face f of a tetrahedron, in the order of face_corners.
inline Triangle face_of(const Tetrahedron& t, std::uint32_t f) {
    const auto& corners = face_corners[f];
    return {t[corners[0]], t[corners[1]], t[corners[2]]};
}

/// All faces of the tetrahedra that are `usable`, sorted by key, then by place: equal keys are one face.
std::vector<TetrahedronFace> sorted_faces(std::span<const Tetrahedron> tetrahedra,
                                          std::span<const std::uint8_t> usable);

/// Calls visit(run) for each run of faces with equal keys.
template <class Visit>
void for_each_face(std::span<const TetrahedronFace> sorted, const Visit& visit) {
    for (std::size_t i = 0; i < sorted.size();) {
        std::size_t end = i + 1;
        while (end < sorted.size() && sorted[end].key == sorted[i].key) ++end;
        visit(sorted.subspan(i, end - i));
        i = end;
    }
}

/// Indexed by 4 * tetrahedron + face: the tetrahedron across that face, or no_neighbour on the boundary and where three
/// or more share a face. Tetrahedra that are not `usable` have no neighbours.
std::vector<std::uint32_t> face_neighbours(std::span<const Tetrahedron> tetrahedra,
                                           std::span<const std::uint8_t> usable);

/// Lists of numbers, one per vertex (CSR).
struct VertexLists {
    std::vector<std::uint32_t> first;  // offsets; one more than vertices
    std::vector<std::uint32_t> numbers;

    [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t vertex) const {
        return {numbers.data() + first[vertex], first[vertex + 1] - first[vertex]};
    }
};

/// The 1-ring of each vertex, ascending. Unusable tetrahedra and triangles have no edges.
VertexLists edge_neighbours(std::size_t vertices, std::span<const Tetrahedron> tetrahedra,
                            std::span<const std::uint8_t> usable, std::span<const Triangle> triangles,
                            std::span<const std::uint8_t> usable_triangles);

}  // namespace pliant::mesh
