// Scene of a glTF file: node hierarchy, mesh instances, skins and morph targets, flattened into one mesh.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "io/gltf_document.hpp"
#include "io/gltf_transform.hpp"
#include "io/mesh_builder.hpp"

namespace pliant::io {

struct GltfNode {
    std::string name;  // its own, that of its mesh, or its number; no other node that places a mesh has it
    std::optional<std::size_t> parent;
    std::optional<Affine> matrix;  // where given, in place of `placement`; such a node cannot be animated
    Placement placement;
    std::vector<double> morph_weights;  // one a target of its mesh
    std::optional<std::size_t> mesh, skin;
    std::vector<Affine> copies;  // EXT_mesh_gpu_instancing: the mesh is placed once for each; none: once
};

/// The part of the nodes that an animation changes.
struct GltfPose {
    std::vector<Placement> placements;               // by node
    std::vector<std::vector<double>> morph_weights;  // by node
};

class GltfScene {
public:
    explicit GltfScene(GltfDocument& document);

    [[nodiscard]] const std::vector<GltfNode>& nodes() const { return nodes_; }
    [[nodiscard]] GltfPose rest_pose() const;
    [[nodiscard]] const std::vector<Triangle>& triangles() const { return triangles_; }
    /// One part per node that instantiates triangles.
    [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }
    void positions(const GltfPose& pose, std::vector<Point>& out) const;
    /// What the file has and is not among the triangles.
    [[nodiscard]] const std::vector<Dropped>& dropped() const { return dropped_.mesh.dropped; }

private:
    struct Influence {
        std::uint32_t joint = 0;
        double weight = 0;
    };
    struct Vertices {
        std::vector<Point> rest;
        std::vector<std::vector<Point>> targets;  // displacements at weight 1
        std::vector<Influence> influences;        // influences_each a vertex
        std::size_t influences_each = 0;
        std::size_t largest_joint = 0;
        /// Evaluation cost of one frame.
        [[nodiscard]] std::size_t work() const { return rest.size() * (1 + targets.size()) + influences.size(); }
    };
    struct Primitive {
        std::size_t vertices = 0;  // in vertices_
        std::vector<Triangle> triangles;
    };
    struct MeshParts {
        std::vector<std::size_t> vertices;  // in vertices_, each once
        std::vector<Primitive> parts;
    };
    struct Instance {
        std::size_t node = 0;
        std::size_t vertices = 0;
        std::size_t first = 0;  // place of its first vertex in the flat mesh
        bool skinned = false;
        std::optional<std::size_t> copy;  // of the node
    };
    struct Skin {
        std::vector<std::size_t> joints;  // nodes
        std::vector<Affine> inverse_bind;
    };

    void read_nodes(GltfDocument& document);
    void name_nodes(const JsonPlace& root);
    void find_parents(const JsonPlace& root);
    void order_parents_first(const JsonPlace& root);
    [[nodiscard]] std::vector<bool> shown_nodes(const JsonPlace& root) const;
    void read_skins(GltfDocument& document);
    void note_lines(const JsonPlace& primitive);
    const MeshParts& mesh_parts(GltfDocument& document, std::size_t mesh, const JsonPlace& whose);
    Vertices read_vertices(GltfDocument& document, const JsonPlace& primitive) const;
    void read_influences(GltfDocument& document, const JsonPlace& primitive, Vertices& vertices) const;
    void read_copies(GltfDocument& document);
    void place_node(GltfDocument& document, std::size_t node, const Affine& transform);
    void place_mesh(GltfDocument& document, std::size_t node, std::optional<std::size_t> copy, bool mirrored);
    void append_triangles(const std::vector<Triangle>& triangles, std::uint32_t first, bool flipped);
    [[nodiscard]] bool is_skinned(std::size_t node, std::size_t vertices, const JsonPlace& place) const;

    [[nodiscard]] std::vector<Affine> global_transforms(const GltfPose& pose) const;
    void morph(const Vertices& vertices, const std::vector<double>& weights, std::vector<Point>& out,
               std::size_t first) const;
    void bend(const Vertices& vertices, const std::vector<Affine>& joints, std::vector<Point>& out,
              std::size_t first) const;

    std::vector<GltfNode> nodes_;
    std::vector<std::size_t> parents_first_;
    std::vector<Skin> skins_;
    std::vector<Vertices> vertices_;
    std::map<std::size_t, MeshParts> meshes_;
    std::vector<Instance> instances_;
    std::vector<Triangle> triangles_;
    std::vector<Part> parts_;
    std::size_t vertex_count_ = 0;
    MeshBuilder dropped_;  // counts
};

/// Triangles of a primitive of `vertex_count` vertices in mode 4 (triangles), 5 (strip) or 6 (fan). An index out of
/// range becomes no_vertex, so that it cannot refer to another primitive's vertices in the flat mesh.
std::vector<Triangle> gltf_triangles(GltfDocument& document, const JsonPlace& primitive, std::size_t vertex_count);

}  // namespace pliant::io
