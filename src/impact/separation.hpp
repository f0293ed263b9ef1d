// When moving features come as near to each other as a distance first.
#pragma once

#include <array>
#include <optional>

#include "impact/motion.hpp"

namespace pliant::impact {

/// Whether the features come as near as `distance` > 0 at some time in [0, 1]: exact. The interval certainly holds the
/// first time; where doubles decide, it may be longer than those of impacts. Coordinates are finite.
std::optional<std::array<double, 2>> first_within(FeatureKind kind, const FourPoints& start, const FourPoints& end,
                                                  double distance);

}  // namespace pliant::impact
