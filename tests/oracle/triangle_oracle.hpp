// The common set of two closed triangles, as exact points: the second is clipped by the plane of the first and then by
// the first's three edges [Sutherland, Hodgman 1974], in homogeneous integers, so nothing is ever divided or rounded.
// Everything asked about a pair is read off that set.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "geometry/triangle_pair.hpp"
#include "oracle/orientation_oracle.hpp"

namespace pliant::oracle {

using geometry::TriangleCorners;

template <class Number>
using Homogeneous = std::array<Number, 4>;  // (x, y, z) / w, w > 0, no common divisor: equal points, equal numbers

template <class Number>
using ConvexSet = std::vector<Homogeneous<Number>>;  // corners in order around the border; they may be one or two only

template <class Number>
struct HalfSpace {  // n . (x, y, z) + offset w >= 0
    Integer3<Number> n;
    Number offset;
};

template <class Number>
Number height(const HalfSpace<Number>& side, const Homogeneous<Number>& p) {
    return side.n[0] * p[0] + side.n[1] * p[1] + side.n[2] * p[2] + side.offset * p[3];
}

template <class Number>
HalfSpace<Number> half_space(const Integer3<Number>& n, const Integer3<Number>& border) {
    return {n, Number(-inner_product(n, border))};
}

template <class Number>
HalfSpace<Number> opposite(const HalfSpace<Number>& side) {
    return {{Number(-side.n[0]), Number(-side.n[1]), Number(-side.n[2])}, Number(-side.offset)};
}

template <class Number>
void reduce(Homogeneous<Number>& p) {
    Number divisor = p[3];
    for (std::size_t i = 0; i < 3; ++i) divisor = common_divisor(divisor, p[i]);
    for (Number& coordinate : p) coordinate /= divisor;
}

/// Where the segment pq meets height zero; the heights have opposite signs.
template <class Number>
Homogeneous<Number> crossing_point(const Homogeneous<Number>& p, const Number& height_p, const Homogeneous<Number>& q,
                                   const Number& height_q) {
    const int positive = sign(height_p);
    Homogeneous<Number> result;
    for (std::size_t i = 0; i < 4; ++i) result[i] = positive * (height_p * q[i] - height_q * p[i]);
    reduce(result);
    return result;
}

template <class Number>
ConvexSet<Number> clipped(const ConvexSet<Number>& set, const HalfSpace<Number>& side) {
    std::vector<Number> heights;
    for (const auto& p : set) heights.push_back(height(side, p));
    ConvexSet<Number> result;
    for (std::size_t i = 0; i < set.size(); ++i) {
        const std::size_t next = (i + 1) % set.size();
        if (sign(heights[i]) >= 0) result.push_back(set[i]);
        if (sign(heights[i]) * sign(heights[next]) < 0)
            result.push_back(crossing_point(set[i], heights[i], set[next], heights[next]));
    }
    result.erase(std::unique(result.begin(), result.end()), result.end());
    while (result.size() > 1 && result.front() == result.back()) result.pop_back();
    return result;
}

/// The plane of a triangle and the three half-spaces, square to it, that its edges bound.
template <class Number>
struct TriangleSides {
    HalfSpace<Number> plane;
    std::array<HalfSpace<Number>, 3> edges;
};

template <class Number>
TriangleSides<Number> triangle_sides(const Integer3<Number>& a, const Integer3<Number>& b, const Integer3<Number>& c) {
    const Integer3<Number> n = cross_product(difference(b, a), difference(c, a));
    const auto edge = [&n](const Integer3<Number>& p, const Integer3<Number>& q) {
        return half_space(cross_product(n, difference(q, p)), p);
    };
    return {half_space(n, a), {edge(a, b), edge(b, c), edge(c, a)}};
}

template <class Number>
bool strictly_inside(const Homogeneous<Number>& p, const TriangleSides<Number>& triangle) {
    return std::all_of(triangle.edges.begin(), triangle.edges.end(),
                       [&p](const auto& edge) { return sign(height(edge, p)) > 0; });
}

/// Of points on one line or in one plane: 0, 1 or 2; -1 of none.
template <class Number>
int dimension(const ConvexSet<Number>& set) {
    if (set.size() < 2) return static_cast<int>(set.size()) - 1;
    const auto spoke = [&set](std::size_t i) {
        Integer3<Number> d;
        for (std::size_t k = 0; k < 3; ++k) d[k] = set[i][k] * set[0][3] - set[0][k] * set[i][3];
        return d;
    };
    for (std::size_t i = 2; i < set.size(); ++i)
        for (const Number& coordinate : cross_product(spoke(1), spoke(i)))
            if (sign(coordinate) != 0) return 2;
    return 1;
}

template <class Number>
struct CommonSet {
    std::array<Integer3<Number>, 6> corners;  // of a, then of b
    ConvexSet<Number> points;
    bool coplanar = false;        // the triangles lie in one plane
    bool interiors_meet = false;  // some point lies strictly inside both
};

template <class Number>
ConvexSet<Number> corners_of(const Integer3<Number>& a, const Integer3<Number>& b, const Integer3<Number>& c) {
    const auto corner = [](const Integer3<Number>& p) { return Homogeneous<Number>{p[0], p[1], p[2], Number(1)}; };
    return {corner(a), corner(b), corner(c)};
}

/// A sum of points with positive weights lies in the interior of their hull; and where two convex sets have a common
/// interior point, the interior of their common set is what their interiors have in common.
template <class Number>
Homogeneous<Number> interior_point(const ConvexSet<Number>& set) {
    Homogeneous<Number> sum{};
    for (const auto& p : set)
        for (std::size_t i = 0; i < 4; ++i) sum[i] += p[i];
    return sum;
}

template <class Number = mpz_class>
CommonSet<Number> common_set(const TriangleCorners& a, const TriangleCorners& b) {
    CommonSet<Number> result;
    result.corners = integer_points<Number, 6>({a[0], a[1], a[2], b[0], b[1], b[2]});
    const auto& p = result.corners;
    const TriangleSides<Number> sides_a = triangle_sides(p[0], p[1], p[2]);
    const TriangleSides<Number> sides_b = triangle_sides(p[3], p[4], p[5]);
    const ConvexSet<Number> corners_b = corners_of(p[3], p[4], p[5]);
    result.coplanar = std::all_of(corners_b.begin(), corners_b.end(),
                                  [&](const auto& corner) { return sign(height(sides_a.plane, corner)) == 0; });
    result.points = clipped(clipped(corners_b, sides_a.plane), opposite(sides_a.plane));
    for (const auto& edge : sides_a.edges) result.points = clipped(result.points, edge);
    if (result.points.empty()) return result;
    const Homogeneous<Number> middle = interior_point(result.points);
    result.interiors_meet = strictly_inside(middle, sides_a) && strictly_inside(middle, sides_b);
    return result;
}

template <class Number>
std::optional<PairKind> kind_of_set(const CommonSet<Number>& set) {
    if (!set.interiors_meet) return PairKind::touching;
    return set.coplanar ? PairKind::coplanar : PairKind::crossing;
}

template <class Number = mpz_class>
std::optional<PairKind> exact_meet(const TriangleCorners& a, const TriangleCorners& b) {
    const CommonSet<Number> set = common_set<Number>(a, b);
    if (set.points.empty()) return std::nullopt;
    return kind_of_set(set);
}

template <class Number = mpz_class>
std::optional<PairKind> exact_meet_beyond_vertex(const TriangleCorners& a, const TriangleCorners& b) {
    const CommonSet<Number> set = common_set<Number>(a, b);
    if (dimension(set.points) < 1) return std::nullopt;  // it holds the shared vertex
    return kind_of_set(set);
}

/// The common set holds the shared edge, and within the line of an edge a triangle is that edge: beyond it means off
/// the line.
template <class Number = mpz_class>
std::optional<PairKind> exact_meet_beyond_edge(const TriangleCorners& a, const TriangleCorners& b) {
    if (dimension(common_set<Number>(a, b).points) < 2) return std::nullopt;
    return PairKind::fold;
}

/// By the number of leading corners that are shared: 0, 1 or 2 (3 is asked as 2).
template <class Number = mpz_class>
std::optional<PairKind> exact_meet_beyond(int shared, const TriangleCorners& a, const TriangleCorners& b) {
    if (shared == 0) return exact_meet<Number>(a, b);
    return shared == 1 ? exact_meet_beyond_vertex<Number>(a, b) : exact_meet_beyond_edge<Number>(a, b);
}

}  // namespace pliant::oracle
