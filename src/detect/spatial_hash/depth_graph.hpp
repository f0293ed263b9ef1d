// Penetrating vertices as a graph, along which depths are propagated [Heidelberger2004].
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <pliant/penetrations.hpp>

#include "detect/spatial_hash/tetrahedron_walk.hpp"
#include "frame/penetration_query.hpp"
#include "mesh/volume_neighbours.hpp"
#include "numeric/vec.hpp"

namespace pliant::spatial_hash {

/// A vertex in a part of a body, and what is known about its way out. Where the part overlaps itself, the vertex has a
/// node in each layer; on a face, edge or corner that tetrahedra share it has one.
struct DepthNode {
    std::uint32_t body, part, vertex, tetrahedron;  // index of the penetrated body; the first tetrahedron
    DepthSource source = DepthSource::none;
    double depth = 0;
    Vec3 direction;

    void forget() {
        source = DepthSource::none;
        depth = 0;
        direction = {};
    }
};

/// A weighted mean of depths and directions.
struct DepthSum {
    double depth = 0, weight = 0;
    Vec3 direction;

    void add(double own_weight, double weighted_depth, const Vec3& own_direction) {
        depth += weighted_depth;
        direction = direction + own_weight * own_direction;
        weight += own_weight;
    }
    /// Writes the mean to a node; false where there is none.
    [[nodiscard]] bool finish(DepthNode& node) const;
};

/// By distance, which is in parts of a body's size; vertices at the same place would weigh infinitely much.
double depth_weight(double distance);

/// Nodes are linked along the edges of the vertex's own body, where both ends are in the same part.
class DepthGraph {
public:
    /// The other end of an edge: not in this part; or only a walk along the edge can tell.
    static constexpr std::uint32_t outside = 0xffffffffu, unsure = 0xfffffffeu;

    /// Once per topology.
    void build(const frame::Bodies& bodies, const frame::Tetrahedra& tetrahedra);

    /// Makes nodes and links of everything that was found.
    void update(const frame::PenetrationQuery& query, const TetrahedronWalk& walk, std::span<const Penetration> found);

    [[nodiscard]] std::span<DepthNode> nodes() { return nodes_; }
    [[nodiscard]] std::span<const DepthNode> nodes() const { return nodes_; }
    /// For each edge at a node's vertex: the vertex at the other end, its node and its weight.
    [[nodiscard]] std::span<const std::uint32_t> ends(std::size_t node) const { return edges_.of(nodes_[node].vertex); }
    [[nodiscard]] std::span<std::uint32_t> links(std::size_t node) {
        return std::span(links_).subspan(first_link_[node], first_link_[node + 1] - first_link_[node]);
    }
    [[nodiscard]] std::span<const std::uint32_t> links(std::size_t node) const {
        return std::span(links_).subspan(first_link_[node], first_link_[node + 1] - first_link_[node]);
    }
    [[nodiscard]] std::span<double> weights(std::size_t node) {
        return std::span(weights_).subspan(first_link_[node], first_link_[node + 1] - first_link_[node]);
    }
    [[nodiscard]] std::span<const double> weights(std::size_t node) const {
        return std::span(weights_).subspan(first_link_[node], first_link_[node + 1] - first_link_[node]);
    }
    /// Whether the other end of an edge is a node with a depth.
    [[nodiscard]] bool known(std::uint32_t link) const {
        return link < unsure && nodes_[link].source == DepthSource::crossed;
    }
    /// The node of a vertex in a tetrahedron of a part; `outside` where that is no penetration.
    [[nodiscard]] std::uint32_t node_of(std::uint32_t part, std::uint32_t vertex, std::uint32_t tetrahedron) const;

    /// By index, whether a body is penetrated.
    [[nodiscard]] std::span<const std::uint8_t> penetrated() const { return penetrated_; }

    /// Writes the nodes to the penetrations that they were made of.
    void write(const TetrahedronWalk& walk, std::span<Penetration> found) const;

private:
    /// A penetration in the common numbering; `place` is that in the answer.
    struct Member {
        std::uint32_t part, vertex, tetrahedron, place, node;
        bool strict;
    };

    void list_members(const frame::PenetrationQuery& query, const TetrahedronWalk& walk,
                      std::span<const Penetration> found);
    void make_nodes(const frame::Tetrahedra& tetrahedra, const TetrahedronWalk& walk);
    void spread(const TetrahedronWalk& walk, std::size_t member, std::size_t first, std::size_t end);
    void make_room_for_links();
    void link_nodes();
    [[nodiscard]] bool alone(std::size_t node) const;

    mesh::VertexLists edges_;               // by vertex of any body
    std::vector<Member> members_;           // sorted by part, vertex, tetrahedron
    std::vector<DepthNode> nodes_;          // the same
    std::vector<std::uint8_t> penetrated_;  // bodies
    std::vector<std::size_t> first_link_;   // by node; one more
    std::vector<std::uint32_t> links_;
    std::vector<double> weights_;
    std::vector<std::size_t> to_visit_;      // scratch
    std::vector<std::uint32_t> first_node_;  // scratch: by vertex, in the part at hand
};

}  // namespace pliant::spatial_hash
