// Fast winding numbers [Barill2018] and segment crossings by a tree of triangles: a distant cluster counts as one
// dipole.
#pragma once

#include <cstdint>
#include <vector>

#include <pliant/views.hpp>

#include "numeric/vec.hpp"

namespace pliant::meshing {

class WindingTree {
public:
    /// Triangles with vertices out of range or not finite are left out.
    explicit WindingTree(const SurfaceView& surface);

    [[nodiscard]] bool empty() const { return triangles_.empty(); }
    [[nodiscard]] Vec3 lo() const { return nodes_[0].lo; }
    [[nodiscard]] Vec3 hi() const { return nodes_[0].hi; }

    /// Generalised winding number: about 1 or -1 inside, 0 outside; several pieces add up.
    [[nodiscard]] double winding(const Vec3& point) const;
    /// |winding| >= 1/2: surfaces that face inwards count as well.
    [[nodiscard]] bool inside(const Vec3& point) const;

    /// Parameters in [0, 1] at which the segment crosses triangles, ascending.
    void crossings(const Vec3& from, const Vec3& to, std::vector<double>& out) const;

private:
    struct Corners {
        Vec3 a, b, c;
    };
    struct Node {
        Vec3 lo, hi;
        Vec3 area;    // sum of area vectors: the dipole
        Vec3 centre;  // area-weighted centroid
        double radius = 0;
        std::uint32_t first = 0, count = 0;  // of triangles; count 0: an inner node
        std::uint32_t right = 0;             // the left child follows its parent
    };

    void split(std::uint32_t first, std::uint32_t count);
    void sum_up(Node& node, std::uint32_t first, std::uint32_t count) const;

    std::vector<Corners> triangles_;
    std::vector<Node> nodes_;
};

}  // namespace pliant::meshing
