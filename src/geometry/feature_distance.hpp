// The distance of a vertex and a triangle, or of two edges, in exact arithmetic: for any finite coordinates, any shape,
// also where a triangle has no area or an edge no length.
#pragma once

#include <array>

#include <pliant/features.hpp>
#include <pliant/proximities.hpp>

#include "numeric/vec.hpp"

namespace pliant::geometry {

/// The vertex, then the triangle; or the ends of one edge, then those of the other.
using FeaturePoints = std::array<Vec3, 4>;

/// A distance as the exact sum of three finite numbers, none of them negative: of the question, of either side.
using DistanceSum = std::array<double, 3>;

/// Whether the features are as near as `most`, exactly, and where they are nearest, rounded. The distance is off by a
/// few units in the last place at most, so are weights and, as an angle, the normal.
struct ExactDistance {
    bool within;
    FeatureDistance near;
};
ExactDistance exact_distance(FeatureKind kind, const FeaturePoints& points, const DistanceSum& most);

/// The points that weights stand for.
void place_points(FeatureKind kind, const FeaturePoints& points, FeatureDistance& near);

}  // namespace pliant::geometry
