// When and where moving features meet first: doubles where they are certain, integers where they are not.
#pragma once

#include <optional>

#include <pliant/impacts.hpp>

#include "impact/motion.hpp"

namespace pliant::impact {

/// No interval of time is longer than this: where doubles tell the first time less exactly, integers refine it.
inline constexpr double longest_interval = 0x1p-40;

/// The same of both kinds. Coordinates are finite.
std::optional<Impact> first_impact(FeatureKind kind, const FourPoints& start, const FourPoints& end);

/// The same where they come as near as `distance` > 0. The normal leads along the shortest way.
std::optional<Impact> first_separation(FeatureKind kind, const FourPoints& start, const FourPoints& end,
                                       double distance);

}  // namespace pliant::impact
