#include "meshing/winding_tree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace pliant::meshing {

namespace {

constexpr std::uint32_t largest_leaf = 8;
// A cluster this many radii away counts as one dipole. The error is about 0.01, while the threshold is 1/2.
constexpr double far_away = 2.5;

double length(const Vec3& v) { return std::sqrt(dot(v, v)); }

Vec3 least(const Vec3& p, const Vec3& q) { return {std::min(p.x, q.x), std::min(p.y, q.y), std::min(p.z, q.z)}; }
Vec3 greatest(const Vec3& p, const Vec3& q) { return {std::max(p.x, q.x), std::max(p.y, q.y), std::max(p.z, q.z)}; }

/// Signed solid angle of a triangle seen from the origin [VanOosterom1983].
double solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
    const double x = length(a), y = length(b), z = length(c);
    const double denominator = x * y * z + dot(a, b) * z + dot(b, c) * x + dot(c, a) * y;
    return 2 * std::atan2(dot(a, cross(b, c)), denominator);
}

/// Whether a segment meets a closed box (slab test).
bool meets(const Vec3& from, const Vec3& to, const Vec3& lo, const Vec3& hi) {
    double begin = 0, end = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double step = to[axis] - from[axis];
        if (step == 0) {
            if (from[axis] < lo[axis] || from[axis] > hi[axis]) return false;
            continue;
        }
        const double p = (lo[axis] - from[axis]) / step, q = (hi[axis] - from[axis]) / step;
        begin = std::max(begin, std::min(p, q));
        end = std::min(end, std::max(p, q));
    }
    return begin <= end * (1 + 1e-12) + 1e-12;
}

}  // namespace

WindingTree::WindingTree(const SurfaceView& surface) {
    for (const Triangle& t : surface.triangles) {
        if (*std::max_element(t.begin(), t.end()) >= surface.positions.size()) continue;
        const Corners corners{surface.positions[t[0]], surface.positions[t[1]], surface.positions[t[2]]};
        if (finite(corners.a) && finite(corners.b) && finite(corners.c)) triangles_.push_back(corners);
    }
    if (!triangles_.empty()) split(0, static_cast<std::uint32_t>(triangles_.size()));
}

/// Median split by triangle centroids along the longest side of the node's box.
void WindingTree::split(std::uint32_t first, std::uint32_t count) {
    const std::size_t own = nodes_.size();
    nodes_.emplace_back();
    sum_up(nodes_[own], first, count);
    if (count <= largest_leaf) {
        nodes_[own].first = first;
        nodes_[own].count = count;
        return;
    }
    const Vec3 size = nodes_[own].hi - nodes_[own].lo;
    const std::size_t axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto begin = triangles_.begin() + first;
    std::nth_element(begin, begin + count / 2, begin + count, [&](const Corners& p, const Corners& q) {
        return p.a[axis] / 3 + p.b[axis] / 3 + p.c[axis] / 3 < q.a[axis] / 3 + q.b[axis] / 3 + q.c[axis] / 3;
    });
    split(first, count / 2);
    nodes_[own].right = static_cast<std::uint32_t>(nodes_.size());
    split(first + count / 2, count - count / 2);
}

void WindingTree::sum_up(Node& node, std::uint32_t first, std::uint32_t count) const {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    node.lo = {infinite, infinite, infinite};
    node.hi = {-infinite, -infinite, -infinite};
    double weight = 0;
    for (std::uint32_t i = first; i < first + count; ++i) {
        const auto& [a, b, c] = triangles_[i];
        node.lo = least(node.lo, least(a, least(b, c)));
        node.hi = greatest(node.hi, greatest(a, greatest(b, c)));
        const Vec3 area = 0.5 * cross(b - a, c - a);
        node.area = node.area + area;
        node.centre = node.centre + (length(area) / 3) * (a + b + c);
        weight += length(area);
    }
    node.centre = weight > 0 ? (1 / weight) * node.centre : 0.5 * (node.lo + node.hi);
    const Vec3 far = greatest(node.hi - node.centre, node.centre - node.lo);
    node.radius = length(far);
}

double WindingTree::winding(const Vec3& point) const {
    double sum = 0;
    std::array<std::uint32_t, 64> waiting;
    std::size_t top = 0;
    waiting[top++] = 0;
    while (top > 0) {
        const std::uint32_t index = waiting[--top];
        const Node& node = nodes_[index];
        const Vec3 way = node.centre - point;
        const double distance = length(way);
        if (distance > far_away * node.radius) {
            sum += dot(node.area, way) / (distance * distance * distance);
        } else if (node.count > 0) {
            for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
                const auto& [a, b, c] = triangles_[i];
                sum += solid_angle(a - point, b - point, c - point);
            }
        } else {
            waiting[top++] = node.right;
            waiting[top++] = index + 1;
        }
    }
    return sum / (4 * std::numbers::pi);
}

bool WindingTree::inside(const Vec3& point) const { return std::abs(winding(point)) >= 0.5; }

void WindingTree::crossings(const Vec3& from, const Vec3& to, std::vector<double>& out) const {
    out.clear();
    std::array<std::uint32_t, 64> waiting;
    std::size_t top = 0;
    waiting[top++] = 0;
    const Vec3 way = to - from;
    while (top > 0) {
        const std::uint32_t index = waiting[--top];
        const Node& node = nodes_[index];
        if (!meets(from, to, node.lo, node.hi)) continue;
        if (node.count == 0) {
            waiting[top++] = node.right;
            waiting[top++] = index + 1;
            continue;
        }
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            const auto& [a, b, c] = triangles_[i];
            const Vec3 normal = cross(b - a, c - a);
            const double along = dot(normal, way);
            const double part = dot(normal, a - from) / along;
            if (!(part >= 0 && part <= 1)) continue;  // also NaN, from a parallel triangle
            const Vec3 p = from + part * way;
            const double u = dot(normal, cross(b - a, p - a)), v = dot(normal, cross(c - b, p - b)),
                         w = dot(normal, cross(a - c, p - c));
            if (u >= 0 && v >= 0 && w >= 0) out.push_back(part);
        }
    }
    std::sort(out.begin(), out.end());
}

}  // namespace pliant::meshing
