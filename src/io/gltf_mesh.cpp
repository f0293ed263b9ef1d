// Meshes of a glTF file, each read once however many nodes instantiate it.
#include <algorithm>
#include <string>

#include "io/gltf_scene.hpp"

namespace pliant::io {
namespace {

std::vector<Point> as_points(const std::vector<double>& values) {
    std::vector<Point> points(values.size() / 3);
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
    return points;
}

std::vector<std::vector<Point>> read_targets(GltfDocument& document, const JsonPlace& primitive, std::size_t count) {
    std::vector<std::vector<Point>> targets;
    for (const JsonPlace& target : primitive.list("targets")) {
        const auto accessor = target.index("POSITION");
        targets.push_back(accessor ? as_points(document.values(*accessor, 3, target)) : std::vector<Point>());
        if (accessor && targets.back().size() != count) {
            target.fail("moves " + std::to_string(targets.back().size()) + " vertices of a primitive of " +
                        std::to_string(count));
        }
    }
    return targets;
}

// Primitives that differ only in their indices share vertices, as several materials of one character do.
std::string key_of_vertices(const JsonPlace& primitive) {
    nlohmann::json key = nlohmann::json::object();
    for (const auto& [name, accessor] : primitive.at("attributes").value().items()) {
        if (name == "POSITION" || name.starts_with("JOINTS_") || name.starts_with("WEIGHTS_")) key[name] = accessor;
    }
    if (const auto targets = primitive.find("targets")) key["targets"] = targets->value();
    return key.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
}

/// Positions that are compressed only would read as zeros.
void refuse_compression(GltfDocument& document, const JsonPlace& primitive) {
    const auto extensions = primitive.find("extensions");
    if (!extensions || !extensions->has("KHR_draco_mesh_compression")) return;
    const std::size_t positions = primitive.at("attributes").at("POSITION").whole();
    if (document.root().element("accessors", positions, primitive).has("bufferView")) return;
    extensions->fail("KHR_draco_mesh_compression is needed to read this primitive, and is not supported");
}

}  // namespace

/// Points, lines, loops and strips of them have no surface.
void GltfScene::note_lines(const JsonPlace& primitive) {
    const std::size_t mode = primitive.whole("mode", 4);
    if (mode < 4)
        dropped_.drop(mode == 0 ? "primitives of points" : "primitives of lines", "mode " + std::to_string(mode),
                      false);
}

const GltfScene::MeshParts& GltfScene::mesh_parts(GltfDocument& document, std::size_t mesh, const JsonPlace& whose) {
    const auto known = meshes_.find(mesh);
    if (known != meshes_.end()) return known->second;
    MeshParts parts;
    std::map<std::string, std::size_t> seen;
    for (const JsonPlace& primitive : document.root().element("meshes", mesh, whose).list("primitives")) {
        if (!primitive.at("attributes").has("POSITION")) {
            dropped_.drop("primitives", "without positions", true);
            continue;
        }
        note_lines(primitive);
        refuse_compression(document, primitive);
        const auto [entry, is_new] = seen.emplace(key_of_vertices(primitive), vertices_.size());
        if (is_new) {
            vertices_.push_back(read_vertices(document, primitive));
            parts.vertices.push_back(entry->second);
        }
        const std::size_t count = vertices_[entry->second].rest.size();
        parts.parts.push_back({entry->second, gltf_triangles(document, primitive, count)});
    }
    return meshes_[mesh] = std::move(parts);
}

GltfScene::Vertices GltfScene::read_vertices(GltfDocument& document, const JsonPlace& primitive) const {
    Vertices vertices;
    const JsonPlace attributes = primitive.at("attributes");
    vertices.rest = as_points(document.values(attributes.at("POSITION").whole(), 3, attributes));
    vertices.targets = read_targets(document, primitive, vertices.rest.size());
    read_influences(document, primitive, vertices);
    return vertices;
}

void GltfScene::read_influences(GltfDocument& document, const JsonPlace& primitive, Vertices& vertices) const {
    const JsonPlace attributes = primitive.at("attributes");
    std::vector<std::vector<std::uint32_t>> joints;
    std::vector<std::vector<double>> weights;
    while (const auto accessor = attributes.index(("JOINTS_" + std::to_string(joints.size())).c_str())) {
        const std::string weights_key = "WEIGHTS_" + std::to_string(joints.size());
        joints.push_back(document.whole_values(*accessor, 4, attributes));
        weights.push_back(document.values(attributes.at(weights_key.c_str()).whole(), 4, attributes));
        const std::size_t expected = 4 * vertices.rest.size();
        if (joints.back().size() != expected || weights.back().size() != expected) {
            attributes.fail("joints or weights are not as many as the vertices");
        }
    }
    vertices.influences_each = 4 * joints.size();
    document.spend(vertices.rest.size() * vertices.influences_each, attributes);
    vertices.influences.reserve(vertices.rest.size() * vertices.influences_each);
    for (std::size_t v = 0; v < vertices.rest.size(); ++v) {
        for (std::size_t i = 0; i < vertices.influences_each; ++i) {
            const std::size_t at = 4 * v + i % 4;
            const Influence influence = {joints[i / 4][at], weights[i / 4][at]};
            vertices.influences.push_back(influence);
            // An unused slot may hold any number.
            if (influence.weight != 0 || i == 0)
                vertices.largest_joint = std::max<std::size_t>(vertices.largest_joint, influence.joint);
        }
    }
}

}  // namespace pliant::io
