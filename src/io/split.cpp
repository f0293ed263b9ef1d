// split: one mesh per part name.
#include <algorithm>
#include <map>

#include "io/formats.hpp"
#include "io/mesh_builder.hpp"

namespace pliant::io {
namespace {

/// The parts of equal name.
struct Body {
    std::string name;
    std::vector<std::size_t> parts;  // by place in Mesh::parts
};

std::vector<Body> bodies_by_name(const std::vector<Part>& parts) {
    std::vector<Body> bodies;
    std::map<std::string, std::size_t> known;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const auto [entry, is_new] = known.emplace(parts[i].name, bodies.size());
        if (is_new) bodies.push_back({parts[i].name, {}});
        bodies[entry->second].parts.push_back(i);
    }
    return bodies;
}

class Splitter {
public:
    explicit Splitter(const Mesh& whole) : whole_(whole), places_(whole.positions.size(), no_vertex) {}

    Mesh take(const Body& body) {
        Mesh mesh;
        mesh.name = body.name.empty() ? whole_.name : whole_.name + ":" + body.name;
        mesh.parts = {{body.name, 0}};
        mesh.soup = whole_.soup;
        mesh.dropped = whole_.dropped;
        for (const std::size_t part : body.parts) mark_vertices(part);
        number_vertices(mesh);
        for (const std::size_t part : body.parts) take_triangles(part, mesh);
        for (const std::uint32_t v : used_) places_[v] = no_vertex;
        used_.clear();
        return mesh;
    }

private:
    [[nodiscard]] std::size_t begin(std::size_t part) const { return whole_.parts[part].triangle; }
    [[nodiscard]] std::size_t end(std::size_t part) const {
        return part + 1 < whole_.parts.size() ? begin(part + 1) : whole_.triangles.size();
    }

    void mark_vertices(std::size_t part) {
        for (std::size_t t = begin(part); t < end(part); ++t) {
            for (const std::uint32_t v : whole_.triangles[t]) {
                if (v >= places_.size() || places_[v] != no_vertex) continue;
                places_[v] = 0;
                used_.push_back(v);
            }
        }
    }

    /// In the order of the file.
    void number_vertices(Mesh& mesh) {
        std::sort(used_.begin(), used_.end());
        mesh.positions.reserve(used_.size());
        mesh.vertex_in_file.reserve(used_.size());
        for (const std::uint32_t v : used_) {
            places_[v] = std::uint32_t(mesh.positions.size());
            mesh.positions.push_back(whole_.positions[v]);
            mesh.vertex_in_file.push_back(whole_.vertex_in_file.empty() ? v : whole_.vertex_in_file[v]);
        }
    }

    void take_triangles(std::size_t part, Mesh& mesh) {
        const auto& polygons = whole_.polygon_of_triangle;
        for (std::size_t t = begin(part); t < end(part); ++t) {
            Triangle triangle = whole_.triangles[t];
            for (std::uint32_t& v : triangle) v = v < places_.size() ? places_[v] : no_vertex;
            const std::uint32_t polygon = polygons.empty() ? std::uint32_t(t) : polygons[t];
            const bool another = mesh.polygon_of_triangle.empty() || mesh.polygon_of_triangle.back() != polygon;
            mesh.polygons += another;
            mesh.triangles.push_back(triangle);
            mesh.polygon_of_triangle.push_back(polygon);
        }
    }

    const Mesh& whole_;
    std::vector<std::uint32_t> places_;  // by vertex of the whole mesh, the place in the body
    std::vector<std::uint32_t> used_;
};

}  // namespace

std::vector<Mesh> split(Mesh mesh) {
    std::vector<Mesh> meshes;
    const std::vector<Body> bodies = bodies_by_name(mesh.parts);
    if (bodies.size() < 2) {
        meshes.push_back(std::move(mesh));
        return meshes;
    }
    Splitter splitter(mesh);
    for (const Body& body : bodies) meshes.push_back(splitter.take(body));
    return meshes;
}

std::vector<Mesh> read_bodies(const std::filesystem::path& path, const ReadOptions& options) {
    std::vector<Mesh> bodies = split(read_mesh(path, {Weld::none, options.format}));
    for (Mesh& body : bodies) {
        if (is_welded(body, options.weld)) weld(body);
    }
    return bodies;
}

}  // namespace pliant::io
