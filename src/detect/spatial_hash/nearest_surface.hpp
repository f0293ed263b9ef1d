// The nearest point of the surface of a part of a body.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "detect/spatial_hash/tetrahedron_walk.hpp"
#include "numeric/box.hpp"
#include "numeric/vec.hpp"

namespace pliant::spatial_hash {

/// A tree of boxes over the faces of each part, built anew in each frame in which it is asked for. Points deep inside
/// are far from all faces: the tree visits few of them, where cells of a grid would have to be searched all the way
/// out.
class NearestSurface {
public:
    struct NearestPoint {
        double distance = 0;
        Vec3 direction;  // out of the part
    };

    /// `parts`: by number, those that will be asked for.
    void build(const TetrahedronWalk& walk, const frame::Tetrahedra& tetrahedra, std::span<const std::uint8_t> parts);

    /// From a point in a tetrahedron to the surface of its part, and out. Of faces at the same distance, the first in
    /// the order of TetrahedronWalk::boundary.
    [[nodiscard]] std::optional<NearestPoint> find(const TetrahedronWalk& walk, std::uint32_t tetrahedron,
                                                   const Vec3& point) const;

private:
    struct Face {
        std::array<Vec3, 3> corners;
        std::uint32_t part, number;  // in TetrahedronWalk::boundary
    };
    /// Faces [first, end). The left child of node i is i + 1.
    struct Node {
        Box<double> box;
        std::uint32_t first, end;
        std::uint32_t right;  // 0 for a leaf
    };
    struct Search;

    void grow(std::uint32_t first, std::uint32_t end);
    void visit(std::uint32_t node, Search& search) const;

    std::vector<Face> faces_;           // by part, then as the nodes have them
    std::vector<Node> nodes_;           // those of a part one after the other, its root first
    std::vector<std::uint32_t> roots_;  // by part
};

}  // namespace pliant::spatial_hash
