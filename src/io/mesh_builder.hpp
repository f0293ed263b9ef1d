// Builds a Mesh from the faces and tetrahedra of a file; polygons are triangulated.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "io/io.hpp"

namespace pliant::io {

/// Placeholder for an invalid vertex number; border control later reports the triangle.
constexpr std::uint32_t no_vertex = 0xFFFFFFFFu;

/// A vertex number as it stands in a file, counted from 0.
constexpr std::uint32_t vertex_number(std::int64_t in_file) {
    return in_file < 0 || in_file > std::int64_t(no_vertex) ? no_vertex : std::uint32_t(in_file);
}

/// Triangles of a mesh that are no faces of its tetrahedra, however its quadrilaterals were cut.
std::size_t count_loose_triangles(const Mesh& mesh);

class MeshBuilder {
public:
    Mesh mesh;  // readers fill positions directly

    void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        mesh.triangles.push_back({a, b, c});
        if (mapped_) mesh.polygon_of_triangle.push_back(std::uint32_t(mesh.polygons));
        ++mesh.polygons;
    }

    /// A polygon of fewer than three vertices counts, but has no triangles.
    void add_polygon(std::span<const std::uint32_t> vertices) {
        if (vertices.size() < 3) drop("faces of fewer than 3 vertices", "", false);
        if (vertices.size() == 3) return add_triangle(vertices[0], vertices[1], vertices[2]);
        start_mapping();
        for (std::size_t i = 2; i < vertices.size(); ++i) {
            mesh.triangles.push_back({vertices[0], vertices[i - 1], vertices[i]});
            mesh.polygon_of_triangle.push_back(std::uint32_t(mesh.polygons));
        }
        ++mesh.polygons;
    }

    /// Every triangle of a strip is a face of its own; every second one is flipped, so that orientations agree.
    void add_strip(std::span<const std::uint32_t> vertices) {
        for (std::size_t i = 2; i < vertices.size(); ++i) {
            const std::size_t odd = i % 2;
            add_triangle(vertices[i - 2 + odd], vertices[i - 1 - odd], vertices[i]);
        }
    }

    /// Elements that the file has and the mesh will not have.
    void drop(std::string_view what, std::string_view name, bool has_surface, std::size_t count = 1) {
        if (count == 0) return;
        for (Dropped& known : mesh.dropped) {
            if (known.what == what && known.name == name) return void(known.count += count);
        }
        mesh.dropped.push_back({std::string(what), std::string(name), count, has_surface});
    }

    /// A file with tetrahedra is a volume. The faces beside them are mostly faces of theirs; others are dropped.
    Mesh finish() {
        if (!mesh.tetrahedra.empty()) {
            drop("triangles beside the tetrahedra", "", true, count_loose_triangles(mesh));
            mesh.triangles.clear();
            mesh.polygon_of_triangle.clear();
            mesh.polygons = 0;
        }
        return std::move(mesh);
    }

private:
    void start_mapping() {
        if (mapped_) return;
        mapped_ = true;
        mesh.polygon_of_triangle.resize(mesh.triangles.size());
        for (std::size_t i = 0; i < mesh.triangles.size(); ++i) mesh.polygon_of_triangle[i] = std::uint32_t(i);
    }

    bool mapped_ = false;  // a polygon other than a triangle was seen
};

}  // namespace pliant::io
