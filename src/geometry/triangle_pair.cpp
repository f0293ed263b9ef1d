#include "geometry/triangle_pair.hpp"

#include <algorithm>
#include <utility>

#include "numeric/orientation.hpp"

namespace pliant::geometry {

namespace {

using Signs = std::array<int, 3>;

/// On which side of the plane of `plane` each corner lies.
Signs sides(const TriangleCorners& plane, const TriangleCorners& corners) {
    return {orient3d(plane[0], plane[1], plane[2], corners[0]), orient3d(plane[0], plane[1], plane[2], corners[1]),
            orient3d(plane[0], plane[1], plane[2], corners[2])};
}

bool all_positive(const Signs& s) { return s[0] > 0 && s[1] > 0 && s[2] > 0; }
bool all_negative(const Signs& s) { return s[0] < 0 && s[1] < 0 && s[2] < 0; }
bool all_zero(const Signs& s) { return s[0] == 0 && s[1] == 0 && s[2] == 0; }
bool on_both_sides(const Signs& s) { return (s[0] > 0 || s[1] > 0 || s[2] > 0) && (s[0] < 0 || s[1] < 0 || s[2] < 0); }

/// Number of the corner that is alone: the two others lie on the opposite closed side, not both in the plane with it.
int lone_corner(const Signs& s) {
    for (int i = 0; i < 3; ++i) {
        const int left = s[(i + 1) % 3], right = s[(i + 2) % 3];
        if (s[i] > 0 && left <= 0 && right <= 0) return i;
        if (s[i] < 0 && left >= 0 && right >= 0) return i;
    }
    for (int i = 0; i < 3; ++i) {  // one corner in the plane, the others strictly on one side
        if (s[i] == 0) return i;
    }
    return 0;
}

/// Turns `t` so that its lone corner comes first. False where that corner does not lie above the other plane.
bool put_lone_corner_first(TriangleCorners& t, const Signs& s) {
    const int lone = lone_corner(s), left = (lone + 1) % 3, right = (lone + 2) % 3;
    t = {t[lone], t[left], t[right]};
    return s[lone] > 0 || s[left] < 0 || s[right] < 0;
}

/// Both triangles reach the line in which their planes meet, each in an interval of it whose ends are where the two
/// edges at the lone corner pass through the other plane [Guigue2003]. Intervals meet where each begins before
/// the other ends; both comparisons are signs of determinants of corners. Turning a triangle over (swapping two
/// corners) makes the lone corner of the other lie above it.
std::optional<PairKind> meet_on_line(TriangleCorners a, TriangleCorners b, const Signs& a_sides, const Signs& b_sides) {
    const bool a_above = put_lone_corner_first(a, a_sides);
    const bool b_above = put_lone_corner_first(b, b_sides);
    if (!a_above) std::swap(b[1], b[2]);
    if (!b_above) std::swap(a[1], a[2]);
    const int begins = orient3d(a[0], a[1], b[0], b[1]);
    const int ends = orient3d(a[0], a[2], b[2], b[0]);
    if (begins > 0 || ends > 0) return std::nullopt;
    const bool interiors_reach = on_both_sides(a_sides) && on_both_sides(b_sides);
    return interiors_reach && begins < 0 && ends < 0 ? PairKind::crossing : PairKind::touching;
}

/// An axis along which a triangle does not project to a line.
Along projection_axis(const TriangleCorners& t) {
    for (const Along axis : {Along::z, Along::x}) {
        if (orient2d(t[0], t[1], t[2], axis) != 0) return axis;
    }
    return Along::y;
}

TriangleCorners counter_clockwise(TriangleCorners t, Along axis) {
    if (orient2d(t[0], t[1], t[2], axis) < 0) std::swap(t[1], t[2]);
    return t;
}

enum class Separation { none, weak, strict };

/// How an edge line of `a` keeps `b` on its outer side: strictly, or with corners of b on the line.
Separation separation_by_edge_of(const TriangleCorners& a, const TriangleCorners& b, Along axis) {
    Separation best = Separation::none;
    for (int i = 0; i < 3; ++i) {
        int highest = -1;
        for (const Vec3& corner : b) highest = std::max(highest, orient2d(a[i], a[(i + 1) % 3], corner, axis));
        if (highest < 0) return Separation::strict;
        if (highest == 0) best = Separation::weak;
    }
    return best;
}

/// Two convex polygons in a plane are apart exactly where an edge line of one of them separates them.
std::optional<PairKind> meet_in_plane(const TriangleCorners& a3, const TriangleCorners& b3) {
    const Along axis = projection_axis(a3);
    const TriangleCorners a = counter_clockwise(a3, axis), b = counter_clockwise(b3, axis);
    const Separation by_a = separation_by_edge_of(a, b, axis), by_b = separation_by_edge_of(b, a, axis);
    if (by_a == Separation::strict || by_b == Separation::strict) return std::nullopt;
    if (by_a == Separation::weak || by_b == Separation::weak) return PairKind::touching;
    return PairKind::coplanar;
}

/// Two wedges with one apex in a plane, a[0] = b[0]: do they share more than the apex?
std::optional<PairKind> wedges_meet_in_plane(const TriangleCorners& a3, const TriangleCorners& b3) {
    const Along axis = projection_axis(a3);
    const TriangleCorners a = counter_clockwise(a3, axis), b = counter_clockwise(b3, axis);
    // Sides of the legs of b seen from the legs of a, counter-clockwise positive.
    const int b1_from_a1 = orient2d(a[0], a[1], b[1], axis), b1_from_a2 = orient2d(a[0], a[2], b[1], axis);
    const int b2_from_a1 = orient2d(a[0], a[1], b[2], axis), b2_from_a2 = orient2d(a[0], a[2], b[2], axis);
    const int a1_from_b2 = -b2_from_a1;
    const auto strictly_within = [](int from_first, int from_second) { return from_first > 0 && from_second < 0; };
    if (strictly_within(b1_from_a1, b1_from_a2) || strictly_within(b2_from_a1, b2_from_a2)) return PairKind::coplanar;
    if (strictly_within(-b1_from_a1, a1_from_b2) || strictly_within(-b1_from_a2, -b2_from_a2))
        return PairKind::coplanar;
    // No leg lies strictly inside the other wedge: equal wedges, or at most a leg in common.
    const auto same_ray = [&](const Vec3& p, const Vec3& q, int side) {
        // Collinear with the apex: on the same side of it unless the apex lies between them.
        if (side != 0) return false;
        for (int k = 0; k < 3; ++k) {
            const double from = a[0][k];
            if (p[k] != from || q[k] != from) {
                return (p[k] > from && q[k] > from) || (p[k] < from && q[k] < from);
            }
        }
        return false;
    };
    const bool first_legs = same_ray(a[1], b[1], b1_from_a1), second_legs = same_ray(a[2], b[2], b2_from_a2);
    if (first_legs && second_legs) return PairKind::coplanar;
    const bool crossed_legs = same_ray(a[1], b[2], b2_from_a1) || same_ray(a[2], b[1], b1_from_a2);
    if (first_legs || second_legs || crossed_legs) return PairKind::touching;
    return std::nullopt;
}

}  // namespace

std::optional<PairKind> meet(const TriangleCorners& a, const TriangleCorners& b) {
    const Signs b_sides = sides(a, b);
    if (all_positive(b_sides) || all_negative(b_sides)) return std::nullopt;
    if (all_zero(b_sides)) return meet_in_plane(a, b);
    const Signs a_sides = sides(b, a);
    if (all_positive(a_sides) || all_negative(a_sides)) return std::nullopt;
    return meet_on_line(a, b, a_sides, b_sides);
}

std::optional<PairKind> meet_beyond_vertex(const TriangleCorners& a, const TriangleCorners& b) {
    const Vec3& v = a[0];
    const int b1 = orient3d(v, a[1], a[2], b[1]), b2 = orient3d(v, a[1], a[2], b[2]);
    if (b1 * b2 > 0) return std::nullopt;
    if (b1 == 0 && b2 == 0) return wedges_meet_in_plane(a, b);
    const int a1 = orient3d(v, b[1], b[2], a[1]), a2 = orient3d(v, b[1], b[2], a[2]);
    if (a1 * a2 > 0) return std::nullopt;
    // Each triangle reaches the common line of the planes in a ray from v. With n_a = a1 x a2 and n_b = b1 x b2 (from
    // v), that of a points along (n_a x n_b) / (a1 - a2), that of b along (n_b x n_a) / (b1 - b2), where a1 = n_b .
    // a[1] and so on: they are the same ray where the signs of the differences are opposite.
    if ((a1 > a2) == (b1 > b2)) return std::nullopt;
    return a1 * a2 < 0 && b1 * b2 < 0 ? PairKind::crossing : PairKind::touching;
}

std::optional<PairKind> meet_beyond_edge(const TriangleCorners& a, const TriangleCorners& b) {
    if (orient3d(a[0], a[1], a[2], b[2]) != 0) return std::nullopt;
    const Along axis = projection_axis(a);
    if (orient2d(a[0], a[1], a[2], axis) != orient2d(b[0], b[1], b[2], axis)) return std::nullopt;
    return PairKind::fold;
}

}  // namespace pliant::geometry
