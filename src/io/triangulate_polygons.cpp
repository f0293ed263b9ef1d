#include "io/triangulate_polygons.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace pliant::io {
namespace {

using Position = std::array<double, 3>;

struct Point {
    double x = 0, y = 0;
    bool operator==(const Point&) const = default;
};

double dot(const Position& a, const Position& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Position cross(const Position& a, const Position& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

std::optional<Position> unit(const Position& a) {
    constexpr double rounding = 1e-15;  // of a vector whose parts are about 1
    const double length = std::sqrt(dot(a, a));
    if (!(length > rounding)) return std::nullopt;
    return Position{a[0] / length, a[1] / length, a[2] / length};
}

double largest(const Position& a) { return std::max({std::abs(a[0]), std::abs(a[1]), std::abs(a[2])}); }

/// Corners relative to the first one, scaled to a largest coordinate of 1. False where that is not finite or zero.
bool localise(std::vector<Position>& corners) {
    const Position origin = corners.front();
    double extent = 0;
    for (Position& corner : corners) {
        for (std::size_t k = 0; k < 3; ++k) corner[k] -= origin[k];
        // Catches infinite and NaN coordinates, and differences that overflow.
        if (!std::isfinite(corner[0]) || !std::isfinite(corner[1]) || !std::isfinite(corner[2])) return false;
        extent = std::max(extent, largest(corner));
    }
    if (extent == 0) return false;
    for (Position& corner : corners) {
        for (double& x : corner) x /= extent;
    }
    return true;
}

/// Newell's normal: the sum of the area vectors that the edges span with the first corner.
Position newell_normal(const std::vector<Position>& corners) {
    Position sum{};
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
        const Position area = cross(corners[i], corners[i + 1]);
        for (std::size_t k = 0; k < 3; ++k) sum[k] += area[k];
    }
    return sum;
}

/// Corners projected along Newell's normal, so that the polygon runs counter-clockwise. Empty where it has no area.
std::vector<Point> flatten(std::vector<Position>& corners) {
    if (!localise(corners)) return {};
    const auto normal = unit(newell_normal(corners));
    if (!normal) return {};
    const Position& n = *normal;
    const auto less = [](double a, double b) { return std::abs(a) < std::abs(b); };
    Position axis{};  // the one that lies flattest in the polygon's plane
    axis[std::size_t(std::min_element(n.begin(), n.end(), less) - n.begin())] = 1;
    const auto right = unit(cross(n, axis));
    if (!right) return {};
    const Position up = cross(n, *right);
    std::vector<Point> points;
    for (const Position& corner : corners) points.push_back({dot(corner, *right), dot(corner, up)});
    return points;
}

/// Twice the signed area of a triangle, positive where it runs counter-clockwise.
double area(const Point& a, const Point& b, const Point& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

double span(const Point& a, const Point& b) { return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)); }

/// Counter-clockwise, with a height above the rounding error of coordinates up to 1.
bool sound(const Point& a, const Point& b, const Point& c) {
    constexpr double rounding = 1e-15;
    return area(a, b, c) > rounding * (span(a, b) + span(a, c));
}

bool covers(const Point& a, const Point& b, const Point& c, const Point& p) {
    return area(a, b, p) >= 0 && area(b, c, p) >= 0 && area(c, a, p) >= 0;
}

/// Triangulates one polygon after the other, as indices of its corners.
class Cutter {
public:
    /// `tests`: budget of point tests over all polygons, after which fans stay. Ear clipping is cubic at worst, and a
    /// hostile file must not take hours.
    explicit Cutter(std::size_t tests) : tests_left_(tests) {}

    /// Empty where no triangulation is sound, or where the fan from the first corner is.
    std::vector<Triangle> cut(std::vector<Position>& corners) {
        const std::vector<Point> points = flatten(corners);
        if (points.empty() || fan_is_sound(points, 0)) return {};
        for (std::uint32_t apex = 1; apex < points.size(); ++apex) {
            if (fan_is_sound(points, apex)) return fan(points.size(), apex);
        }
        return clip_ears(points);
    }

private:
    bool spend() { return tests_left_ > 0 && tests_left_-- > 0; }

