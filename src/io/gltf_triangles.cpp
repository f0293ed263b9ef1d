#include <numeric>

#include "io/gltf_scene.hpp"

namespace pliant::io {
namespace {

constexpr std::size_t mode_triangles = 4, mode_strip = 5, mode_fan = 6;

std::vector<std::uint32_t> read_indices(GltfDocument& document, const JsonPlace& primitive, std::size_t vertex_count) {
    if (const auto accessor = primitive.index("indices")) {
        std::vector<std::uint32_t> indices = document.whole_values(*accessor, 1, primitive);
        for (auto& index : indices) {
            if (index >= vertex_count) index = no_vertex;
        }
        return indices;
    }
    std::vector<std::uint32_t> indices(vertex_count);
    std::iota(indices.begin(), indices.end(), 0u);
    return indices;
}

Triangle corner_triple(const std::vector<std::uint32_t>& v, std::size_t mode, std::size_t i) {
    if (mode == mode_fan) return {v[i + 1], v[i + 2], v[0]};
    if (mode == mode_strip) return {v[i], v[i + 1 + i % 2], v[i + 2 - i % 2]};
    return {v[3 * i], v[3 * i + 1], v[3 * i + 2]};
}

// Strips repeat indices to jump (degenerate triangles); these are dropped.
bool is_jump(const Triangle& t) { return t[0] == t[1] || t[1] == t[2] || t[0] == t[2]; }

}  // namespace

std::vector<Triangle> gltf_triangles(GltfDocument& document, const JsonPlace& primitive, std::size_t vertex_count) {
    const std::size_t mode = primitive.whole("mode", mode_triangles);
    if (mode > mode_fan) primitive.at("mode").fail("not a mode of glTF 2");
    if (mode < mode_triangles) return {};  // points and lines have no surface
    const auto indices = read_indices(document, primitive, vertex_count);
    if (mode == mode_triangles && indices.size() % 3 != 0) primitive.fail("the last triangle lacks a corner");
    const std::size_t steps = indices.size() < 3 ? 0 : indices.size() - 2;
    const std::size_t count = mode == mode_triangles ? indices.size() / 3 : steps;
    document.spend(count, primitive);
    std::vector<Triangle> triangles;
    triangles.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Triangle triangle = corner_triple(indices, mode, i);
        if (mode == mode_triangles || !is_jump(triangle)) triangles.push_back(triangle);
    }
    return triangles;
}

}  // namespace pliant::io
