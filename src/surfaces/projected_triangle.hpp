// A triangle seen along the lines of a grid: which of them cross it.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "geometry/line_crossing.hpp"
#include "numeric/orientation.hpp"
#include "numeric/vec.hpp"

namespace pliant::surfaces {

/// Edge functions at a place, and their sign where rounding leaves no doubt [Shewchuk1997, 4.2]. The lines are parallel
/// to z; corners are turned beforehand where the axis is another.
class ProjectedTriangle {
public:
    explicit ProjectedTriangle(const geometry::TriangleCorners& t)
        : corners_(&t), edge_{edge(t[0], t[1]), edge(t[1], t[2]), edge(t[2], t[0])} {}

    struct Crossing {
        int turn = 0;  // on the way up: +1 where the body is entered, -1 where it is left, 0 where it is missed
        std::array<double, 3> weight{};  // of the corners; not normalised
    };

    /// The line at (u, v), with the fill rule of geometry::crossed_by_line.
    [[nodiscard]] Crossing at(double u, double v) const {
        const Value a = value(edge_[1], u, v), b = value(edge_[2], u, v), c = value(edge_[0], u, v);
        const std::array<double, 3> weight{a.value, b.value, c.value};
        if (a.value > a.error && b.value > b.error && c.value > c.error) return {-1, weight};
        if (a.value < -a.error && b.value < -b.error && c.value < -c.error) return {1, weight};
        const bool missed = (a.value > a.error || b.value > b.error || c.value > c.error) &&
                            (a.value < -a.error || b.value < -b.error || c.value < -c.error);
        if (missed) return {};
        return {-geometry::crossed_by_line({u, v, 0}, *corners_, Along::z), weight};
    }

private:
    struct Edge {
        double du, dv, u, v;  // direction and start
    };
    struct Value {
        double value, error;
    };

    static Edge edge(const Vec3& a, const Vec3& b) { return {b.x - a.x, b.y - a.y, a.x, a.y}; }

    static Value value(const Edge& edge, double u, double v) {
        const double left = edge.du * (v - edge.v), right = edge.dv * (u - edge.u);
        return {left - right, 0x1.8p-51 * (std::abs(left) + std::abs(right)) + 1e-300};
    }

    const geometry::TriangleCorners* corners_;
    std::array<Edge, 3> edge_;
};

}  // namespace pliant::surfaces
