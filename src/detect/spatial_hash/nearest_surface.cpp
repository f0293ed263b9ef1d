#include "detect/spatial_hash/nearest_surface.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace pliant::spatial_hash {

namespace {

// Relative to the size of the body. Nearer than this, the difference of two points is mostly rounding error.
constexpr double too_near = 1e-10;
constexpr std::uint32_t faces_per_leaf = 4;
constexpr std::uint32_t no_root = 0xffffffffu;
// Relative to the coordinates: more than rounding takes off the distance of a point in a box. Without it, of two faces
// at nearly the same distance it would depend on the tree which one is found.
constexpr double rounding = 1e-13;

/// The point of a triangle nearest to p, by the regions of [Ericson2005, 5.1.5].
Vec3 nearest_point(const Vec3& p, const Vec3& a, const Vec3& b, const Vec3& c) {
    const Vec3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
    const double d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp), d5 = dot(ab, cp),
                 d6 = dot(ac, cp);
    if (d1 <= 0 && d2 <= 0) return a;
    if (d3 >= 0 && d4 <= d3) return b;
    if (d6 >= 0 && d5 <= d6) return c;
    const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return a + (d1 / (d1 - d3)) * ab;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return a + (d2 / (d2 - d6)) * ac;
    if (va <= 0 && d4 >= d3 && d5 >= d6) return b + ((d4 - d3) / ((d4 - d3) + (d5 - d6))) * (c - b);
    const double sum = va + vb + vc;
    return a + (vb / sum) * ab + (vc / sum) * ac;
}

double square_distance(const Box<double>& box, const Vec3& p) {
    double sum = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double outside = std::max({box.lo[axis] - p[axis], p[axis] - box.hi[axis], 0.0});
        sum += outside * outside;
    }
    return sum;
}

double largest_coordinate(const Box<double>& box, const Vec3& p) {
    double largest = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        largest = std::max({largest, std::abs(box.lo[axis]), std::abs(box.hi[axis]), std::abs(p[axis])});
    }
    return largest;
}

std::size_t widest_axis(const Box<double>& box) {
    std::size_t widest = 0;
    for (std::size_t axis = 1; axis < 3; ++axis) {
        if (box.hi[axis] - box.lo[axis] > box.hi[widest] - box.lo[widest]) widest = axis;
    }
    return widest;
}

}  // namespace

/// The nearest face so far, and how near another one has to be.
struct NearestSurface::Search {
    const TetrahedronWalk& walk;
    Vec3 point;
    double margin;  // what rounding may take off a distance
    double best = std::numeric_limits<double>::infinity();
    double bound = best;  // square of best + margin
    std::uint32_t face = 0;
    std::optional<NearestPoint> nearest{};

    void test(const Face& candidate) {
        const auto& [a, b, c] = candidate.corners;
        const Vec3 near = nearest_point(point, a, b, c), way = near - point;
        if (!(dot(way, way) <= bound)) return;
        const double distance = length(way);
        if (!(std::tie(distance, candidate.number) < std::tie(best, face))) return;
        const Vec3 out = distance > too_near ? unit(way) : walk.normal_at(walk.boundary()[candidate.number], near);
        if (out == Vec3{}) return;  // a face without area
        best = distance;
        bound = (best + margin) * (best + margin);
        face = candidate.number;
        nearest = NearestPoint{distance, out};
    }
};

void NearestSurface::build(const TetrahedronWalk& walk, const frame::Tetrahedra& tetrahedra,
                           std::span<const std::uint8_t> parts) {
    faces_.clear();
    nodes_.clear();
    roots_.assign(parts.size(), no_root);
    for (std::uint32_t i = 0; i < walk.boundary().size(); ++i) {
        const TetrahedronWalk::BoundaryFace& boundary = walk.boundary()[i];
        const std::uint32_t part = walk.part(boundary.tetrahedron);
        if (parts[part] == 0) continue;
        const std::uint32_t body = tetrahedra.body_index(boundary.tetrahedron);
        const Triangle t = walk.vertices(boundary);
        const Face face{{walk.position(body, t[0]), walk.position(body, t[1]), walk.position(body, t[2])}, part, i};
        const auto& [a, b, c] = face.corners;
        if (finite(a) && finite(b) && finite(c)) faces_.push_back(face);
    }
    std::sort(faces_.begin(), faces_.end(),
              [](const Face& p, const Face& q) { return std::tie(p.part, p.number) < std::tie(q.part, q.number); });
    for (std::uint32_t first = 0, end = 0; first < faces_.size(); first = end) {
        const std::uint32_t part = faces_[first].part;
        while (end < faces_.size() && faces_[end].part == part) ++end;
        roots_[part] = static_cast<std::uint32_t>(nodes_.size());
        grow(first, end);
    }
}

/// Halves the faces along the longest side of their box.
void NearestSurface::grow(std::uint32_t first, std::uint32_t end) {
    Box<double> box = Box<double>::empty();
    for (std::uint32_t i = first; i < end; ++i) {
        for (const Vec3& p : faces_[i].corners) box = united(box, {{p.x, p.y, p.z}, {p.x, p.y, p.z}});
    }
    const std::size_t number = nodes_.size();
    nodes_.push_back({box, first, end, 0});
    if (end - first <= faces_per_leaf) return;
    const std::size_t axis = widest_axis(box);
    const auto place = [axis](const Face& f) {
        return std::pair(f.corners[0][axis] + f.corners[1][axis] + f.corners[2][axis], f.number);
    };
    const std::uint32_t middle = first + (end - first) / 2;
    std::nth_element(faces_.begin() + first, faces_.begin() + middle, faces_.begin() + end,
                     [&](const Face& p, const Face& q) { return place(p) < place(q); });
    grow(first, middle);
    nodes_[number].right = static_cast<std::uint32_t>(nodes_.size());
    grow(middle, end);
}

std::optional<NearestSurface::NearestPoint> NearestSurface::find(const TetrahedronWalk& walk, std::uint32_t tetrahedron,
                                                                 const Vec3& point) const {
    const std::uint32_t root = roots_[walk.part(tetrahedron)];
    if (root == no_root) return std::nullopt;
    Search search{.walk = walk, .point = point, .margin = rounding * largest_coordinate(nodes_[root].box, point)};
    visit(root, search);
    return search.nearest;
}

/// The nearer child first: what it finds leaves little of the other.
void NearestSurface::visit(std::uint32_t number, Search& search) const {
    const Node& node = nodes_[number];
    if (node.right == 0) {
        for (std::uint32_t i = node.first; i < node.end; ++i) search.test(faces_[i]);
        return;
    }
    std::pair left{square_distance(nodes_[number + 1].box, search.point), number + 1};
    std::pair right{square_distance(nodes_[node.right].box, search.point), node.right};
    if (right.first < left.first) std::swap(left, right);
    if (left.first <= search.bound) visit(left.second, search);
    if (right.first <= search.bound) visit(right.second, search);
}

}  // namespace pliant::spatial_hash
