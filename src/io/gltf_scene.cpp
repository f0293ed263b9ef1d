#include "io/gltf_scene.hpp"

#include <algorithm>
#include <string>

namespace pliant::io {
namespace {

template <std::size_t N>
std::array<double, N> fixed_numbers(const JsonPlace& place, const char* key, const std::array<double, N>& otherwise) {
    const std::vector<double> given = place.numbers(key, N);
    std::array<double, N> result = otherwise;
    std::copy(given.begin(), given.end(), result.begin());
    return result;
}

GltfNode read_node(const JsonPlace& place) {
    GltfNode node;
    const std::vector<double> matrix = place.numbers("matrix", 16);
    if (!matrix.empty()) node.matrix = affine_from_columns(matrix);
    node.placement.translation = fixed_numbers(place, "translation", node.placement.translation);
    node.placement.rotation = fixed_numbers(place, "rotation", node.placement.rotation);
    node.placement.scale = fixed_numbers(place, "scale", node.placement.scale);
    node.mesh = place.index("mesh");
    node.skin = place.index("skin");
    return node;
}

std::size_t target_count(const JsonPlace& mesh) {
    std::size_t most = 0;
    for (const JsonPlace& primitive : mesh.list("primitives")) most = std::max(most, primitive.size_of("targets"));
    return most;
}

std::vector<double> read_morph_weights(const JsonPlace& holder, std::size_t targets) {
    std::vector<double> weights;
    for (const JsonPlace& weight : holder.list("weights")) weights.push_back(weight.number());
    weights.resize(targets, 0.0);
    return weights;
}

}  // namespace

GltfScene::GltfScene(GltfDocument& document) {
    const JsonPlace root = document.root();
    read_nodes(document);
    read_skins(document);
    read_copies(document);
    const std::vector<bool> shown = shown_nodes(root);
    const std::vector<Affine> global = global_transforms(rest_pose());
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
        if (!nodes_[node].mesh) continue;
        if (shown[node]) {
            place_node(document, node, global[node]);
        } else {
            dropped_.drop("nodes with meshes", "in no scene", true);
        }
    }
}

void GltfScene::place_node(GltfDocument& document, std::size_t node, const Affine& transform) {
    const auto& copies = nodes_[node].copies;
    if (copies.empty()) return place_mesh(document, node, std::nullopt, transform.determinant() < 0);
    for (std::size_t copy = 0; copy < copies.size(); ++copy) {
        place_mesh(document, node, copy, (transform * copies[copy]).determinant() < 0);
    }
}

/// [EXT_mesh_gpu_instancing] Translations, rotations and scales of the copies, each a run of its own.
void GltfScene::read_copies(GltfDocument& document) {
    const std::vector<JsonPlace> places = document.root().list("nodes");
    for (std::size_t n = 0; n < places.size(); ++n) {
        const auto extensions = places[n].find("extensions");
        const auto instancing = extensions ? extensions->find("EXT_mesh_gpu_instancing") : std::nullopt;
        if (!instancing || !nodes_[n].mesh) continue;
        if (nodes_[n].skin) instancing->fail("copies of a mesh with a skin are not supported");
        const JsonPlace attributes = instancing->at("attributes");
        std::optional<std::size_t> count;
        const auto run = [&](const char* key, std::size_t components) {
            const auto accessor = attributes.index(key);
            if (!accessor) return std::vector<double>();
            std::vector<double> values = document.values(*accessor, components, attributes);
            if (count.value_or(values.size() / components) != values.size() / components) {
                attributes.fail("attributes of unequal count");
            }
            count = values.size() / components;
            return values;
        };
        const std::vector<double> shifts = run("TRANSLATION", 3), turns = run("ROTATION", 4), sizes = run("SCALE", 3);
        document.spend(count.value_or(0) * (1 + sizeof(Affine) / sizeof(double)), attributes);
        for (std::size_t i = 0; i < count.value_or(0); ++i) {
            Placement placement;
            if (!shifts.empty()) std::copy_n(shifts.begin() + std::ptrdiff_t(3 * i), 3, placement.translation.begin());
            if (!turns.empty()) std::copy_n(turns.begin() + std::ptrdiff_t(4 * i), 4, placement.rotation.begin());
            if (!sizes.empty()) std::copy_n(sizes.begin() + std::ptrdiff_t(3 * i), 3, placement.scale.begin());
            nodes_[n].copies.push_back(affine_from(placement));
        }
    }
}

