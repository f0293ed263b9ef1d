#include "geometry/line_crossing.hpp"

#include <algorithm>

namespace pliant::geometry {

namespace {

struct Place {
    double u, v;
};

Place projected(const Vec3& p, Along axis) {
    if (axis == Along::x) return {p.y, p.z};
    if (axis == Along::y) return {p.z, p.x};
    return {p.x, p.y};
}

int sign(double from, double to) { return from < to ? 1 : from > to ? -1 : 0; }

/// Side of a directed edge on which the perturbed line lies; 0 only for an edge that projects to a point.
int side_of_edge(const Vec3& a, const Vec3& b, const Vec3& p, Along axis) {
    const int exact = orient2d(a, b, p, axis);
    if (exact != 0) return exact;
    const Place from = projected(a, axis), to = projected(b, axis);
    const int across = -sign(from.v, to.v);
    return across != 0 ? across : sign(from.u, to.u);
}

bool within(const Vec3& p, const TriangleCorners& t) {
    for (std::size_t k = 0; k < 3; ++k) {
        if (p[k] < std::min({t[0][k], t[1][k], t[2][k]}) || p[k] > std::max({t[0][k], t[1][k], t[2][k]})) return false;
    }
    return true;
}

/// Precondition: p is in the plane of the triangle, which does not project to a line along `axis`.
bool within_edges(const Vec3& p, const TriangleCorners& t, Along axis, int facing) {
    return orient2d(t[0], t[1], p, axis) * facing >= 0 && orient2d(t[1], t[2], p, axis) * facing >= 0 &&
           orient2d(t[2], t[0], p, axis) * facing >= 0;
}

bool lies_on(const Vec3& p, const TriangleCorners& t) {
    if (!within(p, t) || orient3d(t[0], t[1], t[2], p) != 0) return false;
    for (const Along axis : {Along::x, Along::y, Along::z}) {
        const int facing = orient2d(t[0], t[1], t[2], axis);
        if (facing != 0) return within_edges(p, t, axis, facing);
    }
    // A degenerate triangle is a segment or a point: p must be collinear in every projection and within the box.
    for (const Along axis : {Along::x, Along::y, Along::z}) {
        if (orient2d(t[0], t[1], p, axis) != 0 || orient2d(t[1], t[2], p, axis) != 0) return false;
    }
    return true;
}

}  // namespace

int crossed_by_line(const Vec3& p, const TriangleCorners& t, Along axis) {
    const int first = side_of_edge(t[0], t[1], p, axis);
    if (first == 0 || side_of_edge(t[1], t[2], p, axis) != first || side_of_edge(t[2], t[0], p, axis) != first)
        return 0;
    return first;
}

LineCrossing cross(const Vec3& p, const TriangleCorners& t, Along axis) {
    if (lies_on(p, t)) return {PlaceOnLine::on, 0};
    const int turns = crossed_by_line(p, t, axis);
    if (turns == 0) return {PlaceOnLine::missed, 0};
    // With turns > 0 the triangle faces along the axis: a point in front of it lies above.
    const int front = orient3d(t[0], t[1], t[2], p) * turns;
    return {front > 0 ? PlaceOnLine::above : PlaceOnLine::below, turns};
}

}  // namespace pliant::geometry
