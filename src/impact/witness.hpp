// Where moving features are at a time when they meet, in rounded arithmetic.
#pragma once

#include <pliant/impacts.hpp>

#include "impact/motion.hpp"

namespace pliant::impact {

/// `side`: of det(u, v, w) just before; 0 for a normal of zero.
Impact witness(FeatureKind kind, const FourPoints& start, const FourPoints& end, const std::array<double, 2>& time,
               int side);

/// The shortest way between the features at a time, rounded.
struct NearestWay {
    Vec3 direction;  // from the second feature to the first, up to a positive factor; zero where they meet
    double length;   // of the way between two points of them
};
NearestWay nearest_way(FeatureKind kind, const FourPoints& start, const FourPoints& end, double time);

}  // namespace pliant::impact
