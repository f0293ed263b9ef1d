// The vertices, edges and triangles of one body, each kind in a tree of its own.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "detect/feature_tree/feature_pyramid.hpp"
#include "frame/bodies.hpp"
#include "parallel/parallel.hpp"

namespace pliant::feature_tree {

/// Two vertices in the common numbering, ascending.
using Edge = std::array<std::uint32_t, 2>;

/// Features of usable triangles without a repeated vertex. Each edge once, however many triangles have it.
class BodyFeatures {
public:
    /// Edges are numbered from `first_edge` on, in the order of their vertices.
    void build(const frame::Bodies& bodies, const frame::Body& body, std::uint32_t first_edge,
               parallel::Workers& workers);
    void grow_to(std::size_t height);
    /// New boxes. What belongs to no sound triangle takes no part.
    void fit(const frame::Bodies& bodies, const broad_phase::BoxContents& contents, broad_phase::Suspicion suspicion,
             parallel::Workers& workers);

    [[nodiscard]] const FeaturePyramid& vertices() const { return vertices_; }
    [[nodiscard]] const FeaturePyramid& edges() const { return edges_; }
    [[nodiscard]] const FeaturePyramid& triangles() const { return triangles_; }
    /// In the order of their numbers.
    [[nodiscard]] std::span<const Edge> edge_list() const { return edge_list_; }
    /// Triangles set aside because of the positions that the boxes were last fitted to, or since they repeat a vertex.
    [[nodiscard]] std::span<const std::uint32_t> unsound() const { return unsound_; }
    [[nodiscard]] bool empty() const { return triangles_.empty(); }
    [[nodiscard]] std::size_t height() const;
    [[nodiscard]] double looseness() const;
    /// For tests.
    [[nodiscard]] bool sound() const { return vertices_.sound() && edges_.sound() && triangles_.sound(); }

private:
    void list_edges(std::span<const std::uint32_t> corners);
    void set_aside(const frame::Bodies& bodies, const broad_phase::BoxContents& contents,
                   broad_phase::Suspicion suspicion);
    void keep_parts_of_sound_triangles(const frame::Bodies& bodies);
    [[nodiscard]] std::size_t edge_place(std::uint32_t a, std::uint32_t b) const;

    FeaturePyramid vertices_, edges_, triangles_;
    std::vector<Edge> edge_list_;
    std::uint32_t first_edge_ = 0, first_vertex_ = 0;
    std::vector<std::uint32_t> repeating_;  // triangles that name a vertex twice
    std::vector<std::uint32_t> unsound_;
    std::vector<std::uint8_t> vertex_used_, edge_used_;  // scratch of frames with unsound triangles
};

}  // namespace pliant::feature_tree
