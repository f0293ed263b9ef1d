// Triangle strips of a leaf: each triangle shares an edge with the one before, so that it needs one new vertex, not
// three.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "detect/regularity/hierarchy.hpp"
#include "detect/regularity/leaf_bounds.hpp"
#include "frame/bodies.hpp"

namespace pliant::regularity {

/// Strips of one leaf, interleaved: vertex i of strip k is number i * strips_per_leaf + k. LeafShape says what they
/// mean. Each triangle of the leaf occurs once; padding repeats a vertex.
struct LeafStrips {
    std::uint32_t leaf = 0;
    std::uint32_t triangles = 0;
    std::uint32_t windows = 0;  // per strip: vertices minus two
    std::vector<std::uint32_t> vertices;
    std::vector<std::uint8_t> turns;  // by window: one bit per strip
};

/// Builds the strips of one leaf after the other.
class StripMaker {
public:
    /// Borrows both; they are read from the first leaf on.
    StripMaker(const EdgeGraph& edges, const GroupedHierarchy& hierarchy) : edges_(edges), hierarchy_(hierarchy) {}

    void make(const frame::Bodies& bodies, std::uint32_t leaf, LeafStrips& out);

private:
    /// A triangle of the leaf, and its neighbours within the leaf; edge i runs from corner i to i + 1.
    struct Face {
        Triangle corners;
        std::array<std::uint8_t, 3> beyond;
        std::uint64_t neighbours;  // bit set of `beyond`
    };

    /// A step of a walk from triangle to triangle: the edges by which a triangle is entered and left, `no_edge` where
    /// the walk jumps.
    struct Stop {
        std::uint8_t face, entry, exit;
    };
    static constexpr std::uint8_t no_edge = 3, no_face = 255;

    void read_leaf(const frame::Bodies& bodies, std::uint32_t leaf);
    void walk_from(std::uint8_t first);
    [[nodiscard]] std::uint8_t best_exit(const Stop& stop) const;
    [[nodiscard]] std::uint8_t best_start() const;
    [[nodiscard]] bool lay(std::size_t windows, LeafStrips& out) const;

    const EdgeGraph& edges_;
    const GroupedHierarchy& hierarchy_;

    std::vector<std::uint8_t> place_;  // by triangle, of the leaf at hand: its place
    std::vector<Face> faces_;
    std::uint64_t left_ = 0;  // bit set of the faces not visited yet
    std::vector<Stop> walk_;
};

}  // namespace pliant::regularity
