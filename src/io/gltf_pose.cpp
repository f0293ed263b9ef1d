// Vertex positions of a pose: morph targets first, then skinning or the node's transform [glTF 2.0, 3.7].
#include "io/gltf_scene.hpp"

namespace pliant::io {

GltfPose GltfScene::rest_pose() const {
    GltfPose pose;
    for (const GltfNode& node : nodes_) {
        pose.placements.push_back(node.placement);
        pose.morph_weights.push_back(node.morph_weights);
    }
    return pose;
}

std::vector<Affine> GltfScene::global_transforms(const GltfPose& pose) const {
    std::vector<Affine> global(nodes_.size());
    for (const std::size_t n : parents_first_) {
        const GltfNode& node = nodes_[n];
        const Affine local = node.matrix ? *node.matrix : affine_from(pose.placements[n]);
        global[n] = node.parent ? global[*node.parent] * local : local;
    }
    return global;
}

void GltfScene::positions(const GltfPose& pose, std::vector<Point>& out) const {
    out.resize(vertex_count_);
    const std::vector<Affine> global = global_transforms(pose);
    std::vector<Affine> joints;
    for (const Instance& instance : instances_) {
        const Vertices& vertices = vertices_[instance.vertices];
        morph(vertices, pose.morph_weights[instance.node], out, instance.first);
        if (instance.skinned) {
            const Skin& skin = skins_[*nodes_[instance.node].skin];
            joints.clear();
            for (std::size_t j = 0; j < skin.joints.size(); ++j) {
                joints.push_back(global[skin.joints[j]] * skin.inverse_bind[j]);
            }
            bend(vertices, joints, out, instance.first);
        } else {
            const Affine& placed = global[instance.node];
            const Affine transform = instance.copy ? placed * nodes_[instance.node].copies[*instance.copy] : placed;
            for (std::size_t v = 0; v < vertices.rest.size(); ++v) {
                out[instance.first + v] = transform(out[instance.first + v]);
            }
        }
    }
}

void GltfScene::morph(const Vertices& vertices, const std::vector<double>& weights, std::vector<Point>& out,
                      std::size_t first) const {
    for (std::size_t v = 0; v < vertices.rest.size(); ++v) out[first + v] = vertices.rest[v];
    for (std::size_t t = 0; t < vertices.targets.size() && t < weights.size(); ++t) {
        const auto& displacements = vertices.targets[t];  // empty: the target does not move positions
        if (weights[t] == 0) continue;
        for (std::size_t v = 0; v < displacements.size(); ++v) {
            for (std::size_t i = 0; i < 3; ++i) out[first + v][i] += weights[t] * displacements[v][i];
        }
    }
}

// Weights are normalised to sum 1, since stored ones are rounded; a vertex without weights follows its first joint.
void GltfScene::bend(const Vertices& vertices, const std::vector<Affine>& joints, std::vector<Point>& out,
                     std::size_t first) const {
    for (std::size_t v = 0; v < vertices.rest.size(); ++v) {
        const Influence* influences = vertices.influences.data() + v * vertices.influences_each;
        double sum = 0;
        for (std::size_t i = 0; i < vertices.influences_each; ++i) sum += influences[i].weight;
        Affine blended = Affine::zero();
        for (std::size_t i = 0; sum != 0 && i < vertices.influences_each; ++i) {
            if (influences[i].weight != 0) blended.add(influences[i].weight / sum, joints[influences[i].joint]);
        }
        out[first + v] = (sum != 0 ? blended : joints[influences[0].joint])(out[first + v]);
    }
}

}  // namespace pliant::io
