#include "picture/clip.hpp"

#include <algorithm>

namespace pliant::picture {

namespace {

/// Assigned, not interpolated: on a triangle much larger than the cube, rounding would leave nothing of it.
Vec3 on_face(const Vec3& p, std::size_t axis, double value) {
    return {axis == 0 ? value : p.x, axis == 1 ? value : p.y, axis == 2 ? value : p.z};
}

/// Keeps what is on the inner side of one face: sign * p[axis] <= half_side.
Polygon kept(const Polygon& polygon, std::size_t axis, double sign, double half_side) {
    Polygon result;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3 &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
        const double out_from = sign * from[axis] - half_side, out_to = sign * to[axis] - half_side;
        if (out_from <= 0) result.push_back(from);
        if ((out_from <= 0) == (out_to <= 0)) continue;
        result.push_back(on_face(from + (out_from / (out_from - out_to)) * (to - from), axis, sign * half_side));
    }
    return result;
}

}  // namespace

Cut side_of_cube(const std::array<Vec3, 3>& triangle, double half_side) {
    bool inside = true;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto [low, high] = std::minmax({triangle[0][axis], triangle[1][axis], triangle[2][axis]});
        if (low > half_side || high < -half_side) return Cut::outside;
        inside = inside && low >= -half_side && high <= half_side;
    }
    if (inside) return Cut::inside;
    return finite(triangle[0]) && finite(triangle[1]) && finite(triangle[2]) ? Cut::across : Cut::outside;
}

Polygon clipped_to_cube(const std::array<Vec3, 3>& triangle, double half_side) {
    Polygon polygon(triangle.begin(), triangle.end());
    for (std::size_t axis = 0; axis < 3 && !polygon.empty(); ++axis) {
        polygon = kept(polygon, axis, 1, half_side);
        polygon = kept(polygon, axis, -1, half_side);
    }
    return polygon;
}

}  // namespace pliant::picture
