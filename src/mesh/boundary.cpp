#include "mesh/boundary.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "mesh/volume_neighbours.hpp"

namespace pliant::mesh {

namespace {

/// Numbers of the tetrahedra that have the vertices of an earlier one, in ascending order.
std::vector<std::uint32_t> repeated(std::span<const Tetrahedron> tetrahedra, std::span<const std::uint8_t> gone) {
    std::vector<std::pair<Tetrahedron, std::uint32_t>> keys;
    keys.reserve(tetrahedra.size());
    for (std::uint32_t t = 0; t < tetrahedra.size(); ++t) {
        if (!gone.empty() && gone[t] != 0) continue;
        Tetrahedron key = tetrahedra[t];
        std::sort(key.begin(), key.end());
        keys.emplace_back(key, t);
    }
    std::sort(keys.begin(), keys.end());
    std::vector<std::uint32_t> out;
    for (std::size_t i = 1; i < keys.size(); ++i) {
        if (keys[i].first == keys[i - 1].first) out.push_back(keys[i].second);
    }
    std::sort(out.begin(), out.end());
    return out;
}

bool names_a_vertex_twice(Tetrahedron t) {
    std::sort(t.begin(), t.end());
    return std::adjacent_find(t.begin(), t.end()) != t.end();
}

}  // namespace

CheckedTetrahedra check(std::span<const Tetrahedron> tetrahedra, std::size_t vertices,
                        std::span<const std::uint8_t> gone) {
    CheckedTetrahedra out;
    const std::vector<std::uint32_t> again = repeated(tetrahedra, gone);
    for (std::uint32_t t = 0; t < tetrahedra.size(); ++t) {
        if (!gone.empty() && gone[t] != 0) continue;
        const Tetrahedron& tetrahedron = tetrahedra[t];
        const bool in_range = *std::max_element(tetrahedron.begin(), tetrahedron.end()) < vertices;
        if (!in_range) {
            out.flaws.push_back({{}, FlawKind::index_out_of_range, t});
        } else if (names_a_vertex_twice(tetrahedron)) {
            out.flaws.push_back({{}, FlawKind::repeated_vertex, t});
        } else if (std::binary_search(again.begin(), again.end(), t)) {
            out.flaws.push_back({{}, FlawKind::repeated_element, t});
        } else {
            out.sound.push_back(tetrahedron);
        }
    }
    return out;
}

std::vector<Triangle> boundary(std::span<const Tetrahedron> tetrahedra) {
    const std::vector<std::uint8_t> all(tetrahedra.size(), 1);
    std::vector<std::uint32_t> places;
    for_each_face(sorted_faces(tetrahedra, all), [&](std::span<const TetrahedronFace> same) {
        if (same.size() == 1) places.push_back(same[0].place);
    });
    std::sort(places.begin(), places.end());
    std::vector<Triangle> out;
    out.reserve(places.size());
    for (const std::uint32_t place : places) out.push_back(face_of(tetrahedra[place / 4], place % 4));
    return out;
}

}  // namespace pliant::mesh