    bool fan_is_sound(const std::vector<Point>& points, std::size_t apex) {
        const std::size_t n = points.size();
        for (std::size_t i = 1; i + 1 < n; ++i) {
            if (!spend() || !sound(points[apex], points[(apex + i) % n], points[(apex + i + 1) % n])) return false;
        }
        return true;
    }

    static std::vector<Triangle> fan(std::size_t size, std::uint32_t apex) {
        const auto n = std::uint32_t(size);
        std::vector<Triangle> triangles;
        for (std::uint32_t i = 1; i + 1 < n; ++i) triangles.push_back({apex, (apex + i) % n, (apex + i + 1) % n});
        return triangles;
    }

    /// [Meisters1975]: an ear is a corner whose triangle holds no other corner; every simple polygon has two.
    std::vector<Triangle> clip_ears(const std::vector<Point>& points) {
        std::vector<std::uint32_t> left(points.size());
        std::iota(left.begin(), left.end(), 0u);
        std::vector<Triangle> triangles;
        std::size_t at = 0, failed = 0;
        while (left.size() > 2) {
            const std::size_t n = left.size();
            const Triangle ear{left[(at + n - 1) % n], left[at % n], left[(at + 1) % n]};
            if (is_ear(points, left, ear)) {
                triangles.push_back(ear);
                left.erase(left.begin() + std::ptrdiff_t(at % n));
                failed = 0;
            } else if (++failed == n) {
                return {};
            }
            at = (at + 1) % left.size();
        }
        return triangles;
    }

    bool is_ear(const std::vector<Point>& points, const std::vector<std::uint32_t>& left, const Triangle& ear) {
        const Point &a = points[ear[0]], &b = points[ear[1]], &c = points[ear[2]];
        if (!spend() || !sound(a, b, c)) return false;
        for (const std::uint32_t other : left) {
            const Point& p = points[other];
            // A corner may occur twice: at a bridge edge to a hole.
            if (p == a || p == b || p == c) continue;
            if (!spend() || covers(a, b, c, p)) return false;
        }
        return true;
    }

    std::size_t tests_left_;
};

/// The corners of a polygon from its fan.
void corners_of(std::span<const Triangle> fan, std::vector<std::uint32_t>& corners) {
    corners.assign({fan[0][0], fan[0][1]});
    for (const Triangle& triangle : fan) corners.push_back(triangle[2]);
}

/// False where one is not there.
bool look_up(const std::vector<std::uint32_t>& corners, const std::vector<Position>& all, std::vector<Position>& out) {
    out.clear();
    for (const std::uint32_t corner : corners) {
        if (corner >= all.size()) return false;
        out.push_back(all[corner]);
    }
    return true;
}

}  // namespace

void triangulate_concave_polygons(Mesh& mesh) {
    constexpr std::size_t tests_at_least = 50'000'000, tests_per_triangle = 1000;
    Cutter cutter(tests_at_least + tests_per_triangle * mesh.triangles.size());
    const auto& polygon = mesh.polygon_of_triangle;
    std::vector<std::uint32_t> corners;
    std::vector<Position> positions;
    for (std::size_t first = 0, end = 0; first < polygon.size(); first = end) {
        while (end < polygon.size() && polygon[end] == polygon[first]) ++end;
        if (end - first < 2) continue;
        corners_of(std::span(mesh.triangles).subspan(first, end - first), corners);
        if (!look_up(corners, mesh.positions, positions)) continue;
        const std::vector<Triangle> cut = cutter.cut(positions);
        for (std::size_t i = 0; i < cut.size(); ++i) {
            for (std::size_t k = 0; k < 3; ++k) mesh.triangles[first + i][k] = corners[cut[i][k]];
        }
    }
}

}  // namespace pliant::io
