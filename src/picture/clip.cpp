#include "picture/clip.hpp"

#include <algorithm>

namespace pliant::picture {

namespace {

/// Keeps what is on the inner side of one face: sign * p[axis] <= half_side.
Polygon kept(const Polygon& polygon, std::size_t axis, double sign, double half_side) {
    Polygon result;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Vec3 &from = polygon[i], &to = polygon[(i + 1) % polygon.size()];
        const double out_from = sign * from[axis] - half_side, out_to = sign * to[axis] - half_side;
        if (out_from <= 0) result.push_back(from);
        if ((out_from <= 0) != (out_to <= 0)) result.push_back(from + (out_from / (out_from - out_to)) * (to - from));
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
