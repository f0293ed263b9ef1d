// Where an edge meets a triangle: rounded, with a proven bound on the rounding, and compared with others exactly.
#pragma once

#include <array>

#include "geometry/triangle_pair.hpp"

namespace pliant::geometry {

struct EdgeCrossing {
    Vec3 position;
    double along = 0;                     ///< 0 at the start of the edge, 1 at its end
    std::array<double, 3> barycentric{};  ///< weights of the triangle's corners; not negative
    /// No coordinate of `position`, and of what `along` and `barycentric` stand for, is farther off than this.
    double error = 0;

    /// Whether `along` is certain within 2 * fair_weights: not where the edge is in the plane, or beyond expansions.
    bool fair = true;
};

/// Weights that may be off by more than this are worth expansions; those of others are less exact, but fair.
inline constexpr double fair_weights = 1e-11;

struct Edge {
    Vec3 from, to;
};

/// The edge meets the closed triangle. Where it lies in the plane: the middle of what they share, with an error that
/// holds all of it.
EdgeCrossing edge_crossing(const Edge& edge, const TriangleCorners& triangle);

/// What moves by (e, e^2, e^3), e infinitely small, where places are equal otherwise.
enum class Moved : unsigned char { nothing, edge, triangles };

/// Sign of the place along an edge where it meets one triangle less that where it meets another, exactly. 0 also where
/// it lies in the plane of one of them.
int compare_along(const Edge& edge, const TriangleCorners& first, const TriangleCorners& second, Moved moved);

}  // namespace pliant::geometry
