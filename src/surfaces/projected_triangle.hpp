// A triangle projected along z: edge functions decide which vertical lines cross it.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "geometry/line_crossing.hpp"
#include "numeric/orientation.hpp"
#include "numeric/vec.hpp"

namespace pliant::surfaces {

/// Edge functions with an error bound [Shewchuk1997, 4.2]; exact signs where that does not decide. Corners are in
/// turned coordinates.
class ProjectedTriangle {
public:
    explicit ProjectedTriangle(const geometry::TriangleCorners& t)
        : corners_(&t), edge_{edge(t[0], t[1]), edge(t[1], t[2]), edge(t[2], t[0])} {}

    struct Crossing {
        int turn = 0;  // going up: +1 the line enters the body, -1 it leaves, 0 it misses the triangle
        std::array<double, 3> weight{};  // barycentric, not normalised
    };

    /// Crossing of the line at (u, v), with the tie-breaking of geometry::crossed_by_line.
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
