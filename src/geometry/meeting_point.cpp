#include "geometry/meeting_point.hpp"

#include <algorithm>

#include "numeric/vec.hpp"

namespace pliant::geometry {

namespace {

using Point = std::array<double, 3>;
using Corners = std::array<Point, 3>;

struct Mean {
    Vec3 sum;
    double count = 0;
};

/// Whether a point of the triangle's plane is inside it, up to rounding.
bool inside(const Vec3& p, const Corners& t, const Vec3& normal) {
    const double slack = -1e-9 * dot(normal, normal);
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 from = t[k], to = t[(k + 1) % 3];
        if (!(dot(cross(to - from, p - from), normal) >= slack)) return false;
    }
    return true;
}

void add_piercings(const Corners& edges_of, const Corners& triangle, Mean& mean) {
    const Vec3 origin = triangle[0], normal = cross(Vec3(triangle[1]) - origin, Vec3(triangle[2]) - origin);
    for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 p = edges_of[k], q = edges_of[(k + 1) % 3];
        const double at_p = dot(normal, p - origin), at_q = dot(normal, q - origin);
        if (!(std::min(at_p, at_q) <= 0 && std::max(at_p, at_q) >= 0) || at_p == at_q) continue;
        const Vec3 x = p + at_p / (at_p - at_q) * (q - p);
        if (!inside(x, triangle, normal)) continue;
        mean.sum = mean.sum + x;
        ++mean.count;
    }
}

Point middle_of_common_box(const Corners& a, const Corners& b) {
    Point result;
    for (std::size_t k = 0; k < 3; ++k) {
        const auto [a_lo, a_hi] = std::minmax({a[0][k], a[1][k], a[2][k]});
        const auto [b_lo, b_hi] = std::minmax({b[0][k], b[1][k], b[2][k]});
        result[k] = 0.5 * std::max(a_lo, b_lo) + 0.5 * std::min(a_hi, b_hi);  // halves first: the sum may overflow
    }
    return result;
}

}  // namespace

Point meeting_point(const Corners& a, const Corners& b) {
    Mean mean;
    add_piercings(a, b, mean);
    add_piercings(b, a, mean);
    const Vec3 point = 1 / mean.count * mean.sum;
    if (mean.count == 0 || !finite(point)) return middle_of_common_box(a, b);
    return {point.x, point.y, point.z};
}

}  // namespace pliant::geometry
