// A triangle seen along the lines of a grid: which of them cross it.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "geometry/line_crossing.hpp"
#include "numeric/orientation.hpp"
#include "numeric/vec.hpp"

namespace pliant::depth_layers {

/// Edge functions at a place, and their sign where rounding leaves no doubt [Shewchuk1997, 4.2].
class ProjectedTriangle {
public:
    ProjectedTriangle(const geometry::TriangleCorners& t, std::size_t axis) : corners_(&t), axis_(axis) {
        const std::size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
        for (std::size_t i = 0; i < 3; ++i) {
            const Vec3 &a = t[i], &b = t[(i + 1) % 3];
            edge_[i] = {b[u] - a[u], b[v] - a[v], a[u], a[v]};
        }
    }

    struct Crossing {
        int turn =
            0;  // on the way up the axis: +1 where the body is entered, -1 where it is left, 0 where it is missed
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
        const Vec3 p = axis_ == 0 ? Vec3{0, u, v} : axis_ == 1 ? Vec3{v, 0, u} : Vec3{u, v, 0};
        return {-geometry::crossed_by_line(p, *corners_, static_cast<Along>(axis_)), weight};
    }

private:
    struct Edge {
        double du, dv, u, v;  // direction and start
    };
    struct Value {
        double value, error;
    };

    static Value value(const Edge& edge, double u, double v) {
        const double left = edge.du * (v - edge.v), right = edge.dv * (u - edge.u);
        return {left - right, 0x1.8p-51 * (std::abs(left) + std::abs(right)) + 1e-300};
    }

    const geometry::TriangleCorners* corners_;
    std::size_t axis_;
    std::array<Edge, 3> edge_;
};

}  // namespace pliant::depth_layers
