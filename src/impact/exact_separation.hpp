// When moving features come as near to each other as a distance first, by integer arithmetic.
#pragma once

#include <array>
#include <optional>

#include "impact/motion.hpp"

namespace pliant::impact {

std::optional<std::array<double, 2>> exact_first_within(FeatureKind kind, const FourPoints& start,
                                                        const FourPoints& end, double distance);

}  // namespace pliant::impact
