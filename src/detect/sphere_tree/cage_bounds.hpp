// Spheres around the vertices of a skin, from the vertices of its cage alone.
//
// The paper moves a centre by the mean displacement of the cage's vertices around it and scales the radius by the
// largest ratio of distances [Mendoza2005, 4.4], which need not hold the surface. Here: let G be the mean rotation of
// the links of a sphere, c its centre and r its radius at rest. With v_k = q'_k - G (q_k - c) for the cage's vertices
// and a_k their mean weights, the new centre is c' = sum a_k v_k. A vertex j with weights a_jk and a link R_j that its
// own frame turns by G_j is then at c' + G (p_j - c) + sum (a_jk - a_k) (v_k - c') + (G_j - G) R_j, so that the radius
//     r + min(max |v_k - c'|, sum W_k |v_k - c'|) + max |G_j - G| |R_j|,    W_k = max_j |a_jk - a_k|,
// holds them all. Rigid motion leaves r as it is. So does max |q'_k - c'| + max |R_j|; the smaller of the two is taken.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <pliant/contacts.hpp>
#include <pliant/skin.hpp>

#include "detect/sphere_tree/cage_frames.hpp"
#include "numeric/vec.hpp"

namespace pliant::sphere_tree {

class CageBounds {
public:
    /// Spheres at rest are added one by one, in order: each with the numbers of the vertices that it holds.
    void start(const Skin& skin);
    void add(const Sphere& at_rest, std::span<const std::uint32_t> vertices);

    /// New positions of the cage, all of them finite, and those before or none: cost proportional to the cage.
    void update(Points cage, Points before = {});

    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(nodes_.size()); }
    /// Holds every vertex of sphere i where the links have it now. `rounding`: part of a coordinate by which the
    /// surface may be off.
    [[nodiscard]] Sphere bound(std::uint32_t i, double rounding);
    [[nodiscard]] bool takes_long(std::uint32_t i) const { return frames(i).size() > 8; }
    /// How far the vertices of the cage around sphere i, or those that a vertex of the surface hangs from, have moved:
    /// the weighted mean. Zero where that is not known.
    [[nodiscard]] Vec3 motion(std::uint32_t i) const;
    [[nodiscard]] Vec3 motion_at(std::uint32_t vertex) const;

private:
    struct CageVertex {
        std::uint32_t vertex;
        float weight, spread;  // mean, and largest difference from it
    };
    struct NodeFrame {
        std::uint32_t number;
        double longest;  // link
    };
    struct Node {
        Sphere at_rest;
        std::uint32_t first_vertex, first_frame;  // their ends are the next one's beginnings
        double longest;
        double reach, link_turn = 0;  // of Turning: least reach, and largest sum times the longest link
    };
    /// How a node has moved: rigidly, but for `strain` and what its frames have turned otherwise.
    struct Motion {
        Vec3 centre;
        double farthest, strain;  // |v_k - c'|
        double around_cage;
    };
    /// Weights of one vertex of the cage in the links of a sphere.
    struct Share {
        double least = 0, most = 0, sum = 0;
        std::uint32_t count = 0;
    };
    /// Memory for adding a sphere; what was met is reset when it is added.
    struct Adding {
        std::vector<Share> shares;                    // by vertex of the cage
        std::vector<double> longest_link;             // by frame; negative: not met
        std::vector<std::uint32_t> vertices, frames;  // met

        void meet(const RigidLink& link, std::uint32_t frame, double length);
    };

    [[nodiscard]] std::span<const CageVertex> vertices(std::uint32_t i) const;
    [[nodiscard]] std::span<const NodeFrame> frames(std::uint32_t i) const;
    const Rotation& rotation_at(const CageVertex& k) {
        return cage_frames_.rotation(cage_frames_.best_at(k.vertex), cage_);
    }
    [[nodiscard]] Rotation rotation_by_few(std::uint32_t i);
    [[nodiscard]] Rotation rotation_by_all(std::uint32_t i);
    [[nodiscard]] Sphere rough_bound(std::uint32_t i, double rounding) const;
    [[nodiscard]] double turned_at_most(const Node& node, double off) const;
    [[nodiscard]] Motion moved_by(std::uint32_t i, const Rotation& g) const;
    void add_vertices(double all);
    void add_frames(Node& node);
    [[nodiscard]] Sphere sphere(std::uint32_t i, const Vec3& centre, double radius, double rounding) const;

    std::vector<RigidLink> links_;
    CageFrames cage_frames_;
    std::vector<Vec3> cage_at_rest_, cage_, cage_before_;  // the last may be empty
    double cage_size_ = 0;                                 // largest coordinate
    std::vector<Node> nodes_;
    std::vector<CageVertex> vertices_;
    std::vector<NodeFrame> frames_;
    Adding adding_;
};

}  // namespace pliant::sphere_tree
