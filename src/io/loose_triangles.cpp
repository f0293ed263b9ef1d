#include <algorithm>
#include <vector>

#include "io/mesh_builder.hpp"

namespace pliant::io {
namespace {

Triangle sorted(Triangle t) {
    std::sort(t.begin(), t.end());
    return t;
}

/// The faces of tetrahedra that have the vertices of a given triangle.
class Faces {
public:
    explicit Faces(const Mesh& mesh) {
        std::vector<bool> on_surface(mesh.positions.size());
        for (const Triangle& t : mesh.triangles) {
            for (const std::uint32_t v : t) {
                if (v < on_surface.size()) on_surface[v] = true;
            }
        }
        const auto marked = [&](std::uint32_t v) { return v < on_surface.size() && on_surface[v]; };
        for (const auto& [a, b, c, d] : mesh.tetrahedra) {
            for (const Triangle& face : {Triangle{b, c, d}, {a, c, d}, {a, b, d}, {a, b, c}}) {
                if (std::all_of(face.begin(), face.end(), marked)) all_.push_back(sorted(face));
            }
        }
        std::sort(all_.begin(), all_.end());
    }

    [[nodiscard]] bool has(const Triangle& t) const { return std::binary_search(all_.begin(), all_.end(), sorted(t)); }

private:
    std::vector<Triangle> all_;
};

}  // namespace

std::size_t count_loose_triangles(const Mesh& mesh) {
    if (mesh.triangles.empty()) return 0;
    const Faces faces(mesh);
    const auto& polygons = mesh.polygon_of_triangle;
    std::size_t loose = 0;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        const bool pair = t + 1 < polygons.size() && polygons[t] == polygons[t + 1];
        if (pair) {  // a quadrilateral a b c d, cut along a c; it may have been cut along b d
            const auto& [a, b, c] = mesh.triangles[t];
            const std::uint32_t d = mesh.triangles[t + 1][2];
            if (faces.has({a, b, d}) && faces.has({b, c, d})) {
                ++t;
                continue;
            }
        }
        loose += faces.has(mesh.triangles[t]) ? 0 : 1;
    }
    return loose;
}

}  // namespace pliant::io
