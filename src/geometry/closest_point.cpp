#include "geometry/closest_point.hpp"

#include <algorithm>

namespace pliant::geometry {

namespace {

Vec3 closest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b) {
    const Vec3 along = b - a;
    const double square = dot(along, along);
    if (!(square > 0)) return a;
    return a + std::clamp(dot(p - a, along) / square, 0.0, 1.0) * along;
}

double square_distance(const Vec3& p, const Vec3& q) { return dot(p - q, p - q); }

Vec3 closest_on_border(const Vec3& p, const TriangleCorners& t) {
    Vec3 best = closest_on_segment(p, t[0], t[1]);
    for (const Vec3& other : {closest_on_segment(p, t[1], t[2]), closest_on_segment(p, t[2], t[0])}) {
        if (square_distance(p, other) < square_distance(p, best)) best = other;
    }
    return best;
}

}  // namespace

Vec3 closest_point(const Vec3& p, const TriangleCorners& t) {
    const Vec3 ab = t[1] - t[0], ac = t[2] - t[0], normal = cross(ab, ac);
    const double square = dot(normal, normal);
    const Vec3 ap = p - t[0];
    const double along_c = dot(cross(ab, ap), normal), along_b = dot(cross(ap, ac), normal);
    if (!(square > 0) || along_b < 0 || along_c < 0 || along_b + along_c > square) return closest_on_border(p, t);
    return t[0] + (along_b / square) * ab + (along_c / square) * ac;
}

}  // namespace pliant::geometry
