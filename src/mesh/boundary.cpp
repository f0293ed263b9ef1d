#include "mesh/boundary.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace pliant::mesh {

namespace {

/// Counter-clockwise seen from outside when det(b - a, c - a, d - a) > 0.
std::array<Triangle, 4> faces_of(const Tetrahedron& t) {
    const auto [a, b, c, d] = t;
    return {Triangle{b, c, d}, Triangle{a, d, c}, Triangle{a, b, d}, Triangle{a, c, b}};
}

struct Face {
    Triangle key;         // vertex numbers in ascending order
    std::uint32_t place;  // 4 * tetrahedron + face
};

}  // namespace

std::vector<Triangle> boundary(std::span<const Tetrahedron> tetrahedra) {
    std::vector<Face> faces;
    faces.reserve(4 * tetrahedra.size());
    for (std::uint32_t t = 0; t < tetrahedra.size(); ++t) {
        const auto of_t = faces_of(tetrahedra[t]);
        for (std::uint32_t f = 0; f < 4; ++f) {
            Triangle key = of_t[f];
            std::sort(key.begin(), key.end());
            faces.push_back({key, 4 * t + f});
        }
    }
    std::sort(faces.begin(), faces.end(), [](const Face& p, const Face& q) { return p.key < q.key; });
    std::vector<std::uint32_t> places;
    for (std::size_t i = 0; i < faces.size();) {
        std::size_t end = i + 1;
        while (end < faces.size() && faces[end].key == faces[i].key) ++end;
        if (end == i + 1) places.push_back(faces[i].place);
        i = end;
    }
    std::sort(places.begin(), places.end());
    std::vector<Triangle> out;
    out.reserve(places.size());
    for (const std::uint32_t place : places) out.push_back(faces_of(tetrahedra[place / 4])[place % 4]);
    return out;
}

}  // namespace pliant::mesh
