#include "curves/nearest_triangle.hpp"

#include <algorithm>
#include <limits>

#include "geometry/closest_point.hpp"

namespace pliant::curves {

namespace {

using geometry::TriangleCorners;

Box<double> box_of(const TriangleCorners& t) {
    Box<double> box;
    for (std::size_t k = 0; k < 3; ++k) {
        box.lo[k] = std::min({t[0][k], t[1][k], t[2][k]});
        box.hi[k] = std::max({t[0][k], t[1][k], t[2][k]});
    }
    return box;
}

double middle(const TriangleCorners& t, std::size_t axis) { return t[0][axis] + t[1][axis] + t[2][axis]; }

std::size_t longest_axis(const Box<double>& box) {
    std::size_t longest = 0;
    for (std::size_t k = 1; k < 3; ++k) {
        if (box.hi[k] - box.lo[k] > box.hi[longest] - box.lo[longest]) longest = k;
    }
    return longest;
}

double square_distance(const Vec3& p, const Box<double>& box) {
    double sum = 0;
    for (std::size_t k = 0; k < 3; ++k) {
        const double away = std::max({box.lo[k] - p[k], p[k] - box.hi[k], 0.0});
        sum += away * away;
    }
    return sum;
}

}  // namespace

void NearestTriangle::build() {
    nodes_.clear();
    build(0, static_cast<std::uint32_t>(triangles_.size()));
}

std::uint32_t NearestTriangle::build(std::uint32_t begin, std::uint32_t end) {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    Node node;
    node.begin = begin;
    node.end = end;
    for (std::uint32_t i = begin; i < end; ++i) node.box = united(node.box, box_of(triangles_[i]));
    nodes_.push_back(node);
    if (end - begin <= leaf_size) return number;
    const std::size_t axis = longest_axis(node.box);
    const std::uint32_t half = begin + (end - begin) / 2;
    std::nth_element(
        triangles_.begin() + begin, triangles_.begin() + half, triangles_.begin() + end,
        [axis](const TriangleCorners& p, const TriangleCorners& q) { return middle(p, axis) < middle(q, axis); });
    build(begin, half);
    const std::uint32_t right = build(half, end);
    nodes_[number].right = right;
    return number;
}

void NearestTriangle::find(std::uint32_t number, const Vec3& p, Found& best) const {
    const Node& node = nodes_[number];
    if (node.right == 0) {
        for (std::uint32_t i = node.begin; i < node.end; ++i) {
            const Vec3 closest = geometry::closest_point(p, triangles_[i]);
            const double square = dot(closest - p, closest - p);
            if (square < best.square) best = {closest, square};
        }
        return;
    }
    std::uint32_t near = number + 1, far = node.right;
    double to_near = square_distance(p, nodes_[near].box), to_far = square_distance(p, nodes_[far].box);
    if (to_far < to_near) {
        std::swap(near, far);
        std::swap(to_near, to_far);
    }
    if (to_near < best.square) find(near, p, best);
    if (to_far < best.square) find(far, p, best);
}

NearestTriangle::Found NearestTriangle::find(const Vec3& p) const {
    Found best{triangles_[0][0], std::numeric_limits<double>::infinity()};
    find(0, p, best);
    return best;
}

}  // namespace pliant::curves
