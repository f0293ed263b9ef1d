// Where moving features are at a time when they meet, in rounded arithmetic.
#pragma once

#include <pliant/impacts.hpp>

#include "impact/motion.hpp"

namespace pliant::impact {

/// `side`: of det(u, v, w) just before; 0 for a normal of zero.
Impact witness(FeatureKind kind, const FourPoints& start, const FourPoints& end, const std::array<double, 2>& time,
               int side);

/// From a point of the second feature to one of the first, both near where the features are nearest at a time; up to a
/// positive factor, and rounded. Zero where there is no telling.
Vec3 gap(FeatureKind kind, const FourPoints& start, const FourPoints& end, double time);

}  // namespace pliant::impact
