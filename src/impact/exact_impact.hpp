// When moving features meet first, by integer arithmetic: for any finite coordinates.
#pragma once

#include <array>
#include <optional>

#include "impact/motion.hpp"

namespace pliant::impact {

struct ExactImpact {
    std::array<double, 2> time;  // certainly hold the first time between them; mostly neighbouring doubles
    int side;                    // of det(u, v, w) just before it; 0 where the four points always lie in one plane
};

std::optional<ExactImpact> exact_impact(FeatureKind kind, const FourPoints& start, const FourPoints& end);

}  // namespace pliant::impact
