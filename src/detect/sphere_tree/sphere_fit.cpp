#include "detect/sphere_tree/sphere_fit.hpp"

#include <algorithm>
#include <cmath>

#include "detect/sphere_tree/sphere.hpp"
#include "geometry/link_frame.hpp"
#include "numeric/orientation.hpp"

namespace pliant::sphere_tree {

using geometry::TriangleCorners;

namespace {

double largest(const Vec3& p) { return std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z)}); }
double largest(const Box<double>& box) { return std::max(largest(Vec3(box.lo)), largest(Vec3(box.hi))); }

bool all_finite(const TriangleCorners& t) { return finite(t[0]) && finite(t[1]) && finite(t[2]); }

void include(Box<double>& box, const Vec3& p) {
    box.lo = {std::min(box.lo[0], p.x), std::min(box.lo[1], p.y), std::min(box.lo[2], p.z)};
    box.hi = {std::max(box.hi[0], p.x), std::max(box.hi[1], p.y), std::max(box.hi[2], p.z)};
}

Vec3 middle(const Box<double>& box) { return 0.5 * Vec3(box.lo) + 0.5 * Vec3(box.hi); }

/// The radius of a ball, rounded outwards.
double around_box(const Box<double>& box, const Vec3& centre) {
    return upper(std::max(distance(box.lo, centre), distance(box.hi, centre)) + slack * largest(box));
}

/// Where a link of the hierarchy has it; none where there is no link, or its vertices are not finite.
std::optional<Vec3> given_centre(std::uint32_t node, const TreeShape& shape, const SurfaceNow& surface) {
    const auto& centres = shape.hierarchy().centres;
    if (node >= centres.size()) return {};
    const RigidLink& link = centres[node];
    if (link.cage[0] == link.cage[1]) return {};
    const Vec3 centre = geometry::linked_position(link, [&](std::uint32_t v) { return Vec3(surface.positions[v]); });
    return finite(centre) ? std::optional(centre) : std::nullopt;
}

}  // namespace

bool sound(const TriangleCorners& t) {
    if (!all_finite(t)) return false;
    const Vec3 u = t[1] - t[0], v = t[2] - t[0];
    const double area = largest(cross(u, v));
    if (area > 1e-12 * largest(u) * largest(v) && area > 1e-290 && std::isfinite(area)) return true;
    return !collinear(t[0], t[1], t[2]);
}

void SphereFit::start(std::uint32_t nodes) {
    boxes_.resize(nodes);
    flawed_.assign(nodes, 0);
}

Sphere SphereFit::fit(std::uint32_t node, const TreeShape& shape, const SurfaceNow& surface,
                      std::span<const Sphere> spheres) {
    if (shape.leaf(node) || given_centre(node, shape, surface)) return fit_to_vertices(node, shape, surface);
    return fit_to_children(node, shape, spheres);
}

/// Around a given centre, or the middle of the box of all corners.
Sphere SphereFit::fit_to_vertices(std::uint32_t node, const TreeShape& shape, const SurfaceNow& surface, Held held) {
    Box<double> box = Box<double>::empty();
    bool cut = false;
    flawed_[node] = 0;
    const auto for_each_piece = [&](auto&& visit) {
        for (const Piece& piece : shape.pieces(node)) {
            const TriangleCorners triangle = surface.corners(piece.triangle);
            if (held == Held::finite ? all_finite(triangle) : sound(triangle)) {
                visit(piece, shape.piece_corners(piece, triangle));
            } else {
                flawed_[node] = 1;
            }
        }
    };
    for_each_piece([&](const Piece& piece, const TriangleCorners& c) {
        cut |= is_cut(piece);
        for (const Vec3& p : c) include(box, p);
    });
    boxes_[node] = box;
    if (box.lo[0] > box.hi[0]) return {};
    const Vec3 centre = given_centre(node, shape, surface).value_or(middle(box));
    double most = 0;
    for_each_piece([&](const Piece&, const TriangleCorners& c) {
        for (const Vec3& p : c) most = std::max(most, squared_distance(p, centre));
    });
    // Corners of cut pieces are rounded.
    const double rounding = cut ? slack * largest(box) : 0;
    return {{centre.x, centre.y, centre.z}, upper(std::sqrt(most)) + rounding};
}

Sphere SphereFit::fit_to_box(std::uint32_t node, const Box<double>& box) {
    boxes_[node] = box;
    flawed_[node] = 0;
    if (box.lo[0] > box.hi[0]) return {};
    const Vec3 centre = middle(box);
    return {{centre.x, centre.y, centre.z}, around_box(box, centre)};
}

/// Around the middle of the box of all vertices: the smaller of the ball around that box and the one around the
/// children's spheres. A wrapped hierarchy: children may reach out of it, their vertices do not.
Sphere SphereFit::fit_to_children(std::uint32_t node, const TreeShape& shape, std::span<const Sphere> spheres) {
    Box<double> box = Box<double>::empty();
    const std::uint32_t first = shape.first_child(node), last = first + shape.children(node);
    flawed_[node] = 0;
    for (std::uint32_t child = first; child < last; ++child) {
        flawed_[node] |= flawed_[child];
        box = united(box, boxes_[child]);
    }
    boxes_[node] = box;
    if (box.lo[0] > box.hi[0]) return {};
    const Vec3 centre = middle(box);
    double around_children = 0;
    for (std::uint32_t child = first; child < last; ++child) {
        const Sphere& s = spheres[child];
        if (s.radius < 0) continue;
        around_children = std::max(around_children, distance(s.centre, centre) + s.radius);
    }
    return {{centre.x, centre.y, centre.z}, upper(std::min(around_children, around_box(box, centre)))};
}

}  // namespace pliant::sphere_tree