void GltfScene::read_nodes(GltfDocument& document) {
    const JsonPlace root = document.root();
    std::vector<std::vector<double>> mesh_weights;  // by mesh
    for (const JsonPlace& mesh : root.list("meshes")) {
        mesh_weights.push_back(read_morph_weights(mesh, target_count(mesh)));
    }
    for (const JsonPlace& place : root.list("nodes")) {
        GltfNode& node = nodes_.emplace_back(read_node(place));
        if (!node.mesh) continue;
        if (*node.mesh >= mesh_weights.size()) place.fail("there is no mesh " + std::to_string(*node.mesh));
        const auto& weights = mesh_weights[*node.mesh];
        document.spend(weights.size(), place);
        node.morph_weights = place.has("weights") ? read_morph_weights(place, weights.size()) : weights;
    }
    // A file may hold meshes without any node: each is placed once, untransformed.
    for (std::size_t mesh = 0; root.size_of("nodes") == 0 && mesh < mesh_weights.size(); ++mesh) {
        GltfNode& node = nodes_.emplace_back();
        node.mesh = mesh;
        node.morph_weights = mesh_weights[mesh];
    }
    name_nodes(root);
    find_parents(root);
    order_parents_first(root);
}

void GltfScene::name_nodes(const JsonPlace& root) {
    const auto text = [](const JsonPlace& place) {
        const auto name = place.find("name");
        std::string line = name && name->value().is_string() ? name->text() : std::string();
        std::replace_if(
            line.begin(), line.end(), [](char c) { return c >= 0 && c < ' '; }, ' ');
        return line;
    };
    const std::vector<JsonPlace> nodes = root.list("nodes"), meshes = root.list("meshes");
    std::map<std::string, std::size_t> taken;
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
        if (!nodes_[n].mesh) continue;
        std::string& name = nodes_[n].name;
        if (n < nodes.size()) name = text(nodes[n]);
        if (name.empty()) name = text(meshes[*nodes_[n].mesh]);
        const std::string number = "node " + std::to_string(n);
        if (name.empty()) name = number;
        if (!taken.emplace(name, n).second) name += " (" + number + ")";
    }
}

void GltfScene::find_parents(const JsonPlace& root) {
    const std::vector<JsonPlace> places = root.list("nodes");
    for (std::size_t parent = 0; parent < places.size(); ++parent) {
        for (const JsonPlace& child : places[parent].list("children")) {
            const std::size_t node = child.whole();
            if (node >= nodes_.size()) child.fail("there is no node " + std::to_string(node));
            if (nodes_[node].parent) child.fail("node " + std::to_string(node) + " has two parents");
            nodes_[node].parent = parent;
        }
    }
}

void GltfScene::order_parents_first(const JsonPlace& root) {
    std::vector<std::vector<std::size_t>> children(nodes_.size());
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
        const auto parent = nodes_[node].parent;
        if (parent) children[*parent].push_back(node);
        if (!parent) parents_first_.push_back(node);
    }
    for (std::size_t done = 0; done < parents_first_.size(); ++done) {
        const auto& next = children[parents_first_[done]];
        parents_first_.insert(parents_first_.end(), next.begin(), next.end());
    }
    if (parents_first_.size() == nodes_.size()) return;
    std::vector<bool> reached(nodes_.size());
    for (const std::size_t node : parents_first_) reached[node] = true;
    const auto lost = static_cast<std::size_t>(std::find(reached.begin(), reached.end(), false) - reached.begin());
    root.element("nodes", lost, root).fail("hangs from itself: the nodes are no tree");
}

