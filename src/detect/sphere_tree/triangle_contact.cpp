#include "detect/sphere_tree/triangle_contact.hpp"

#include <algorithm>
#include <cmath>

#include "detect/sphere_tree/sphere.hpp"

namespace pliant::sphere_tree {

using geometry::TriangleCorners;

namespace {

struct Range {
    double lo, hi;
};

Range range(const TriangleCorners& t, std::size_t axis) {
    return {std::min({t[0][axis], t[1][axis], t[2][axis]}), std::max({t[0][axis], t[1][axis], t[2][axis]})};
}

/// Along one axis.
bool apart(double a0, double a1, double a2, double b0, double b1, double b2) {
    return std::max(a0, std::max(a1, a2)) < std::min(b0, std::min(b1, b2)) ||
           std::max(b0, std::max(b1, b2)) < std::min(a0, std::min(a1, a2));
}

bool boxes_apart(const TriangleCorners& a, const TriangleCorners& b) {
    return apart(a[0].x, a[1].x, a[2].x, b[0].x, b[1].x, b[2].x) ||
           apart(a[0].y, a[1].y, a[2].y, b[0].y, b[1].y, b[2].y) ||
           apart(a[0].z, a[1].z, a[2].z, b[0].z, b[1].z, b[2].z);
}

Vec3 normal_of(const TriangleCorners& t) {
    const Vec3 n = cross(t[1] - t[0], t[2] - t[0]);
    const double length = std::sqrt(dot(n, n));
    return length > 0 && std::isfinite(length) ? (1 / length) * n : Vec3{};
}

/// How far a triangle reaches behind the plane of another, that of `face`.
double behind(const TriangleCorners& t, const TriangleCorners& face, const Vec3& normal) {
    double least = 0;
    for (const Vec3& p : t) least = std::min(least, dot(normal, p - face[0]));
    return 0 - least;  // not -0
}

/// Sums the points where edges of one triangle pierce the other, in rounded arithmetic.
void add_piercings(const TriangleCorners& edges, const TriangleCorners& face, Vec3& sum, double& count) {
    const Vec3 n = cross(face[1] - face[0], face[2] - face[0]);
    for (std::size_t i = 0; i < 3; ++i) {
        const Vec3 p = edges[i], q = edges[(i + 1) % 3];
        const double from = dot(n, p - face[0]), to = dot(n, q - face[0]);
        if (!((from < 0) != (to < 0))) continue;
        const Vec3 at = p + (from / (from - to)) * (q - p);
        bool inside = true;
        for (std::size_t k = 0; k < 3; ++k) {
            inside &= dot(n, cross(face[(k + 1) % 3] - face[k], at - face[k])) >= 0;
        }
        if (!inside) continue;
        sum = sum + at;
        count += 1;
    }
}

}  // namespace

std::optional<PairKind> meet(const TriangleCorners& a, const TriangleCorners& b) {
    if (boxes_apart(a, b) || !sound(a) || !sound(b)) return std::nullopt;
    return geometry::meet(a, b);
}

Contact contact_of(const TriangleCorners& a, const TriangleCorners& b) {
    Contact contact;
    contact.kind = ContactKind::triangles;
    Vec3 sum;
    double count = 0;
    add_piercings(a, b, sum, count);
    add_piercings(b, a, sum, count);
    // The intersection lies in both boxes.
    double squares = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const Range p = range(a, axis), q = range(b, axis);
        const double lo = std::max(p.lo, q.lo), hi = std::min(p.hi, q.hi);
        const double at = count > 0 ? std::clamp(sum[axis] / count, lo, hi) : 0.5 * lo + 0.5 * hi;
        contact.position[axis] = std::isfinite(at) ? at : lo;
        const double off = std::max(hi - contact.position[axis], contact.position[axis] - lo);
        squares += off * off;
    }
    contact.error = upper(std::sqrt(squares));
    // Out of a, into b.
    const Vec3 na = normal_of(a), nb = normal_of(b), n = na - nb;
    const double depth = std::min(behind(b, a, na), behind(a, b, nb));
    contact.depth = std::isfinite(depth) ? depth : 0;
    const double length = std::sqrt(dot(n, n));
    if (length > 1e-9) contact.normal = {n.x / length, n.y / length, n.z / length};
    return contact;
}

Contact contact_in(const TreePair& trees, const FoundTriangles& found, const SpherePair& in) {
    Contact contact = contact_of(trees.a.corners(found.a), trees.b.corners(found.b));
    contact.sphere_a = in.a;
    contact.sphere_b = in.b;
    return contact;
}

}  // namespace pliant::sphere_tree
