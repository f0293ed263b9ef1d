// The nearest of some triangles to a point: a small tree of boxes, made anew for each set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "geometry/triangle_pair.hpp"
#include "numeric/box.hpp"

namespace pliant::curves {

class NearestTriangle {
public:
    void start() { triangles_.clear(); }
    void add(const geometry::TriangleCorners& triangle) { triangles_.push_back(triangle); }
    /// After all triangles are there.
    void build();

    struct Found {
        Vec3 point;
        double square = 0;  // of the distance
    };
    /// There is at least one triangle.
    [[nodiscard]] Found find(const Vec3& p) const;

private:
    static constexpr std::size_t leaf_size = 4;
    struct Node {
        Box<double> box = Box<double>::empty();
        std::uint32_t begin = 0, end = 0;  // triangles
        std::uint32_t right = 0;           // second child; the first follows its parent. 0: a leaf
    };

    std::uint32_t build(std::uint32_t begin, std::uint32_t end);
    void find(std::uint32_t node, const Vec3& p, Found& best) const;

    std::vector<geometry::TriangleCorners> triangles_;
    std::vector<Node> nodes_;
};

}  // namespace pliant::curves