std::vector<bool> GltfScene::shown_nodes(const JsonPlace& root) const {
    std::vector<bool> shown(nodes_.size(), root.size_of("nodes") == 0);
    for (const JsonPlace& scene : root.list("scenes")) {
        for (const JsonPlace& listed : scene.list("nodes")) {
            if (listed.whole() >= nodes_.size()) listed.fail("there is no node " + std::to_string(listed.whole()));
            shown[listed.whole()] = true;
        }
    }
    const bool without_scenes = root.size_of("scenes") == 0;
    for (const std::size_t node : parents_first_) {
        const auto parent = nodes_[node].parent;
        if (parent ? shown[*parent] : without_scenes) shown[node] = true;
    }
    return shown;
}

void GltfScene::read_skins(GltfDocument& document) {
    for (const JsonPlace& place : document.root().list("skins")) {
        Skin skin;
        for (const JsonPlace& joint : place.list("joints")) {
            if (joint.whole() >= nodes_.size()) joint.fail("there is no node " + std::to_string(joint.whole()));
            skin.joints.push_back(joint.whole());
        }
        skin.inverse_bind.resize(skin.joints.size());
        if (const auto accessor = place.index("inverseBindMatrices")) {
            const std::vector<double> values = document.values(*accessor, 16, place);
            if (values.size() / 16 < skin.joints.size()) place.fail("fewer inverseBindMatrices than joints");
            for (std::size_t j = 0; j < skin.joints.size(); ++j) {
                skin.inverse_bind[j] = affine_from_columns(values, 16 * j);
            }
        }
        skins_.push_back(std::move(skin));
    }
}

void GltfScene::place_mesh(GltfDocument& document, std::size_t node, std::optional<std::size_t> copy, bool mirrored) {
    const JsonPlace root = document.root();
    const JsonPlace place = root.size_of("nodes") > 0 ? root.element("nodes", node, root) : root;
    const MeshParts& mesh = mesh_parts(document, *nodes_[node].mesh, place);
    std::map<std::size_t, std::size_t> first_of;
    for (const std::size_t v : mesh.vertices) {
        document.spend(vertices_[v].work(), place);
        first_of[v] = vertex_count_;
        instances_.push_back({node, v, vertex_count_, is_skinned(node, v, place), copy});
        vertex_count_ += vertices_[v].rest.size();
    }
    if (vertex_count_ >= no_vertex) place.fail("too many vertices for 32-bit numbers");
    const std::string number = copy ? " #" + std::to_string(*copy) : std::string();
    parts_.push_back({nodes_[node].name + number, std::uint32_t(triangles_.size())});
    for (const Primitive& part : mesh.parts) {
        document.spend(part.triangles.size(), place);
        // The skin, not the node, places a skinned mesh; whether the skin mirrors is the artist's affair.
        const bool flipped = mirrored && !is_skinned(node, part.vertices, place);
        append_triangles(part.triangles, static_cast<std::uint32_t>(first_of[part.vertices]), flipped);
    }
    if (parts_.back().triangle == triangles_.size()) parts_.pop_back();
}

void GltfScene::append_triangles(const std::vector<Triangle>& triangles, std::uint32_t first, bool flipped) {
    for (Triangle triangle : triangles) {
        for (auto& corner : triangle) corner = corner == no_vertex ? no_vertex : corner + first;
        if (flipped) std::swap(triangle[1], triangle[2]);
        triangles_.push_back(triangle);
    }
}

bool GltfScene::is_skinned(std::size_t node, std::size_t vertices, const JsonPlace& place) const {
    const auto skin = nodes_[node].skin;
    if (!skin || vertices_[vertices].influences.empty()) return false;
    if (*skin >= skins_.size()) place.fail("there is no skin " + std::to_string(*skin));
    const std::size_t joints = skins_[*skin].joints.size();
    const std::size_t largest = vertices_[vertices].largest_joint;
    if (largest >= joints) {
        place.fail("a vertex is bound to joint " + std::to_string(largest) + " of " + std::to_string(joints));
    }
    return true;
}

}  // namespace pliant::io
