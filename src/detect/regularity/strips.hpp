// The triangles of a leaf as strips, in which each triangle has an edge in common with the one before: it takes one
// vertex more, not three.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/regularity/hierarchy.hpp"
#include "detect/regularity/leaf_bounds.hpp"
#include "frame/bodies.hpp"

namespace pliant::regularity {

/// One leaf's strips, side by side: vertex i of strip k is number i * strips_per_leaf + k. See LeafShape
/// for what they mean. Each triangle of the leaf is there once; what is left over repeats a vertex.
struct LeafStrips {
    std::uint32_t leaf = 0;
    std::uint32_t triangles = 0;
    std::uint32_t windows = 0;  // of each strip: two less than its vertices
    std::vector<std::uint32_t> vertices;
    std::vector<std::uint8_t> turns;  // by window: a bit for each strip
};

/// Makes the strips of leaf after leaf.
class StripMaker {
public:
    StripMaker(const frame::Bodies& bodies, const EdgeGraph& edges, const GroupedHierarchy& hierarchy);

    void make(std::uint32_t leaf, LeafStrips& out);

private:
    /// A triangle of the leaf, and the triangles of the leaf beyond its edges; edge i runs from corner i to i + 1.
    struct Face {
        Triangle corners;
        std::array<std::uint8_t, 3> beyond;
        std::uint64_t neighbours;  // a bit for each of `beyond`
    };

    /// A triangle in the order in which a walk comes by. Edges by which it was entered and left: `no_edge` where the
    /// walk had to jump.
    struct Stop {
        std::uint8_t face, entry, exit;
    };
    static constexpr std::uint8_t no_edge = 3, no_face = 255;

    void read_leaf(std::uint32_t leaf);
    void walk_from(std::uint8_t first);
    [[nodiscard]] std::uint8_t best_exit(const Stop& stop) const;
    [[nodiscard]] std::uint8_t best_start() const;
    [[nodiscard]] bool lay(std::size_t windows, LeafStrips& out) const;

    const frame::Bodies& bodies_;
    const EdgeGraph& edges_;
    const GroupedHierarchy& hierarchy_;
    std::vector<std::uint8_t> place_;  // in its leaf, by triangle

    std::vector<Face> faces_;
    std::uint64_t left_ = 0;  // a bit for each face that the walk has not come by
    std::vector<Stop> walk_;
};

}  // namespace pliant::regularity
