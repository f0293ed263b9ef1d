// Exact triangle-triangle intersection beyond shared vertices, with its kind, for any finite coordinates
// [Guigue2003].
#pragma once

#include <array>
#include <optional>

#include <pliant/pairs.hpp>

#include "numeric/vec.hpp"

namespace pliant::geometry {

using TriangleCorners = std::array<Vec3, 3>;

/// All functions: no triangle is degenerate (collinear). The answer does not depend on which of the two is first, nor
/// on the order of the corners.

/// No shared vertex; corners may coincide in position nevertheless.
std::optional<PairKind> meet(const TriangleCorners& a, const TriangleCorners& b);

/// A shared vertex, a[0] = b[0].
std::optional<PairKind> meet_beyond_vertex(const TriangleCorners& a, const TriangleCorners& b);

/// A shared edge, (a[0], a[1]) = (b[0], b[1]).
std::optional<PairKind> meet_beyond_edge(const TriangleCorners& a, const TriangleCorners& b);

}  // namespace pliant::geometry
